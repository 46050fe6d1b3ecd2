"""Grammars of Chinese free text: stories, lists, descriptions, explanations, letters, poems."""

from random import Random

from clover_desktop.tools.seedling.corpus.grammar import choose, pick, render, words
from clover_desktop.tools.seedling.corpus.values import Example

_ANIMALS = words(
    "狐狸|小猫|小狗|小熊|猫头鹰|老鼠|兔子|刺猬|小马|鸭子|青蛙|松鼠|乌龟|乌鸦|大象|小羊|蜜蜂|狮子"
)
_NAMES = words("小明|小红|阿宝|小雨|乐乐|天天|豆豆|小林|阿星|小月|石头|小海")
_PLACES = words("森林|村子|山谷|老城|河边|港口|花园|高山|湖边|集市|小岛|草原")
_THINGS = words(
    "一把金钥匙|一盏小灯|一张旧地图|一只红风筝|一封信|一块蓝石头|一个银铃|一条小木船|"
    "一本奇怪的书|一条围巾|一粒种子|一只旧钟"
)

_STORY = (
    "[从前|很久以前|有一天|去年冬天]，[一只|有一只][年轻的|聪明的|害羞的|勇敢的|好奇的]{hero}住在"
    "{place}[旁边|附近]，名叫{name}。",
    "[每天早上|每一天|平时]，{name}[出去散步|寻找食物|坐着晒太阳|唱一首歌|看着白云]，[想着|梦见|"
    "盼着]"
    "[远方|一个朋友|大海|热面包|一次冒险]。",
    "[一天晚上|后来有一天|一个雨天的早晨|一个寒冷的夜里]，{name}在[树下|路边|墙后|草丛里|"
    "门口]发现了"
    "{thing}。",
    "“[这是什么？|谁丢了它？|真奇怪！|真漂亮！]”{name}[说|问|叫起来|小声说]。[没有人回答。|"
    "只有风在回答。|"
    "四周很安静。]",
    "[于是|接着|马上|不久]，{name}[去问|遇到了|找到了|叫醒了][善良的|聪明的|快乐的|爱睡觉的]{other}"
    "{friend}，{friend}[认识路|讲了一个秘密|笑着点头|愿意帮忙|以前见过它]。",
    "[他们一起|他们并肩|他们一步一步]走过{place2}，[一直走到月亮升起|走了三天|冒着大雨|没有休息|"
    "一路唱着歌]。",
    "[路并不好走|他们又冷又饿|他们好几次迷了路|突然来了大风]，但是{name}[没有放弃|有一个办法|"
    "很冷静|继续向前]。",
    "[最后|终于|到头来]，他们[把它还给了主人|把它放在安全的地方|弄明白了它的用处|和大家分享了它]，"
    "[大家都很高兴|村里开了宴会|所有人都跳起舞来|再也没有人孤单]。",
    "[从那天起|从此以后|后来]，{name}和{friend}[成了好朋友|每星期见面|一起吃面包|常常讲这个故事]。",
)

_LISTS: dict[str, str] = {
    "雨天": "读一本书|烤一个蛋糕|写一封信|整理旧照片|学一首歌|打牌|画一张地图|煮一锅汤|"
    "给朋友打电话",
    "生日聚会": "挂上纸灯|做巧克力蛋糕|玩寻宝游戏|一起唱歌|做纸帽子|在花园跳舞|拍一张合影|讲故事|"
    "放气球",
    "健康饮食": "每天吃苹果|多喝水|吃全麦面包|午饭加坚果|做绿色沙拉|少吃糖|蒸蔬菜|慢慢吃|"
    "自己种香菜",
    "省钱": "在家做饭|列购物清单|修补旧衣服|骑自行车|卖掉不用的东西|比较价格|去图书馆|随手关灯|"
    "每周做计划",
    "礼物": "一条暖和的围巾|一本好书|一盆花|自己做的果酱|一盒茶|一张照片|音乐会门票|木头玩具|"
    "一套彩笔",
    "学语言": "每天读一页|写日记|听歌|和自己说话|每天学十个词|看短片|找一个伙伴|大声重复|"
    "玩文字游戏",
    "花园": "种西红柿|做一个鸟窝|种野花|放一张长椅|挖小池塘|种薄荷|挂吊床|收集雨水|种一棵梨树",
    "周末": "去爬山|看博物馆|睡个懒觉|见老朋友|擦自行车|试新菜|去湖里游泳|坐火车去新的城市|下棋",
    "好睡眠": "早点上床|读安静的书|让房间凉快|喝热牛奶|放下手机|傍晚散步|写下烦恼|拉好窗帘|"
    "听轻音乐",
    "野餐": "带新鲜面包|带凉茶|找阴凉的地方|带一条毯子|切西瓜|玩球|看云|带吉他|捡树叶",
}
_NUMBERS = (("三", 3), ("四", 4), ("五", 5), ("五", 5), ("六", 6))

