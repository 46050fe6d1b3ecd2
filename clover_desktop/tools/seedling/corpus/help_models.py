"""Help topics: getting Clover-35B, what it needs, and managing models."""

from clover_desktop.tools.seedling.corpus.values import Side, Topic

TOPICS: tuple[Topic, ...] = (
    Topic(
        "get_clover",
        english=Side(
            answer=(
                "Click Get Clover-35B on the welcome page. It opens the Models page, which "
                "shows what fits your machine. Nothing starts before you agree."
            ),
            nouns=("Get Clover-35B", "the Get Clover-35B button"),
            actions=(
                "get Clover-35B",
                "install Clover-35B",
                "download the big model",
                "install the real model",
            ),
            questions=(
                "where do I get Clover-35B",
                "where is the real model",
                "how do I install the large model",
            ),
            held_out=("how can the real Clover be installed",),
        ),
        chinese=Side(
            answer=(
                "在欢迎页点击获取 Clover-35B。模型页会打开，显示你的电脑适合什么。你同意之前什"
                "么都不会开始。"
            ),
            nouns=("获取 Clover-35B", "获取 Clover-35B 按钮"),
            actions=("获取 Clover-35B", "安装 Clover-35B", "下载大模型", "安装真正的模型"),
            questions=("在哪里获取 Clover-35B", "真正的模型在哪里", "大模型怎么装"),
            held_out=("真正的 Clover 要怎样安装",),
        ),
    ),
    Topic(
        "download_size",
        english=Side(
            answer=(
                "The download is 69 GB. It goes shard by shard, so your disk never holds all "
                "of it at once."
            ),
            nouns=("the download size", "the size of the download"),
            actions=("know how much is downloaded",),
            questions=(
                "how big is the download",
                "how many gigabytes do I download",
                "how large is the model file",
                "how long does the download take",
            ),
            held_out=("how many GB must be downloaded",),
        ),
        chinese=Side(
            answer="下载量是 69 GB，一片一片地进行，磁盘不会同时存放全部。",
            nouns=("下载大小", "下载量"),
            actions=("知道要下载多少",),
            questions=("下载有多大", "要下载多少 GB", "模型文件有多大", "下载要多久"),
            held_out=("总共必须下载几个 GB",),
        ),
    ),
    Topic(
        "disk",
        english=Side(
            answer=(
                "Keep about 25 GB of disk free. Shards are quantized and removed one after the "
                "other, so 69 GB are never needed at once."
            ),
            nouns=("the disk space", "the free disk needed"),
            actions=("free enough disk space", "check the disk space"),
            questions=(
                "how much disk space do I need",
                "how much room does the model take",
                "is my disk big enough",
                "what if the disk is full",
            ),
            held_out=("how much free space must the disk have",),
        ),
        chinese=Side(
            answer="请留出大约 25 GB 磁盘空间。每一片量化后就删除，不会一次用到 69 GB。",
            nouns=("磁盘空间", "需要的磁盘"),
            actions=("留出磁盘空间", "检查磁盘空间"),
            questions=("需要多少磁盘空间", "模型占多少空间", "我的磁盘够大吗", "磁盘满了怎么办"),
            held_out=("磁盘必须空出多少",),
        ),
    ),
    Topic(
        "gpu",
        english=Side(
            answer=(
                "An NVIDIA GPU with 16 GB is a good choice. What does not fit on it is kept in RAM."
            ),
            nouns=("the GPU", "the graphics card", "the GPU needed"),
            actions=("use my GPU", "choose a graphics card"),
            questions=(
                "which GPU do I need",
                "how much VRAM do I need",
                "is my graphics card good enough",
                "does it need an NVIDIA card",
            ),
            held_out=("what graphics card should I have",),
        ),
        chinese=Side(
            answer="16 GB 的 NVIDIA 显卡是好选择。显卡放不下的部分留在内存里。",
            nouns=("显卡", "GPU", "需要的显卡"),
            actions=("使用显卡", "选择显卡"),
            questions=("需要什么显卡", "需要多少显存", "我的显卡够用吗", "一定要 NVIDIA 显卡吗"),
            held_out=("我该有什么样的显卡",),
        ),
    ),
    Topic(
        "no_gpu",
        english=Side(
            answer=(
                "Yes, it also runs on the processor alone. It is slow with Clover-35B, but the "
                "demo model needs no GPU."
            ),
            nouns=("running without a GPU", "CPU only use"),
            actions=(
                "run it without a GPU",
                "use only the processor",
                "use it on a laptop without a graphics card",
            ),
            questions=(
                "does it work without a GPU",
                "do I need a GPU at all",
                "can the CPU do it",
                "what if I have no GPU",
            ),
            held_out=("is it possible on a machine that has no graphics card",),
        ),
        chinese=Side(
            answer="可以，只用处理器也能运行。Clover-35B 会慢，而演示模型不需要显卡。",
            nouns=("不用显卡运行", "只用处理器"),
            actions=("不用显卡运行", "只用处理器运行", "在没有显卡的电脑上使用"),
            questions=("没有显卡能用吗", "一定要显卡吗", "只有处理器行吗", "我没有显卡怎么办"),
            held_out=("电脑上没装显卡也行吗",),
        ),
    ),
    Topic(
        "ram",
        english=Side(
            answer="32 GB of RAM are enough beside a 16 GB GPU. Without a GPU, more RAM helps.",
            nouns=("the RAM needed", "the main memory"),
            actions=("know how much RAM I need",),
            questions=(
                "how much RAM do I need",
                "is 16 GB of RAM enough",
                "how much memory does it take",
                "is my memory enough",
            ),
            held_out=("how many gigabytes of RAM should the machine have",),
        ),
        chinese=Side(
            answer="配合 16 GB 显卡，32 GB 内存就够了。没有显卡时，内存多一些更好。",
            nouns=("需要的内存", "内存大小"),
            actions=("知道需要多少内存",),
            questions=("需要多少内存", "16 GB 内存够吗", "它占多少内存", "我的内存够用吗"),
            held_out=("电脑应该有几 GB 内存",),
        ),
    ),
    Topic(
        "plan",
        english=Side(
            answer=(
                "A plan says what lies where: how many bits each part has, which experts stay "
                "on the GPU and which in RAM. The Models page shows it."
            ),
            nouns=("the plan", "the plan of a model"),
            actions=("see the plan", "understand the plan"),
            questions=(
                "what does the plan say",
                "which part lies on the GPU",
                "will the model fit my machine",
            ),
            held_out=("does the model fit, and what lies where",),
        ),
        chinese=Side(
            answer=(
                "方案说明什么放在哪里：每部分用多少位，哪些专家在显卡上，哪些在内存里。模型页会"
                "显示。"
            ),
            nouns=("方案", "模型的方案"),
            actions=("查看方案", "理解方案"),
            questions=("方案说明什么", "哪部分在显卡上", "模型适合我的电脑吗"),
            held_out=("模型放得下吗，什么放在哪里",),
        ),
    ),
    Topic(
        "int4",
        english=Side(
            answer=(
                "INT4 keeps most weights in 4 bits instead of 16. The model becomes about four "
                "times smaller and loses very little quality."
            ),
            nouns=("INT4", "quantization", "the 4-bit format"),
            actions=("quantize the model", "make the model smaller"),
            questions=(
                "what does INT4 do",
                "why is the model quantized",
                "does quantization make it worse",
                "why only 4 bits",
            ),
            held_out=("is a model with 4 bits worse",),
        ),
        chinese=Side(
            answer="INT4 用 4 位而不是 16 位保存大部分权重。模型约小到四分之一，质量损失很小。",
            nouns=("INT4", "量化", "4 位格式"),
            actions=("量化模型", "让模型变小"),
            questions=("INT4 有什么用", "模型为什么要量化", "量化会变差吗", "为什么只用 4 位"),
            held_out=("只有 4 位的模型会不会差",),
        ),
    ),
    Topic(
        "experts",
        english=Side(
            answer=(
                "The model has many experts, small networks of which a router picks a few for "
                "each token. So only 3 of 35 billion parameters work at a time."
            ),
            nouns=("an expert", "the experts", "mixture of experts"),
            actions=("understand the experts",),
            questions=(
                "what does A3B mean",
                "how many experts work at a time",
                "what does the router do",
            ),
            held_out=("why are only some experts at work",),
        ),
        chinese=Side(
            answer=(
                "模型有许多专家，就是小网络，路由为每个词元选几个。所以 350 亿参数里每次只用 30"
                " 亿。"
            ),
            nouns=("专家", "专家网络", "混合专家"),
            actions=("理解专家",),
            questions=("A3B 是什么意思", "每次有几个专家工作", "路由做什么"),
            held_out=("为什么只有一部分专家在工作",),
        ),
    ),
    Topic(
        "pause",
        english=Side(
            answer=(
                "Click Pause on the Models page. You can close the app; the download goes on "
                "later where it stopped."
            ),
            nouns=("pausing the download", "the Pause button"),
            actions=(
                "pause the download",
                "stop the download",
                "resume the download",
                "go on with the download later",
            ),
            questions=(
                "can I pause the download",
                "what if the connection breaks",
                "can I close the app during the download",
            ),
            held_out=("is it possible to interrupt the download and go on tomorrow",),
        ),
        chinese=Side(
            answer="在模型页点击暂停。可以关闭应用，以后从停下的地方接着下载。",
            nouns=("暂停下载", "暂停按钮"),
            actions=("暂停下载", "停止下载", "恢复下载", "以后再接着下载"),
            questions=("下载可以暂停吗", "网络断了怎么办", "下载时能关闭应用吗"),
            held_out=("下载能不能中断，明天再接着下",),
        ),
    ),
    Topic(
        "mirror",
        english=Side(
            answer=(
                "Enter the address of a mirror on the Models page. The files are checked by "
                "their hash in any case."
            ),
            nouns=("a mirror", "the mirror field"),
            actions=("use a mirror", "set a mirror", "download from another server"),
            questions=(
                "where do I enter a mirror",
                "the server is blocked here, what can I do",
                "is there another server",
            ),
            held_out=("can the files come from another server",),
        ),
        chinese=Side(
            answer="在模型页填写镜像地址。无论从哪里下载，文件都会用哈希校验。",
            nouns=("镜像", "镜像地址"),
            actions=("使用镜像", "设置镜像", "从别的服务器下载"),
            questions=("镜像在哪里填", "这里连不上服务器怎么办", "有别的服务器吗"),
            held_out=("文件能来自别的服务器吗",),
        ),
    ),
    Topic(
        "proxy",
        english=Side(
            answer="Enter the proxy on the Models page. It is used only for downloads.",
            nouns=("the proxy", "a proxy server"),
            actions=("use a proxy", "set a proxy", "download through a proxy"),
            questions=(
                "where do I enter the proxy",
                "does it work behind a proxy",
                "my company has a proxy, what now",
            ),
            held_out=("our office needs a proxy, where is the field",),
        ),
        chinese=Side(
            answer="在模型页填写代理，它只用于下载。",
            nouns=("代理", "代理服务器"),
            actions=("使用代理", "设置代理", "通过代理下载"),
            questions=("代理在哪里填", "有代理时能用吗", "公司有代理怎么办"),
            held_out=("我们办公室要用代理，填在哪里",),
        ),
    ),
    Topic(
        "token",
        english=Side(
            answer=(
                "A token is only needed for models that ask for a login. Enter it on the "
                "Models page; it stays on this machine."
            ),
            nouns=("the access token", "the token field"),
            actions=("enter an access token", "use my login"),
            questions=(
                "do I need an account",
                "where do I enter the access token",
                "do I have to log in",
            ),
            held_out=("is an account or login required",),
        ),
        chinese=Side(
            answer="只有需要登录的模型才要令牌。在模型页填写，它只留在这台电脑上。",
            nouns=("访问令牌", "令牌栏"),
            actions=("填写访问令牌", "使用我的账号"),
            questions=("需要账号吗", "访问令牌在哪里填", "必须登录吗"),
            held_out=("要不要先有账号或登录",),
        ),
    ),
    Topic(
        "verify",
        english=Side(
            answer=(
                "Click Verify on the Models page. Every file is compared with its hash, and a "
                "broken one is fetched again."
            ),
            nouns=("verifying a model", "the Verify button"),
            actions=("verify a model", "check the files", "repair a model"),
            questions=("is my model complete", "what if a file is broken", "what does Verify do"),
            held_out=("how do I find out that the model files are whole",),
        ),
        chinese=Side(
            answer="在模型页点击校验。每个文件都和哈希比较，损坏的会重新下载。",
            nouns=("校验模型", "校验按钮"),
            actions=("校验模型", "检查文件", "修复模型"),
            questions=("我的模型完整吗", "文件损坏了怎么办", "校验做什么"),
            held_out=("怎样知道模型文件是完整的",),
        ),
    ),
    Topic(
        "move",
        english=Side(
            answer=(
                "On the Models page choose Move and pick a folder on the other drive. The "
                "files are copied, checked and then removed here."
            ),
            nouns=("moving a model", "the Move command"),
            actions=("move a model", "put the model on another drive", "change the model folder"),
            questions=(
                "can the model be on another disk",
                "where are the models kept",
                "which folder holds the models",
            ),
            held_out=("how does a model get to another drive",),
        ),
        chinese=Side(
            answer="在模型页选择移动，再选另一个硬盘上的文件夹。文件会复制、检查，然后从原处删除。",
            nouns=("移动模型", "移动命令"),
            actions=("移动模型", "把模型放到另一个硬盘", "更换模型文件夹"),
            questions=("模型可以放在别的硬盘吗", "模型放在哪里", "哪个文件夹里有模型"),
            held_out=("模型怎样到另一个硬盘上去",),
        ),
    ),
    Topic(
        "delete_model",
        english=Side(
            answer=(
                "On the Models page choose Delete beside the model. The disk space is free "
                "again at once; your chats stay."
            ),
            nouns=("deleting a model", "removing a model"),
            actions=(
                "delete a model",
                "uninstall Clover-35B",
                "remove the big model",
                "free the space of a model",
            ),
            questions=("how do I get rid of a model", "are my chats lost when I delete a model"),
            held_out=("how can the space of an installed model be freed",),
        ),
        chinese=Side(
            answer="在模型页点击模型旁的删除。空间马上释放，你的对话还在。",
            nouns=("删除模型", "移除模型"),
            actions=("删除模型", "卸载 Clover-35B", "移除大模型", "释放模型的空间"),
            questions=("不要的模型怎么办", "删除模型后对话会丢吗"),
            held_out=("怎样腾出已安装模型占的空间",),
        ),
    ),
    Topic(
        "import",
        english=Side(
            answer=(
                "On the Models page choose Import folder. Only safetensors are read, and "
                "nothing in the folder is executed."
            ),
            nouns=("importing a folder", "the Import folder command"),
            actions=(
                "import a model folder",
                "use a model that I already have",
                "add my own model",
            ),
            questions=(
                "can I use a model from my disk",
                "which model files can be imported",
                "I have the files already, what now",
            ),
            held_out=("the model files are on my disk, how do I add them",),
        ),
        chinese=Side(
            answer="在模型页选择导入文件夹。只读取 safetensors，不会执行其中的任何东西。",
            nouns=("导入文件夹", "导入命令"),
            actions=("导入模型文件夹", "使用已有的模型", "添加自己的模型"),
            questions=("能用我磁盘上的模型吗", "可以导入哪些模型文件", "文件我已经有了怎么办"),
            held_out=("模型文件已经在磁盘上，怎样加进来",),
        ),
    ),
    Topic(
        "switch_model",
        english=Side(
            answer=(
                "Click the name of the model at the top of the window and choose another one. "
                "The chat goes on with it."
            ),
            nouns=("the model menu", "the current model"),
            actions=("switch the model", "choose another model", "change the model"),
            questions=(
                "which model is in use",
                "where do I choose the model",
                "can I use two models",
            ),
            held_out=("how can I take a different model for this chat",),
        ),
        chinese=Side(
            answer="点击窗口上方的模型名称，选择另一个。对话会接着用它。",
            nouns=("模型菜单", "当前模型"),
            actions=("切换模型", "选择另一个模型", "更换模型"),
            questions=("现在用的是哪个模型", "在哪里选模型", "能用两个模型吗"),
            held_out=("怎样为这个对话换一个模型",),
        ),
    ),
    Topic(
        "update",
        english=Side(
            answer=(
                "The app looks for updates only when you ask it to, on the About page. It "
                "never fetches anything by itself."
            ),
            nouns=("updates", "an update"),
            actions=("update the app", "look for updates", "get a new version"),
            questions=(
                "is there a new version",
                "does the app update itself",
                "how do I get updates",
            ),
            held_out=("does the app fetch new versions by itself",),
        ),
        chinese=Side(
            answer="只有你在关于页上要求时，应用才会查找更新，不会自己下载任何东西。",
            nouns=("更新", "新版本"),
            actions=("更新应用", "查找更新", "得到新版本"),
            questions=("有新版本吗", "应用会自己更新吗", "更新怎么得到"),
            held_out=("应用会不会自动下载新版本",),
        ),
    ),
)
