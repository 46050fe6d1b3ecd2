"""The tables behind the facts."""

WEEKDAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "zh": ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"),
}
MONTHS = {
    "en": (
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ),
    "zh": tuple(
        f"{name}月"
        for name in ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"]
    ),
}

_UNITS = """
seconds|a minute|60|秒|一分钟
minutes|an hour|60|分钟|一小时
hours|a day|24|小时|一天
days|a week|7|天|一星期
months|a year|12|个月|一年
weeks|a year|52|个星期|一年
days|a year|365|天|一年
years|a century|100|年|一个世纪
metres|a kilometre|1000|米|一公里
centimetres|a metre|100|厘米|一米
millimetres|a centimetre|10|毫米|一厘米
grams|a kilogram|1000|克|一公斤
kilograms|a ton|1000|公斤|一吨
millilitres|a litre|1000|毫升|一升
bits|a byte|8|位|一个字节
legs|a spider|8|条腿|一只蜘蛛
legs|a cat|4|条腿|一只猫
wheels|a bicycle|2|个轮子|一辆自行车
wheels|a car|4|个轮子|一辆汽车
sides|a triangle|3|条边|一个三角形
sides|a square|4|条边|一个正方形
seasons|a year|4|个季节|一年
cells|a block|32|格|一块
"""

_CAPITALS = """
France|Paris|法国|巴黎
Germany|Berlin|德国|柏林
Italy|Rome|意大利|罗马
Spain|Madrid|西班牙|马德里
Portugal|Lisbon|葡萄牙|里斯本
England|London|英国|伦敦
Ireland|Dublin|爱尔兰|都柏林
Austria|Vienna|奥地利|维也纳
Switzerland|Bern|瑞士|伯尔尼
Poland|Warsaw|波兰|华沙
Sweden|Stockholm|瑞典|斯德哥尔摩
Norway|Oslo|挪威|奥斯陆
Denmark|Copenhagen|丹麦|哥本哈根
Finland|Helsinki|芬兰|赫尔辛基
Greece|Athens|希腊|雅典
Russia|Moscow|俄罗斯|莫斯科
Turkey|Ankara|土耳其|安卡拉
Egypt|Cairo|埃及|开罗
China|Beijing|中国|北京
Japan|Tokyo|日本|东京
South Korea|Seoul|韩国|首尔
India|New Delhi|印度|新德里
Thailand|Bangkok|泰国|曼谷
Vietnam|Hanoi|越南|河内
Canada|Ottawa|加拿大|渥太华
Mexico|Mexico City|墨西哥|墨西哥城
Brazil|Brasilia|巴西|巴西利亚
Argentina|Buenos Aires|阿根廷|布宜诺斯艾利斯
Australia|Canberra|澳大利亚|堪培拉
Hungary|Budapest|匈牙利|布达佩斯
"""

_OPPOSITES = """
big|small|大|小
hot|cold|热|冷
long|short|长|短
fast|slow|快|慢
new|old|新|旧
good|bad|好|坏
open|closed|开|关
rich|poor|富|穷
light|heavy|轻|重
happy|sad|高兴|难过
early|late|早|晚
high|low|高|低
full|empty|满|空
near|far|近|远
day|night|白天|黑夜
left|right|左|右
true|false|真|假
wet|dry|湿|干
strong|weak|强|弱
up|down|上|下
"""

_COLOURS = """
snow|white|雪|白色
grass|green|草|绿色
the sky|blue|天空|蓝色
blood|red|血|红色
coal|black|煤|黑色
a banana|yellow|香蕉|黄色
an orange|orange|橙子|橙色
milk|white|牛奶|白色
a lemon|yellow|柠檬|黄色
a tomato|red|西红柿|红色
a clover leaf|green|三叶草|绿色
chocolate|brown|巧克力|棕色
"""

_WORDS = """
water 水,fire 火,tree 树,house 房子,book 书,cat 猫,dog 狗
bird 鸟,fish 鱼,horse 马,cow 牛,sheep 羊,pig 猪,mouse 老鼠
rabbit 兔子,sun 太阳,moon 月亮,star 星星,rain 雨,snow 雪,wind 风
cloud 云,mountain 山,river 河,sea 海,lake 湖,forest 森林,flower 花
grass 草,stone 石头,bread 面包,rice 米饭,tea 茶,coffee 咖啡,milk 牛奶
egg 鸡蛋,apple 苹果,banana 香蕉,meat 肉,salt 盐,sugar 糖,soup 汤
table 桌子,chair 椅子,door 门,window 窗户,bed 床,lamp 灯,cup 杯子
knife 刀,pen 笔,paper 纸,letter 信,word 词,number 数字,name 名字
question 问题,answer 答案,school 学校,teacher 老师,student 学生,doctor 医生,friend 朋友
mother 母亲,father 父亲,brother 兄弟,sister 姐妹,child 孩子,man 男人,woman 女人
city 城市,village 村庄,street 街道,bridge 桥,car 汽车,train 火车,ship 船
plane 飞机,bicycle 自行车,clock 钟,morning 早晨,evening 傍晚,night 夜晚,day 白天
week 星期,month 月,year 年,spring 春天,summer 夏天,autumn 秋天,winter 冬天
red 红色,blue 蓝色,green 绿色,white 白色,black 黑色,yellow 黄色,money 钱
music 音乐,computer 电脑
"""

WORDS: tuple[tuple[str, str], ...] = tuple(
    (pair.split()[0], pair.split()[1])
    for line in _WORDS.strip().splitlines()
    for pair in line.split(",")
)


def _pairs(table: str) -> dict[str, tuple[tuple[str, str], ...]]:
    rows = [line.split("|") for line in table.strip().splitlines()]
    return {
        "en": tuple((row[0], row[1]) for row in rows),
        "zh": tuple((row[2], row[3]) for row in rows),
    }


CAPITALS = _pairs(_CAPITALS)
OPPOSITES = _pairs(_OPPOSITES)
COLOURS = _pairs(_COLOURS)

_UNIT_ROWS = [line.split("|") for line in _UNITS.strip().splitlines()]
UNITS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "en": tuple((row[0], row[1], row[2]) for row in _UNIT_ROWS),
    "zh": tuple((row[3], row[4], row[2]) for row in _UNIT_ROWS),
}
