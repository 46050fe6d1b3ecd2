"""Short programs on request, each with one fixed answer."""

from random import Random

from clover_desktop.tools.seedling.corpus.grammar import capitalised, choose
from clover_desktop.tools.seedling.corpus.help import disturbed
from clover_desktop.tools.seedling.corpus.values import Example

# language of the code | English action; another | Chinese action; another
_TASKS = """
Python|print hello world;say hello world;write hello world|打印 hello world;输出 hello world
print("Hello, world!")

Python|add two numbers;add up two numbers|把两个数相加;相加两个数
def add(a, b):
    return a + b

Python|count from 1 to 10;count up to 10|从 1 数到 10;数到 10
for number in range(1, 11):
    print(number)

Python|read a file;open and read a text file|读取文件;打开并读取文本文件
with open("file.txt") as file:
    text = file.read()

Python|save a file;save text to a file|保存文件;把文字保存到文件
with open("file.txt", "w") as file:
    file.write("Hello")

Python|reverse a string;reverse a text|反转字符串;反转文字
def reverse(text):
    return text[::-1]

Python|sort a list;sort numbers|给列表排序;给数字排序
numbers = [3, 1, 2]
numbers.sort()

Python|find the largest number;get the largest number|找出最大的数;求最大的数
numbers = [3, 1, 2]
print(max(numbers))

Python|check if a number is even;test for even numbers|判断偶数;检查偶数
def is_even(number):
    return number % 2 == 0

Python|ask for a name;ask the user for a name|询问名字;询问用户的名字
name = input("Your name: ")
print("Hello,", name)

shell|list all files;list the files|列出所有文件;列出文件
ls -la

shell|make a folder;make a new folder|新建文件夹;创建文件夹
mkdir new_folder

shell|search files for a word;search for a word|在文件中搜索一个词;搜索一个词
grep -r "word" .

shell|copy a file;make a copy of a file|复制文件;复制一个文件
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
