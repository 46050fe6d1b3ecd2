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
        <source>It is sent as soon as the model is ready.</source>
        <translation>模型就绪后会立即发送。</translation>
    </message>
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
    <name>HubFields</name>
    <message>
        <source>Mirror</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Another server with the same models; all requests go there.</source>
        <translation>存有相同模型的另一台服务器；所有请求都发往那里。</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>代理</translation>
    </message>
    <message>
        <source>If only a proxy reaches the internet; empty means the system&apos;s own.</source>
        <translation>仅在必须经代理上网时填写；留空则使用系统的代理。</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>访问令牌</translation>
    </message>
    <message>
        <source>Only for models that ask for one; it is sent to the hub and nowhere else.</source>
        <translation>仅用于需要令牌的模型；只发送给模型站，不会发往别处。</translation>
    </message>
    <message>
        <source>Kept on this computer in a file that only you can read; used from the next start of a download on.</source>
        <translation>保存在这台电脑上一个只有你能读取的文件里；从下一次开始下载时起生效。</translation>
    </message>
</context>
<context>
    <name>InstallView</name>
    <message>
        <source>Installing {0}</source>
        <translation>正在安装 {0}</translation>
    </message>
    <message>
        <source>Asking the hub which files there are…</source>
        <translation>正在向模型站询问有哪些文件…</translation>
    </message>
    <message>
        <source>Into {0}. You can use the app meanwhile, or close it.</source>
        <translation>安装到 {0}。期间可以照常使用本应用，也可以关闭它。</translation>
    </message>
    <message>
        <source>Pausing…</source>
        <translation>正在暂停…</translation>
    </message>
    <message>
        <source>Paused. What is finished is kept in {0}.</source>
        <translation>已暂停。已完成的部分保存在 {0}。</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>正在取消…</translation>
    </message>
    <message>
        <source>Cancelled. What is finished is kept in {0}; continue it later, or delete it in the list below.</source>
        <translation>已取消。已完成的部分保存在 {0}；可以以后继续，或在下面的列表中删除。</translation>
    </message>
    <message>
        <source>Stopped by a problem. What is finished is kept in {0}.</source>
        <translation>遇到问题而停止。已完成的部分保存在 {0}。</translation>
    </message>
    <message>
        <source>Ready ({0}). From now on it needs no network.</source>
        <translation>已就绪（{0}）。从现在起不再需要网络。</translation>
    </message>
    <message>
        <source>{0} % in all: {1} of {2} moved and converted; shards finished: {3}</source>
        <translation>总计 {0}%：已传输并转换 {1}，共 {2}；已完成的分片：{3}</translation>
    </message>
    <message>
        <source>time left: not known yet</source>
        <translation>剩余时间：尚不清楚</translation>
    </message>
    <message>
        <source>about {0} left</source>
        <translation>大约还需 {0}</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>{0} done</source>
        <translation>{0} 已完成</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / 共 {1}</translation>
    </message>
    <message>
        <source>{0} of {1}, {2}/s</source>
        <translation>{0} / 共 {1}，{2}/秒</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>Quantize</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Delete the source</source>
        <translation>删除源文件</translation>
    </message>
    <message>
        <source>Installation in all</source>
        <translation>安装总进度</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Mirror, proxy, token…</source>
        <translation>镜像、代理、令牌…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>MachineView</name>
    <message>
        <source>GPU</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>Free GPU memory</source>
        <translation>可用显存</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Free disk</source>
        <translation>可用磁盘</translation>
    </message>
    <message>
        <source>GPU driver</source>
        <translation>显卡驱动</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查看…</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>none; the engine runs on the CPU</source>
        <translation>无；引擎在处理器上运行</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>shares the RAM</source>
        <translation>与内存共用</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / 共 {1}</translation>
    </message>
    <message>
        <source>{0} free</source>
        <translation>可用 {0}</translation>
    </message>
    <message>
        <source>{0} free of {1}</source>
        <translation>可用 {0} / 共 {1}</translation>
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
        <source>Models</source>
        <translation>模型</translation>
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
    <name>ModelCard</name>
    <message>
        <source>This installation was interrupted. What is finished is kept.</source>
        <translation>这次安装被中断了。已完成的部分仍然保留。</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Demo</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>Not finished</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>Every file and tensor is as it was written.</source>
        <translation>每个文件和张量都与写入时一致。</translation>
    </message>
    <message>
        <source>Verifying…</source>
        <translation>正在校验…</translation>
    </message>
    <message>
        <source>Moving; the old copy is deleted when the new one is checked…</source>
        <translation>正在移动；新副本检查无误后才删除旧副本…</translation>
    </message>
    <message>
        <source>Deleting…</source>
        <translation>正在删除…</translation>
    </message>
    <message>
        <source>Copying…</source>
        <translation>正在复制…</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / 共 {1}</translation>
    </message>
    <message>
        <source>comes with the app, is not clever</source>
        <translation>随应用附带，并不聪明</translation>
    </message>
    <message>
        <source>Use this model</source>
        <translation>使用这个模型</translation>
    </message>
    <message>
        <source>Continue the installation</source>
        <translation>继续安装</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>Move…</source>
        <translation>移动…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Copying {0}: {1} of {2}</source>
        <translation>正在复制 {0}：{1} / 共 {2}</translation>
    </message>
    <message>
        <source>Where models are installed</source>
        <translation>模型安装在哪里</translation>
    </message>
    <message>
        <source>The folder of a model</source>
        <translation>模型所在的文件夹</translation>
    </message>
    <message>
        <source>Where {0} is moved to</source>
        <translation>把 {0} 移动到哪里</translation>
    </message>
    <message>
        <source>Delete a model</source>
        <translation>删除模型</translation>
    </message>
    <message>
        <source>Delete {0}?</source>
        <translation>要删除 {0} 吗？</translation>
    </message>
    <message>
        <source>{0} are freed. To have it back it must be downloaded again.</source>
        <translation>将释放 {0}。想要恢复就必须重新下载。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Installation</source>
        <translation>安装</translation>
    </message>
    <message>
        <source>Get {0}</source>
        <translation>获取 {0}</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Back to the conversation</source>
        <translation>返回对话</translation>
    </message>
    <message>
        <source>Back to the conversation (Esc)</source>
        <translation>返回对话（Esc）</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>这台电脑</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>这台电脑上的模型</translation>
    </message>
    <message>
        <source>How the model hub is reached</source>
        <translation>如何连接模型站</translation>
    </message>
    <message>
        <source>Import a folder…</source>
        <translation>导入文件夹…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop copying</source>
        <translation>停止复制</translation>
    </message>
    <message>
        <source>Copying</source>
        <translation>正在复制</translation>
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
        <source>Your settings were not used</source>
        <translation>未使用你的设置</translation>
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
        <source>Keep the present model</source>
        <translation>继续使用当前模型</translation>
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
    <name>PlanView</name>
    <message>
        <source>The best answers; the usual choice.</source>
        <translation>回答最好；通常的选择。</translation>
    </message>
    <message>
        <source>Smaller, and a little less exact: for cards that 4 bits do not fit.</source>
        <translation>更小，精度略低：适合放不下 4 位版本的显卡。</translation>
    </message>
    <message>
        <source>Download and install</source>
        <translation>下载并安装</translation>
    </message>
    <message>
        <source>Install all the same</source>
        <translation>仍要安装</translation>
    </message>
    <message>
        <source>{0}, about {1} at the speed seen last ({2}/s)</source>
        <translation>{0}，按上次测得的速度（{2}/秒）大约需要 {1}</translation>
    </message>
    <message>
        <source>{0}, about {1} at 100 Mbit/s; yours is seen when it runs</source>
        <translation>{0}，以 100 Mbit/s 计大约需要 {1}；实际速度在下载时显示</translation>
    </message>
    <message>
        <source>Looking at what this computer has…</source>
        <translation>正在查看这台电脑的配置…</translation>
    </message>
    <message>
        <source>{0} at its peak, {1} when it is done</source>
        <translation>最多占用 {0}，完成后 {1}</translation>
    </message>
    <message>
        <source>none: it cannot be loaded here</source>
        <translation>无：在这台电脑上无法加载</translation>
    </message>
    <message>
        <source>Diffusion {0}, Draft and verify {1}, One by one {2} tokens per second; {3}</source>
        <translation>扩散 {0}，草稿与验证 {1}，逐个 {2} 词元/秒；{3}</translation>
    </message>
    <message>
        <source>from what was measured here</source>
        <translation>根据本机实测</translation>
    </message>
    <message>
        <source>an estimate</source>
        <translation>估计值</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>35 billion parameters, 3 billion at work for each token; {0}; from {1}</source>
        <translation>350 亿参数，每个词元用到其中 30 亿；{0}；来自 {1}</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Change the folder of models</source>
        <translation>更改模型的文件夹</translation>
    </message>
    <message>
        <source>Nothing is downloaded before you press this. It can be paused at any time.</source>
        <translation>按下之前不会下载任何东西。随时可以暂停。</translation>
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
        <source>Only Diffusion fills places together: no effect on this decoder.</source>
        <translation>只有扩散会一起填写多个位置：对此解码方式无效。</translation>
    </message>
    <message>
        <source>Only Diffusion asks how sure a fill is: no effect on this decoder.</source>
        <translation>只有扩散会看填写的把握：对此解码方式无效。</translation>
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
        <source>first block {0:.1f} s</source>
        <translation>首块 {0:.1f} 秒</translation>
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
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Ask the same question once more</source>
        <translation>把同一个问题再问一次</translation>
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
        <source>This is a small demo model called Seedling. It is not clever: it knows this app, short passages and little stories.</source>
        <translation>这是一个名叫 Seedling 的小型演示模型。它并不聪明：只了解这个应用、短文和小故事。</translation>
    </message>
    <message>
        <source>Continue installing {0}</source>
        <translation>继续安装 {0}</translation>
    </message>
    <message>
        <source>Get {0}</source>
        <translation>获取 {0}</translation>
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
        <source>Ask something, and watch the answer take shape block by block.</source>
        <translation>问一个问题，看回答一块一块地成形。</translation>
    </message>
    <message>
        <source>Let it write</source>
        <translation>让它写</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>less than a minute</source>
        <translation>不到一分钟</translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation>{0} 分钟</translation>
    </message>
    <message>
        <source>{0} h {1} min</source>
        <translation>{0} 小时 {1} 分钟</translation>
    </message>
    <message>
        <source>{0} days</source>
        <translation>{0} 天</translation>
    </message>
    <message>
        <source>4 bits</source>
        <translation>4 位</translation>
    </message>
    <message>
        <source>3 bits</source>
        <translation>3 位</translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation>16 位</translation>
    </message>
    <message>
        <source>Does not fit with {0}: {1}</source>
        <translation>{0}放不下：{1}</translation>
    </message>
    <message>
        <source>Fits with {0}: {1}; about {2} tokens per second.</source>
        <translation>{0}放得下：{1}；约 {2} 词元/秒。</translation>
    </message>
    <message>
        <source>{0} of free disk are missing ({1} are needed, {2} are free)</source>
        <translation>可用磁盘还差 {0}（需要 {1}，可用 {2}）</translation>
    </message>
    <message>
        <source>{0} of GPU memory are missing ({1} are needed, {2} are free)</source>
        <translation>显存还差 {0}（需要 {1}，可用 {2}）</translation>
    </message>
    <message>
        <source>{0} of RAM are missing ({1} are needed, {2} are free)</source>
        <translation>内存还差 {0}（需要 {1}，可用 {2}）</translation>
    </message>
    <message>
        <source>It would fit with {0}.</source>
        <translation>改用{0}就放得下。</translation>
    </message>
    <message>
        <source>No setting of it fits this computer as it is now: close other programs or add memory. The demo model runs anywhere.</source>
        <translation>以这台电脑目前的状态，任何设置都放不下：请关闭其他程序或增加内存。演示模型在任何电脑上都能运行。</translation>
    </message>
    <message>
        <source>Choose a folder on another drive, or free some disk.</source>
        <translation>请选择另一个磁盘上的文件夹，或腾出一些空间。</translation>
    </message>
    <message>
        <source>{0}K context</source>
        <translation>{0}K 上下文</translation>
    </message>
    <message>
        <source>{0} tokens of context</source>
        <translation>{0} 个词元的上下文</translation>
    </message>
    <message>
        <source>all {0} experts per layer on the GPU</source>
        <translation>每层全部 {0} 个专家在显卡上</translation>
    </message>
    <message>
        <source>{0} of {1} experts per layer on the GPU</source>
        <translation>每层 {1} 个专家中有 {0} 个在显卡上</translation>
    </message>
    <message>
        <source>on the CPU with {0} in RAM</source>
        <translation>在处理器上运行，内存占用 {0}</translation>
    </message>
    <message>
        <source>{0} in RAM</source>
        <translation>内存占用 {0}</translation>
    </message>
    <message>
        <source>{0} read from disk</source>
        <translation>从磁盘读取 {0}</translation>
    </message>
    <message>
        <source>{0}, plus {1}</source>
        <translation>{0}，另{1}</translation>
    </message>
</context>
</TS>
