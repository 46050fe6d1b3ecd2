"""Help topics: blocks, passes, decoders and the settings of an answer."""

from clover_desktop.tools.seedling.corpus.values import Side, Topic

TOPICS: tuple[Topic, ...] = (
    Topic(
        "block",
        english=Side(
            answer=(
                "A block is a group of 32 positions that are filled in together. The settings "
                "also allow 8 or 16."
            ),
            nouns=("a block", "the block size", "a block of cells"),
            actions=("change the block size", "choose a smaller block"),
            questions=(
                "how many cells are in a block",
                "how large is a block",
                "which block size is best",
                "what does the block in the answer mean",
                "why is there a block of cells",
            ),
            held_out=("how large is one block of cells",),
        ),
        chinese=Side(
            answer="块是一起填写的 32 个位置。设置里也可以选 8 或 16。",
            nouns=("块", "块大小", "一块格子"),
            actions=("修改块大小", "选小一点的块"),
            questions=(
                "一块有多少格",
                "一块里有几格",
                "块大小选多少好",
                "回答里的块是什么",
                "为什么有一块格子",
            ),
            held_out=("每一块里面有几格",),
        ),
    ),
    Topic(
        "pass",
        english=Side(
            answer=(
                "A pass is one run of the network over the open block. Each pass fills at least "
                "one position."
            ),
            nouns=("a pass", "a denoise step", "the pass number"),
            actions=("understand the passes",),
            questions=(
                "what happens in a pass",
                "why are there several passes",
                "how many passes does a block need",
                "what does one pass do",
            ),
            held_out=("what happens during one pass",),
        ),
        chinese=Side(
            answer="一遍就是网络在打开的块上运行一次。每一遍至少填一个位置。",
            nouns=("一遍", "去噪步骤", "遍数"),
            actions=("理解每一遍",),
            questions=("一遍里发生什么", "为什么要好几遍", "一块需要几遍", "每一遍做什么"),
            held_out=("每一遍当中会发生什么",),
        ),
    ),
    Topic(
        "threshold",
        english=Side(
            answer=(
                "The threshold says how sure the model must be to fill a cell. A low one is fast "
                "but makes more mistakes."
            ),
            nouns=("the threshold", "a high threshold"),
            actions=("set the threshold", "change the threshold", "lower the threshold"),
            questions=(
                "which threshold is good",
                "what does a high threshold do",
                "what happens with a low threshold",
                "what does the threshold do",
            ),
            held_out=("what would a lower threshold do",),
        ),
        chinese=Side(
            answer="阈值决定模型要多有把握才填一格。阈值低更快，但错误多。",
            nouns=("阈值", "高阈值"),
            actions=("调整阈值", "修改阈值", "降低阈值"),
            questions=("阈值多少合适", "阈值高会怎样", "阈值低会怎样", "阈值有什么用"),
            held_out=("阈值再低一些会怎样",),
        ),
    ),
    Topic(
        "confidence",
        english=Side(
            answer=(
                "Confidence is the probability that the model gives to the token it chose. The "
                "cells are shaded by it."
            ),
            nouns=("confidence", "the confidence", "the shade of a cell"),
            actions=("see the confidence", "read the shades"),
            questions=(
                "what do the shades mean",
                "why are some cells darker",
                "what do the colours of the cells mean",
                "how sure are you",
                "what do different shades mean",
            ),
            held_out=("what do the different shades of cells mean",),
        ),
        chinese=Side(
            answer="置信度是模型给所选词元的概率，格子的深浅就表示它。",
            nouns=("置信度", "格子的深浅"),
            actions=("看置信度", "看懂颜色深浅"),
            questions=(
                "颜色深浅是什么意思",
                "为什么有的格子颜色更深",
                "格子的颜色表示什么",
                "你有多大把握",
                "颜色有深有浅是什么意思",
            ),
            held_out=("格子颜色有深有浅表示什么",),
        ),
    ),
    Topic(
        "commit",
        english=Side(
            answer=(
                "A commit runs the full block once in causal mode and adds it to the prefix. "
                "After that its text never changes."
            ),
            nouns=("a commit", "committing a block", "the commit"),
            actions=("understand the commit",),
            questions=(
                "when is a block committed",
                "does the text change after a commit",
                "what does committed mean",
                "what does a commit do",
            ),
            held_out=("what happens to a block at the commit",),
        ),
        chinese=Side(
            answer="提交就是把填满的块运行一次，加入前缀。之后文字不再改变。",
            nouns=("提交", "提交操作"),
            actions=("理解提交",),
            questions=("什么时候提交一块", "提交以后文字会变吗", "已提交是什么意思", "提交做什么"),
            held_out=("提交的时候块会怎么样",),
        ),
    ),
    Topic(
        "mask",
        english=Side(
            answer=(
                "A mask stands for a position that is still empty. It turns into text when the "
                "model is sure enough."
            ),
            nouns=("a mask", "the mask glyph", "the empty cells"),
            actions=("understand the masks",),
            questions=(
                "what are the grey cells",
                "why are there empty boxes in the answer",
                "what do the masks stand for",
                "what are the empty grey cells",
            ),
            held_out=("what do the empty grey boxes stand for",),
        ),
        chinese=Side(
            answer="掩码表示还空着的位置。模型有足够把握时，它就变成文字。",
            nouns=("掩码", "掩码符号", "空格子"),
            actions=("理解掩码",),
            questions=(
                "灰色的格子是什么",
                "回答里为什么有空格子",
                "掩码表示什么",
                "灰色的空格子是什么",
            ),
            held_out=("那些灰色的空格子表示什么",),
        ),
    ),
    Topic(
        "decoders",
        english=Side(
            answer=(
                "There are three decoders: Diffusion, Draft and verify, and One by one. Choose "
                "one in the settings."
            ),
            nouns=("the decoders", "the three decoders"),
            actions=("choose a decoder", "change the decoder"),
            questions=(
                "which decoder should I take",
                "what decoders are there",
                "how many decoders are there",
                "which decoder is best",
                "which decoder is the default",
            ),
            held_out=("which decoders can I choose from",),
        ),
        chinese=Side(
            answer="有三种解码方式：扩散、草稿与验证、逐个。在设置里选择。",
            nouns=("解码方式", "三种解码方式"),
            actions=("选择解码方式", "更换解码方式"),
            questions=(
                "应该用哪种解码方式",
                "有哪些解码方式",
                "有几种解码方式",
                "哪种解码方式最好",
                "默认的解码方式是哪个",
                "能选哪些解码方式",
            ),
            held_out=("我能选的解码方式有哪些",),
        ),
    ),
    Topic(
        "draft",
        english=Side(
            answer=(
                "Draft and verify guesses many tokens in one pass and checks them with a causal "
                "pass. The right ones are kept."
            ),
            nouns=("Draft and verify", "self-speculation"),
            actions=("use Draft and verify", "switch to Draft and verify"),
            questions=(
                "how does Draft and verify work",
                "what is a draft",
                "why are drafts rejected",
                "how is a draft verified",
                "what does Draft and verify do",
            ),
            held_out=("how are the drafts verified",),
        ),
        chinese=Side(
            answer="草稿与验证先在一遍里猜出许多词元，再用因果方式检查，对的就保留。",
            nouns=("草稿与验证", "自我推测"),
            actions=("使用草稿与验证", "切换到草稿与验证"),
            questions=("草稿与验证怎么工作", "草稿是什么", "草稿为什么会被拒绝", "草稿怎样验证"),
            held_out=("草稿是怎样被验证的",),
        ),
    ),
    Topic(
        "one_by_one",
        english=Side(
            answer=(
                "One by one writes a single token at a time, like an ordinary language model. It "
                "is exact but often slower."
            ),
            nouns=("One by one", "causal decoding"),
            actions=("use One by one", "write token by token", "switch to One by one"),
            questions=(
                "how does One by one work",
                "what does causal mean",
                "can it write like an ordinary model",
                "what does One by one do",
            ),
            held_out=("does One by one write like ordinary models",),
        ),
        chinese=Side(
            answer="逐个方式每次只写一个词元，像普通语言模型。精确，但往往更慢。",
            nouns=("逐个方式", "因果方式"),
            actions=("使用逐个方式", "一个一个地写", "切换到逐个方式"),
            questions=(
                "逐个方式怎么工作",
                "因果是什么意思",
                "能像普通模型那样写吗",
                "逐个方式做什么",
            ),
            held_out=("逐个方式和普通模型一样写吗",),
        ),
    ),
    Topic(
        "thinking",
        english=Side(
            answer=(
                "With thinking on, the model writes a thought before its answer. The switch is "
                "beside the composer."
            ),
            nouns=("thinking", "the thinking part", "the thinking switch"),
            actions=(
                "turn thinking on",
                "turn thinking off",
                "switch thinking off",
                "hide the thinking",
            ),
            questions=(
                "what does thinking do",
                "where is the thinking switch",
                "should I turn thinking on",
                "why does the model think first",
                "can thinking be switched off",
            ),
            held_out=("where can thinking be switched on and off",),
        ),
        chinese=Side(
            answer="打开思考后，模型先写想法再回答。开关在输入框旁边。",
            nouns=("思考", "思考部分", "思考开关"),
            actions=("打开思考", "关闭思考", "关掉思考", "隐藏思考"),
            questions=(
                "思考有什么用",
                "思考开关在哪里",
                "要不要打开思考",
                "模型为什么先思考",
                "怎样打开和关闭思考",
            ),
            held_out=("在哪儿能打开或者关闭思考",),
        ),
    ),
    Topic(
        "temperature",
        english=Side(
            answer=(
                "Temperature sets how freely words are chosen. At 0 the most likely word is "
                "always taken."
            ),
            nouns=("temperature", "a high temperature"),
            actions=("set the temperature", "change the temperature", "get more variety"),
            questions=(
                "what does temperature do",
                "which temperature is good",
                "what happens at temperature 0",
                "what does a higher temperature do",
            ),
            held_out=("what would a higher temperature change",),
        ),
        chinese=Side(
            answer="温度决定选词有多自由。为 0 时总选最可能的词。",
            nouns=("温度", "高温度"),
            actions=("调整温度", "修改温度", "得到更多变化"),
            questions=("温度有什么用", "温度多少合适", "温度为 0 会怎样", "温度高会怎样"),
            held_out=("温度再高一些会有什么变化",),
        ),
    ),
    Topic(
        "seed",
        english=Side(
            answer=(
                "The seed starts the random choices. The same seed, prompt and settings give the "
                "same answer again."
            ),
            nouns=("the seed", "the random seed"),
            actions=("set the seed", "get the same answer again", "repeat an answer exactly"),
            questions=(
                "what does the seed do",
                "what is the seed good for",
                "why is the answer different each time",
                "does the same seed give the same answer",
            ),
            held_out=("can the seed give me the same answer twice",),
        ),
        chinese=Side(
            answer="种子决定随机选择。种子、提问和设置相同，回答就相同。",
            nouns=("种子", "随机种子"),
            actions=("调整种子", "得到同样的回答"),
            questions=(
                "种子有什么用",
                "种子是做什么的",
                "为什么每次回答都不一样",
                "种子一样回答就一样吗",
            ),
            held_out=("用种子能让两次回答一样吗",),
        ),
    ),
    Topic(
        "longest",
        english=Side(
            answer=(
                "The longest answer is the limit of tokens for one answer. When it is reached, "
                "the answer is cut there."
            ),
            nouns=("the longest answer", "the token limit", "the answer limit"),
            actions=("set the longest answer", "make answers shorter", "limit the length"),
            questions=(
                "why was the answer cut off",
                "how long can an answer be",
                "why does the answer end in the middle",
                "how many tokens can an answer have",
                "is there a limit for the answer",
                "why did my answer end early",
            ),
            held_out=("why did my answer end so early, is there a limit",),
        ),
        chinese=Side(
            answer="最长回答是一个回答的词元上限，到了上限就在那里截断。",
            nouns=("最长回答", "词元上限", "回答上限"),
            actions=("调整最长回答", "让回答短一些", "限制长度"),
            questions=(
                "回答为什么被截断了",
                "回答最长可以多长",
                "回答为什么中途结束",
                "一个回答可以有多少词元",
                "回答有上限吗",
                "没写完就截断了是为什么",
            ),
            held_out=("回答还没写完就截断了，有上限吗",),
        ),
    ),
    Topic(
        "context",
        english=Side(
            answer=(
                "The context is all the text the model can see: the chat and the new answer. A "
                "longer one needs more memory."
            ),
            nouns=("the context", "the context length"),
            actions=("use a longer context", "change the context"),
            questions=(
                "how much text can you read",
                "how long can a chat be",
                "why is my prompt too long",
                "do you remember the whole chat",
                "how much can the model see",
            ),
            held_out=("how much of the chat can the model see",),
        ),
        chinese=Side(
            answer="上下文是模型能看到的全部文字。越长，需要的内存越多。",
            nouns=("上下文", "上下文长度"),
            actions=("修改上下文", "用更长的上下文"),
            questions=(
                "你能读多少文字",
                "一个对话可以多长",
                "为什么说我的提问太长",
                "你记得整个对话吗",
                "模型能看到多少文字",
                "模型能看到整个对话吗",
            ),
            held_out=("模型能看到对话里的多少文字",),
        ),
    ),
    Topic(
        "system_prompt",
        english=Side(
            answer=(
                "The system prompt gives the model an instruction before the chat, such as a "
                "role. Write it in the settings."
            ),
            nouns=("the system prompt", "a system message"),
            actions=("set a system prompt", "write a system prompt", "give the model a role"),
            questions=(
                "where is the system prompt",
                "what is the system prompt good for",
                "how do I tell the model its role",
                "which role can the model play",
            ),
            held_out=("how can I tell the model which role to play",),
        ),
        chinese=Side(
            answer="系统提示是对话之前给模型的说明，例如角色。在设置里填写。",
            nouns=("系统提示", "系统消息"),
            actions=("填写系统提示", "写系统提示", "给模型一个角色"),
            questions=(
                "系统提示在哪里",
                "系统提示有什么用",
                "模型能扮演什么角色",
                "怎样告诉模型它的角色",
            ),
            held_out=("怎样告诉模型扮演哪个角色",),
        ),
    ),
    Topic(
        "settings",
        english=Side(
            answer=(
                "The settings panel is on the right side of the window. A change applies from the "
                "next message on."
            ),
            nouns=("the settings", "the settings panel", "the options"),
            actions=("open the settings", "change the settings", "find the settings"),
            questions=(
                "where are the settings",
                "when does a change apply",
                "where are the options",
                "on which side are the settings",
                "where is the settings panel",
            ),
            held_out=("on which side is the panel with the settings",),
        ),
        chinese=Side(
            answer="设置面板在窗口右边。修改从下一条消息开始生效。",
            nouns=("设置", "设置面板", "选项"),
            actions=("打开设置", "修改设置", "找到设置"),
            questions=(
                "设置在哪里",
                "修改什么时候生效",
                "选项在哪里",
                "设置面板在哪一边",
                "设置面板在哪里",
            ),
            held_out=("设置面板在窗口的哪一边",),
        ),
    ),
)