_SUBJECTS: dict[str, tuple[str, str, str]] = {
    "大海": (
        "海浪涌向沙滩|海水又绿又蓝|白色的船从远处经过",
        "海鸥在岩石上叫|风有咸味|浪声响了一夜",
        "孩子们堆沙子|渔民补网|人们沿着海边走",
    ),
    "森林": (
        "大树一棵挨着一棵|青苔盖住石头|阳光穿过树叶",
        "远处有啄木鸟|空气里有泥土的味道|树枝在风里响",
        "人们采蘑菇|孩子们沿着小路走|有人在数小鹿",
    ),
    "集市": (
        "西红柿红红的|桌上摆满水果|彩色的布挂成一排",
        "卖东西的人大声叫|到处是面包的香味|街角有音乐",
        "老朋友一起喝茶|厨师在挑鱼|孩子们尝樱桃",
    ),
    "高山": (
        "山顶有雪|灰色的岩石伸向天空|小路弯弯曲曲",
        "山谷里有铃声|空气又薄又清|石头滚下来",
        "登山的人在休息|走路的人在看风景|牧人赶着羊",
    ),
    "城市": (
        "街道两边是高楼|千万个窗户亮着灯|电车开过大桥",
        "汽车日夜不停|空气里有咖啡的味道|中午有钟声",
        "人们赶着上班|游客在拍照|学生坐在台阶上",
    ),
    "冬天": (
        "雪盖住屋顶|池塘结了冰|树是光秃秃的",
        "雪在脚下响|炊烟慢慢升起|四周非常安静",
        "孩子们玩雪|人们喝热茶|小鸟飞到窗前",
    ),
    "春天": (
        "第一朵花开了|草地变绿了|白天越来越长",
        "小鸟在天亮前唱歌|空气里有青草的味道|蜜蜂在花里飞",
        "人们打开窗户|农民在田里播种|孩子们又到外面玩",
    ),
    "厨房": (
        "锅挂在墙上|窗边放着香草|桌上都是面粉",
        "汤在炉子上煮着|到处是黄油的香味|水壶在响",
        "厨师在切菜|孩子在尝味道|大家等着吃饭",
    ),
    "猫": (
        "它的毛又软又有花纹|它的眼睛在夜里发亮|它坐在窗台上",
        "它高兴时会打呼|它走路没有声音|它叫着要吃饭",
        "它追毛线球|它睡了一个下午|它在门口迎接客人",
    ),
}
_DESCRIPTION = (
    "[没有什么比得上|我喜欢|让我说说|很多人爱]{subject}。",
    "[首先|天气好的时候|仔细看|一眼看去]，{see}，{see2}。",
    "[有时候|一直|等一会儿|到了傍晚]，{hear}，{hear2}。",
    "[在这里|像平时一样|就这样]，{people}[。|，没有人着急。|，时间慢慢过去。]",
    "[过一会儿|后来|接着]，{people2}，[一天就这样结束|一切都好|让人觉得像在家里|让人忘了烦恼]。",
    "[所以|因此]{subject}[值得再看一眼|让人难忘|让很多人快乐|从不无聊]。",
)

