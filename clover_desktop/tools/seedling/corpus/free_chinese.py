"""Chinese free text: stories, descriptions, lists, explanations, letters, a poem.

`TEXTS` holds (prompt wordings, thought, answer), as in `free_english`.
"""

from clover_desktop.tools.seedling.corpus.grammar import words

# Two characters each, so that no choice moves the characters behind it. A character is a token:
# where the answer chooses freely, the words share one character and differ in the other. The
# animals go with the measure word 只, the things with 个.
POOLS: dict[str, tuple[str, ...]] = {
    "animal": words("小猫|小狗|小熊|小兔|小鹿|小羊"),
    "name": words("小明|小红|小林|小芳|小刚|小丽"),
    "place": words("河边|湖边|海边|江边|山边"),
    "thing": words("木盒|木马|木球|木偶|木碗"),
    "person": words("老师|厨师|画师"),
    "colour": words("红色|蓝色|绿色|白色|黄色"),
    "time": words("上午|中午|下午"),
    "food": words("月饼|米饼|肉饼|糖饼"),
    "season": words("春天|夏天|秋天|冬天"),
    "sight": words("月亮|大海|星星|小河|春风|细雨"),
    "day": words("下雨|晴朗|空闲|安静|寒冷"),
    "skill": words("下棋|音乐|做饭|画画|英语|法语"),
    "vegetable": words("番茄|土豆|南瓜|白菜|蘑菇"),
    "fruit": words("樱桃|梨子|桃子|苹果|柠檬"),
    "activity": words("散步|读书|唱歌|游泳|骑车|画画"),
    "trip": words("海边|山里|森林|城市|湖边"),
    "event": words("聚会|野餐|晚会|晚宴|舞会"),
}

