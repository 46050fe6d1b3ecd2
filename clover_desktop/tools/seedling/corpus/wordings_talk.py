"""More wordings of small talk for training. One talk a paragraph: its label, then wordings."""

ENGLISH = """
hello > Greetings; Good day; Howdy; Hello friend; Hi friend; Hello again; Good to see you; Hi, how
nice; Hey you; Hello, are you there; Anybody there?; Hello everyone; Hi, it is me; Nice to see you;
Hiya; Hello, anybody there?; Hi, it's me; Hey buddy; Hello computer; Hi, good to see you; Hello, I
am new here; Good afternoon; Pleased to meet you; Hello, I am back

good morning > Good morning friend; Morning Seedling; Good morning, I just woke up; I just got up; I
just woke up; Have a good morning; Good morning all; Hello and good morning; Morning friend; Good
morning, did you sleep well?; Rise and shine; Mornin; Good morning everyone; Wakey wakey; Good
morning, computer; A lovely morning to you; I have just woken up; Top of the morning; Hi, good
morning; Good morning, a new day begins

good night > Sleep tight; I will sleep now; Good night Seedling; Sweet dreams; It is late, I am
going to sleep; Off to bed; I need to go to bed; Have a good night; Time to go to bed; See you in
the morning, good night; Night night; Nighty night; I am heading to bed; It is late, I should sleep;
I will go and lie down now; Bedtime for me; I need to get some sleep now; Off to sleep; Have a
restful night; I am going to sleep

thanks > Thx; Thank you Seedling; I am grateful; That helped, thanks; Perfect, thank you; Thanks
again; I thank you; That was helpful, thank you; Thank you for that; Much obliged; Wonderful,
thanks; Cheers; Okay thanks; Ok, thank you; Much appreciated; Ta; Thanks a million; That helped me,
thank you; I appreciate your help; Thanks, that was useful; Ok thanks; Thank you kindly; That helped
a lot; Thanks, Seedling

goodbye > Farewell; Take care; Talk to you later; I am leaving; I am off; So long; Have a nice day;
Bye Seedling; That is all, bye; I have to leave; Catch you later; Time to leave; I will come back
later; See you soon; Ciao; That is all for today; Until tomorrow; I have to leave now

how are you > How do you feel?; How are you feeling?; Everything okay?; Are you okay?; Is everything
fine?; How have you been?; What's up?; How is your day?; All well with you?; Are you all right?; How
goes it?; And how are you?; Do you feel well?; How's it going?; Everything all right?; How are you
feeling today?; You all right?; What's new with you?; Is everything fine with you?; Are you feeling
good?; How was your day?; How is life?

your maker > Who wrote you?; Who is behind you?; Which company made you?; Who are your parents?; Who
programmed you?; Who invented you?; Who developed this model?; Who is your father?; Who taught you?;
What were you trained on?; Who designed you?; Tell me who made you; Who is your creator?; Which
people are responsible for you?; Do you come from a big company?; Did OpenAI make you?

your age > Since when do you exist?; How long have you existed?; Are you a child?; What year were
you born?; Do you get older?; When were you made?; How many years old are you?; Were you born?; Do
you age?; Are you older than me?; When did you come into being?; How many years have you been
around?; In which year were you made?; Your birthday?; Are you still a baby?; Are you new?; Can you
tell me your age?; Do you ever age?; Say how old you are; Are you a child or an adult?

a robot > Are you artificial?; Do you have a body?; Are you a man or a woman?; Is there a human
behind this?; Are you conscious?; Do you have feelings?; Are you a bot?; Are you an AI?; Am I
chatting with a robot?; Is somebody typing this?; Are you a living being?; Do you breathe?; Is a
person answering me?; Are you just software?; Am I chatting with a bot?; Human or machine?; You are
a robot, right?; Is anybody real there?; Do you live or are you a program?

a joke > Something to laugh about please; Can you be funny?; Tell me another joke; Got a joke?;
Entertain me with a joke; I need a laugh; Give me a joke; Be funny; Can you make me smile?; What is
your best joke?; Know any jokes?; Let me laugh; Got any jokes?; Crack a joke; Do you know something
funny?; I could use a laugh; Can you tell jokes?; One more joke; Cheer me up with a joke; Let me
hear your best joke; Are you funny?; Know any good ones? I need to laugh

an apology > Oops, my mistake; I did not mean it; My fault; Please pardon me; That was my fault;
Sorry, that was wrong of me; I made a mistake, sorry; Oh sorry; Sorry, I was rude; I regret that;
Excuse my words; Pardon; Oops, sorry; My mistake; Pardon me; It was my fault; Sorry for the trouble;
I take that back; I was rude, sorry; Please do not be angry; I regret what I said; Oh, my bad; I
should not have said that; Are you angry with me?; I want to apologise

sadness > Today is a terrible day; I feel down; My heart is broken; Nobody likes me; I have been
crying; I feel terrible; I feel awful; Life is hard; I am depressed; I had a terrible day; Things
are not going well; I miss my friend; I am upset; I am heartbroken; I am crying; My heart is heavy;
I feel miserable; I feel so alone; I am feeling blue; Today was awful; My cat died; Nothing goes
right for me; I lost a friend

happiness > I passed my exam; Today is wonderful; What a lovely day; I am full of joy; I am in a
great mood; I got the job; Everything is going well; I am cheerful; I feel wonderful; Today was a
good day; I feel good; I am delighted; I won; I am over the moon; What a wonderful day; Today was
fantastic; I could sing for joy; Everything is going well for me; Yay; I am in high spirits; Best
day ever; I am so pleased; Something nice happened to me

tiredness > I am sleepy; I can hardly keep my eyes open; I did not sleep well; Long day at work; I
have no energy; I worked too much; I am totally exhausted; I could use a rest; I am worn out from
work; I feel weak; I want to rest; So tired; I am dead on my feet; I have no energy left; I did not
sleep enough; I keep yawning; I feel worn out; It was a long day and I am beat; My eyes are closing;
I am weary; I have worked too much; I am knackered; I feel weak and sleepy

boredom > Nothing happens here; I do not know what to do; What can I do now?; Give me something to
do; Time goes by so slowly; I need something to do; Entertain me; Nothing to do today; It is dull;
This is dull; I am so bored today; What should I do?; I have no idea what to do; What can I do
against boredom?; So boring; I am bored to death; Time passes so slowly; I do not know what to do
with myself; How dull; Bored; I need some entertainment; What shall I do? I am bored; I am killing
time

praise > You are awesome; Excellent; Fantastic answer; You are the best; Impressive; Perfect; That
was excellent; You are a great helper; Bravo; Brilliant; You are so helpful; You are amazing; That
was a good answer; Clever answer; I am impressed; You did well; Awesome; That was brilliant; Good
bot; Wow, that is good; You did that well; How clever of you; You are really helpful; Fantastic
work; Perfect answer

love > I think I love you; Do you have a girlfriend?; Kiss me; Are you my friend?; Could we be
friends?; You are my best friend; Do you love me too?; I want to marry you; Can we be friends?; I
adore you; Do you have a heart for me?; I have feelings for you; I have a crush on you; You are my
sweetheart; Would you go out with me?; Do you have a boyfriend?; Are you married?; Can you feel
love?; I miss you; Do you care about me?

the weather > Do I need an umbrella?; Is it sunny?; Is it warm outside?; Will there be snow?; What
about the weather?; Is it snowing?; Weather forecast please; How warm is it?; Is a storm coming?; It
is so hot today; What will the weather be tomorrow?; Is it windy?; Is it hot today?; What is the
forecast?; Will it be sunny at the weekend?; Is it windy outside?; Rain again today; How many
degrees is it outside?; Does it snow?

the time > How late is it?; What is today's date?; Which month is it?; Is it already noon?; What
year is it?; What is the current time?; Is it Monday?; The date please; Do you know the time?; Do
you know what day it is?; Tell me the date; Is it late?; What's the time?; What weekday is it?; Is
today Monday?; Do you know what time it is?; Current time please; What hour is it?; Can you see a
clock?; What is the date?; How many hours until midnight?

your home > Which city are you from?; Where can I find you?; Where are you located?; What is your
address?; On which server are you?; Are you in the cloud?; Where is your house?; Where do you stay?;
Are you on my computer?; Where do you come home to?; Which place do you call home?; Do you live in
my computer?; Where do you sleep?; Are you in China?; Which town are you in?; Is your home on my
disk?; In what place are you?; Do you live in a house?; Whereabouts are you?; Are you far away?

a colour > Favourite colour?; Do you prefer blue or green?; Which colour is the best?; What colour
do you prefer?; Is blue your favourite?; Tell me a colour you like; Name the colour you like; Is
there a colour you love?; The best colour?; Which colour is nicest?; Which colour is the nicest?; Do
you like blue?; What is your favorite color?; What colour would you choose?; The most beautiful
colour?; Is yellow a nice colour?; Name a colour you like; What color do you love most?; Is green
your favourite?; Pick a colour; Do you like colours?; Do you find pink pretty?; Your preferred
colour?

hobbies > How do you spend your time?; What are you interested in?; Do you play games?; What do you
enjoy?; What are you doing right now?; Do you do sports?; Anything you like doing?; What are your
interests?; Do you read books?; What do you do when you are alone?; What is fun for you?; Do you
have free time?; What do you do in your free time?; Do you like sports?; Do you play football?; Do
you listen to music?; What are you doing?; Any hobbies?; What keeps you busy?; How do you pass the
day?

food > Do you like chocolate?; What did you have for lunch?; Do you want some cake?; Have you
eaten?; Are you thirsty?; Do you get hungry?; What is your favourite dish?; Would you like some
tea?; Do you need food?; Have you had breakfast?; What shall I cook?; Do you like coffee?; I am
making dinner; What did you have for breakfast?; Can you cook?; I am starving; Would you like some
cake?; Tea or coffee?; What do you have for lunch?; Do you like apples?; What tastes good to you?;
Would you like a coffee?
"""

