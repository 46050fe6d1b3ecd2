<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>BlockCanvas</name>
    <message>
        <source>Live block</source>
        <translation>正在填写的块</translation>
    </message>
    <message>
        <source>Added by the verification.</source>
        <translation>由验证步骤补上。</translation>
    </message>
    <message>
        <source>Still open.</source>
        <translation>尚未填写。</translation>
    </message>
    <message>
        <source>A draft, {share} sure.</source>
        <translation>草稿，把握 {share}。</translation>
    </message>
    <message>
        <source>{share} sure, forced in pass {number}: no cell had reached the threshold.</source>
        <translation>把握 {share}，第 {number} 遍强制填写：没有格子达到阈值。</translation>
    </message>
    <message>
        <source>{share} sure, filled in pass {number}.</source>
        <translation>把握 {share}，第 {number} 遍填写。</translation>
    </message>
</context>
<context>
    <name>CodeBox</name>
    <message>
        <source>Copy the code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>The engine is starting. You can type already.</source>
        <translation>引擎正在启动，可以先输入。</translation>
    </message>
    <message>
        <source>The model is loading, {0} %. You can type already.</source>
        <translation>正在载入模型（{0} %），可以先输入。</translation>
    </message>
    <message>
        <source>The model is loading. You can type already.</source>
        <translation>正在载入模型，可以先输入。</translation>
    </message>
    <message>
        <source>There is no model to answer now.</source>
        <translation>现在没有模型可以回答。</translation>
    </message>
    <message>
        <source>Stopping after this pass…</source>
        <translation>这一遍结束后停止…</translation>
    </message>
    <message>
        <source>Esc stops the answer.</source>
        <translation>按 Esc 停止回答。</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter starts a new line.</source>
        <translation>Enter 发送，Shift+Enter 换行。</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>停止回答</translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation>发送消息</translation>
    </message>
    <message>
        <source>Ask something…</source>
        <translation>问点什么…</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>你的消息</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Let the model think in writing before it answers</source>
        <translation>让模型在回答前先写下思考</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>停止回答</translation>
    </message>
    <message>
        <source>Ask the last question again</source>
        <translation>重新问上一个问题</translation>
    </message>
    <message>
        <source>Copy the last answer</source>
        <translation>复制上一个回答</translation>
    </message>
    <message>
        <source>Jump to the latest text</source>
        <translation>跳到最新内容</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>输入消息</translation>
    </message>
    <message>
        <source>Thinking on or off</source>
        <translation>打开或关闭思考</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Light or dark theme</source>
        <translation>浅色或深色主题</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Nothing you write leaves this computer.</source>
        <translation>你写的内容不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Seedling is a small demo and not clever: check what it says.</source>
        <translation>Seedling 是小型演示模型，并不聪明：请核对它说的话。</translation>
    </message>
    <message>
        <source>Answers can be wrong: check what matters.</source>
        <translation>回答可能有误：重要的内容请核对。</translation>
    </message>
    <message>
        <source>Open a link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>Open this address outside Clover Desktop?</source>
        <translation>要在 Clover Desktop 之外打开这个地址吗？</translation>
    </message>
    <message>
        <source>Demo</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>A small model to try the app with; it is not clever.</source>
        <translation>用来试用本应用的小模型，并不聪明。</translation>
    </message>
</context>
<context>
    <name>MarkdownView</name>
    <message>
        <source>Answer text</source>
        <translation>回答内容</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>The engine has stopped</source>
        <translation>引擎已停止</translation>
    </message>
    <message>
        <source>The conversation is too long</source>
        <translation>对话太长</translation>
    </message>
    <message>
        <source>The model cannot be loaded</source>
        <translation>无法载入模型</translation>
    </message>
    <message>
        <source>Not enough memory, or no such device</source>
        <translation>内存不足，或没有这个设备</translation>
    </message>
    <message>
        <source>The model cannot take this conversation</source>
        <translation>模型无法处理这段对话</translation>
    </message>
    <message>
        <source>This setting does not fit</source>
        <translation>这项设置不合适</translation>
    </message>
    <message>
        <source>Something went wrong inside</source>
        <translation>程序内部出错</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>出错了</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Restart engine</source>
        <translation>重启引擎</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>QuestionView</name>
    <message>
        <source>You said</source>
        <translation>你说</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
