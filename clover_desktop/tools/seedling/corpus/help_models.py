"""Help topics: getting Clover-35B, what it needs, and managing models."""

from clover_desktop.tools.seedling.corpus.values import Side, Topic

TOPICS: tuple[Topic, ...] = (
    Topic(
        "get_clover",
        english=Side(
            answer="Click Get Clover-35B on the welcome page. Nothing starts before you agree.",
            nouns=("installing Clover-35B", "the Get button"),
            actions=("get Clover-35B", "install Clover-35B", "install the real model"),
            questions=(
                "where do I get Clover-35B",
                "where is the real model",
                "how do I install the large model",
                "how is the real model installed",
                "how can the real Clover be obtained",
            ),
            held_out=("how can the real Clover be installed",),
        ),
        chinese=Side(
            answer="在欢迎页点击获取 Clover-35B。你同意之前不会开始。",
            nouns=("安装 Clover-35B", "获取按钮"),
            actions=("获取 Clover-35B", "安装 Clover-35B", "安装真正的模型"),
            questions=(
                "在哪里获取 Clover-35B",
                "真正的模型在哪里",
                "大模型怎么装",
                "真正的模型怎样安装",
                "真正的 Clover 在哪里",
            ),
            held_out=("真正的 Clover 要怎样安装",),
        ),
    ),
    Topic(
        "download_size",
        english=Side(
            answer=(
                "The download is 69 GB. It goes shard by shard, so your disk never holds all of "
                "it at once."
            ),
            nouns=("the download size", "the size of the download"),
            actions=("know how much is downloaded",),
            questions=(
                "how big is the download",
                "how many gigabytes do I download",
                "how large is the model file",
                "how long does the download take",
                "how many GB is the download",
            ),
            held_out=("how many GB must be downloaded",),
        ),
        chinese=Side(
            answer="下载量是 69 GB，一片一片地进行。",
            nouns=("下载大小", "下载量"),
            actions=("知道要下载多少",),
            questions=(
                "下载有多大",
                "要下载多少 GB",
                "模型文件有多大",
                "下载要多久",
                "总共下载几个 GB",
            ),
            held_out=("总共必须下载几个 GB",),
        ),
    ),
    Topic(
        "disk",
        english=Side(
            answer="Keep about 25 GB of disk space free. The 69 GB are never needed at once.",
            nouns=("the disk space", "the space on the disk"),
            actions=("check the disk space", "make disk space"),
            questions=(
                "how much disk space do I need",
                "how much room does the model take",
                "is my disk big enough",
                "what if the disk is full",
                "how much space must be on the disk",
            ),
            held_out=("how much free space must the disk have",),
        ),
        chinese=Side(
            answer="请留出大约 25 GB 磁盘空间，不会一次用到 69 GB。",
            nouns=("磁盘空间", "需要的磁盘"),
            actions=("留出磁盘空间", "检查磁盘空间"),
            questions=(
                "需要多少磁盘空间",
                "模型占多少空间",
                "我的磁盘够大吗",
                "磁盘满了怎么办",
                "磁盘要空出多少",
                "磁盘要有多少空间",
            ),
            held_out=("磁盘必须空出多少",),
        ),
    ),
    Topic(
        "gpu",
        english=Side(
            answer=(
                "An NVIDIA GPU with 16 GB is a good choice. Without a GPU it works too, but slowly."
            ),
            nouns=("the GPU", "the graphics card"),
            actions=("use my GPU", "choose a graphics card", "run it without a GPU"),
            questions=(
                "which GPU do I need",
                "how much VRAM do I need",
                "is my graphics card good enough",
                "does it need an NVIDIA card",
                "does it work without a GPU",
                "what graphics card is good",
            ),
            held_out=("what graphics card should I have",),
        ),
        chinese=Side(
            answer="16 GB 的 NVIDIA 显卡是好选择。没有显卡也能用，但慢。",
            nouns=("显卡", "GPU"),
            actions=("使用显卡", "选择显卡", "不用显卡运行"),
            questions=(
                "需要什么显卡",
                "需要多少显存",
                "我的显卡够用吗",
                "一定要 NVIDIA 显卡吗",
                "没有显卡能用吗",
                "什么样的显卡好",
            ),
            held_out=("我该有什么样的显卡",),
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
                "how many gigabytes of RAM are needed",
            ),
            held_out=("how many gigabytes of RAM should the machine have",),
        ),
        chinese=Side(
            answer="配合 16 GB 显卡，32 GB 内存就够了。",
            nouns=("需要的内存", "内存大小"),
            actions=("知道需要多少内存",),
            questions=(
                "需要多少内存",
                "16 GB 内存够吗",
                "它占多少内存",
                "我的内存够用吗",
                "电脑要有几 GB 内存",
            ),
            held_out=("电脑应该有几 GB 内存",),
        ),
    ),
    Topic(
        "int4",
        english=Side(
            answer=(
                "INT4 keeps most weights in 4 bits instead of 16. The model becomes about four "
                "times smaller."
            ),
            nouns=("INT4", "quantization", "the 4-bit format"),
            actions=("quantize the model", "make the model smaller"),
            questions=(
                "what does INT4 do",
                "why is the model quantized",
                "does quantization make it worse",
                "why only 4 bits",
                "are 4 bits worse",
                "is a quantized model worse",
            ),
            held_out=("is a model with 4 bits worse",),
        ),
        chinese=Side(
            answer="INT4 用 4 位而不是 16 位保存权重，模型小到约四分之一。",
            nouns=("INT4", "量化", "4 位格式"),
            actions=("量化模型", "让模型变小"),
            questions=(
                "INT4 有什么用",
                "模型为什么要量化",
                "量化会变差吗",
                "为什么只用 4 位",
                "4 位会变差吗",
                "4 位的模型差不差",
            ),
            held_out=("只有 4 位的模型会不会差",),
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
            actions=("pause the download", "resume the download"),
            questions=(
                "can I pause the download",
                "can the download be paused",
                "can I close the app during the download",
                "can the download go on later",
            ),
            held_out=("can the download be paused until tomorrow",),
        ),
        chinese=Side(
            answer="在模型页点击暂停。可以关闭应用，以后从停下的地方接着下载。",
            nouns=("暂停下载", "暂停按钮"),
            actions=("暂停下载", "恢复下载", "以后再接着下载"),
            questions=("下载可以暂停吗", "下载时能关闭应用吗", "下载能不能暂停"),
            held_out=("下载能不能暂停，明天再接着下",),
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
                "where is the proxy field",
                "does our office need a proxy",
            ),
            held_out=("our office needs a proxy, where is the field",),
        ),
        chinese=Side(
            answer="在模型页填写代理，它只用于下载。",
            nouns=("代理", "代理服务器"),
            actions=("使用代理", "设置代理", "通过代理下载"),
            questions=(
                "代理在哪里填",
                "有代理时能用吗",
                "公司有代理怎么办",
                "办公室要用代理怎么办",
                "代理填在哪里",
            ),
            held_out=("我们办公室要用代理，填在哪里",),
        ),
    ),
    Topic(
        "switch_model",
        english=Side(
            answer=(
                "Click the name of the model at the top of the window and choose another one. The "
                "chat goes on with it."
            ),
            nouns=("the model menu", "the current model"),
            actions=("switch the model", "choose another model", "change the model"),
            questions=(
                "which model is in use",
                "where do I choose the model",
                "can I use two models",
                "how do I use a different model",
                "can I take a different model",
            ),
            held_out=("how can I take a different model for this chat",),
        ),
        chinese=Side(
            answer="点击窗口上方的模型名称，选择另一个。对话会接着用它。",
            nouns=("模型菜单", "当前模型"),
            actions=("切换模型", "选择另一个模型", "更换模型"),
            questions=(
                "现在用的是哪个模型",
                "在哪里选模型",
                "能用两个模型吗",
                "能换一个模型吗",
                "怎样换模型",
            ),
            held_out=("怎样为这个对话换一个模型",),
        ),
    ),
    Topic(
        "update",
        english=Side(
            answer="The app looks for updates only when you ask it to, on the About page.",
            nouns=("updates", "an update"),
            actions=("update the app", "look for updates", "get a new version"),
            questions=(
                "is there a new version",
                "does the app update itself",
                "how do I get updates",
                "does the app fetch updates by itself",
                "are new versions fetched",
            ),
            held_out=("does the app fetch new versions by itself",),
        ),
        chinese=Side(
            answer="只有你在关于页上要求时，应用才会查找更新。",
            nouns=("更新", "新版本"),
            actions=("更新应用", "查找更新", "得到新版本"),
            questions=(
                "有新版本吗",
                "应用会自己更新吗",
                "更新怎么得到",
                "会自动更新吗",
                "会自动下载新版本吗",
            ),
            held_out=("应用会不会自动下载新版本",),
        ),
    ),
)
