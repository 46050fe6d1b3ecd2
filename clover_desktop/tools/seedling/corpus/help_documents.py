"""Help topics: documents, privacy, the figures of speed, the command line and diagnosis."""

from clover_desktop.tools.seedling.corpus.values import Side, Topic

TOPICS: tuple[Topic, ...] = (
    Topic(
        "documents",
        english=Side(
            answer=(
                "Drop files or folders anywhere in the window, or use the paper clip. When a "
                "file is ready, ask about it."
            ),
            nouns=("documents", "the documents feature", "drag and drop"),
            actions=(
                "add a document",
                "open a file",
                "ask about a file",
                "drop a folder into the window",
            ),
            questions=(
                "can you read my files",
                "how do I give you a document",
                "can I ask about a PDF",
                "where do I drop files",
            ),
            held_out=("how can a file be added so that I can ask about it",),
        ),
        chinese=Side(
            answer="把文件或文件夹拖到窗口里，或者点回形针。文件准备好以后就可以提问。",
            nouns=("文档", "文档功能", "拖放文件"),
            actions=("添加文档", "打开文件", "针对文件提问", "把文件夹拖进窗口"),
            questions=(
                "你能读我的文件吗",
                "怎么把文档给你",
                "可以问 PDF 的内容吗",
                "文件拖到哪里",
            ),
            held_out=("怎样加入一个文件再提问",),
        ),
    ),
    Topic(
        "citations",
        english=Side(
            answer=(
                "A number such as [1] names the passage an answer rests on. Click it and the "
                "page opens with the passage highlighted."
            ),
            nouns=("citations", "a citation", "the numbers in brackets"),
            actions=("see the source", "open a citation", "check a citation"),
            questions=(
                "what does [1] mean",
                "where does the answer come from",
                "how do I see the source of an answer",
            ),
            held_out=("what do numbers like [2] in the answer mean",),
        ),
        chinese=Side(
            answer="[1] 这样的数字表示回答依据的段落。点击它就会打开那一页，并标出段落。",
            nouns=("引用", "引用编号", "方括号里的数字"),
            actions=("查看来源", "打开引用", "检查引用"),
            questions=("[1] 是什么意思", "回答从哪里来", "怎么看回答的来源"),
            held_out=("回答里 [2] 这样的数字指什么",),
        ),
    ),
    Topic(
        "file_types",
        english=Side(
            answer=(
                "You can use PDF, Word, PowerPoint, Excel, EPUB, HTML, Markdown and plain text "
                "files."
            ),
            nouns=("the supported files", "file types", "the file formats"),
            actions=("use a Word file", "open a PDF", "add an Excel file"),
            questions=(
                "which files can you read",
                "what file formats are supported",
                "do you support PDF",
                "is Word supported",
            ),
            held_out=("what types of file does the app accept",),
        ),
        chinese=Side(
            answer="支持 PDF、Word、PowerPoint、Excel、EPUB、HTML、Markdown 和纯文本文件。",
            nouns=("支持的文件", "文件类型", "文件格式"),
            actions=("使用 Word 文件", "打开 PDF", "添加 Excel 文件"),
            questions=("你能读哪些文件", "支持哪些文件格式", "支持 PDF 吗", "支持 Word 吗"),
            held_out=("应用接受什么类型的文件",),
        ),
    ),
    Topic(
        "scans",
        english=Side(
            answer=(
                'A scanned PDF holds pictures without text, so it shows "no text". Run it '
                "through a text recognition program first."
            ),
            nouns=("a scanned PDF", "a file without text", 'the state "no text"'),
            actions=("read a scanned PDF", "use a scan"),
            questions=(
                "why does my file say no text",
                "can you read scans",
                "why can you not read my scanned file",
            ),
            held_out=("my PDF was scanned and has no text, what now",),
        ),
        chinese=Side(
            answer="扫描的 PDF 只有图片没有文字，所以显示“无文字”。请先用文字识别软件处理。",
            nouns=("扫描的 PDF", "没有文字的文件", "“无文字”状态"),
            actions=("读扫描的 PDF", "使用扫描件"),
            questions=("为什么文件显示无文字", "你能读扫描件吗", "为什么读不了我的扫描文件"),
            held_out=("我的 PDF 是扫描出来的，怎么办",),
        ),
    ),
    Topic(
        "password",
        english=Side(
            answer=(
                "Enter the password when the app asks for it, or save a copy of the file "
                "without one."
            ),
            nouns=("a protected PDF", "a file with a password"),
            actions=("open a protected file", "use a PDF with a password"),
            questions=(
                "why can you not open my protected file",
                "what about files with a password",
            ),
            held_out=("my PDF asks for a password, what do I do",),
        ),
        chinese=Side(
            answer="应用询问时输入密码，或者另存一份没有密码的文件。",
            nouns=("受保护的 PDF", "有密码的文件"),
            actions=("打开受保护的文件", "使用有密码的 PDF"),
            questions=("为什么打不开受保护的文件", "文件有密码怎么办"),
            held_out=("我的 PDF 要密码，该怎么做",),
        ),
    ),
    Topic(
        "attachments",
        english=Side(
            answer=(
                "Click the paper clip in the composer to attach a file to your message. It "
                "appears as a small chip that you can remove."
            ),
            nouns=("attachments", "the paper clip", "a chip in the composer"),
            actions=("attach a file", "remove an attachment", "send a file with my message"),
            questions=(
                "where is the paper clip",
                "how do I attach something",
                "can I send a file along",
            ),
            held_out=("how can a file go along with my message",),
        ),
        chinese=Side(
            answer="点击输入框里的回形针，给消息加上附件。它显示为一个小标签，可以移除。",
            nouns=("附件", "回形针", "输入框里的标签"),
            actions=("添加附件", "移除附件", "随消息发送文件"),
            questions=("回形针在哪里", "附件怎么加", "能一起发送文件吗"),
            held_out=("怎样让文件随着消息一起发出",),
        ),
    ),
    Topic(
        "paste",
        english=Side(
            answer=(
                "A long text that you paste becomes an attachment, so that the composer stays "
                "short."
            ),
            nouns=("a long paste", "pasting long text"),
            actions=("paste a long text", "paste a whole page"),
            questions=(
                "why did my pasted text become an attachment",
                "what happens to a long paste",
                "can I paste long text",
            ),
            held_out=("I pasted a long text and it became a chip, why",),
        ),
        chinese=Side(
            answer="粘贴的长文字会变成附件，输入框就不会太长。",
            nouns=("长粘贴", "粘贴长文字"),
            actions=("粘贴长文字", "粘贴一整页"),
            questions=("粘贴的文字为什么变成附件", "粘贴长文会怎样", "可以粘贴很长的文字吗"),
            held_out=("我粘贴的长文怎么成了附件",),
        ),
    ),
    Topic(
        "remove_documents",
        english=Side(
            answer=(
                "Open Documents, select the file and choose Remove. Its text and index are "
                "deleted for good; your own file stays."
            ),
            nouns=("removing a document", "the document index"),
            actions=(
                "remove a document",
                "delete a document from the app",
                "clear the document index",
            ),
            questions=("how do I get rid of a document", "is my file deleted when I remove it"),
            held_out=("how can a document be taken out of the app",),
        ),
        chinese=Side(
            answer="打开文档，选中文件，选择移除。它的文字和索引会永久删除，你自己的文件还在。",
            nouns=("移除文档", "文档索引"),
            actions=("移除文档", "从应用里删除文档", "清空文档索引"),
            questions=("不要的文档怎么办", "移除后我的文件会被删吗"),
            held_out=("怎样把文档从应用里拿掉",),
        ),
    ),
    Topic(
        "privacy_page",
        english=Side(
            answer=(
                "The Privacy page lists every connection the app ever opened, with time, host, "
                "purpose and bytes."
            ),
            nouns=("the Privacy page", "the list of connections"),
            actions=("see all connections", "open the Privacy page", "check what was sent"),
            questions=(
                "where can I see the connections",
                "what does the Privacy page show",
                "which servers did the app contact",
            ),
            held_out=("where do I find each connection that was opened",),
        ),
        chinese=Side(
            answer="隐私页列出应用打开过的每个连接：时间、主机、用途和字节数。",
            nouns=("隐私页", "连接列表"),
            actions=("查看所有连接", "打开隐私页", "检查发送了什么"),
            questions=("在哪里看连接", "隐私页显示什么", "应用连接过哪些服务器"),
            held_out=("打开过的每个连接在哪里能看到",),
        ),
    ),
    Topic(
        "network_switch",
        english=Side(
            answer=(
                "The switch on the Privacy page closes the network inside the app. A self-test "
                "beside it proves that nothing gets out."
            ),
            nouns=("the network switch", "the self-test"),
            actions=("switch the network off", "close the network", "prove that nothing is sent"),
            questions=(
                "can I block the network",
                "how do I forbid all connections",
                "what does the self-test do",
            ),
            held_out=("how can the network be closed for this app",),
        ),
        chinese=Side(
            answer="隐私页上的开关会关闭应用内的网络，旁边的自检证明没有东西发出去。",
            nouns=("网络开关", "自检"),
            actions=("关闭网络", "切断网络", "证明没有发送数据"),
            questions=("能禁止联网吗", "怎么禁止所有连接", "自检做什么"),
            held_out=("怎样把这个应用的网络关掉",),
        ),
    ),
    Topic(
        "diagnostics",
        english=Side(
            answer=(
                "Open About and click Copy diagnostics. It copies versions, hardware and the "
                "last errors, without prompts or file names."
            ),
            nouns=("diagnostics", "the About page", "the diagnostics report"),
            actions=("copy the diagnostics", "report a problem", "see the version"),
            questions=(
                "where is the version number",
                "what should I send with a bug report",
                "how do I report an error",
            ),
            held_out=("how can I report a bug with all versions",),
        ),
        chinese=Side(
            answer="打开关于页，点击复制诊断信息。它复制版本、硬件和最近的错误，不含提问和文件名。",
            nouns=("诊断信息", "关于页", "诊断报告"),
            actions=("复制诊断信息", "报告问题", "查看版本"),
            questions=("版本号在哪里", "报告错误要发什么", "出错了怎么报告"),
            held_out=("怎样报告一个错误和版本",),
        ),
    ),
    Topic(
        "tokens_per_second",
        english=Side(
            answer=(
                "Tokens per second is the speed of writing. The time for reading the prompt is "
                "not counted."
            ),
            nouns=("tokens per second", "the speed figure"),
            actions=("read the tokens per second",),
            questions=(
                "how fast are you",
                "what does tokens per second tell me",
                "how is the speed measured",
            ),
            held_out=("how do you measure tokens in a second",),
        ),
        chinese=Side(
            answer="每秒词元数就是写作的速度，不计算读提问的时间。",
            nouns=("每秒词元数", "速度数字"),
            actions=("看懂每秒词元数",),
            questions=("你有多快", "每秒词元数说明什么", "速度怎样测量"),
            held_out=("一秒写多少词元是怎样测的",),
        ),
    ),
    Topic(
        "tpf",
        english=Side(
            answer=(
                "TPF means tokens per forward: the tokens of the answer divided by all runs of "
                "the network. More is better."
            ),
            nouns=("TPF", "tokens per forward", "tokens per pass"),
            actions=("read the TPF", "understand tokens per forward"),
            questions=("what does TPF stand for", "is a high TPF good", "what is a good TPF"),
            held_out=("what do the letters TPF stand for",),
        ),
        chinese=Side(
            answer="TPF 是每次前向的词元数：回答的词元除以网络运行的次数，越大越好。",
            nouns=("TPF", "每次前向的词元数", "每遍词元数"),
            actions=("看懂 TPF", "理解每次前向的词元数"),
            questions=("TPF 表示什么", "TPF 高好吗", "TPF 多少算好"),
            held_out=("TPF 这几个字母表示什么",),
        ),
    ),
    Topic(
        "slow",
        english=Side(
            answer=(
                "Speed depends on your machine. A faster GPU, a lower threshold or thinking "
                "off make answers come sooner."
            ),
            nouns=("the speed of answers", "a slow answer"),
            actions=("make it faster", "speed up the answers", "get answers sooner"),
            questions=(
                "why is it so slow",
                "why does an answer take so long",
                "is there a faster setting",
            ),
            held_out=("why must I wait so long, can it be faster",),
        ),
        chinese=Side(
            answer="速度取决于你的电脑。更快的显卡、更低的阈值或关闭思考都能让回答更快。",
            nouns=("回答的速度", "回答慢的原因"),
            actions=("让它更快", "加快回答", "更快得到回答"),
            questions=("为什么这么慢", "回答为什么要这么久", "有更快的设置吗"),
            held_out=("为什么要等这么久，能快点吗",),
        ),
    ),
    Topic(
        "command_line",
        english=Side(
            answer=(
                'Run clover-desktop chat --prompt "your question" in a terminal. It uses the '
                "same engine without a window."
            ),
            nouns=("the command line", "the terminal command"),
            actions=(
                "use the command line",
                "run it in a terminal",
                "use it without a window",
                "use it in a script",
            ),
            questions=(
                "is there a command line",
                "which command starts a chat in the terminal",
                "does it work without a screen",
            ),
            held_out=("can it be run from a terminal or a script",),
        ),
        chinese=Side(
            answer=(
                '在终端里运行 clover-desktop chat --prompt "你的问题"。它用同一个引擎，没有窗口。'
            ),
            nouns=("命令行", "终端命令"),
            actions=("使用命令行", "在终端里运行", "不开窗口使用", "在脚本里使用"),
            questions=("有命令行吗", "在终端里用什么命令", "没有屏幕能用吗"),
            held_out=("能从终端或者脚本里运行吗",),
        ),
    ),
    Topic(
        "json",
        english=Side(
            answer=(
                "Add --json to the command. Then every event is printed as one JSON object a line."
            ),
            nouns=("the --json flag", "JSON output"),
            actions=("get JSON output", "read the events in a script"),
            questions=("what does --json do", "is there JSON output", "how do I get the events"),
            held_out=("can the command print its events as JSON",),
        ),
        chinese=Side(
            answer="在命令后加上 --json，每个事件就打印成一行 JSON。",
            nouns=("--json 选项", "JSON 输出"),
            actions=("得到 JSON 输出", "在脚本里读事件"),
            questions=("--json 有什么用", "有 JSON 输出吗", "怎么得到事件"),
            held_out=("命令能把事件打印成 JSON 吗",),
        ),
    ),
    Topic(
        "doctor",
        english=Side(
            answer=(
                "Run clover-desktop doctor. It says what is wrong with hardware, fonts or "
                "libraries and how to mend it."
            ),
            nouns=("the doctor command", "doctor"),
            actions=("check my system", "run the doctor", "find out what is wrong"),
            questions=(
                "what does doctor do",
                "why does the app not start",
                "is my system all right",
            ),
            held_out=("which command tells me what is wrong with my system",),
        ),
        chinese=Side(
            answer="运行 clover-desktop doctor，它会说明硬件、字体或库有什么问题，以及怎样修好。",
            nouns=("doctor 命令", "系统检查"),
            actions=("检查我的系统", "运行 doctor", "找出问题"),
            questions=("doctor 有什么用", "应用为什么打不开", "我的系统正常吗"),
            held_out=("哪个命令能说出系统有什么问题",),
        ),
    ),
)