</context>
<context>
    <name>SettingsPanel</name>
    <message>
        <source>Block size</source>
        <translation>块大小</translation>
    </message>
    <message>
        <source>Each pass fills every place the model is sure of: many at once, and you see it happen.</source>
        <translation>每一遍填好模型有把握的所有位置：一次很多，而且看得见。</translation>
    </message>
    <message>
        <source>One pass drafts a run of tokens, a second keeps what it would have written itself: often the fastest, close to One by one in quality.</source>
        <translation>一遍先写一段草稿，另一遍留下它自己也会写的部分：通常最快，质量接近逐个。</translation>
    </message>
    <message>
        <source>One token after another, as ordinary models write: the slowest, a yardstick for the others.</source>
        <translation>像普通模型那样一个词元接一个词元地写：最慢，可作为比较的标准。</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Changes apply from your next message.</source>
        <translation>更改从下一条消息起生效。</translation>
    </message>
    <message>
        <source>The window; these apply at once.</source>
        <translation>窗口；这些设置立即生效。</translation>
    </message>
    <message>
        <source>Hide the settings</source>
        <translation>隐藏设置</translation>
    </message>
    <message>
        <source>Back to the model&apos;s own values</source>
        <translation>恢复模型自己的值</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>As long as it fits</source>
        <translation>不限（直到放不下）</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> 个词元</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>The model thinks in writing first: slower, better at questions with steps.</source>
        <translation>模型先写下思考：更慢，但更擅长需要多步的问题。</translation>
    </message>
    <message>
        <source>Places filled together: larger is faster, smaller follows its own text more.</source>
        <translation>一起填写的位置数：大则更快，小则更贴近已写的内容。</translation>
    </message>
    <message>
        <source>Confidence threshold</source>
        <translation>置信度阈值</translation>
    </message>
    <message>
        <source>How sure a fill must be: higher is more careful and takes more passes.</source>
        <translation>要有多大把握才填写：越高越谨慎，遍数也越多。</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>解码方式</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>0 takes the likeliest word; higher varies more, errs more and fills slower.</source>
        <translation>0 总选最可能的词；越高变化越多，错误也越多，填得也越慢。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>A fixed seed repeats an answer; it changes neither speed nor quality, and does nothing at temperature 0.</source>
        <translation>固定的种子能重现同一个回答；不影响速度和质量，温度为 0 时不起作用。</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>回答长度上限</translation>
    </message>
    <message>
        <source>Where an answer is cut: a low limit saves time, and may cut a sentence.</source>
        <translation>回答在此截断：上限低省时间，但可能截断句子。</translation>
    </message>
    <message>
        <source>Animation</source>
        <translation>动画</translation>
    </message>
    <message>
        <source>How the block moves: Slow shows each pass, Off shows whole blocks only.</source>
        <translation>块怎样变化：慢速显示每一遍，关闭只显示整块。</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Light or dark; System follows your desktop.</source>
        <translation>浅色或深色；跟随系统即与桌面一致。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>The language of the window, not of the answers.</source>
        <translation>窗口的语言，不是回答的语言。</translation>
    </message>
    <message>
        <source>Diffusion</source>
        <translation>扩散</translation>
    </message>
    <message>
        <source>Draft and verify</source>
        <translation>草稿与验证</translation>
    </message>
    <message>
        <source>One by one</source>
        <translation>逐个</translation>
    </message>
    <message>
        <source>System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Slow</source>
        <translation>慢速</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
