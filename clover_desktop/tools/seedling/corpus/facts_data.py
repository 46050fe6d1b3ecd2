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
days|a year|365|天|一年
years|a century|100|年|一个世纪
metres|a kilometre|1000|米|一公里
centimetres|a metre|100|厘米|一米
grams|a kilogram|1000|克|一公斤
bits|a byte|8|位|一个字节
legs|a spider|8|条腿|一只蜘蛛
legs|a cat|4|条腿|一只猫
wheels|a bicycle|2|个轮子|一辆自行车
wheels|a car|4|个轮子|一辆汽车
sides|a triangle|3|条边|一个三角形
sides|a square|4|条边|一个正方形
seasons|a year|4|个季节|一年
"""

_CAPITALS = """
France|Paris|法国|巴黎
Germany|Berlin|德国|柏林
Italy|Rome|意大利|罗马
Spain|Madrid|西班牙|马德里
England|London|英国|伦敦
Russia|Moscow|俄罗斯|莫斯科
Egypt|Cairo|埃及|开罗
China|Beijing|中国|北京
Japan|Tokyo|日本|东京
India|New Delhi|印度|新德里
"""

_WORDS = """
water 水,fire 火,tree 树,house 房子,book 书,cat 猫,dog 狗,bird 鸟
fish 鱼,horse 马,cow 牛,sun 太阳,moon 月亮,star 星星,rain 雨,snow 雪
mountain 山,river 河,sea 海,flower 花,stone 石头,bread 面包,tea 茶,milk 牛奶
apple 苹果,table 桌子,chair 椅子,door 门,window 窗户,bed 床,lamp 灯,cup 杯子
pen 笔,paper 纸,letter 信,school 学校,teacher 老师,doctor 医生,friend 朋友,child 孩子
city 城市,street 街道,bridge 桥,car 汽车,train 火车,ship 船,clock 钟,computer 电脑
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

_UNIT_ROWS = [line.split("|") for line in _UNITS.strip().splitlines()]
UNITS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "en": tuple((row[0], row[1], row[2]) for row in _UNIT_ROWS),
    "zh": tuple((row[3], row[4], row[2]) for row in _UNIT_ROWS),
}
