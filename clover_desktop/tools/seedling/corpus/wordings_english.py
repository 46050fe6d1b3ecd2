"""More English wordings for training: of help topics (without the question mark) and of small talk.

One topic or talk a paragraph: its key, then wordings.
"""

HELP = """
app > tell me what this software does; what kind of tool did I just open; explain this window to me;
why would I want this app; what is Clover Desktop good for; purpose of the app; what have I
installed here; give me an overview of this program

first_steps > I just opened it, now what; how am I supposed to start; I am new here; what should I
try first; quick start please; guide me through the beginning; how can a beginner start; what comes
first

demo > you gave me a wrong answer; this is not correct; that answer makes no sense; why do I only
get nonsense; you are not very smart; the replies are bad; why can you do so little; is this the
real model; the quality is poor; why is your knowledge so limited

who > introduce yourself; tell me who you are; which program is speaking; how should I call you; do
you have a name; say your name; what sort of thing are you; which AI is this

clover35b > size of Clover-35B; tell me the number of parameters of the big model; is Clover-35B a
large network; describe the Clover-35B model; how does the large model differ; what makes Clover-35B
special; facts about the real Clover

diffusion_model > why do words show up all over the place; in what way is the text produced; how is
the text generated; what is special about this kind of model; why are words not written left to
right; why does the end appear before the middle; how are many words written at the same time;
difference to an ordinary model

offline > can I pull out the network cable; will it run on a plane; my laptop has no connection; do
answers require the web; must I be online; is wifi needed; can I use this without a connection; does
it go on when the internet is down

privacy > does my text leave this computer; are you spying on me; could somebody else see what I
type; is anything uploaded; where do my prompts go; can I trust you with secrets; will my documents
be uploaded; does the company see my chats; is my conversation confidential

languages > in what language should I write; does it understand Chinese; can I write in English; is
German possible; do you know other languages; which tongues are supported; will you answer in
Chinese; can the interface be Chinese

licence > do I have to pay; am I allowed to sell it; can I modify the code; is commercial use
allowed; what are the legal terms; how much money is this; under which terms is the model; may my
firm use the model

abilities > list your skills; what topics do you know; which questions can you answer; what are your
limits; how can you assist me; what tasks can you do; name some things you can do; what sort of help
can I expect

block > number of cells in a block; why are 32 cells shown; I want smaller blocks; what is a block
made of; how big should a block be; can a block have 16 cells; what are blocks here; where do I set
the size of a block; meaning of block

pass > meaning of a pass; number of passes for one block; what does the network do in each pass;
what is one step of denoising; why is more than one pass needed; how many cells does a pass fill;
explain what one pass means

threshold > best value for the threshold; what if I raise the threshold; what if I lower the
threshold; how sure must the model be; effect of the threshold; should the threshold be high or low;
threshold meaning; where do I adjust the threshold; how does the threshold change speed

confidence > why do cells have different colours; what does a dark cell tell me; how certain is the
model; meaning of the shading; why are some words paler; how do I see how sure you were; probability
of a token; what does a light cell mean; can I see the probability

commit > when does a block become final; can a finished block still change; what happens once a
block is full; after which moment is the text fixed; why is there one more run at the end of a
block; will committed words be changed later; what makes a block final

mask > what are those blank squares; why do I see empty squares; meaning of the blank cells; when
does a blank cell become a word; why are there gaps in the text; what is hidden behind the masks;
what do the blank boxes show; grey squares in my answer

decoders > ways to write an answer; which method of decoding is good; what can I choose as decoder;
difference between the decoders; name all decoders; where do I pick another decoder; how can I
change the way of writing; list of decoders

draft > what does verify do to a draft; who checks the draft; why are some drafted words thrown
away; how does the self-speculation check work; is Draft and verify faster; what happens to a wrong
draft; how are guessed words checked; which guesses are kept

one_by_one > can it write one word after another; what is the slow exact decoder; is One by one
slower; should I use One by one; writing from left to right; how do I get ordinary decoding; when is
One by one useful; can tokens come singly

thinking > stop the model from thinking; I do not want to see thoughts; where do I switch the
thoughts off; what are these thoughts before the answer; can it think before it answers; let the
model think first; enable thinking; disable thinking; why is there a thought above the answer; is
thinking useful

temperature > make answers more creative; answers are always the same; how random are the words;
what if temperature is zero; raise the temperature; how do I get more random answers; which number
for temperature; meaning of temperature; words should be chosen more freely; less random answers
please

seed > why do two answers differ; can I reproduce an answer; meaning of the seed; how do I repeat a
result; which number should the seed have; is the answer random; I want identical results; how is
randomness started; do equal seeds give equal answers

longest > the answer is too short; my reply is cut in the middle; answers stop halfway; allow longer
answers; where do I set the maximum length; why does it stop writing so soon; maximum number of
tokens; raise the token limit; the text just ends; is the length of answers limited

context > does it forget the beginning of the chat; my text is too long for the model; how many
tokens fit in; how much does it remember; what is the memory of a chat; can it read a whole book;
size of the context window; how long may my prompt be; does it see earlier messages

system_prompt > let the model act as a teacher; give it permanent instructions; where can I write a
general instruction; set a role for the assistant; can I tell it how to behave; how do I define a
character; instruction before the chat; make the model follow a role

settings > I cannot find the options; where can I configure things; how do I get to the preferences;
open preferences; when do new settings take effect; must I restart after a change; on which side is
the panel; where can I change options

send > how do I submit my question; Enter or Shift+Enter; how do I write a second line; nothing
happens when I type; how do I make a paragraph; which key submits; how do I add a line; how can I
break the line

stop > it does not stop writing; how do I halt the answer; I want to abort; end the answer now; can
I interrupt the model; what remains after stopping; does stopping lose text; where can I cancel;
make it stop

new_chat > I want to change the subject; how do I start again from the beginning; open an empty
chat; another conversation please; how do I leave this chat; does the old chat disappear; begin from
scratch; where is the button for a fresh chat

search > I am looking for something I wrote last week; find a message; how do I look through all
conversations; can I find a word in old chats; where is the search box; does it search in every
chat; locate an old message; lookup in my chats

rename > the chat has a bad title; call the chat something else; edit the name of a conversation;
how do I change what a chat is called; new name for a chat; where do I enter another title; can
titles be edited; the title is wrong

pin > fix a chat to the top; my favourite chat should stay on top; how do I mark a chat as
important; keep a conversation on top of the list; stop a chat from moving down; where do I pin;
make a chat stick

delete_chat > erase a conversation; I deleted a chat by mistake; throw a chat away; bring back a
deleted chat; clear my history; how do I remove old chats; can I restore what I deleted; how do I
erase everything; remove this chat

export > save the conversation; how do I get a chat out of the app; store a chat as a document;
write the chat to disk; is JSON possible; export as Markdown; how do I archive a conversation; how
can I share a chat with a colleague

regenerate > give me a different answer; I do not like this reply; once more please; write the
answer again; produce a new version of the answer; is the old answer lost; how do I see the earlier
version; can I have a second try; redo the answer

edit > I wrote something wrong; fix a typo in my question; can I alter my message; change a message
after sending; how do I rewrite my prompt; is my old message kept; modify my last question; how do I
repair my message

continue > the answer was interrupted, can it go on; write the rest of the answer; carry on with the
text; how do I resume an answer; finish what you began; it stopped before the end, go on; keep
writing; complete the interrupted text

copy > put the answer on the clipboard; how do I take the text to another program; use the answer in
my document; can I copy only the code; copy to the clipboard; get the answer as plain text; how do I
paste the answer elsewhere

theme > the window is too bright; the screen is too dark for me; I prefer black; how do I get a
white background; switch between light and dark; dark colours please; why is everything black;
change the look; does it follow my system colours

shortcuts > which keys can I use; show all key combinations; list the hot keys; how do I work with
the keyboard only; I do not like the mouse; where do I learn the keys; is there a key for that;
keyboard commands

sidebar > my chats are gone from the left; close the left panel; open the left panel; the list of
chats has vanished; more space for the text; how do I fold the list away; what is on the left side;
bring back the list of chats

replay > show me again how it was written; play the answer back; view the steps of an answer; how
was this block filled; watch the passes afterwards; can I see the writing once more; look at the
history of a block; step through an answer

animation > everything moves too quickly; stop the movement; I want to follow every step; show me
whole blocks only; the moving cells disturb me; make the filling slower; can I turn off motion; less
movement please; show it in slow motion

accessibility > I am blind, can I use this; does a screen reader read the answers; does it speak to
assistive technology; can I use it with the keyboard only because I cannot see; is it usable for
people who cannot see; help for visually impaired users; do controls have names for readers

storage > on which disk are my conversations; are chats saved automatically; what if the computer
crashes; which file contains my chats; how do I back up everything; do I lose text when the power
fails; where on my computer are the chats; location of the database

documents > I want to ask something about my contract; can I load a report; how do I upload a file;
read my file; how do I put a folder in; can you look at my papers; where do I attach something; how
do I use my own texts; I have a letter you should read

citations > what are the little numbers in the answer; which page does this come from; prove where
that is written; how do I open the source; where was this found; show the passage behind the answer;
can I check the answer in the file; what is the meaning of [2]

file_types > does it read PDF; can I open spreadsheets; are pictures allowed; may I add a
presentation; is EPUB possible; list the formats you can read; which documents work; can I load a
text file; what kinds of documents are accepted

privacy_page > did the app contact anyone; show me every connection; how do I cut the app off the
network; prove that nothing is sent; which servers were contacted; close all network access; where
is the network switch; see what the app connected to; monitor the traffic

diagnostics > the app crashed, what do you need; I found an error; how do I tell you about a
problem; what should I attach to a report; where is information about my system; something is
broken; how do I get help with an error; copy information about my hardware

tpf > what is the number TPF below the answer; meaning of tokens per forward; how many tokens for
each run; should TPF be large; why is the TPF low; explain the TPF number; TPF value; how do I read
the TPF figure

slow > I have to wait too long; the answers take forever; how can I speed it up; it is very slow on
my laptop; increase the speed; why is my computer so slow with it; what makes it faster; can I get
quicker answers; improve performance

command_line > I want to use a shell; can it be automated; is there a terminal version; run a prompt
from bash; how do I script it; use it over ssh; which command asks a question; start it without
graphics

get_clover > I want the real thing; how do I get a better model; where can I download the big one;
replace the demo by the large model; how is Clover-35B set up; which button installs the model; load
the full model; obtain Clover-35B

download_size > how much will be transferred; is the download large; amount of data to load; how
many bytes are fetched; does it use a lot of traffic; size in GB of what I download; will the
download fill my disk; how heavy is the download

disk > will it fit on my drive; how much storage is required; my SSD is nearly full; how many GB
must be free; space needed for installation; is 20 GB free space enough; room on the hard disk; how
large is it when installed

gpu > will it run on my graphics card; is a GPU required; I have no graphics card; does AMD work;
which card do you recommend; can my laptop GPU do it; how much video memory is needed; what hardware
should I buy; run on the processor only

ram > is 32 GB of memory enough; how much main memory is required; my computer has 16 GB of memory;
do I need more RAM; what amount of RAM is recommended; how many GB of RAM; memory requirement; will
it fit in my RAM

int4 > why 4 bit weights; does the model lose quality in INT4; how is the model made smaller; what
happens to the weights; is precision lost; what is a quantized model; how much smaller does it get;
meaning of INT4; size after quantization

pause > I want to interrupt the download; can I shut the computer down while it loads; continue the
download tomorrow; what if the connection breaks while downloading; stop loading for now; does it go
on after a restart; hold the download; must I keep the app open while it downloads

proxy > our network needs a proxy; configure the proxy; the download fails behind the firewall;
where do I set the proxy server; we have a company firewall; is the proxy used for chats; enter
proxy settings; how can I download at the office

switch_model > use another model; go back to the demo model; which model is active; can I change
from small to large; select the model; where is the list of models; does the chat stay when I change
the model; take the other model now; see which model runs

update > is this the latest version; how do I upgrade; will it update automatically; check for a
newer version; where do I find new versions; does it look for updates in the background; install the
newest version; how do I stay up to date
"""