</context>
<context>
    <name>ShortcutSheet</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Waiting for the engine…</source>
        <translation>等待引擎…</translation>
    </message>
    <message>
        <source>Reading the prompt: {0} of {1} tokens</source>
        <translation>正在读提示：{0} / {1} 个词元</translation>
    </message>
    <message>
        <source>Round {0}</source>
        <translation>第 {0} 轮</translation>
    </message>
    <message>
        <source>{0} drafted</source>
        <translation>起草 {0} 个</translation>
    </message>
    <message>
        <source>{0} accepted</source>
        <translation>接受 {0} 个</translation>
    </message>
    <message>
        <source>Block {0}</source>
        <translation>第 {0} 块</translation>
    </message>
    <message>
        <source>Pass {0}</source>
        <translation>第 {0} 遍</translation>
    </message>
    <message>
        <source>{0} filled in this pass</source>
        <translation>这一遍填了 {0} 个</translation>
    </message>
    <message>
        <source>{0:.1f} tokens per pass</source>
        <translation>每遍 {0:.1f} 个词元</translation>
    </message>
    <message>
        <source>{0:.0f} tokens/s</source>
        <translation>每秒 {0:.0f} 个词元</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 个词元</translation>
    </message>
    <message>
        <source>{0} passes</source>
        <translation>{0} 遍</translation>
    </message>
    <message>
        <source>TPF {0:.2f}</source>
        <translation>TPF {0:.2f}</translation>
    </message>
    <message>
        <source>first block {0:.2f} s</source>
        <translation>首块 {0:.2f} 秒</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>没有回答</translation>
    </message>
    <message>
        <source>Cut at the longest answer</source>
        <translation>已到长度上限</translation>
    </message>
    <message>
        <source>Cut: the context is full</source>
        <translation>上下文已满，在此截断</translation>
    </message>
    <message>
        <source>Copy the answer</source>
        <translation>复制回答</translation>
    </message>
    <message>
        <source>Figures of the answer</source>
        <translation>回答的数据</translation>
    </message>
    <message>
        <source>TPF: tokens per forward pass, the causal pass after each block included.</source>
        <translation>TPF：每次前向计算的词元数，包含每块之后的因果计算。</translation>
    </message>
</context>
<context>
    <name>ThinkingFold</name>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>Thought for {0:.1f} s</source>
        <translation>思考了 {0:.1f} 秒</translation>
    </message>
    <message>
        <source>The thought</source>
        <translation>思考内容</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Jump to the latest text</source>
        <translation>跳到最新内容</translation>
    </message>
</context>
<context>
    <name>WelcomePage</name>
    <message>
        <source>Welcome</source>
        <translation>欢迎</translation>
    </message>
    <message>
        <source>Ask something, and watch 32 places of the answer fill in together.</source>
        <translation>问一个问题，看回答的 32 个位置一起填好。</translation>
    </message>
    <message>
        <source>This is a small demo model called Seedling. It is not clever: it knows this app, short passages and little stories.</source>
        <translation>这是一个名叫 Seedling 的小型演示模型。它并不聪明：只了解这个应用、短文和小故事。</translation>
    </message>
    <message>
        <source>Ask for help</source>
        <translation>问用法</translation>
    </message>
    <message>
        <source>What is the confidence threshold?</source>
        <translation>什么是置信度阈值？</translation>
    </message>
    <message>
        <source>The invoice must be paid by July 28, 2031. Clara Lindt wrote the minutes. The order has the number FA-83920.

Who wrote the minutes?</source>
        <translation>发票应在2031年7月28日之前付清。林晓梅写了这份记录。订单号是LK-27555。

记录是谁写的？</translation>
    </message>
    <message>
        <source>Tell me a short story about a fox.</source>
        <translation>给我讲一个关于狐狸的小故事。</translation>
    </message>
    <message>
        <source>Ask about a passage</source>
        <translation>问一段文字</translation>
    </message>
    <message>
        <source>Let it write</source>
        <translation>让它写</translation>
    </message>
</context>
</TS>
