"""Help topics: documents, privacy, the figures of speed, the command line and diagnosis."""

from clover_desktop.tools.seedling.corpus.values import Side, Topic

TOPICS: tuple[Topic, ...] = (
    Topic(
        "documents",
        english=Side(
            answer=(
                "Drop files or folders anywhere in the window, or use the paper clip. When a file "
                "is ready, ask about it."
            ),
            nouns=("documents", "attachments", "the paper clip"),
            actions=("add a document", "attach a file", "drop a folder into the window"),
            questions=(
                "how do I give you a document",
                "where do I drop files",
                "where is the paper clip",
                "can I ask about a document",
                "how can a file be added",
                "how do I add a file",
            ),
            held_out=("how can a file be added so that I can ask",),
        ),
        chinese=Side(
            answer="把文件或文件夹拖到窗口里，或者点回形针。文件准备好以后就可以提问。",
            nouns=("文档", "附件", "回形针"),
            actions=("添加文档", "添加附件", "把文件夹拖进窗口"),
            questions=(
                "怎么把文档给你",
                "文件拖到哪里",
                "回形针在哪里",
                "怎样加入文件",
                "可以对文档提问吗",
            ),
            held_out=("怎样加入一个文件再提问",),
        ),
    ),
    Topic(
        "citations",
        english=Side(
            answer=(
                "A number such as [1] names the passage an answer rests on. Click it to open the "
                "page."
            ),
            nouns=("a citation", "the numbers in brackets"),
            actions=("see the source", "open a citation", "check a citation"),
            questions=(
                "what does [1] mean",
                "where does the answer come from",
                "how do I see the source of an answer",
                "what do the numbers in the answer mean",
            ),
            held_out=("what do numbers like [2] in the answer mean",),
        ),
        chinese=Side(
            answer="[1] 这样的数字表示回答依据的段落，点击它就会打开那一页。",
            nouns=("引用", "引用编号", "方括号里的数字"),
            actions=("查看来源", "打开引用", "检查引用"),
            questions=(
                "[1] 是什么意思",
                "回答从哪里来",
                "怎么看回答的来源",
                "回答里的数字是什么",
                "[2] 指什么",
            ),
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
                "what types of file are there",
                "which types of file do you accept",
            ),
            held_out=("what types of file does the app accept",),
        ),
        chinese=Side(
            answer="支持 PDF、Word、Excel、HTML、Markdown 等文件。",
            nouns=("支持的文件", "文件类型", "文件格式"),
            actions=("使用 Word 文件", "打开 PDF", "添加 Excel 文件"),
            questions=(
                "你能读哪些文件",
                "支持哪些文件格式",
                "支持 PDF 吗",
                "支持 Word 吗",
                "接受哪些文件类型",
                "什么类型的文件可以用",
            ),
            held_out=("应用接受什么类型的文件",),
        ),
    ),
    Topic(
        "privacy_page",
        english=Side(
            answer=(
                "The Privacy page lists every connection the app opened. Its switch closes the "
                "network inside the app."
            ),
            nouns=("the list of connections", "the network switch"),
            actions=("see all connections", "block the network", "switch the network off"),
            questions=(
                "where can I see the connections",
                "what does the Privacy page show",
                "can I block all connections",
                "which connections did the app open",
                "where do I find each connection",
                "which connection was opened",
            ),
            held_out=("where do I find each connection that was opened",),
        ),
        chinese=Side(
            answer="隐私页列出应用打开过的每个连接，那里的开关可以关闭网络。",
            nouns=("连接列表", "网络开关"),
            actions=("查看所有连接", "关闭网络"),
            questions=(
                "在哪里看连接",
                "隐私页显示什么",
                "能禁止所有连接吗",
                "应用打开过哪些连接",
                "每个连接在哪里看",
            ),
            held_out=("打开过的每个连接在哪里能看到",),
        ),
    ),
    Topic(
        "diagnostics",
        english=Side(
            answer=(
                "Open About and click Copy diagnostics. It copies versions, hardware and the last "
                "errors, without prompts or file names."
            ),
            nouns=("diagnostics", "the diagnostics report"),
            actions=("copy the diagnostics", "report a problem", "report a bug"),
            questions=(
                "what do I send with a bug report",
                "how do I report an error",
                "where are the diagnostics",
                "where can a bug be reported",
            ),
            held_out=("how can I report a bug in the app",),
        ),
        chinese=Side(
            answer="打开关于页，点击复制诊断信息，其中不含提问和文件名。",
            nouns=("诊断信息", "诊断报告"),
            actions=("复制诊断信息", "报告问题"),
            questions=("报告错误要发什么", "出错了怎么报告", "诊断信息在哪里", "错误在哪里报告"),
            held_out=("怎样报告一个错误",),
        ),
    ),
    Topic(
        "tpf",
        english=Side(
            answer=(
                "TPF means tokens per forward: the tokens of the answer divided by all runs of "
                "the network. More is better."
            ),
            nouns=("TPF", "tokens per forward"),
            actions=("read the TPF", "understand tokens per forward"),
            questions=(
                "what does TPF stand for",
                "is a high TPF good",
                "what is a good TPF",
                "what do the letters TPF mean",
            ),
            held_out=("what do the letters TPF stand for",),
        ),
        chinese=Side(
            answer="TPF 是每次前向的词元数：词元除以网络运行次数，越大越好。",
            nouns=("TPF", "每次前向的词元数"),
            actions=("看懂 TPF", "理解每次前向的词元数"),
            questions=("TPF 表示什么", "TPF 高好吗", "TPF 多少算好", "TPF 这几个字母是什么"),
            held_out=("TPF 这几个字母表示什么",),
        ),
    ),
    Topic(
        "slow",
        english=Side(
            answer=(
                "Speed depends on your machine. A faster GPU, a lower threshold or thinking off "
                "make answers come sooner."
            ),
            nouns=("the speed of answers", "a slow answer"),
            actions=("make it faster", "speed up the answers", "get answers sooner"),
            questions=(
                "why is it so slow",
                "why does an answer take so long",
                "is there a faster setting",
                "why must I wait so long",
                "how fast are you",
                "can it be faster",
            ),
            held_out=("why must I wait so long, can it be faster",),
        ),
        chinese=Side(
            answer="速度取决于电脑。更快的显卡、更低的阈值或关闭思考都更快。",
            nouns=("回答的速度", "回答慢的原因"),
            actions=("让它更快", "加快回答", "更快得到回答"),
            questions=(
                "为什么这么慢",
                "回答为什么要这么久",
                "有更快的设置吗",
                "为什么要等",
                "能快点吗",
                "你有多快",
            ),
            held_out=("为什么要等这么久，能快点吗",),
        ),
    ),
    Topic(
        "command_line",
        english=Side(
            answer=(
                'Run clover-desktop chat --prompt "your question" in a terminal. It uses the same '
                "engine without a window."
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
                "can it run in a script",
                "can I run it from a terminal",
            ),
            held_out=("can it be run from a terminal or a script",),
        ),
        chinese=Side(
            answer='在终端里运行 clover-desktop chat --prompt "你的问题"。',
            nouns=("命令行", "终端命令"),
            actions=("使用命令行", "在终端里运行", "不开窗口使用", "在脚本里使用"),
            questions=(
                "有命令行吗",
                "在终端里用什么命令",
                "没有屏幕能用吗",
                "能在脚本里运行吗",
                "能从终端运行吗",
            ),
            held_out=("能从终端或者脚本里运行吗",),
        ),
    ),
)