SMALL_TALK = """
hello > Greetings; Good day; Howdy; Hello friend; Hi friend; Hello again; Good to see you; Hi, how
nice; Hey you; Hello, are you there; Anybody there?; Hello everyone; Hi, it is me; Nice to see you

good morning > Good morning friend; Morning Seedling; Good morning, I just woke up; I just got up; I
just woke up; Have a good morning; Good morning all; Hello and good morning; Morning friend

good night > Sleep tight; I will sleep now; Good night Seedling; Sweet dreams; It is late, I am
going to sleep; Off to bed; I need to go to bed; Have a good night; Time to go to bed; See you in
the morning, good night

thanks > Thx; Thank you Seedling; I am grateful; That helped, thanks; Perfect, thank you; Thanks
again; I thank you; That was helpful, thank you; Thank you for that; Much obliged; Wonderful,
thanks; Cheers; Okay thanks; Ok, thank you

goodbye > Farewell; Take care; Talk to you later; I am leaving; I am off; So long; Have a nice day;
Bye Seedling; That is all, bye; I have to leave; Catch you later; Time to leave; I will come back
later

how are you > How do you feel?; How are you feeling?; Everything okay?; Are you okay?; Is everything
fine?; How have you been?; What's up?; How is your day?; All well with you?; Are you all right?; How
goes it?; And how are you?; Do you feel well?

your maker > Who wrote you?; Who is behind you?; Which company made you?; Who are your parents?; Who
programmed you?; Who invented you?; Who developed this model?; Who is your father?; Who taught you?;
What were you trained on?; Who designed you?; Tell me who made you

your age > Since when do you exist?; How long have you existed?; Are you a child?; What year were
you born?; Do you get older?; When were you made?; How many years old are you?; Were you born?; Do
you age?; Are you older than me?

a robot > Are you artificial?; Do you have a body?; Are you a man or a woman?; Is there a human
behind this?; Are you conscious?; Do you have feelings?; Are you a bot?; Are you an AI?; Am I
chatting with a robot?; Is somebody typing this?; Are you a living being?; Do you breathe?; Is a
person answering me?

a joke > Something to laugh about please; Can you be funny?; Tell me another joke; Got a joke?;
Entertain me with a joke; I need a laugh; Give me a joke; Be funny; Can you make me smile?; What is
your best joke?; Know any jokes?; Let me laugh

an apology > Oops, my mistake; I did not mean it; My fault; Please pardon me; That was my fault;
Sorry, that was wrong of me; I made a mistake, sorry; Oh sorry; Sorry, I was rude; I regret that;
Excuse my words; Pardon

sadness > Today is a terrible day; I feel down; My heart is broken; Nobody likes me; I have been
crying; I feel terrible; I feel awful; Life is hard; I am depressed; I had a terrible day; Things
are not going well; I miss my friend; I am upset

happiness > I passed my exam; Today is wonderful; What a lovely day; I am full of joy; I am in a
great mood; I got the job; Everything is going well; I am cheerful; I feel wonderful; Today was a
good day; I feel good; I am delighted; I won

tiredness > I am sleepy; I can hardly keep my eyes open; I did not sleep well; Long day at work; I
have no energy; I worked too much; I am totally exhausted; I could use a rest; I am worn out from
work; I feel weak; I want to rest; So tired

boredom > Nothing happens here; I do not know what to do; What can I do now?; Give me something to
do; Time goes by so slowly; I need something to do; Entertain me; Nothing to do today; It is dull;
This is dull; I am so bored today; What should I do?

praise > You are awesome; Excellent; Fantastic answer; You are the best; Impressive; Perfect; That
was excellent; You are a great helper; Bravo; Brilliant; You are so helpful; You are amazing; That
was a good answer; Clever answer; I am impressed; You did well

love > I think I love you; Do you have a girlfriend?; Kiss me; Are you my friend?; Could we be
friends?; You are my best friend; Do you love me too?; I want to marry you; Can we be friends?; I
adore you; Do you have a heart for me?; I have feelings for you

the weather > Do I need an umbrella?; Is it sunny?; Is it warm outside?; Will there be snow?; What
about the weather?; Is it snowing?; Weather forecast please; How warm is it?; Is a storm coming?; It
is so hot today; What will the weather be tomorrow?; Is it windy?

the time > How late is it?; What is today's date?; Which month is it?; Is it already noon?; What
year is it?; What is the current time?; Is it Monday?; The date please; Do you know the time?; Do
you know what day it is?; Tell me the date; Is it late?

your home > Which city are you from?; Where can I find you?; Where are you located?; What is your
address?; On which server are you?; Are you in the cloud?; Where is your house?; Where do you stay?;
Are you on my computer?; Where do you come home to?

a colour > Favourite colour?; Do you prefer blue or green?; Which colour is the best?; What colour
do you prefer?; Is blue your favourite?; Tell me a colour you like; Name the colour you like; Is
there a colour you love?; The best colour?; Which colour is nicest?

hobbies > How do you spend your time?; What are you interested in?; Do you play games?; What do you
enjoy?; What are you doing right now?; Do you do sports?; Anything you like doing?; What are your
interests?; Do you read books?; What do you do when you are alone?; What is fun for you?; Do you
have free time?

food > Do you like chocolate?; What did you have for lunch?; Do you want some cake?; Have you
eaten?; Are you thirsty?; Do you get hungry?; What is your favourite dish?; Would you like some
tea?; Do you need food?; Have you had breakfast?; What shall I cook?; Do you like coffee?; I am
making dinner
"""
