"""Help topics: chats, messages, keys and the look of the window."""

from clover_desktop.tools.seedling.corpus.values import Side, Topic

TOPICS: tuple[Topic, ...] = (
    Topic(
        "send",
        english=Side(
            answer="Enter sends your message. Shift+Enter begins a new line.",
            nouns=("the Enter key", "Shift+Enter"),
            actions=("send a message", "begin a new line", "write several lines"),
            questions=(
                "which key sends the message",
                "how do I make a line break",
                "what does Enter do",
                "what does Shift+Enter do",
                "which key makes a new line",
            ),
            held_out=("which key do I press for a new line",),
        ),
        chinese=Side(
            answer="按 Enter 发送消息，按 Shift+Enter 换行。",
            nouns=("Enter 键", "Shift+Enter"),
            actions=("发送消息", "换行", "写几行文字"),
            questions=(
                "哪个键发送消息",
                "按什么键换行",
                "Enter 有什么用",
                "Shift+Enter 有什么用",
                "换行按哪个键",
            ),
            held_out=("换一行应该按哪个键",),
        ),
    ),
    Topic(
        "stop",
        english=Side(
            answer=(
                "Click Stop while an answer is being written. It ends within one pass, and the "
                "finished blocks are kept."
            ),
            nouns=("the Stop button", "stopping an answer"),
            actions=("stop an answer", "stop the model", "cancel an answer", "interrupt you"),
            questions=(
                "where is the Stop button",
                "what happens when I press Stop",
                "is the text lost when I stop",
                "can an answer be stopped",
                "how do I make the answer stop",
            ),
            held_out=("how can a running answer be stopped",),
        ),
        chinese=Side(
            answer="写回答时点击停止。一遍之内就会结束，已完成的块会保留。",
            nouns=("停止按钮", "停止回答"),
            actions=("停止回答", "让模型停下", "取消回答", "打断你"),
            questions=("停止按钮在哪里", "按停止会怎样", "停止以后文字会丢吗", "怎么让回答停下来"),
            held_out=("正在写的回答怎样才能停下来",),
        ),
    ),
    Topic(
        "new_chat",
        english=Side(
            answer=(
                "Click New chat at the top of the sidebar, or press Ctrl+N. The old chat stays in "
                "the list."
            ),
            nouns=("a new chat", "the New chat button"),
            actions=(
                "start a new chat",
                "open a new chat",
                "begin a new conversation",
                "start over",
            ),
            questions=(
                "where is the New chat button",
                "how do I talk about something else",
                "where do I click for a new chat",
            ),
            held_out=("I want a new chat, where do I click now",),
        ),
        chinese=Side(
            answer="点击侧边栏上方的新对话，或者按 Ctrl+N。旧对话还在列表里。",
            nouns=("新对话", "新对话按钮"),
            actions=("新建对话", "打开新对话", "开始新的对话", "重新开始"),
            questions=("新对话按钮在哪里", "想换个话题怎么办", "怎样另开一个新对话"),
            held_out=("想另外开一个新对话要怎么做",),
        ),
    ),
    Topic(
        "search",
        english=Side(
            answer=(
                "Type a word into the search field of the sidebar. It searches all chats and "
                "shows the matching lines."
            ),
            nouns=("the search", "the search field"),
            actions=("search my chats", "find an old chat", "look for a word in my chats"),
            questions=(
                "where is the search field",
                "how do I find an old conversation",
                "where can I look for a word",
            ),
            held_out=("where can I look for a word in old chats",),
        ),
        chinese=Side(
            answer="在侧边栏的搜索框里输入一个词，它会搜索所有对话。",
            nouns=("搜索", "搜索框"),
            actions=("搜索对话", "找到旧对话", "在对话里找一个词"),
            questions=("搜索框在哪里", "以前的对话怎么找", "在哪里搜一个词", "怎样找旧对话"),
            held_out=("我想找旧对话里的一个词，在哪里搜",),
        ),
    ),
    Topic(
        "rename",
        english=Side(
            answer=(
                "Right-click the chat in the sidebar and choose Rename. Type the new title and "
                "press Enter."
            ),
            nouns=("renaming a chat", "the title of a chat"),
            actions=("rename a chat", "change the title of a chat", "give a chat a name"),
            questions=(
                "where can I change the chat title",
                "can a chat have another name",
                "can a chat have a new title",
            ),
            held_out=("how can a chat get a new title",),
        ),
        chinese=Side(
            answer="在侧边栏里右键点击对话，选择重命名，输入新标题后按 Enter。",
            nouns=("重命名对话", "对话的标题"),
            actions=("重命名对话", "修改对话标题", "给对话起名字"),
            questions=(
                "对话标题在哪里改",
                "对话可以换名字吗",
                "怎样给对话换标题",
                "对话能有新标题吗",
            ),
            held_out=("怎样给对话换一个新标题",),
        ),
    ),
    Topic(
        "pin",
        english=Side(
            answer="Right-click the chat and choose Pin. Pinned chats stay at the top of the list.",
            nouns=("a pinned chat", "pinning a chat"),
            actions=("pin a chat", "keep a chat at the top", "unpin a chat"),
            questions=(
                "how do I keep a chat at the top",
                "where are the pinned chats",
                "what does Pin do",
                "can a chat stay at the top",
            ),
            held_out=("can a chat stay at the top of my list",),
        ),
        chinese=Side(
            answer="右键点击对话，选择置顶。置顶的对话总在列表最上面。",
            nouns=("置顶", "置顶对话"),
            actions=("置顶对话", "把对话放在最上面", "取消置顶"),
            questions=(
                "置顶的对话在哪里",
                "置顶有什么用",
                "怎么让对话在最上面",
                "能让对话总在最上面吗",
            ),
            held_out=("能不能让一个对话总在列表最上面",),
        ),
    ),
    Topic(
        "delete_chat",
        english=Side(
            answer="Right-click the chat and choose Delete. You can undo it for a short time.",
            nouns=("deleting a chat", "the Delete command for chats"),
            actions=(
                "delete a chat",
                "remove a conversation",
                "delete all my chats",
                "undo a deletion",
            ),
            questions=(
                "how do I get rid of a chat",
                "can I undo a deleted chat",
                "where is Delete",
                "can a chat be deleted",
            ),
            held_out=("how can a chat be deleted for good",),
        ),
        chinese=Side(
            answer="右键点击对话，选择删除。短时间内可以撤销。",
            nouns=("删除对话", "对话的删除命令"),
            actions=("删除对话", "移除对话", "删除所有对话", "撤销删除"),
            questions=("不要的对话怎么办", "删掉的对话能撤销吗", "删除在哪里", "对话怎么删除"),
            held_out=("怎样把一个旧对话删除掉",),
        ),
    ),
    Topic(
        "export",
        english=Side(
            answer=(
                "Right-click the chat and choose Export. The chat is saved as a Markdown or JSON "
                "file."
            ),
            nouns=("the export", "exporting a chat"),
            actions=(
                "export a chat",
                "save a chat to a file",
                "download a chat",
                "keep a copy of a chat",
            ),
            questions=(
                "which format has the export",
                "where is Export",
                "can I save the chat as Markdown",
                "can a chat be saved as a file",
            ),
            held_out=("how can one chat be saved as a file",),
        ),
        chinese=Side(
            answer="右键点击对话，选择导出，保存为 Markdown 或 JSON 文件。",
            nouns=("导出", "导出对话"),
            actions=("导出对话", "把对话保存成文件", "保留对话的副本"),
            questions=(
                "导出是什么格式",
                "导出在哪里",
                "对话能保存为 Markdown 吗",
                "能把对话存成文件吗",
            ),
            held_out=("怎样把一个对话存成文件",),
        ),
    ),
    Topic(
        "regenerate",
        english=Side(
            answer="Click Regenerate under the answer. The earlier answer stays as a branch.",
            nouns=("Regenerate", "the Regenerate button"),
            actions=("regenerate an answer", "get another answer", "try the answer again"),
            questions=(
                "where is Regenerate",
                "can you answer again",
                "what if I do not like the answer",
                "can you try again",
                "how do I get another answer",
            ),
            held_out=("can you please try the answer again",),
        ),
        chinese=Side(
            answer="点击回答下面的重新生成。旧的回答作为分支保留。",
            nouns=("重新生成", "重新生成按钮"),
            actions=("重新生成回答", "再要一个回答", "再试一次"),
            questions=("重新生成在哪里", "能再回答一次吗", "不喜欢这个回答怎么办", "能再试一次吗"),
            held_out=("能让模型再试一次吗",),
        ),
    ),
    Topic(
        "edit",
        english=Side(
            answer=(
                "Click Edit on your message, change the text and send it again. The earlier "
                "version is kept as a branch."
            ),
            nouns=("editing a message", "the Edit button"),
            actions=(
                "edit a message",
                "change my question",
                "correct my message",
                "edit and resend",
            ),
            questions=(
                "where is the Edit button",
                "I made a typing mistake, what now",
                "can I change what I wrote",
                "how do I correct my question",
            ),
            held_out=("how can I correct a question that I sent",),
        ),
        chinese=Side(
            answer="点击你消息上的编辑，改好文字再发送。旧的版本作为分支保留。",
            nouns=("编辑消息", "编辑按钮"),
            actions=("编辑消息", "修改我的问题", "改正我的消息"),
            questions=(
                "编辑按钮在哪里",
                "我写错了怎么办",
                "能改我写的话吗",
                "问题怎样改正",
                "写错的问题能改吗",
            ),
            held_out=("写错的问题怎样才能改正",),
        ),
    ),
    Topic(
        "continue",
        english=Side(
            answer="Click Continue under the answer. It goes on from the last finished block.",
            nouns=("Continue", "the Continue button", "an interrupted answer"),
            actions=("continue an answer", "go on with an answer", "finish an interrupted answer"),
            questions=(
                "what does interrupted mean",
                "where is Continue",
                "can you go on writing",
                "can an interrupted answer be finished",
            ),
            held_out=("how can an interrupted answer go on",),
        ),
        chinese=Side(
            answer="点击回答下面的继续，它会从最后完成的块接着写。",
            nouns=("继续按钮", "中断的回答"),
            actions=("继续写回答", "接着写", "写完中断的回答"),
            questions=(
                "已中断是什么意思",
                "继续按钮在哪里",
                "能接着写吗",
                "中断的回答怎么接着写",
                "回答中断了怎么办",
            ),
            held_out=("中断了的回答怎样才能接着写",),
        ),
    ),
    Topic(
        "copy",
        english=Side(
            answer="Click Copy under the answer to copy it as text or Markdown.",
            nouns=("the Copy button", "copying an answer"),
            actions=("copy an answer", "copy the code", "copy the text"),
            questions=(
                "where is the Copy button",
                "can I copy as Markdown",
                "how do I get the text out",
                "how do I copy the answer",
            ),
            held_out=("how can I copy the text of an answer",),
        ),
        chinese=Side(
            answer="点击回答下面的复制，可以复制为文字或 Markdown。",
            nouns=("复制按钮", "复制回答"),
            actions=("复制回答", "复制代码", "复制文字"),
            questions=(
                "复制按钮在哪里",
                "能复制为 Markdown 吗",
                "怎么把文字拿出来",
                "怎么复制回答的文字",
            ),
            held_out=("我要怎么把回答的文字复制出来",),
        ),
    ),
    Topic(
        "theme",
        english=Side(
            answer=(
                "The app follows the theme of your system. You can choose light or dark yourself "
                "in the settings."
            ),
            nouns=("the theme", "dark mode", "the light theme"),
            actions=(
                "change the theme",
                "switch to dark mode",
                "use the light theme",
                "make it dark",
            ),
            questions=(
                "is there a dark mode",
                "is there a dark theme",
                "where can I change the theme",
                "why is the window dark",
                "can I have a light window",
            ),
            held_out=("does the app have a dark and a light theme",),
        ),
        chinese=Side(
            answer="应用跟随系统的主题，也可以在设置里自己选浅色或深色。",
            nouns=("主题", "深色模式", "浅色主题"),
            actions=("更换主题", "切换到深色模式", "使用浅色主题"),
            questions=(
                "有深色模式吗",
                "主题在哪里改",
                "窗口为什么是深色的",
                "能用浅色吗",
                "有浅色和深色吗",
            ),
            held_out=("应用有深色和浅色两种吗",),
        ),
    ),
    Topic(
        "shortcuts",
        english=Side(
            answer="Press Ctrl+/ to see the list of all shortcuts.",
            nouns=("the shortcuts", "keyboard shortcuts", "the shortcut list"),
            actions=("see all shortcuts", "use the keyboard", "learn the shortcuts"),
            questions=(
                "which shortcuts are there",
                "where is the list of shortcuts",
                "can I work without a mouse",
                "what does Ctrl+/ do",
                "is there a list of shortcuts",
            ),
            held_out=("is there a list of keys and shortcuts",),
        ),
        chinese=Side(
            answer="按 Ctrl+/ 可以看到所有快捷键的列表。",
            nouns=("快捷键", "键盘快捷键", "快捷键列表"),
            actions=("查看所有快捷键", "使用键盘", "学习快捷键"),
            questions=(
                "有哪些快捷键",
                "快捷键列表在哪里",
                "不用鼠标可以吗",
                "Ctrl+/ 有什么用",
                "有快捷键的表吗",
                "全部快捷键在哪里",
            ),
            held_out=("哪里有全部快捷键的列表",),
        ),
    ),
    Topic(
        "sidebar",
        english=Side(
            answer=(
                "The sidebar on the left holds your chats. Press Ctrl+B to hide it or show it "
                "again."
            ),
            nouns=("the sidebar", "the list of chats"),
            actions=("hide the sidebar", "show the sidebar", "get more room"),
            questions=(
                "where is my list of chats",
                "where did the sidebar go",
                "how do I get the sidebar back",
                "can the sidebar be hidden",
            ),
            held_out=("how can the left sidebar be hidden",),
        ),
        chinese=Side(
            answer="左边的侧边栏放着你的对话。按 Ctrl+B 隐藏或再显示。",
            nouns=("侧边栏", "对话列表"),
            actions=("隐藏侧边栏", "显示侧边栏", "腾出空间"),
            questions=(
                "对话列表在哪里",
                "侧边栏不见了怎么办",
                "怎么让侧边栏回来",
                "侧边栏能藏起来吗",
                "左边的侧边栏是什么",
            ),
            held_out=("左边的侧边栏怎样藏起来",),
        ),
    ),
    Topic(
        "replay",
        english=Side(
            answer=(
                "Every answer keeps its trace. Open the replay under it to see how each block "
                "filled in."
            ),
            nouns=("the replay", "the trace", "the replay bar"),
            actions=("replay an answer", "see the trace", "watch an answer again"),
            questions=(
                "where is the replay",
                "can I see how the block filled in",
                "what does the replay show",
                "can I watch how blocks filled in",
                "can I watch it again",
            ),
            held_out=("how can I watch again how blocks filled in",),
        ),
        chinese=Side(
            answer="每个回答都保留轨迹。打开下面的回放，就能看到块怎样填满。",
            nouns=("回放", "轨迹", "回放条"),
            actions=("回放一个回答", "看轨迹", "再看一遍回答"),
            questions=(
                "回放在哪里",
                "能看块怎样填满吗",
                "回放显示什么",
                "能再看一次块怎样填满吗",
                "块是如何填满的",
            ),
            held_out=("怎样再看一次块是如何填满的",),
        ),
    ),
    Topic(
        "animation",
        english=Side(
            answer=(
                "Set the animation to live, slow or off. Slow lets you follow each pass; off "
                "shows whole blocks."
            ),
            nouns=("the animation", "slow animation", "the animation speed"),
            actions=(
                "slow the animation down",
                "turn the animation off",
                "change the animation speed",
            ),
            questions=(
                "why does the text move",
                "can the cells fill more slowly",
                "is there a slow mode",
                "the cells fill too fast, what can I do",
                "can the cells move slower",
            ),
            held_out=("the cells move too fast, can I slow them down",),
        ),
        chinese=Side(
            answer="动画可以设为实时、慢速或关闭。慢速能看清每一遍。",
            nouns=("动画", "慢速动画", "动画速度"),
            actions=("让动画慢下来", "关闭动画", "修改动画速度"),
            questions=(
                "文字为什么会动",
                "格子能填得慢一点吗",
                "有慢速模式吗",
                "格子填得太快怎么办",
                "格子能慢些吗",
            ),
            held_out=("格子填得太快了，能不能慢些",),
        ),
    ),
    Topic(
        "accessibility",
        english=Side(
            answer=(
                "Every control has a name for screen readers and a path by keyboard. A finished "
                "block is announced once."
            ),
            nouns=("screen reader support", "accessibility"),
            actions=("use a screen reader", "use it as a blind person"),
            questions=(
                "does it work with a screen reader",
                "can blind people use it",
                "is it accessible",
                "is there screen reader support",
                "can a blind person use it",
            ),
            held_out=("can a person who is blind use it",),
        ),
        chinese=Side(
            answer="每个控件都有读屏名称，也能用键盘操作。完成的块播报一次。",
            nouns=("读屏支持", "无障碍功能"),
            actions=("使用读屏软件", "让盲人使用"),
            questions=("支持读屏软件吗", "盲人可以用吗", "有无障碍功能吗", "盲人能用读屏吗"),
            held_out=("盲人也能使用读屏吗",),
        ),
    ),
    Topic(
        "storage",
        english=Side(
            answer=(
                "Chats are kept in a database in your own data folder. Each finished block is "
                "saved within a second."
            ),
            nouns=("the chat database", "the chat folder"),
            actions=("find the stored chats", "back up my chats"),
            questions=(
                "where are my chats stored",
                "where is my data stored",
                "which folder holds my chats",
                "are my chats kept",
                "where is the data folder",
            ),
            held_out=("in which folder are my chats stored",),
        ),
        chinese=Side(
            answer="对话存在你的数据文件夹里的数据库中，每完成一块就存好。",
            nouns=("对话数据库", "数据文件夹"),
            actions=("找到数据文件夹", "备份对话"),
            questions=(
                "对话存在哪里",
                "数据存在哪里",
                "对话会保留吗",
                "对话在哪个文件夹",
                "哪个文件夹有我的对话",
            ),
            held_out=("我的对话存在哪个文件夹",),
        ),
    ),
)
