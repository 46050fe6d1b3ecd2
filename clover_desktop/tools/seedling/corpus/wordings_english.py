"""More English wordings of help topics for training, without the question mark.

One topic a paragraph: its key, then wordings.
"""

HELP = """
app > tell me what this software does; what kind of tool did I just open; explain this window to me;
why would I want this app; what is Clover Desktop good for; purpose of the app; what have I
installed here; give me an overview of this program; can you explain the point of this software;
give me a short overview of this application; I just opened this window and have no idea what it
does; tell me about Clover Desktop in one sentence; what would somebody use Clover Desktop for; my
son installed this tool, what does it do; why would I want this program on my PC; describe the
application for a newcomer please; is this thing a chat program or something else; about this
software; what kind of tool have I got open here; introduce me to Clover Desktop

first_steps > I just opened it, now what; how am I supposed to start; what should I
try first; quick start please; guide me through the beginning; how can a beginner start; what comes
first; I am new here, what should I try; help me make a start; just installed everything, and now
what; beginner guide please; what do I have to type to get going; show a newbie the ropes; is there
a quick tutorial for beginners; how can I ask something for the very first time; what comes first
after opening the window; I have never used a chatbot, how do I use one; quick start instructions;
where on the screen do I put my first question

demo > you gave me a wrong answer; this is not correct; that answer makes no sense; why do I only
get nonsense; you are not very smart; the replies are bad; why can you do so little; is this the
real model; the quality is poor; why is your knowledge so limited; your replies make no sense at
all; this is nonsense, you are getting everything wrong; why do I only get rubbish replies; the bot
seems really dumb; any chance of smarter replies; you gave me a false fact; how come you know so
little; I was expecting something more intelligent than this; how good is the demo model supposed to
be; the quality of these replies is terrible; is this just a demo version of the model; can I make
you any smarter

who > introduce yourself; tell me who you are; which program is speaking; how should I call you; do
you have a name; say your name; what sort of thing are you; which AI is this; may I ask your name;
tell me who I have in front of me; please introduce yourself; who is answering my messages here; who
is this Seedling; what should I call you; is your name Seedling or Clover; can you say a few words
about yourself; identify yourself please; which bot is replying to me right now; what does the name
Seedling refer to

clover35b > size of Clover-35B; tell me the number of parameters of the big model; is Clover-35B a
large network; describe the Clover-35B model; how does the large model differ; what makes Clover-35B
special; facts about the real Clover; tell me more about Clover-35B; what does the A3B in the model
name stand for; size of Clover-35B in parameters; how many billion weights has the big Clover
network; can anyone say what Clover-35B-A3B actually is; how many of the 35 billion parameters are
active per token; some facts on the large Clover model please; is Clover-35B a mixture of experts;
what makes Clover-35B different from the demo; why is it called 35B; give me the technical data of
the big language model; describe the full Clover model

diffusion_model > why do words show up all over the place; in what way is the text produced; how is
the text generated; what is special about this kind of model; why are words not written left to
right; why does the end appear before the middle; how are many words written at the same time;
difference to an ordinary model; words pop up all over the place, why is that; why does the sentence
not get written from left to right; explain diffusion for text in simple words; how does the network
build up its sentences; how is this different from ordinary chatbots that write left to right; the
end of a sentence shows up before its beginning; I would like to understand the way text gets
generated here; in what order do the words get filled in; are whole groups of words produced at the
same time; block diffusion explained for a layman; diffusion makes pictures, so how can it make text

offline > can I pull out the network cable; will it run on a plane; my laptop has no connection; do
answers require the web; must I be online; is wifi needed; can I use this without a connection; does
it go on when the internet is down; I am on a plane, will this still run; can I pull out the network
cable and keep chatting; no wifi at my cabin, is that a problem; is an online connection required
after setup; will chatting still function when the internet is down; does it keep working in flight
mode; my laptop has no internet most of the time; must I be online to chat; offline mode possible;
do you need the web to answer me; can I go on chatting with the wifi off; I live where there is
hardly any internet

privacy > does my text leave this computer; are you spying on me; could somebody else see what I
type; is anything uploaded; where do my prompts go; can I trust you with secrets; will my documents
be uploaded; does the company see my chats; is my conversation confidential; does anything I type
get uploaded; I worry about my confidential papers, are they safe with you; is somebody spying on my
conversations; do you collect information about me; will my private messages end up in the cloud;
are my prompts used for training; can the developers see what I type; is it safe to enter secret
company information; does the program pass my details on to third parties; how confidential are
these conversations; what about my personal data; I do not want strangers to read my messages

languages > in what language should I write; does it understand Chinese; can I write in English; is
German possible; do you know other languages; which tongues are supported; will you answer in
Chinese; can the interface be Chinese; will you understand me if I write in Chinese; can I get
replies in Chinese instead of English; is German or French possible too; my mother only reads
Chinese, can she use it; list of supported languages; how many languages do you understand; does the
interface come in Chinese; in what language should I write to you; could we talk in Mandarin; I
would rather not write in English; do you understand Spanish; is there any other language besides
English

licence > do I have to pay; am I allowed to sell it; can I modify the code; is commercial use
allowed; what are the legal terms; how much money is this; under which terms is the model; may my
firm use the model; do I have to pay for this; am I allowed to pass the program on to a friend; is
commercial use permitted; can I look at the source code and alter it; under what legal terms is this
published; is there a monthly fee or subscription; does Apache-2.0 apply here; may our firm build a
product with it; how expensive is Clover Desktop; are there any restrictions on sharing the model;
software licence information; will I be charged money at some point

abilities > list your skills; what topics do you know; which questions can you answer; what are your
limits; how can you assist me; what tasks can you do; name some things you can do; what sort of help
can I expect; give me some examples of things to ask; what sort of questions do you understand; tell
me about your talents; which tasks can you handle; in which subjects are you strong; how could you
be useful to me; what topics can we chat about; I wonder what you are capable of; list everything
you know how to do; are you able to pick a name out of a text; is there anything you cannot do; can
you do more than small talk

block > number of cells in a block; why are 32 cells shown; I want smaller blocks; what is a block
made of; how big should a block be; can a block have 16 cells; what are blocks here; where do I set
the size of a block; meaning of block; why are 32 places grouped together; can I set the group size
to 8 or 16; what is meant by the word block here; block size meaning; should I pick 8, 16 or 32 for
the blocks; how do I make blocks smaller; is a bigger block better than a small one; how many
positions does one block contain; the answer comes in chunks of 32, what are those; where do I alter
the size of a block; explain what a block is; what do people mean by a group of cells called block

pass > meaning of a pass; number of passes for one block; what does the network do in each pass;
what is one step of denoising; why is more than one pass needed; how many cells does a pass fill;
explain what one pass means; what is counted as one pass; why does the network run over a block
again and again; the counter says pass 5, what does that tell me; pass number meaning; how often
does the network go over an open block; can anyone explain denoising steps; what is a denoise step
good for; how many cells get filled during a single pass; does every pass fill in something; is
fewer passes per block better; it shows several passes for one block, what are they; what exactly
goes on during each pass

threshold > best value for the threshold; what if I raise the threshold; what if I lower the
threshold; how sure must the model be; effect of the threshold; should the threshold be high or low;
threshold meaning; where do I adjust the threshold; how does the threshold change speed; what number
should I put in for the threshold; is 0.9 a sensible threshold; I want to raise the threshold, is
that wise; how certain must the model be before it fills a cell; what is this threshold slider for;
will a lower threshold cause more errors; the threshold confuses me, please explain; where can I
adjust the threshold; can anyone say what the threshold controls; does a stricter threshold give
better quality; trade speed for accuracy with the threshold

confidence > why do cells have different colours; what does a dark cell tell me; how certain is the
model; meaning of the shading; why are some words paler; how do I see how sure you were; probability
of a token; what does a light cell mean; can I see the probability; some squares are lighter than
others, what is the reason; what is the shading of the cells about; can I tell how certain the model
was about a word; meaning of the confidence value; how do I know which words you were unsure about;
a percentage appears over a word, is it the probability; explain the dark and light colouring of the
boxes; what is the confidence number based on; does a darker cell mean more certain; which tokens
was the model least sure of; how should I interpret the shades in the answer; what does low
confidence tell me

commit > when does a block become final; can a finished block still change; what happens once a
block is full; after which moment is the text fixed; why is there one more run at the end of a
block; will committed words be changed later; what makes a block final; commit meaning in this
program; what takes place when a block gets committed; can a finished block still be altered later;
why can committed text not change any more; at what moment is a block final; explain the word commit
in plain English; is a committed block fixed for good; it says committed next to the block, why; why
is there a causal run at the end of a block; what is the prefix that a block gets added to; when
does the text of a block become permanent; I do not get what committing is about

mask > what are those blank squares; why do I see empty squares; meaning of the blank cells; when
does a blank cell become a word; why are there gaps in the text; what is hidden behind the masks;
what do the blank boxes show; grey squares in my answer; what are those little blank squares; grey
boxes appear before the words, what are they; mask meaning; why do I see blank squares instead of
words; when do the grey boxes turn into text; what is the strange symbol for an unfilled position;
my reply is full of empty squares; can anyone explain the masks to me; is a grey square a missing
word; placeholders in the answer, what are they for; why does every reply begin as a row of grey
boxes; what is hiding behind the masks

decoders > ways to write an answer; which method of decoding is good; what can I choose as decoder;
difference between the decoders; name all decoders; where do I pick another decoder; how can I
change the way of writing; list of decoders; which decoding methods can I select; what is a decoder
and where do I pick one; list the available decoders; difference between the three decoders; how do
I switch to another decoder; I cannot decide on a decoder; is there a recommended decoder for
beginners; where is the decoder menu; what ways of decoding does the app offer; can I swap the
decoder for another kind; decoder choice explained; does it matter what decoder I pick

draft > what does verify do to a draft; who checks the draft; why are some drafted words thrown
away; how does the self-speculation check work; is Draft and verify faster; what happens to a wrong
draft; how are guessed words checked; which guesses are kept; what is draft and verify for; how do I
enable draft and verify; is draft and verify quicker than the others; explain self-speculation to
me; what happens to drafts that turn out wrong; why were some of the guessed tokens thrown away;
does verifying a draft cost extra time; draft tokens rejected, is that bad; who checks the draft
that the model made; speculative decoding, do you have that; how many of the drafted tokens are
usually kept; should I select the draft decoder

one_by_one > can it write one word after another; what is the slow exact decoder; is One by one
slower; should I use One by one; writing from left to right; how do I get ordinary decoding; when is
One by one useful; can tokens come singly; can I make it write one word after another; I prefer
plain left to right writing; is the one by one decoder more accurate; why is one by one so much
slower; how do I activate causal decoding; make it generate a single token each time; does it have a
classic autoregressive mode; what is the one by one option for; can I get the words strictly in
order, token after token; when should I pick one by one; causal mode meaning; which decoder writes
like a normal chatbot

thinking > stop the model from thinking; I do not want to see thoughts; where do I switch the
thoughts off; what are these thoughts before the answer; can it think before it answers; let the
model think first; enable thinking; disable thinking; why is there a thought above the answer; is
thinking useful; why is there a long thought above the reply; I do not want to see the reasoning;
how do I disable the thoughts; can it reason before it replies; what is the thinking button beside
the composer for; is it better with or without thinking; stop the model from thinking out loud;
where can I activate reasoning; thinking mode on or off; the model ponders for ages before it
answers; what is written in the thought part; get rid of the thought in front of every answer

temperature > make answers more creative; answers are always the same; how random are the words;
what if temperature is zero; raise the temperature; how do I get more random answers; which number
for temperature; meaning of temperature; words should be chosen more freely; less random answers
please; temperature meaning; what number is best for the temperature; make the replies more
creative; my texts always sound the same, can I get more variation; how random is the choice of
words; should I lower the temperature for facts; where do I adjust the temperature; why would anyone
set the temperature to zero; the temperature slider, what is it good for; can I make the wording
less random; does a hot temperature make the model crazy; I want only the most likely words to be
picked

seed > why do two answers differ; can I reproduce an answer; meaning of the seed; how do I repeat a
result; which number should the seed have; is the answer random; I want identical results; how is
randomness started; do equal seeds give equal answers; seed meaning; I asked twice and got two
different replies; how can I reproduce an answer exactly; what number do I enter as the seed; is it
possible to get identical output every time; why are results not the same when I ask again; where
can I fix the random number; what is a random seed; does changing the seed change the answer; I need
repeatable results for a test; the seed field in the settings, what is it; can two people get the
same reply with one seed

longest > the answer is too short; my reply is cut in the middle; answers stop halfway; allow longer
answers; where do I set the maximum length; why does it stop writing so soon; maximum number of
tokens; raise the token limit; the text just ends; is the length of answers limited; my answers stop
halfway; the reply breaks off in mid sentence; what is the maximum length of a reply; I want longer
replies; your last sentence is not complete; how do I raise the token limit for an answer; can I
make your replies shorter; answers get chopped off, how come; set a maximum number of tokens per
reply; the story was cut before the end; where do I adjust how long a reply may be; is there a cap
on answer length

context > does it forget the beginning of the chat; my text is too long for the model; how many
tokens fit in; how much does it remember; what is the memory of a chat; can it read a whole book;
size of the context window; how long may my prompt be; does it see earlier messages; context length
meaning; how far back can you remember our chat; it has forgotten what I said at the beginning; I
got a message that my text is too long; how many pages can I paste in at once; what is the context
window; does a bigger context use more memory; where can I enlarge the context; why do you forget
the start of a long conversation; is there a limit on how much text you can take in; how much of our
talk do you keep in mind; I pasted a whole book and it was too much

system_prompt > let the model act as a teacher; give it permanent instructions; where can I write a
general instruction; set a role for the assistant; can I tell it how to behave; how do I define a
character; instruction before the chat; make the model follow a role; system prompt meaning; where
do I put instructions that hold for the whole chat; I want you to act as a teacher; can I give the
model a personality; how do I make it always speak like a pirate; is there a place for permanent
instructions; what should I write in the system prompt; make the model play a doctor; where can I
edit the system message; can I tell it how to behave before we talk; set a role such as translator;
I cannot find the field for the system prompt

settings > I cannot find the options; where can I configure things; how do I get to the preferences;
open preferences; when do new settings take effect; must I restart after a change; on which side is
the panel; where can I change options; I cannot find the settings; where do I change options; where
is the panel with all the controls; does a changed setting take effect straight away; the options
menu has vanished; which side of the window has the settings on it; I changed a setting but nothing
happened yet; do I need to restart after altering a setting; configuration panel location; is there
a place to adjust things; when do new settings start to count

send > how do I submit my question; Enter or Shift+Enter; how do I write a second line; nothing
happens when I type; how do I make a paragraph; which key submits; how do I add a line; how can I
break the line; how do I submit what I typed; pressing Enter sends too early, I only wanted a new
line; how can I type more than one line; what do I press to get my message off; I want a paragraph
break in my message; is there a send key; how to insert a line break while typing; nothing happens
after I typed my message, which key do I press; can a message have several lines; my text went off
before I was done; go to the next line without sending; what button submits my question

stop > it does not stop writing; how do I halt the answer; I want to abort; end the answer now; can
I interrupt the model; what remains after stopping; does stopping lose text; where can I cancel;
make it stop; it keeps on writing, make it end; how do I abort a reply; halt the output right now;
can I break off while it is still writing; the model will not shut up; is there a way to cancel
halfway through; does the finished part stay if I press Stop; the reply is far too long, I want to
stop it; what does the Stop button do; how quickly does it end after I press Stop; I asked the wrong
thing, how do I abort; will I lose the written text by cancelling

new_chat > I want to change the subject; how do I start again from the beginning; open an empty
chat; another conversation please; how do I leave this chat; does the old chat disappear; begin from
scratch; where is the button for a fresh chat; how do I open a fresh conversation; I want to change
the subject and begin again; what does Ctrl+N do; give me a blank page to chat on; start over from
scratch with an empty chat; does my old chat vanish when I begin a new one; where is the button for
another conversation; can I have a second chat besides this one; I would like to begin a separate
discussion; how can I clear the screen and begin afresh; new conversation please; is there a key for
starting a fresh chat

search > I am looking for something I wrote last week; find a message; how do I look through all
conversations; can I find a word in old chats; where is the search box; does it search in every
chat; locate an old message; lookup in my chats; I am looking for something we talked about last
week; how can I locate a word in earlier chats; where is the box for searching; find a keyword in
all my conversations; I remember a phrase but not which chat it was in; can I look through old chats
for a name; is there a search function; I cannot find a chat from last month; search old messages;
does the search look through every chat; in what place do I type a word to look for; I lost a
conversation, can I hunt for it

rename > the chat has a bad title; call the chat something else; edit the name of a conversation;
how do I change what a chat is called; new name for a chat; where do I enter another title; can
titles be edited; the title is wrong; how do I call a chat something else; the chat has a silly
title, can I alter it; set my own name for a conversation; modify the heading of a chat in the list;
I would like to retitle this conversation; where is Rename; a chat got the wrong name; may I pick
the title of a chat myself; all my chats have similar names, how do I relabel them; edit chat title;
is there any way to label a conversation; what do I click to give this chat a better title

pin > fix a chat to the top; my favourite chat should stay on top; how do I mark a chat as
important; keep a conversation on top of the list; stop a chat from moving down; where do I pin;
make a chat stick; how can I fix a chat to the top of the list; my favourite chat keeps sliding down
the list; remove the pin from a chat; mark a chat as favourite; I want an important chat always
first; pin meaning in the chat menu; is there a way to stick a conversation up top; how do I unpin
something; why do some chats stay above all the others; can I have several chats pinned; keep my
most used conversation on top; a chat is stuck at the top of the list

delete_chat > erase a conversation; I deleted a chat by mistake; throw a chat away; bring back a
deleted chat; clear my history; how do I remove old chats; can I restore what I deleted; how do I
erase everything; remove this chat; I want to wipe all chats; how can I throw away an old chat; I
removed a chat by accident, can I get it back; bring back the chat I just deleted; is there a bin
for old conversations; clear my whole chat history; how do I make this conversation disappear for
good; can a removed chat be restored; I deleted the wrong one, help; what is the way to remove a
single chat from the list; my chat list is full of junk, how do I clean it

export > save the conversation; how do I get a chat out of the app; store a chat as a document;
write the chat to disk; is JSON possible; export as Markdown; how do I archive a conversation; how
can I share a chat with a colleague; how can I save this conversation as a document; I want to send
a whole chat to a colleague; is there a way to turn a chat into a JSON file; get a chat out of the
app as a file; save the entire conversation to my hard drive; can I print or archive a whole chat;
which file types does Export offer; Markdown or JSON for a saved chat; I need a backup file of one
conversation; write a conversation to disk; where do I click to export; can I take a chat with me to
another program

regenerate > give me a different answer; I do not like this reply; once more please; write the
answer again; produce a new version of the answer; is the old answer lost; how do I see the earlier
version; can I have a second try; redo the answer; I want a different reply to the same question;
this reply is bad, give me another one; how do I make you try once more; what does Regenerate do; is
the first reply lost when I regenerate; can I see a second version of that answer; redo the last
reply; ask the same thing again without typing it; where is the button to have the answer written
anew; I am not happy with that reply; let the model have another go; is there a way to get an
alternative answer

edit > I wrote something wrong; fix a typo in my question; can I alter my message; change a message
after sending; how do I rewrite my prompt; is my old message kept; modify my last question; how do I
repair my message; there is a typo in my question; how can I fix something I already sent; modify a
message after sending; I phrased it badly, can I reword my question; alter my earlier prompt and
send it anew; is it possible to correct a sent message; I spelled a word wrong in my message; what
happens to the old version when I edit a message; where do I click to change my own text; rewrite my
last question; I forgot something in my message, can I add it; can I go back and adjust what I asked

continue > the answer was interrupted, can it go on; write the rest of the answer; carry on with the
text; how do I resume an answer; finish what you began; it stopped before the end, go on; keep
writing; complete the interrupted text; the answer was interrupted, how do I carry on; keep going
from where you stopped; I pressed Stop too early, can it finish now; how do I resume a half finished
answer; pick up the reply where it broke off; what does the Continue button do; the app crashed
while writing, can the answer be completed; it says interrupted under my answer; can a stopped reply
be taken up again; please complete the unfinished reply; is there a button to let it write further

copy > put the answer on the clipboard; how do I take the text to another program; use the answer in
my document; can I copy only the code; copy to the clipboard; get the answer as plain text; how do I
paste the answer elsewhere; how do I get the reply into my clipboard; I want to paste an answer into
an email; take the answer over into Word; where do I click to copy; copy reply with formatting; put
the code from the answer on the clipboard; can I grab the text of a reply; is there a copy symbol
under the reply; marking text by mouse is hard, can I copy it whole; I need the answer in another
program; does it copy plain text or Markdown; use the generated code in my editor

theme > the window is too bright; the screen is too dark for me; I prefer black; how do I get a
white background; switch between light and dark; dark colours please; why is everything black;
change the look; does it follow my system colours; my eyes hurt, can I have a black background; set
the appearance to dark; is there a night mode; can I alter the colours of the window; everything is
black, I want it light again; switch from dark to light; where do I pick the look of the app; does
it follow the theme of my desktop; light or dark appearance; I prefer a darker screen in the evening

shortcuts > which keys can I use; show all key combinations; list the hot keys; how do I work with
the keyboard only; I do not like the mouse; where do I learn the keys; is there a key for that;
keyboard commands; which key combinations exist; I would rather not use the mouse; show me all
hotkeys; list of keys please; is there an overview of key commands; how can I do everything from the
keyboard; are there any quick keys; where can I look up the keyboard commands; my mouse is broken,
can I still use the app; what hotkeys does the program know; I keep forgetting the key combinations;
keyboard commands overview

sidebar > my chats are gone from the left; close the left panel; open the left panel; the list of
chats has vanished; more space for the text; how do I fold the list away; what is on the left side;
bring back the list of chats; my chat list is gone; how do I bring the left panel back; the panel on
the left takes up too much space; what does Ctrl+B do; make the list of conversations disappear from
view; I cannot see my conversations on the left any more; can I fold the sidebar away; where are all
my conversations listed; I need more space for the text in the window; show the left column again;
is it possible to close the panel with the chats; what is the bar on the left for

replay > show me again how it was written; play the answer back; view the steps of an answer; how
was this block filled; watch the passes afterwards; can I see the writing once more; look at the
history of a block; step through an answer; can I see again how the answer came about; play back the
way the reply was written; I missed how the cells filled, can I go back; what is the bar under the
answer for; show me the history of an answer step by step; is there a recording of how it was
written; replay meaning; what is a trace; where do I find the trace of a reply; rewind the filling
of the blocks; I want to look at the making of an old answer; step back through the passes of a
finished answer

animation > everything moves too quickly; stop the movement; I want to follow every step; show me
whole blocks only; the moving cells disturb me; make the filling slower; can I turn off motion; less
movement please; show it in slow motion; the flickering boxes annoy me; can I watch the filling in
slow motion; text jumps about, I want it calm; how do I disable the animation; show only whole
blocks without movement; the squares change so quickly that I cannot follow; live, slow or off, what
do these do; where do I set the speed of the moving cells; make the cells appear at a slower pace;
is there a way to stop things moving on screen; animation settings; I get dizzy from the moving text

accessibility > I am blind, can I use this; does a screen reader read the answers; does it speak to
assistive technology; can I use it with the keyboard only because I cannot see; is it usable for
people who cannot see; help for visually impaired users; do controls have names for readers; I
cannot see, can I still use this; does NVDA read out the answers; is it suitable for people with
poor eyesight; support for the visually impaired; will my screen reader announce new text; my friend
is blind, would this app suit her; can the app be used with Orca or VoiceOver; are the buttons
labelled for assistive technology; how do blind users hear the reply; is it usable for disabled
people; I use a speech output program; does it read finished blocks aloud through a screen reader

storage > on which disk are my conversations; are chats saved automatically; what if the computer
crashes; which file contains my chats; how do I back up everything; do I lose text when the power
fails; where on my computer are the chats; location of the database; where on my PC do old
conversations live; in which directory do you save my chats; are conversations kept after I close
the window; I want to move my chats to a new computer; do I have to save my chats by hand; what if
the power fails, is my chat lost; location of the chat database; how can I make a backup of all
conversations; does it save automatically; what is the path of the data directory; will my
conversations survive a crash; where do all the saved conversations sit on disk

documents > I want to ask something about my contract; can I load a report; how do I upload a file;
read my file; how do I put a folder in; can you look at my papers; where do I attach something; how
do I use my own texts; I have a letter you should read; I want to ask questions about a report; how
can I upload a paper; can I drag a folder into the chat; attach something to my message; what does
the paper clip do; let you read my essay; is it possible to load a file into the conversation; can
you summarise a document that I give you; how do I insert my own files; I have a contract and want
to ask about it; drag and drop a file; add my notes so that you can use them

citations > what are the little numbers in the answer; which page does this come from; prove where
that is written; how do I open the source; where was this found; show the passage behind the answer;
can I check the answer in the file; what is the meaning of [2]; there are little numbers in square
brackets, why; how can I verify where a claim was found; which page did you take that from; show me
the passage behind this statement; what happens when I click [2]; bracketed number meaning; how do I
open the page an answer is based on; I want proof for what you wrote; do you name your sources; what
are the references in the text; jump to the original passage; can I check that the answer is really
in my document

file_types > does it read PDF; can I open spreadsheets; are pictures allowed; may I add a
presentation; is EPUB possible; list the formats you can read; which documents work; can I load a
text file; what kinds of documents are accepted; can you open spreadsheets; is EPUB among the
accepted formats; my file was refused, which kinds are allowed; do PowerPoint slides work; are
e-books readable for you; list of accepted file formats; does it take docx files; can I use HTML
pages or Markdown notes; what kinds of documents can be loaded; will a plain txt file do; are
pictures or scans an accepted format; is Excel okay or only PDF

privacy_page > did the app contact anyone; show me every connection; how do I cut the app off the
network; prove that nothing is sent; which servers were contacted; close all network access; where
is the network switch; see what the app connected to; monitor the traffic; I want proof that the app
never phones home; show me every connection that was made; how do I cut the app off from the net;
where is the switch that closes the network; is there a log of network activity; prevent the program
from going online; what can I see on the Privacy page; list of servers the app has contacted; check
which addresses the app talked to; turn off all network access inside the app; has the program
connected to anything today; I cannot find the network switch

diagnostics > the app crashed, what do you need; I found an error; how do I tell you about a
problem; what should I attach to a report; where is information about my system; something is
broken; how do I get help with an error; copy information about my hardware; something is broken,
how do I tell the developers; where can I report a fault; the app crashed, what information should I
send; what is in the diagnostics report; get version and hardware information for support; I found a
bug; copy technical details for the support team; does the error report contain my prompts; how do I
make an error report; where do I see the last errors; whom do I tell about a problem; what does Copy
diagnostics put on the clipboard

tpf > what is the number TPF below the answer; meaning of tokens per forward; how many tokens for
each run; should TPF be large; why is the TPF low; explain the TPF number; TPF value; how do I read
the TPF figure; TPF meaning; there is a number called TPF under the answer; how is TPF worked out;
tokens per forward explained; should TPF be high or low; my TPF is 3, is that fine; what does the
value after TPF tell me; why does the TPF differ between answers; what is that abbreviation TPF; how
many tokens come out of one forward run; can I improve the TPF; what do you measure with tokens per
forward

slow > I have to wait too long; the answers take forever; how can I speed it up; it is very slow on
my laptop; increase the speed; why is my computer so slow with it; what makes it faster; can I get
quicker answers; improve performance; replies take ages; I wait minutes for a single reply; how can
I speed things up; this is crawling on my laptop; any tips for quicker replies; can you hurry up;
what makes the answers come quicker; my old computer is sluggish with this; what determines how fast
a reply is; the model is painfully slow; it used to be quicker, what can I change; reduce the
waiting time

command_line > I want to use a shell; can it be automated; is there a terminal version; run a prompt
from bash; how do I script it; use it over ssh; which command asks a question; start it without
graphics; can I chat from the shell; I want to call it from a bash script; is there a version
without a graphical window; how do I start it in the console; which command do I type in the
terminal; use it over ssh on a server; headless use possible; can other programs call it with a
command; automate questions with a shell script; does it have a CLI; pass a prompt as an argument; I
like working in a terminal better than in windows

get_clover > I want the real thing; how do I get a better model; where can I download the big one;
replace the demo by the large model; how is Clover-35B set up; which button installs the model; load
the full model; obtain Clover-35B; how do I obtain the full model; I want to replace the demo with
the proper model; set up Clover-35B on my computer; where is the button to fetch the big model;
start the download of Clover-35B; does the download begin without asking me; how can I move from the
demo to the real thing; I cannot find where to download the large model; steps for installing the
real Clover; is Clover-35B already on my machine; what do I click to have the big model installed;
where on the welcome page do I get the model

download_size > how much will be transferred; is the download large; amount of data to load; how
many bytes are fetched; does it use a lot of traffic; size in GB of what I download; will the
download fill my disk; how heavy is the download; how much data will be transferred; is the download
very large; my data plan is limited, how many gigabytes is it; how heavy is the model download; will
it take hours to download; size of the model in GB; how many shards get fetched; why is the download
as big as 69 GB; I have slow internet, how much must be fetched; how many megabytes come over the
line in all; does the whole download arrive in one piece; how long will fetching the model last

disk > will it fit on my drive; how much storage is required; my SSD is nearly full; how many GB
must be free; space needed for installation; is 20 GB free space enough; room on the hard disk; how
large is it when installed; my hard drive is nearly full; how much free space should there be on my
SSD; will it fit on a small drive; I got a warning that there is not enough space; how many
gigabytes must be free on the drive; storage space needed for installation; do I need 69 GB free on
my drive; there is hardly any room left on my laptop; is 30 GB of free space enough; how much of my
SSD will the model occupy; free up space before installing; what happens when the drive runs out of
room

gpu > will it run on my graphics card; is a GPU required; I have no graphics card; does AMD work;
which card do you recommend; can my laptop GPU do it; how much video memory is needed; what hardware
should I buy; run on the processor only; is my RTX card any good for this; can I run it on a laptop
without a graphics chip; recommended graphics card; does an AMD card work; how much video memory is
required; is 8 GB of VRAM too little; do I have to buy an expensive graphics card; will it run on
the processor alone; what video card would you advise; I only have integrated graphics; is a GPU
really necessary; which NVIDIA model should I buy

ram > is 32 GB of memory enough; how much main memory is required; my computer has 16 GB of memory;
do I need more RAM; what amount of RAM is recommended; how many GB of RAM; memory requirement; will
it fit in my RAM; how many GB of memory should my computer have; will 8 GB of RAM do; is it worth
buying more RAM; I get an out of memory error on my PC; main memory requirements; how much working
memory does the model use; does more RAM help without a graphics card; my laptop has just 16 GB of
memory; do I need 64 GB of RAM; minimum amount of RAM; should I upgrade the memory in my computer;
what if I have too little RAM

int4 > why 4 bit weights; does the model lose quality in INT4; how is the model made smaller; what
happens to the weights; is precision lost; what is a quantized model; how much smaller does it get;
meaning of INT4; size after quantization; INT4 meaning; why were the weights shrunk to 4 bits; does
quantizing hurt the quality; how was the model made so small; is the 4-bit version less accurate;
how does the model fit into so little memory with 4 bits; what do 4 bits per weight change; how much
smaller does INT4 make it; is INT4 worse than 16 bits; can I have the weights compressed

pause > I want to interrupt the download; can I shut the computer down while it loads; continue the
download tomorrow; what if the connection breaks while downloading; stop loading for now; does it go
on after a restart; hold the download; must I keep the app open while it downloads; I must shut down
my computer in the middle of the download; how do I halt the download for now; the download broke
off, must I begin again; carry on downloading tomorrow; does downloading resume where it left off;
my internet dropped while downloading; can I interrupt the download; stop fetching the model until
tonight; how can I take up a paused download again; the download is hogging my line, can I hold it;
do I lose what is already downloaded if I quit; where is the Pause button on the Models page

proxy > our network needs a proxy; configure the proxy; the download fails behind the firewall;
where do I set the proxy server; we have a company firewall; is the proxy used for chats; enter
proxy settings; how can I download at the office; we are behind a company firewall with a proxy; set
proxy address; downloads fail at my office because of the proxy; where can I type in the proxy
server; is a proxy possible; does chatting go through the proxy too; what is the proxy used for; our
network only allows traffic via a proxy; my university requires a proxy; how do I configure the
proxy; I cannot find where the proxy goes; can the model be fetched through a proxy

switch_model > use another model; go back to the demo model; which model is active; can I change
from small to large; select the model; where is the list of models; does the chat stay when I change
the model; take the other model now; see which model runs; how do I pick another model for this
chat; change from Seedling to the big one; which model is answering at the moment; is there a menu
for the models; can I swap models in the middle of a chat; where do I select which model replies; I
have two models installed, how do I flip between them; does my chat continue if I take another
model; use the other model instead; I picked the wrong model, how do I change it; see what model is
currently selected

update > is this the latest version; how do I upgrade; will it update automatically; check for a
newer version; where do I find new versions; does it look for updates in the background; install the
newest version; how do I stay up to date; am I using the latest version; how do I install the newest
release; will the app upgrade on its own; where can I see if there is an update; does it download
updates behind my back; my version is old; how can I upgrade Clover Desktop; are there automatic
updates; update check location; is a more recent release available; do you notify me about new
releases
"""