_WHY: dict[str, tuple[str, ...]] = {
    "天空为什么是蓝色的？": (
        "[阳光|太阳光]里有[各种|所有]颜色。",
        "空气里的[小颗粒|小分子]会[散射|打散]光。",
        "蓝光比红光[散射得多|更容易散射]。",
        "[所以|因此]天空[看起来是蓝的|是蓝色的]。",
        "[傍晚|日落时]光走的路[更长|很长]，[只剩下红色|红色就多了]。",
    ),
    "人为什么要睡觉？": (
        "睡觉时身体[在休息|在修复自己|积蓄力量]。",
        "大脑[整理|记下]白天的事，[留下|保存]重要的。",
        "[睡得太少|不睡觉]，人会[变慢|出错|生病]。",
        "[大人|一般人]每晚需要[七到八|大约八]个小时。",
        "[孩子|小孩]需要[更多|多得多]，因为[他们在长大|身体在长]。",
    ),
    "雨是怎样形成的？": (
        "太阳[晒热|照热][海水|河水和湖水]，水变成[水汽|蒸汽]上升。",
        "[高处|天上]很冷，水汽变成[小水滴|水滴]。",
        "[很多|千万个]水滴[合在一起|聚在一起]就是云。",
        "水滴[太重|变重]时就[落下来|掉下来]，成了雨。",
        "[然后|最后]水[流回大海|又回到海里]。",
    ),
    "植物怎样生长？": (
        "植物[开始时|一开始]是一粒[种子|小种子]。",
        "[有水又暖和时|又湿又暖时]，根[长出来|向下长]。",
        "[接着|不久]芽[向着光长|寻找阳光]。",
        "[绿叶|叶子]用[阳光、水和空气|光和水]做[糖|养料]。",
        "[就这样|于是]植物[一天天长大|越长越高]。",
    ),
    "为什么有四季？": (
        "地球的轴是[斜的|歪的]。",
        "[夏天|半年里]我们这一半[朝着|对着]太阳。",
        "[这时|于是]白天[长|更长]，太阳[高|更高]。",
        "[冬天|半年以后]它[背着太阳|离开太阳]，[天气冷|白天短]。",
        "[春天和秋天|另外两季]在[中间|它们之间]。",
    ),
    "海水为什么是咸的？": (
        "雨水把[岩石|石头]里的盐[带走|洗出来]。",
        "河流把盐[带到|送到]大海。",
        "太阳[带走|晒走]水，盐却[留下|留在海里]。",
        "[千万年来|很长时间里]，盐[越来越多|聚集起来]。",
        "[现在|今天]一升海水[大约|差不多]有35克盐。",
    ),
}

_LETTER = (
    "亲爱的{name}：",
    "[谢谢你的|很高兴收到你的][信|卡片|礼物]。",
    "[这里一切都好|我们都很好|这里很安静]，[只是常常下雨|花园里开满了花|白天很长|屋里有点冷]。",
    "[上星期|昨天|星期天]我[遇到了|看到了|去看了]{friend}，[他问你好|他还在画画|他养了一只小狗|"
    "他很想你]。",
    "[下个月|春天|不久以后]我们想去{place}。[你来吗？|你想一起去吗？|欢迎你一起来。]",
    "[请快点回信|告诉我你的消息|照顾好自己]！",
    "[你的|爱你的|想你的]{friend2}",
)
_POEM = (
    "[夜色|月光|春风|细雨][轻轻|静静|慢慢]，",
    "[一颗|一片|一只][星星|叶子|小鸟][在唱歌|在发光|在等待]。",
    "[它飞过|它照着|它越过]{place}，",
    "[带来|留下|送来][一个梦|一点光|一个笑容]。",
    "{subject}啊，[又老又新|那么远又那么近|那么绿又那么蓝]，",
    "[我的心|我的歌|我的梦][跟着你|想着你|等着你]。",
)
_POEM_SUBJECTS = words("月亮|小河|星星|大树|夏天|雨|花园|大海|三叶草|小鸟")
_DIALOGUE = (
    "{name}：[早上好|你好|嗨]，{friend}！[最近好吗|你去哪里|有什么新闻]？",
    "{friend}：[我很好|还不错|我有点急]。[我在找|我丢了|我想买]{thing}。",
    "{name}：[你找过|你去过|你问过][集市|花园|车站|门后]吗？",
    "{friend}：[还没有|去了两次|我忘了]。[跟我来|能帮我吗|你有时间吗]？",
    "{name}：[当然|好啊|没问题]。[我们走吧|等一下|我拿外套]。",
    "{friend}：[谢谢|你真好|太好了]。[然后一起喝茶|我请你吃蛋糕|今天真走运]。",
)