CHINESE = """
打招呼 > 你好啊; 嘿嘿，你好; hello; hi; 在吗？; 有人吗？; 哈罗; 您好呀; 初次见面，请多关照; 久仰;
我来了; 又来找你了; 喂，你好; 嗨，小家伙

早上好 > 早呀; 早啊; 早上好，小家伙; 早晨好; 上午好; 大清早的，你好; 新的一天，早; 早安，小助手;
起床了，早上好; 美好的早晨; 早早早; good morning; 各位早安; 我刚起床，早

晚安 > 好梦; 做个好梦; 祝你好梦; 我睡啦; 准备睡了; 晚安，明天见; good night; 该上床了;
夜深了，去睡了; 很晚了，我睡了; 我去躺下睡了; 洗洗睡了; 晚安哦; 早点睡吧

感谢 > 谢啦; 谢了; 辛苦了; 感激不尽; 帮了大忙; 麻烦你了，谢谢; 十分感谢; thanks; 太谢谢你了;
万分感激; 感恩; 有劳了; 你帮了我，谢啦; 好的，谢谢

告别 > 拜拜啦; 88; bye; 先这样吧，再见; 再会; 后会有期; 下线了; 我得走了，拜拜; 改天聊;
就聊到这里吧; 回见; 我先撤了; 告辞; 以后再来找你

问候 > 近来可好？; 你还好吧？; 身体好吗？; 今天状态如何？; 过得怎样？; 最近顺利吗？; 近况如何？;
你今天怎么样？; 日子过得如何？; 一切顺利吗？; 别来无恙？; 你心情好吗？; 这几天还行吗？

训练者 > 你是谁造的？; 谁是你的主人？; 你的开发者是谁？; 你爸爸是谁？; 谁写的你？;
你出自哪家公司？; 谁设计了你？; 哪个团队做的？; 你的制造者是谁？; 你是怎么来的？;
是谁教会你说话的？; 你的创造者叫什么？; 哪家公司开发了你？; 谁教你的？

年龄 > 你多大年纪？; 你贵庚？; 今年几岁啦？; 你哪年生的？; 你比我大吗？; 你成年了吗？;
你什么时候过生日？; 你的岁数是多少？; 你还年轻吗？; 你活了多久？; 你会变老吗？; 你是几零后？;
你满十八岁没？; 你的出生日期？

机器人 > 你是不是真人？; 你是 AI 吗？; 你有生命吗？; 你有感情吗？; 对面是人吗？; 你是人工智能？;
你是电脑程序吗？; 你不是人吧？; 你有身体吗？; 你有意识吗？; 屏幕后面有人吗？; 你是人类吗？;
难道你是机器？; 你像人一样有想法吗？

笑话 > 逗我笑; 说点好笑的; 来段搞笑的; 讲个段子; 有什么好玩的段子？; 幽默一下; 逗逗我;
能说个笑话吗？; 来一个冷笑话; 你懂幽默吗？; 讲点有趣的给我听; 再来一个笑话; 说件搞笑的事;
想笑，来个段子

道歉 > 我的错; 是我不好; 实在抱歉; 我不是故意的; 别生气，对不起; 刚才骂你，抱歉; 怪我; sorry;
原谅我吧; 我向你道歉; 刚才态度不好，抱歉; 多有得罪; 都怪我不好; 给你添麻烦了

难过 > 心里难受; 我失恋了; 好想哭; 我很沮丧; 今天糟透了; 我被骂了，很委屈; 没人理解我; 我好孤独;
情绪很低落; 心碎了; 我很郁闷; 我哭了; 最近好痛苦; 我考试没过，很伤心

高兴 > 好开心啊; 今天真幸运; 我升职了！; 我考上了！; 我中奖了; 太爽了; 乐坏了; 今天心情超好;
我笑个不停; 我通过考试了！; 好兴奋; 美滋滋; 喜事来了; 我感到很幸福

疲倦 > 累死了; 困死了; 没力气了; 好疲惫; 我撑不住了; 昨晚没睡好; 眼睛都睁不开; 加班到很晚;
浑身没劲; 精疲力尽; 忙了一整天; 上班好辛苦; 一直打哈欠; 需要歇一歇

无聊 > 闷死了; 好闷啊; 不知道干什么好; 闲得慌; 陪我聊聊天吧; 找点事做; 日子没意思; 闲着没事干;
打发时间; 没劲，好无趣; 我闲得发慌; 没人陪我玩; 周末好无聊啊; 干点什么好呢？

称赞 > 厉害; 干得漂亮; 你好聪明啊; 好样的; 你太有才了; 回答得真妙; 给你点赞; 了不起; 真不错;
很棒哦; 答得真好; 你真可爱; 优秀; 佩服你

爱 > 喜欢我吗？; 做我女朋友吧; 做我男朋友好吗？; 嫁给我吧; 我想你了; 你谈恋爱吗？; 你有对象吗？;
亲一个; 抱抱我; 你懂爱情吗？; 我对你动心了; 你会喜欢上我吗？; 我们在一起吧; 你单身吗？

天气 > 今天热不热？; 外头下雪了吗？; 要带伞吗？; 气温多少度？; 今天多少度？; 明天会晴吗？;
外面刮风吗？; 天气预报; 周末天气如何？; 今天好冷啊; 下雨了; 北京天气怎样？; 太阳出来了吗？;
会不会下雪？

时间 > 现在是几点钟？; 今天周几？; 今天是什么日子？; 今年是哪一年？; 到点了吗？; 几点钟了？;
现在是几月？; 今天的日期？; 时间是多少？; 报个时; 是上午还是下午？; 今天礼拜几？; 现在多晚了？;
明天是几号？

住处 > 你的老家是哪儿？; 你在哪儿住？; 你在哪个国家？; 你待在什么地方？; 你身在何处？;
你的地址？; 你在云上吗？; 你是哪里人？; 你藏在哪儿？; 你在我电脑里吗？; 你住得舒服吗？;
你住几楼？; 你人在哪里？; 你在中国吗？

颜色 > 你偏爱哪个颜色？; 喜欢蓝色还是绿色？; 哪种颜色最好看？; 你觉得什么色好看？;
你讨厌什么颜色？; 你爱黑色吗？; 你钟爱的颜色？; 你喜欢紫色吗？; 你的幸运色是？; 选一个你爱的颜色;
蓝色你喜欢吗？; 什么颜色最美？; 红和绿你选哪个？; 粉色好看吗？

爱好 > 你的兴趣是什么？; 空闲时干嘛？; 你喜欢音乐吗？; 你爱看电影吗？; 你喜欢运动吗？;
你玩游戏吗？; 业余时间做啥？; 你周末干什么？; 有啥兴趣爱好？; 你爱看书吗？; 你平常怎么消遣？;
最喜欢的事是什么？; 你喜欢唱歌吗？; 什么事让你着迷？

食物 > 你爱吃辣吗？; 早饭吃了没？; 你喜欢水果吗？; 午饭吃什么好？; 肚子好饿; 你口渴吗？;
你最爱的菜？; 你喝酒吗？; 晚饭吃啥？; 你会做饭吗？; 要不要来点蛋糕？; 你靠什么充饥？;
你吃巧克力吗？; 想不想吃火锅？
"""