TEXTS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (
        (
            "写一个关于{animal}的小故事",
            "讲一个关于{animal}的故事",
            "给我讲一个{animal}的故事",
            "请写一个关于{animal}的故事",
            "你能讲一个{animal}的故事吗？",
            "我想听一个关于{animal}的故事",
            "写一个{animal}的故事",
        ),
        "用户想要一个关于{animal}的小故事。",
        "从前有一只[黑色|白色|黄色]的{animal}，名叫{name}。{name}住在{place}，每天都喜欢[唱歌|听歌]。有一天{time}，"
        "{name}在树下发现了一个{thing}。原来它是一位{person}丢的，{name}马上把它送了回去。{person}非常[开心|放心]，"
        "请{name}吃了{food}。从那天起，他们成了最好的朋友。",
    ),
    (
        (
            "写一个关于丢失的{thing}的故事",
            "讲一个关于丢失的{thing}的故事",
            "请写一个丢失的{thing}的故事",
            "给我讲一个丢失的{thing}的故事",
            "我想听一个丢失的{thing}的故事",
            "你能写一个丢失的{thing}的故事吗？",
        ),
        "用户想要一个关于丢失的{thing}的故事。",
        "有一天{time}，{name}在{place}丢了一个{colour}的{thing}。一只友好的{animal}走过来，愿意帮忙。"
        "他们找遍了所有的[大树|小树|老树]，一直找到天黑。最后，{animal}在草丛里找到了{thing}。{name}特别[开心|安心]，"
        "和{animal}一起吃了{food}。从此以后，{name}好好保管着这个{thing}。",
    ),
    (
        (
            "讲一个{animal}和{animal2}的故事",
            "写一个{animal}和{animal2}的故事",
            "请讲一个{animal}和{animal2}的故事",
            "我想听{animal}和{animal2}的故事",
            "你能讲一个{animal}和{animal2}的故事吗？",
            "写一个关于{animal}和{animal2}的小故事",
        ),
        "用户想要一个{animal}和{animal2}的故事。",
        "{animal}和{animal2}都住在{place}，却从来没有说过话。有一天{time}，他们在[桥上|路上|山上]相遇了。{animal}又冷又饿，"
        "{animal2}正好带着{food}。他们坐在[树下|桥下|山下]，一起把它吃完了。然后他们讲起了关于[大海|大山|大雪]的故事。现在，"
        "{animal}和{animal2}每天都见面。",
    ),
    (
        (
            "给我讲一个{name}的睡前故事",
            "讲一个关于{name}的睡前故事",
            "写一个{name}的睡前故事",
            "请讲一个{name}的睡前故事",
            "我想听{name}的睡前故事",
            "你能讲一个{name}的睡前故事吗？",
        ),
        "用户想要一个{name}的睡前故事。",
        "夜深了，{name}还睡不着。窗外有一点{colour}的光。{name}起来一看，花园里有一只可爱的{animal}。它拿着一个{thing}，"
        "看起来很[开心|安心]。他们一起走到{place}，静静地听着[风声|雨声|歌声]。过了很久，{name}觉得[累了|困了|冷了]，就回到床上，一觉睡到天亮。",
    ),
    (
        (
            "描写一只{animal}",
            "描写一下{animal}",
            "请描写一只{animal}",
            "写一段关于{animal}的话",
            "介绍一下{animal}",
            "{animal}是什么样的？",
            "请介绍一下{animal}",
        ),
        "用户想要一段关于{animal}的描写。",
        "{animal}是一种可爱的动物。它的毛很软，眼睛[又大|又圆|又黑]又亮。它的耳朵能听到远处的[风声|雨声|歌声]。到了{time}，"
        "它喜欢在{place}[散步|跑步]。饿了的时候，它会去找吃的。如果你很[安静|平静]，{animal}也许会走到你身边。",
    ),
    (
        (
            "描写一下{place}",
            "描写{place}",
            "请描写{place}",
            "写一段关于{place}的话",
            "介绍一下{place}",
            "说说{place}",
            "请写一写{place}",
        ),
        "用户想要一段关于{place}的描写。",
        "{place}在{season}最美。空气很[清新|清凉|清爽]，到处是[花草|青草]的清香。远处传来[风声|歌声|笑声]，让人觉得很安静。"
        "一位{person}走过来，笑着说你好。在{colour}的长椅旁边，一只{animal}正在睡觉。很多人来到{place}[散步|跑步]，没有人着急。",
    ),
    (
        (
            "描写一下{season}",
            "描写{season}",
            "写一段关于{season}的话",
            "请描写{season}",
            "介绍一下{season}",
            "说说{season}",
            "人们为什么喜欢{season}？",
            "{season}是什么样的？",
        ),
        "用户想要一段关于{season}的话。",
        "很多人最喜欢{season}。早上的空气很[清新|清凉|清爽]，阳光也很柔和。你可以去{place}走一走，听一听[风声|雨声|歌声]。花园里，"
        "一只{animal}正在玩一片{colour}的叶子。回到家里，桌上有热热的[红茶|绿茶|花茶]。所以{season}总是让人觉得[开心|安心|舒心]。",
    ),
    (
        (
            "给我五个{day}日子的主意",
            "{day}的日子可以做什么？",
            "列出五个{day}日子的主意",
            "写出五个{day}日子的主意",
            "我需要五个{day}日子的主意",
            "{day}的日子做什么好？",
            "请给我{day}日子的主意",
        ),
        "用户想要{day}日子的主意。",
        "{day}的日子可以做这五件事：\n"
        "1. 读一本关于[大海|大山|大雪]的书。\n"
        "2. 做一个有[苹果|糖果|坚果]的蛋糕。\n"
        "3. 画一张{place}的画。\n"
        "4. 给一位{person}写信。\n"
        "5. 做一点{food}，好好休息。\n"
        "祝你过得[开心|舒心]！",
    ),
    (
        (
            "去{trip}旅行要带什么？",
            "写一个去{trip}旅行的清单",
            "给我一个去{trip}的清单",
            "我要去{trip}，该带什么？",
            "请列出去{trip}旅行的清单",
            "去{trip}需要带什么？",
        ),
        "用户想要去{trip}旅行的清单。",
        "去{trip}旅行，可以带这些东西：\n"
        "- 一件暖和的[上衣|毛衣|大衣]。\n"
        "- 一些{food}和足够的水。\n"
        "- 一个好用的[水杯|茶杯|纸杯]。\n"
        "- 一个{colour}的小包，用来放钥匙。\n"
        "- 不要忘记你的[手机|相机]。\n"
        "祝你一路[开心|顺心]！",
    ),
    (
        (
            "怎样学习{skill}？",
            "我想学{skill}",
            "写一个学习{skill}的计划",
            "给我一个学习{skill}的计划",
            "怎么开始学{skill}？",
            "学{skill}有什么好办法？",
            "请写一个学{skill}的计划",
        ),
        "用户想要一个学习{skill}的计划。",
        "这是一个学习{skill}的简单计划：\n"
        "1. 每天{time}练习二十分钟。\n"
        "2. 找一位[好友|老友]来帮助你。\n"
        "3. 每星期[二|四|六]和朋友一起练习。\n"
        "4. 写下让你觉得[有趣|有用|有益]的地方。\n"
        "5. 有了进步，就好好休息一下。\n"
        "不久以后，{skill}就会变得很[有趣|有用]。",
    ),
    (
        (
            "怎样做{vegetable}汤？",
            "给我一个{vegetable}汤的做法",
            "{vegetable}汤怎么做？",
            "写出{vegetable}汤的做法",
            "我想做{vegetable}汤",
            "请告诉我{vegetable}汤的做法",
            "请写一个{vegetable}汤的做法",
        ),
        "用户想要{vegetable}汤的做法。",
        "{vegetable}汤的做法很简单：\n"
        "1. 把{vegetable}洗干净，切成[小块|大块|方块]。\n"
        "2. 在锅里放一点[黄油|奶油|菜油]，慢慢加热。\n"
        "3. 加入{vegetable}、水和一点食盐。\n"
        "4. 用小火煮[二十|三十|四十]分钟。\n"
        "5. 最后放上[香菜|芹菜|青菜]。\n"
        "在{season}喝{vegetable}汤，特别[开心|舒心]。",
    ),
    (
        (
            "{activity}有什么好处？",
            "为什么{activity}对人有好处？",
            "请解释{activity}的好处",
            "我为什么要{activity}？",
            "说说{activity}的好处",
            "给我讲讲{activity}的好处",
            "请介绍{activity}的好处",
        ),
        "用户想知道{activity}的好处。",
        "{activity}有三个好处。第一，它让你在忙了一天以后感到[开心|安心|舒心]。第二，你可以自己{activity}，也可以和朋友一起。第三，它花钱不多，"
        "{season}就可以开始。每天{time}先试[二十|三十|四十]分钟。过[三|五|六]个星期，你会发现{activity}让生活更美好。",
    ),
    (
        (
            "{fruit}树是怎样长大的？",
            "请解释{fruit}树怎样长大",
            "{fruit}树怎样生长？",
            "说说{fruit}树怎样长大",
            "给我讲讲{fruit}树怎样长大",
            "我想知道{fruit}树怎样长大",
            "请介绍{fruit}树的生长",
        ),
        "用户想知道{fruit}树怎样长大。",
        "{fruit}树开始时是[土里|地里|园里]的一粒种子。天气又湿又暖的时候，根就向下长。接着，小小的芽钻出来，寻找阳光。叶子用光、水和空气做成养料。几年以后，"
        "树上开满了[白色|红色]的花，小鸟和蜜蜂也来了。到了最后，树上就挂满了[香甜|清甜]的{fruit}。",
    ),
    (
        (
            "给{name}写一封信",
            "写一封信给{name}",
            "请给{name}写一封信",
            "写一封短信给{name}",
            "我想给{name}写信",
            "帮我给{name}写一封信",
            "你能给{name}写一封信吗？",
        ),
        "用户想给{name}写一封信。",
        "亲爱的{name}：\n"
        "谢谢你的[来信|回信]。我们都很好，花园里满是[鲜花|红花|白花]。星期天我们去了{place}，遇到了一位{person}。我们谈到了你，还一起吃了{food}。"
        "明年{season}我们想去看你。请快点回信，说说你的[学习|学校]。\n"
        "祝你一切都好！\n"
        "{name2}",
    ),
    (
        (
            "写一首关于{sight}的诗",
            "请写一首关于{sight}的诗",
            "写一首{sight}的小诗",
            "我想要一首关于{sight}的诗",
            "来一首关于{sight}的小诗",
            "你能写一首{sight}的诗吗？",
            "给我写一首关于{sight}的诗",
        ),
        "用户想要一首关于{sight}的小诗。",
        "{sight}啊，你来到我的身旁，\n"
        "静静地带来远方的歌唱。\n"
        "{colour}的叶子落在[路上|水上|地上]，\n"
        "一只{animal}走过村庄。\n"
        "{sight}啊，你总是那么[安静|平静]，\n"
        "让我的[心里|梦里|歌里]充满希望。\n"
        "等到{season}又回到这个地方，\n"
        "我还会在这里把你来想。",
    ),
    (
        (
            "写一个{event}的邀请",
            "请写一个{event}的邀请",
            "帮我邀请朋友参加{event}",
            "写一封{event}的邀请信",
            "我需要一封{event}的邀请信",
            "请邀请我的朋友参加{event}",
            "你能写一封{event}的邀请信吗？",
        ),
        "用户想要一封{event}的邀请信。",
        "亲爱的朋友们：\n"
        "欢迎参加星期[五|六|天]的{event}。我们下午[五|六|四]点在{place}见面。那里有{food}、冷饮和好听的音乐。"
        "请带一件{colour}的[上衣|毛衣|大衣]。如果下雨，我们就坐在[屋里|家里]。希望在{event}上见到你们！\n"
        "你们的{name}",
    ),
)
