"""Short programs on request, each with one fixed answer."""

from random import Random

from clover_desktop.tools.seedling.corpus.grammar import capitalised, choose
from clover_desktop.tools.seedling.corpus.help import disturbed
from clover_desktop.tools.seedling.corpus.values import Example

# language of the code | English action; another | Chinese action; another
_TASKS = """
Python|print hello world;say hello world|打印 hello world;输出 hello world
print("Hello, world!")

Python|add two numbers;compute a sum|把两个数相加;求两个数的和
def add(a, b):
    return a + b

Python|count from 1 to 10;print the numbers from 1 to 10|从 1 数到 10;打印 1 到 10
for number in range(1, 11):
    print(number)

Python|read a file;open and read a text file|读取文件;打开并读取文本文件
with open("file.txt") as file:
    text = file.read()

Python|write a file;write text to a file|写文件;把文字写入文件
with open("file.txt", "w") as file:
    file.write("Hello")

Python|reverse a string;turn a string around|反转字符串;把字符串倒过来
def reverse(text):
    return text[::-1]

Python|sort a list;put a list in order|给列表排序;排列一个列表
numbers = [3, 1, 2]
numbers.sort()

Python|find the largest number;get the maximum of a list|找出最大的数;求列表的最大值
numbers = [3, 1, 2]
print(max(numbers))

Python|compute a factorial;write the factorial function|计算阶乘;写阶乘函数
def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)

Python|check if a number is even;test for even numbers|判断偶数;检查一个数是不是偶数
def is_even(number):
    return number % 2 == 0

Python|compute the mean;get the average of a list|求平均值;计算列表的平均数
def mean(numbers):
    return sum(numbers) / len(numbers)

Python|count words;count the words of a text|统计单词数;数一段文字的单词
def count_words(text):
    return len(text.split())

Python|make a dictionary;create a dictionary|创建字典;写一个字典
ages = {"Ann": 30, "Bob": 25}
print(ages["Ann"])

Python|ask for a name;read input from the user|询问名字;读取用户输入
name = input("Your name: ")
print("Hello,", name)

JavaScript|show an alert;open an alert box|弹出提示框;显示提示
alert("Hello!");

JavaScript|log to the console;print in the console|在控制台输出;打印到控制台
console.log("Hello!");

JavaScript|double each number;map over an array|把每个数乘二;处理数组的每一项
const doubled = numbers.map((n) => n * 2);

JavaScript|filter an array;keep the large numbers|过滤数组;留下大的数
const large = numbers.filter((n) => n > 10);

shell|list all files;show the files of a folder|列出所有文件;显示文件夹里的文件
ls -la

shell|make a folder;create a new directory|新建文件夹;创建目录
mkdir new_folder

shell|count the lines of a file;count lines|数文件的行数;统计行数
wc -l file.txt

shell|find text in files;search files for a word|在文件里找文字;在文件中搜索一个词
grep -r "word" .

shell|copy a file;make a copy of a file|复制文件;给文件做个副本
cp old.txt new.txt
"""

_WORDINGS = {
    "en": (
        "Write {code} code to {action}.",
        "How do I {action} in {code}?",
        "{code}: {action}",
        "Show me how to {action} in {code}.",
        "{code} code to {action}",
        "How can I {action} with {code}?",
        "Give me a {code} example to {action}.",
        "I want to {action} in {code}.",
        "Please {action} in {code}.",
        "Can you {action} with {code}?",
    ),
    "zh": (
        "用 {code} {action}。",
        "写一段 {code} 代码{action}。",
        "怎么用 {code} {action}？",
        "{code} 怎么{action}？",
        "请用 {code} {action}。",
        "给我一个{action}的 {code} 例子。",
        "我想用 {code} {action}。",
        "{code}：{action}",
    ),
}
_HELD_OUT = {
    "en": ("Could you write some {code} that can {action}?", "What {code} code would {action}?"),
    "zh": ("能不能写点 {code} 来{action}？", "{code} 里有什么办法{action}？"),
}
_THOUGHTS = {"en": "The user wants {code} code: {action}.", "zh": "用户要 {code} 代码：{action}。"}


def _parse() -> tuple[tuple[str, dict[str, tuple[str, ...]], str], ...]:
    tasks = []
    for paragraph in _TASKS.strip().split("\n\n"):
        head, code = paragraph.split("\n", 1)
        name, english, chinese = head.split("|")
        actions = {"en": tuple(english.split(";")), "zh": tuple(chinese.split(";"))}
        tasks.append((name, actions, f"```{name.lower()}\n{code}\n```"))
    return tuple(tasks)


_PARSED = _parse()


def _example(rng: Random, language: str, wordings: tuple[str, ...]) -> Example:
    name, actions, answer = choose(rng, _PARSED)
    slots = {"code": name, "action": choose(rng, actions[language])}
    prompt = capitalised(choose(rng, wordings).format_map(slots))
    thought = _THOUGHTS[language].format(code=name, action=actions[language][0])
    return Example(prompt, answer, thought, (answer,))


def example(rng: Random, language: str) -> Example:
    found = _example(rng, language, _WORDINGS[language])
    return Example(disturbed(rng, found.prompt), found.answer, found.thought, found.accepted)


def held_out_example(rng: Random, language: str) -> Example:
    """A known program in a wording that training never uses."""
    return _example(rng, language, _HELD_OUT[language])