def _story(rng: Random) -> Example:
    hero, other = pick(rng, _ANIMALS, 2)
    name, friend = pick(rng, _NAMES, 2)
    place, place2 = pick(rng, _PLACES, 2)
    slots = {
        "hero": hero,
        "other": other,
        "name": name,
        "friend": friend,
        "place": place,
        "place2": place2,
        "thing": choose(rng, _THINGS),
    }
    sentences = [render(rng, line, slots) for line in _STORY]
    for _ in range(int(rng.random() * 3)):
        sentences.pop(1 + int(rng.random() * (len(sentences) - 3)))
    prompt = render(
        rng,
        "[讲一个|给我讲一个|请讲一个|写一个|我想听一个|请写一个][关于{hero}的故事|{hero}的故事|"
        "关于{hero}的小故事][。|。|]",
        slots,
    )
    return Example(prompt, "".join(sentences), f"讲{hero}的故事，要有名字、地点和结尾。")


def _list(rng: Random) -> Example:
    subject = choose(rng, tuple(_LISTS))
    word, count = choose(rng, _NUMBERS)
    slots = {"word": word, "subject": subject}
    items = pick(rng, _LISTS[subject].split("|"), count)
    lines = [f"{place}. {item}。" for place, item in enumerate(items, 1)]
    intro = render(rng, "[这里有|下面是|我有]{word}个关于{subject}的[主意|点子]：", slots)
    prompt = render(
        rng,
        "[列出|给我|写出|请列出|我需要|想出]{word}个关于{subject}的[主意|点子][。|。|]",
        slots,
    )
    return Example(prompt, "\n".join([intro, *lines]), f"列出{word}个关于{subject}的主意。")


def _description(rng: Random) -> Example:
    subject = choose(rng, tuple(_SUBJECTS))
    see, hear, people = (part.split("|") for part in _SUBJECTS[subject])
    slots = {"subject": subject}
    slots["see"], slots["see2"] = pick(rng, see, 2)
    slots["hear"], slots["hear2"] = pick(rng, hear, 2)
    slots["people"], slots["people2"] = pick(rng, people, 2)
    prompt = render(
        rng,
        "[描写|描写一下|写一写|写一段关于|说说|请描写|介绍|谈谈]{subject}[。|。|]",
        slots,
    )
    text = "".join(render(rng, line, slots) for line in _DESCRIPTION)
    return Example(prompt, text, f"描写{subject}：看到的、听到的和人们做的。")


def _explanation(rng: Random) -> Example:
    question = choose(rng, tuple(_WHY))
    prompt = render(
        rng, "[{q}|{q}|请解释：{q}|请问{q}|给孩子解释：{q}|我想知道：{q}]", {"q": question}
    )
    text = "".join(render(rng, line) for line in _WHY[question])
    return Example(prompt, text, "用简单的话一步一步解释。")


def _letter(rng: Random) -> Example:
    name, friend, friend2 = pick(rng, _NAMES, 3)
    slots = {"name": name, "friend": friend, "friend2": friend2, "place": choose(rng, _PLACES)}
    lines = [render(rng, line, slots) for line in _LETTER]
    prompt = render(rng, "[给{name}写一封信|写一封信给{name}|写一封短信给{name}][。|。|]", slots)
    text = "\n".join([lines[0], "".join(lines[1:-1]), lines[-1]])
    return Example(prompt, text, f"给{name}写信，讲讲近况。")


def _poem(rng: Random) -> Example:
    subject = choose(rng, _POEM_SUBJECTS)
    slots = {"subject": subject, "place": choose(rng, _PLACES)}
    prompt = render(
        rng, "[写一首|请写一首|我想要一首|来一首]关于{subject}的[诗|小诗][。|。|]", slots
    )
    text = "\n".join(render(rng, line, slots) for line in _POEM)
    return Example(prompt, text, f"写一首关于{subject}的小诗。")


def _dialogue(rng: Random) -> Example:
    name, friend = pick(rng, _NAMES, 2)
    slots = {"name": name, "friend": friend, "thing": choose(rng, _THINGS)}
    prompt = render(rng, "[写一段|编一段|请写一段]{name}和{friend}的对话[。|。|]", slots)
    text = "\n".join(render(rng, line, slots) for line in _DIALOGUE)
    return Example(prompt, text, f"{name}和{friend}见面聊天。")


MAKERS = (
    _story,
    _story,
    _story,
    _list,
    _list,
    _description,
    _description,
    _explanation,
    _letter,
    _poem,
    _dialogue,
)


def example(rng: Random) -> Example:
    return choose(rng, MAKERS)(rng)
