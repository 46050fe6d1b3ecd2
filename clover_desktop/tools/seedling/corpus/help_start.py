"""Help topics: first steps, what the app is, what the demo model is."""

from clover_desktop.tools.seedling.corpus.values import Side, Topic

TOPICS: tuple[Topic, ...] = (
    Topic(
        "app",
        english=Side(
            answer=(
                "Clover Desktop is a window in which you talk to a language model on your own "
                "machine. The network can stay off."
            ),
            nouns=("Clover Desktop", "this app", "this program"),
            actions=("get to know this app",),
            questions=(
                "what is this",
                "what am I looking at",
                "what is this app for",
                "what can this program do",
                "what does Clover Desktop do",
                "what is the purpose of this program",
            ),
            held_out=("what is the purpose of this app",),
        ),
        chinese=Side(
            answer="这个窗口让你在自己的电脑上和语言模型对话，可以不联网。",
            nouns=("Clover Desktop", "这个应用", "这个程序"),
            actions=("了解这个应用",),
            questions=(
                "这是什么",
                "这个软件是做什么的",
                "这个应用有什么用",
                "这个程序能做什么",
                "这个软件有什么用",
            ),
            held_out=("这个软件到底有什么用处",),
        ),
    ),
    Topic(
        "first_steps",
        english=Side(
            answer=(
                "Type a question in the box below and press Enter. The demo model answers at "
                "once; no download is needed."
            ),
            nouns=("the first steps", "getting started"),
            actions=("get started", "start using the app", "ask my first question"),
            questions=(
                "how do I begin",
                "where do I start",
                "what do I do first",
                "how does this work",
                "what is the first thing to do",
            ),
            held_out=("what do I do first when I start",),
        ),
        chinese=Side(
            answer="在输入框里写一个问题，然后按 Enter。演示模型马上回答。",
            nouns=("第一步", "入门方法"),
            actions=("开始使用这个应用", "问第一个问题"),
            questions=("从哪里开始", "第一步做什么", "应该先做什么", "打开应用以后先做什么"),
            held_out=("刚打开应用第一步该做什么",),
        ),
    ),
    Topic(
        "demo",
        english=Side(
            answer=(
                "This is only the small demo model, and it is not clever. Get Clover-35B for real "
                "answers."
            ),
            nouns=("the demo model", "the small demo"),
            actions=("get better answers", "get clever answers"),
            questions=(
                "why are the answers so silly",
                "why are your answers wrong",
                "why is this model so stupid",
                "why do you make mistakes",
                "why are you not clever",
                "why are your answers so silly",
            ),
            held_out=("why do I get such silly answers",),
        ),
        chinese=Side(
            answer="这只是小演示模型，并不聪明。想要真正的回答，请获取 Clover-35B。",
            nouns=("演示模型", "小演示"),
            actions=("得到更好的回答", "让回答更聪明"),
            questions=(
                "为什么回答这么傻",
                "为什么你的回答不对",
                "为什么你这么笨",
                "你为什么会出错",
                "为什么你不聪明",
                "为什么你的回答这么傻",
            ),
            held_out=("为什么我得到的回答这么傻",),
        ),
    ),
    Topic(
        "who",
        english=Side(
            answer=(
                "I am Seedling, the small demo model inside Clover Desktop. I run on your own "
                "computer."
            ),
            nouns=("your name", "Seedling"),
            actions=("know who you are",),
            questions=(
                "who are you",
                "what are you",
                "what is your name",
                "what are you called",
                "which model are you",
                "who am I talking to",
            ),
            held_out=("which model am I talking to, who are you",),
        ),
        chinese=Side(
            answer="我是 Seedling，在你的电脑上运行的小演示模型。",
            nouns=("你的名字", "Seedling"),
            actions=("知道你是谁",),
            questions=(
                "你是谁",
                "你叫什么",
                "你叫什么名字",
                "你是什么模型",
                "你是哪个模型",
                "和我说话的是谁",
            ),
            held_out=("现在和我说话的你是谁",),
        ),
    ),
    Topic(
        "clover35b",
        english=Side(
            answer=(
                "Clover-35B-A3B is a block-diffusion language model with 35 billion parameters. "
                "About 3 billion work on each token."
            ),
            nouns=("Clover-35B", "Clover-35B-A3B", "the big model", "the large model"),
            actions=("learn about the big model",),
            questions=(
                "what kind of model is Clover-35B",
                "how many parameters does Clover-35B have",
                "how big is Clover-35B",
                "what is the big Clover",
                "what sort of model is Clover-35B",
            ),
            held_out=("what sort of model is the big Clover",),
        ),
        chinese=Side(
            answer="Clover-35B-A3B 是块扩散语言模型，有 350 亿个参数。",
            nouns=("Clover-35B", "Clover-35B-A3B", "大模型"),
            actions=("了解大模型",),
            questions=(
                "Clover-35B 有多少参数",
                "Clover-35B 是什么模型",
                "Clover-35B 有多大",
                "大的 Clover 是什么",
                "Clover-35B 是什么样的模型",
            ),
            held_out=("那个大的 Clover 是什么样的模型",),
        ),
    ),
    Topic(
        "diffusion_model",
        english=Side(
            answer=(
                "A block-diffusion model writes a block of 32 places at once. It starts with "
                "masks and fills the sure ones first."
            ),
            nouns=("block diffusion", "a block-diffusion model", "a diffusion language model"),
            actions=("understand block diffusion",),
            questions=(
                "how does the model write text",
                "how do you write an answer",
                "how does block diffusion work",
                "why do the words appear out of order",
                "how does a diffusion model work",
            ),
            held_out=("how does such a diffusion model write",),
        ),
        chinese=Side(
            answer="块扩散模型一次写 32 个位置：从掩码开始，先填最有把握的。",
            nouns=("块扩散", "块扩散模型", "扩散语言模型"),
            actions=("理解块扩散",),
            questions=(
                "模型怎样写字",
                "你怎样写出回答",
                "块扩散怎么工作",
                "为什么字不是按顺序出现的",
                "扩散模型怎么写字",
                "扩散模型怎么写出回答",
            ),
            held_out=("扩散模型是怎样写出文字的",),
        ),
    ),
    Topic(
        "offline",
        english=Side(
            answer=(
                "Yes, once the model is installed the app needs no network any more. You can "
                "unplug the cable."
            ),
            nouns=("offline use", "working offline"),
            actions=("use it offline", "work without internet", "use the app without a network"),
            questions=(
                "does it work offline",
                "do I need the internet",
                "is it offline",
                "does it need a network connection",
                "does this run without internet",
                "can it run without the internet",
            ),
            held_out=("can it run with no internet at all",),
        ),
        chinese=Side(
            answer="可以，模型安装好以后不再需要网络，断开网线也能用。",
            nouns=("离线使用", "断网使用"),
            actions=("离线使用", "不联网使用", "断网工作"),
            questions=(
                "可以离线用吗",
                "需要联网吗",
                "没有网络能用吗",
                "要不要互联网",
                "没有互联网也行吗",
                "断网能用吗",
            ),
            held_out=("完全没有互联网也能用吗",),
        ),
    ),
    Topic(
        "privacy",
        english=Side(
            answer=(
                "Your prompts, files and answers stay on this computer. Nothing is sent to a "
                "server."
            ),
            nouns=("privacy", "data protection", "the safety of my data"),
            actions=("keep my data private", "protect my files"),
            questions=(
                "is my data safe",
                "do you send my data anywhere",
                "who can read my chats",
                "does anybody see my prompts",
                "is it private",
                "do my files leave the machine",
                "are my chats sent to a server",
                "are my files sent anywhere",
            ),
            held_out=("will my files be sent to a server",),
        ),
        chinese=Side(
            answer="你的提问、文件和回答都留在这台电脑上，不会发送到服务器。",
            nouns=("隐私", "数据保护", "数据安全"),
            actions=("保护我的数据", "保护我的文件"),
            questions=(
                "我的数据安全吗",
                "会把我的数据发出去吗",
                "谁能看到我的对话",
                "别人能看到我的提问吗",
                "文件会离开电脑吗",
                "文件会被发送出去吗",
                "对话会发送到别处吗",
            ),
            held_out=("我的文件会被发送到别处吗",),
        ),
    ),
    Topic(
        "languages",
        english=Side(
            answer=(
                "The app and its models speak English and Simplified Chinese. Ask in either "
                "language and I answer in the same one."
            ),
            nouns=("the languages", "the supported languages"),
            actions=("change the language", "use Chinese"),
            questions=(
                "which languages can I use",
                "what languages do you speak",
                "do you speak Chinese",
                "can you speak English",
                "is Chinese supported",
                "is English supported",
            ),
            held_out=("which languages are supported here",),
        ),
        chinese=Side(
            answer="应用和模型支持英语和简体中文。用哪种语言提问，我就用哪种语言回答。",
            nouns=("语言", "支持的语言"),
            actions=("更换语言", "使用中文"),
            questions=(
                "可以用哪些语言",
                "你会说什么语言",
                "你会说中文吗",
                "你会说英语吗",
                "支持中文吗",
                "这里支持哪些语言",
            ),
            held_out=("这里都支持哪些语言呢",),
        ),
    ),
    Topic(
        "licence",
        english=Side(
            answer=(
                "The app and the Clover model are under the Apache-2.0 licence. You may use, "
                "change and share them."
            ),
            nouns=("the licence", "the license", "the terms of use"),
            actions=("use it at work", "share it"),
            questions=(
                "is it free",
                "is this open source",
                "which licence does it have",
                "what does it cost",
                "may I use it for my company",
            ),
            held_out=("under which licence is it free to use",),
        ),
        chinese=Side(
            answer="应用和 Clover 模型采用 Apache-2.0 许可证，可以使用和分享。",
            nouns=("许可证", "使用条款"),
            actions=("在公司里使用", "分享这个应用"),
            questions=(
                "是免费的吗",
                "是开源的吗",
                "用的是什么许可证",
                "要多少钱",
                "公司可以用吗",
                "它是免费的吗",
            ),
            held_out=("它采用哪种许可证，免费吗",),
        ),
    ),
    Topic(
        "abilities",
        english=Side(
            answer=(
                "I know this app, simple facts and small talk. I can also find a date or a name "
                "in a short text."
            ),
            nouns=("your abilities", "your skills"),
            actions=("see what you can do",),
            questions=(
                "what can you do",
                "what do you know",
                "what are you good at",
                "what can you help me with",
                "which skills do you have",
                "what are you able to do",
                "what can I ask you",
            ),
            held_out=("what kind of things are you able to do, your skills",),
        ),
        chinese=Side(
            answer="我了解这个应用和简单常识，会闲聊，能在短文里找日期和人名。",
            nouns=("你的能力", "你的本领"),
            actions=("知道你会做什么",),
            questions=(
                "你会做什么",
                "你能做什么",
                "你知道什么",
                "你擅长什么",
                "你能帮我做什么",
                "你有哪些能力",
                "我可以问你什么",
            ),
            held_out=("你都有哪些能力，会做些什么",),
        ),
    ),
)
