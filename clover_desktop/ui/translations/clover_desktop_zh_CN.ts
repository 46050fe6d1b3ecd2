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
        <source>Block {0}, finished</source>
        <translation>第 {0} 块，已完成</translation>
    </message>
    <message>
        <source>Block {0}, {1} of {2} filled</source>
        <translation>第 {0} 块，已填 {1} / {2}</translation>
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
        <source>Installation of {0}</source>
        <translation>{0} 的安装</translation>
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
        <source>Stopped by a problem before anything was fetched.</source>
        <translation>因问题停止，尚未获取任何内容。</translation>
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
        <source>{0} % in all: {1} of {2} moved and converted; {3} of {4} shards ready</source>
        <translation>总计 {0} %：已传输和转换 {1} / 共 {2}；已完成 {3} 个分片，共 {4} 个</translation>
    </message>
    <message>
        <source>{0} % in all: {1} of {2} moved and converted</source>
        <translation>总计 {0} %：已传输和转换 {1} / 共 {2}</translation>
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
        <source>Shard {0} of {1}</source>
        <translation>第 {0} 个分片，共 {1} 个</translation>
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
    <name>Library</name>
    <message>
        <source>Another piece of work runs; wait for it or stop it.</source>
        <translation>另一项工作正在进行；请等它完成，或将其停止。</translation>
    </message>
</context>
<context>
    <name>LinkQuestion</name>
    <message>
        <source>Open a link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>Open this address outside Clover Desktop?</source>
        <translation>要在 Clover Desktop 之外打开这个地址吗？</translation>
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
        <source>Stop the answer, or close what covers it</source>
        <translation>停止回答，或关闭遮住它的面板</translation>
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
        <source>This model is in use; choose another one first.</source>
        <translation>此模型正在使用；请先选择另一个模型。</translation>
    </message>
    <message>
        <source>This installation was interrupted. What is finished is kept.</source>
        <translation>这次安装被中断了。已完成的部分仍然保留。</translation>
    </message>
    <message>
        <source>No copy with {0} can be made: {1} is there already and no model.</source>
        <translation>无法制作 {0} 的副本：{1} 已经存在，而且不是模型。</translation>
    </message>
    <message>
        <source>For a copy with {0}, {1}.</source>
        <translation>要制作 {0} 的副本，{1}。</translation>
    </message>
    <message>
        <source>A copy with {0} is begun; what is finished is kept.</source>
        <translation>{0} 的副本已经开始制作；已完成的部分会保留。</translation>
    </message>
    <message>
        <source>A copy with {0} would take {1}; this one stays.</source>
        <translation>{0} 的副本将占用 {1}；现在这份会保留。</translation>
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
        <source>Done: the quantized model is in the list.</source>
        <translation>完成：量化后的模型在列表中。</translation>
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
        <source>Quantizing to {0}; it can be stopped and continued…</source>
        <translation>正在量化为 {0}；可以停止，以后再继续…</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / 共 {1}</translation>
    </message>
    <message>
        <source>about {0} left</source>
        <translation>大约还需 {0}</translation>
    </message>
    <message>
        <source>comes with the app, is not clever</source>
        <translation>随应用附带，并不聪明</translation>
    </message>
    <message>
        <source>Continue quantizing</source>
        <translation>继续量化</translation>
    </message>
    <message>
        <source>Quantize</source>
        <translation>量化</translation>
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
        <source>{0} are freed. To have it back you need its files from elsewhere.</source>
        <translation>将释放 {0}。要再次使用，需要从别处取得它的文件。</translation>
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
        <source>Another model of the hub</source>
        <translation>模型站上的其他模型</translation>
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
        <source>The question is too long</source>
        <translation>问题太长</translation>
    </message>
    <message>
        <source>Files cannot be read yet</source>
        <translation>暂时还不能读取文件</translation>
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
        <source>Copy their text and paste it into the message instead.</source>
        <translation>请复制其中的文字，粘贴到消息里。</translation>
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
        <source>Shorten it</source>
        <translation>缩短问题</translation>
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
    <name>OtherRepo</name>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Repository</source>
        <translation>仓库</translation>
    </message>
    <message>
        <source>Its name on the hub: owner/name.</source>
        <translation>它在模型站上的名称：owner/name。</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Empty means the newest.</source>
        <translation>留空表示最新版。</translation>
    </message>
    <message>
        <source>Into {0}</source>
        <translation>安装到 {0}</translation>
    </message>
    <message>
        <source>Install</source>
        <translation>安装</translation>
    </message>
    <message>
        <source>Install another model</source>
        <translation>安装其他模型</translation>
    </message>
    <message>
        <source>Only models of Clover&apos;s kind in safetensors can be used; whether it is one, and how large, is asked first.</source>
        <translation>只能使用 safetensors 格式的 Clover 类模型；会先询问它是不是这种模型、有多大。</translation>
    </message>
    <message>
        <source>One installation runs at a time.</source>
        <translation>一次只能进行一个安装。</translation>
    </message>
</context>
<context>
    <name>PastedChip</name>
    <message>
        <source>Pasted text, {0}</source>
        <translation>粘贴的文字，{0}</translation>
    </message>
    <message>
        <source>Press to change it in the field.</source>
        <translation>点按可放回输入框修改。</translation>
    </message>
    <message>
        <source>Remove the pasted text</source>
        <translation>移除粘贴的文字</translation>
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
    <message>
        <source>Show more</source>
        <translation>显示更多</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>The engine has stopped; start it again.</source>
        <translation>引擎已停止，请重新启动它。</translation>
    </message>
    <message>
        <source>The engine could not be loaded ({why}); install the app again.</source>
        <translation>无法加载引擎（{why}），请重新安装本应用。</translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly ({why}); start it again.</source>
        <translation>引擎意外停止（{why}），请重新启动它。</translation>
    </message>
    <message>
        <source>The engine stopped without being asked to; start it again.</source>
        <translation>引擎未被要求就停止了，请重新启动它。</translation>
    </message>
    <message>
        <source>No model is loaded; choose one first.</source>
        <translation>没有已加载的模型，请先选择一个。</translation>
    </message>
    <message>
        <source>There is no message to answer; write one.</source>
        <translation>没有可以回答的消息，请先写一条。</translation>
    </message>
    <message>
        <source>The memory is not enough for this; close other programs, shorten the chat, or choose a smaller model.</source>
        <translation>内存不够，请关闭其他程序、缩短对话，或选择更小的模型。</translation>
    </message>
    <message>
        <source>The memory of the GPU is not enough for this model: the CPU goes on, more slowly.</source>
        <translation>显存不足以装下这个模型：改由 CPU 继续，速度较慢。</translation>
    </message>
    <message>
        <source>The memory of the GPU is not enough for this answer: the CPU goes on from here, more slowly; ask again.</source>
        <translation>显存不足以完成这个回答：从现在起改由 CPU 继续，速度较慢；请再问一次。</translation>
    </message>
    <message>
        <source>The memory of the GPU is not enough for this answer: fewer experts stay on it from here, and answers take longer; ask again.</source>
        <translation>GPU 的显存不够生成这个回答：从这里起留在显存里的专家会减少，回答会更慢；请再问一次。</translation>
    </message>
    <message>
        <source>The memory of the GPU holds {resident} of {experts} experts of each layer: the others work in RAM, more slowly.</source>
        <translation>GPU 的显存只放得下每层 {experts} 个专家中的 {resident} 个：其余的在内存里工作，速度较慢。</translation>
    </message>
    <message>
        <source>This machine has no GPU that can be used; choose the device cpu.</source>
        <translation>这台电脑没有可用的 GPU，请选择设备 cpu。</translation>
    </message>
    <message>
        <source>The GPU reported a fault; restart the app to use it again.</source>
        <translation>GPU 报告了故障，要再次使用它，请重新启动本应用。</translation>
    </message>
    <message>
        <source>The engine made a mistake of its own ({name}); try again, and report it if it comes back.</source>
        <translation>引擎自身出错（{name}），请重试；若再次出现，请反馈。</translation>
    </message>
    <message>
        <source>The network computed a value that is not a number; load the model again, or choose float32 as its precision.</source>
        <translation>网络算出的值不是数，请重新加载模型，或选择 float32 精度。</translation>
    </message>
    <message>
        <source>The prompt has {tokens} tokens and the model&apos;s context of {context} leaves no room for an answer; shorten the prompt or begin a new chat.</source>
        <translation>提示有 {tokens} 个词元，模型 {context} 个词元的上下文已没有空间回答，请缩短提示或开始新对话。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template refused the conversation ({why}); start a new chat or use another model.</source>
        <translation>模型的对话模板拒绝了这段对话（{why}），请开始新对话或换用其他模型。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template made nothing of the conversation; use another model.</source>
        <translation>模型的对话模板没有从这段对话生成任何内容，请换用其他模型。</translation>
    </message>
    <message>
        <source>There is no model folder at {path}; name the folder that holds its config.json.</source>
        <translation>{path} 处没有模型文件夹，请指定含有 config.json 的文件夹。</translation>
    </message>
    <message>
        <source>{path} is a file; name the model&apos;s folder instead.</source>
        <translation>{path} 是一个文件，请改为指定模型的文件夹。</translation>
    </message>
    <message>
        <source>The model&apos;s chat template cannot be read ({why}); copy the complete checkpoint.</source>
        <translation>无法读取模型的对话模板（{why}），请复制完整的模型。</translation>
    </message>
    <message>
        <source>The model folder {folder} has no chat template: neither chat_template.jinja nor an entry chat_template in tokenizer_config.json; copy the complete checkpoint.</source>
        <translation>模型文件夹 {folder} 没有对话模板：既没有 chat_template.jinja，tokenizer_config.json 中也没有 chat_template 项；请复制完整的模型。</translation>
    </message>
    <message>
        <source>The file {path} is not valid JSON ({why}); copy the complete checkpoint.</source>
        <translation>文件 {path} 不是有效的 JSON（{why}），请复制完整的模型。</translation>
    </message>
    <message>
        <source>The file {path} cannot be read ({why}).</source>
        <translation>无法读取文件 {path}（{why}）。</translation>
    </message>
    <message>
        <source>The file {path} is not text in UTF-8; copy the complete checkpoint.</source>
        <translation>文件 {path} 不是 UTF-8 文本，请复制完整的模型。</translation>
    </message>
    <message>
        <source>The model folder {folder} has no readable tokenizer.json ({why}); copy the complete checkpoint.</source>
        <translation>模型文件夹 {folder} 没有可读的 tokenizer.json（{why}），请复制完整的模型。</translation>
    </message>
    <message>
        <source>The tokenizer {path} cannot be used: {why}; copy the complete checkpoint.</source>
        <translation>分词器 {path} 无法使用：{why}；请复制完整的模型。</translation>
    </message>
    <message>
        <source>The tokenizer in {path} has ids that its network lacks; copy the complete checkpoint.</source>
        <translation>{path} 中的分词器含有其网络没有的编号，请复制完整的模型。</translation>
    </message>
    <message>
        <source>{path} cannot be read; download or copy the model again.</source>
        <translation>无法读取 {path}，请重新下载或复制模型。</translation>
    </message>
    <message>
        <source>{path} is not valid JSON; download or copy the model again.</source>
        <translation>{path} 不是有效的 JSON，请重新下载或复制模型。</translation>
    </message>
    <message>
        <source>{path} must hold one JSON object; download or copy the model again.</source>
        <translation>{path} 必须包含一个 JSON 对象，请重新下载或复制模型。</translation>
    </message>
    <message>
        <source>generation_config.json: {key} is {value}, which this app does not implement; remove the key to go on without it.</source>
        <translation>generation_config.json：{key} 为 {value}，本应用未实现；删除此项即可继续。</translation>
    </message>
    <message>
        <source>generation_config.json: {key} is {value} and must be {wanted}.</source>
        <translation>generation_config.json：{key} 为 {value}，但要求是 {wanted}。</translation>
    </message>
    <message>
        <source>it is not text in UTF-8</source>
        <translation>不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>an entry of added_tokens is empty</source>
        <translation>added_tokens 中有一项为空</translation>
    </message>
    <message>
        <source>only byte-level vocabularies are supported</source>
        <translation>只支持字节级词表</translation>
    </message>
    <message>
        <source>{path} must hold a JSON object; fetch the file again.</source>
        <translation>{path} 必须包含一个 JSON 对象，请重新获取该文件。</translation>
    </message>
    <message>
        <source>The denoising algorithm {found} in config.json is not known; only &apos;low_confidence&apos; is.</source>
        <translation>config.json 中的去噪算法 {found} 未知，只支持 &apos;low_confidence&apos;。</translation>
    </message>
    <message>
        <source>config.json gives {key} twice, as {first} and {second}; mend the file or fetch it again.</source>
        <translation>config.json 两次给出 {key}，分别为 {first} 和 {second}；请修正或重新获取该文件。</translation>
    </message>
    <message>
        <source>layer_types in config.json must list {count} layers, one for each of num_hidden_layers.</source>
        <translation>config.json 中的 layer_types 必须列出 {count} 层，与 num_hidden_layers 一致。</translation>
    </message>
    <message>
        <source>The layer type {kind} in config.json is not implemented.</source>
        <translation>config.json 中的层类型 {kind} 未实现。</translation>
    </message>
    <message>
        <source>{whole} in config.json must be a multiple of {part}.</source>
        <translation>config.json 中的 {whole} 必须是 {part} 的倍数。</translation>
    </message>
    <message>
        <source>num_experts_per_tok in config.json is larger than num_experts.</source>
        <translation>config.json 中的 num_experts_per_tok 大于 num_experts。</translation>
    </message>
    <message>
        <source>head_dim times partial_rotary_factor in config.json must be an even number.</source>
        <translation>config.json 中 head_dim 乘以 partial_rotary_factor 必须是偶数。</translation>
    </message>
    <message>
        <source>{key} in config.json must be a whole number of {low} or more.</source>
        <translation>config.json 中的 {key} 必须是不小于 {low} 的整数。</translation>
    </message>
    <message>
        <source>{key} in config.json must be true or false.</source>
        <translation>config.json 中的 {key} 必须为 true 或 false。</translation>
    </message>
    <message>
        <source>{key} in config.json must hold token ids.</source>
        <translation>config.json 中的 {key} 必须是词元编号。</translation>
    </message>
    <message>
        <source>{key} = {value} in config.json is not implemented; it must be {wanted}.</source>
        <translation>config.json 中的 {key} = {value} 未实现，它必须为 {wanted}。</translation>
    </message>
    <message>
        <source>config.json lacks {key}; fetch the file again.</source>
        <translation>config.json 缺少 {key}，请重新获取该文件。</translation>
    </message>
    <message>
        <source>{key} in config.json lies outside the vocabulary.</source>
        <translation>config.json 中的 {key} 超出词表范围。</translation>
    </message>
    <message>
        <source>{key} in config.json must be an object.</source>
        <translation>config.json 中的 {key} 必须是一个对象。</translation>
    </message>
    <message>
        <source>{key} in config.json must be a number from {low} to {high}.</source>
        <translation>config.json 中的 {key} 必须是 {low} 到 {high} 之间的数。</translation>
    </message>
    <message>
        <source>{folder} holds neither model.safetensors nor model.safetensors.index.json; choose a folder with a checkpoint.</source>
        <translation>{folder} 中既没有 model.safetensors，也没有 model.safetensors.index.json，请选择含有模型的文件夹。</translation>
    </message>
    <message>
        <source>{path} has no usable weight_map; fetch the file again.</source>
        <translation>{path} 没有可用的 weight_map，请重新获取该文件。</translation>
    </message>
    <message>
        <source>{path} names no files; fetch the file again.</source>
        <translation>{path} 没有列出任何文件，请重新获取该文件。</translation>
    </message>
    <message>
        <source>{path} names the file {name}, which is not a shard&apos;s name.</source>
        <translation>{path} 列出的文件 {name} 不是分片的名称。</translation>
    </message>
    <message>
        <source>{file} holds the tensor {tensor}, which this model does not have or has already; the checkpoint is of another kind or damaged.</source>
        <translation>{file} 含有张量 {tensor}，而此模型没有它或已经有了；该模型属于另一类型或已损坏。</translation>
    </message>
    <message>
        <source>The tensor {tensor} is given both whole and split by expert.</source>
        <translation>张量 {tensor} 既完整给出，又按专家拆分给出。</translation>
    </message>
    <message>
        <source>The tensor {part} of expert {number} is missing for {tensor}; fetch the checkpoint again.</source>
        <translation>{tensor} 缺少专家 {number} 的张量 {part}，请重新获取模型。</translation>
    </message>
    <message>
        <source>{file} holds {tensor}, an expert beyond num_experts.</source>
        <translation>{file} 含有 {tensor}，其专家编号超出 num_experts。</translation>
    </message>
    <message>
        <source>The tensor {tensor} in {file} has the shape {found}, and config.json asks for {wanted}; the two do not belong together.</source>
        <translation>{file} 中张量 {tensor} 的形状为 {found}，而 config.json 要求 {wanted}；两者不匹配。</translation>
    </message>
    <message>
        <source>{path} has the format {number}, and this version of the app reads up to {known}; update the app.</source>
        <translation>{path} 的格式为 {number}，而此版本的应用最多读取 {known}；请更新本应用。</translation>
    </message>
    <message>
        <source>{path} {what}; delete the model, then install or quantize it again.</source>
        <translation>{path} 无法使用（{what}），请删除该模型后重新安装或量化。</translation>
    </message>
    <message>
        <source>{path} and config.json do not belong together: they differ in the tensor {tensor}; delete the model, then install or quantize it again.</source>
        <translation>{path} 与 config.json 不匹配：两者在张量 {tensor} 上不同；请删除该模型后重新安装或量化。</translation>
    </message>
    <message>
        <source>{path} lacks the file {file}; delete the model, then install or quantize it again.</source>
        <translation>{path} 缺少文件 {file}，请删除该模型后重新安装或量化。</translation>
    </message>
    <message>
        <source>{path} has {found} bytes in place of {wanted}; delete the model, then install or quantize it again.</source>
        <translation>{path} 有 {found} 字节，而应有 {wanted} 字节；请删除该模型后重新安装或量化。</translation>
    </message>
    <message>
        <source>{file} lacks the tensor {tensor}; delete the model, then install or quantize it again.</source>
        <translation>{file} 缺少张量 {tensor}，请删除该模型后重新安装或量化。</translation>
    </message>
    <message>
        <source>{file} holds another form of the tensor {tensor}; delete the model, then install or quantize it again.</source>
        <translation>{file} 中张量 {tensor} 的形式不同，请删除该模型后重新安装或量化。</translation>
    </message>
    <message>
        <source>{file} holds {tensor} in the type {kind}; delete the model, then install or quantize it again.</source>
        <translation>{file} 中 {tensor} 的类型为 {kind}，请删除该模型后重新安装或量化。</translation>
    </message>
    <message>
        <source>The settings cannot be saved ({why}): they hold until the app is closed.</source>
        <translation>无法保存设置（{why}）：这些设置只在关闭应用之前有效。</translation>
    </message>
    <message>
        <source>The settings in {path} cannot be read ({why}): the defaults are used, and changes are not kept.</source>
        <translation>无法读取 {path} 中的设置（{why}）：现使用默认值，更改不会保存。</translation>
    </message>
    <message>
        <source>The settings in {path} are of a newer Clover Desktop: the defaults are used, and the file is left as it is. Update the app to use it.</source>
        <translation>{path} 中的设置来自更新版本的 Clover Desktop：现使用默认值，该文件保持原样。要使用它，请更新本应用。</translation>
    </message>
    <message>
        <source>The settings in {path} cannot be read: the defaults are used, and changes are not kept.</source>
        <translation>无法读取 {path} 中的设置：现使用默认值，更改不会保存。</translation>
    </message>
    <message>
        <source>The settings could not be read and were kept aside as {path}: the defaults are used.</source>
        <translation>无法读取设置，已另存为 {path}：现使用默认值。</translation>
    </message>
    <message>
        <source>Something went wrong inside ({name}: {why}); try again.</source>
        <translation>内部出错（{name}：{why}），请重试。</translation>
    </message>
    <message>
        <source>The disk failed ({why}); check it and try again.</source>
        <translation>磁盘出错（{why}），请检查后重试。</translation>
    </message>
    <message>
        <source>The disk failed at {path} ({why}); check it and try again.</source>
        <translation>磁盘在 {path} 处出错（{why}），请检查后重试。</translation>
    </message>
    <message>
        <source>{name} is no model&apos;s name; it looks like OWNER/NAME.</source>
        <translation>{name} 不是模型名；模型名形如 OWNER/NAME。</translation>
    </message>
    <message>
        <source>The revision is empty; leave its field empty for the newest.</source>
        <translation>版本为空；想用最新版，请把该栏留空。</translation>
    </message>
    <message>
        <source>{revision} is no revision; give the name of a branch or a tag, or a commit.</source>
        <translation>{revision} 不是版本；请填写分支名、标签名或提交号。</translation>
    </message>
    <message>
        <source>the mirror field</source>
        <translation>镜像栏</translation>
    </message>
    <message>
        <source>the proxy field</source>
        <translation>代理栏</translation>
    </message>
    <message>
        <source>{address} in {where} is no address; it must look like https://host.</source>
        <translation>{where}里的 {address} 不是地址；应形如 https://host。</translation>
    </message>
    <message>
        <source>{host} redirects in a circle ({times} times); check the address of the hub or the mirror.</source>
        <translation>{host} 循环重定向（{times} 次）；请检查模型站或镜像的地址。</translation>
    </message>
    <message>
        <source>{host} redirects in a circle; check the address of the hub or the mirror.</source>
        <translation>{host} 循环重定向；请检查模型站或镜像的地址。</translation>
    </message>
    <message>
        <source>HF_HUB_OFFLINE is set on this computer, so {host} is not contacted; unset it to download.</source>
        <translation>这台电脑设置了 HF_HUB_OFFLINE，所以不会联系 {host}；要下载请取消该设置。</translation>
    </message>
    <message>
        <source>{host} redirects to {target} without encryption, which is not followed; use another mirror.</source>
        <translation>{host} 重定向到未加密的 {target}，因此没有继续；请换一个镜像。</translation>
    </message>
    <message>
        <source>The proxy {proxy} cannot be used ({why}); check its address.</source>
        <translation>代理 {proxy} 无法使用（{why}）；请检查它的地址。</translation>
    </message>
    <message>
        <source>The connection to {host} broke ({why}); try again.</source>
        <translation>与 {host} 的连接中断（{why}）；请重试。</translation>
    </message>
    <message>
        <source>{host} gets too many requests from here (429); try again in a few minutes.</source>
        <translation>{host} 收到来自这里的请求过多（429）；请几分钟后重试。</translation>
    </message>
    <message>
        <source>{host} gets too many requests from here (429); try again in {wait} seconds.</source>
        <translation>{host} 收到来自这里的请求过多（429）；请在 {wait} 秒后重试。</translation>
    </message>
    <message>
        <source>{host} answered {status} ({reason}) for {thing}; try again later.</source>
        <translation>{host} 对 {thing} 回答 {status}（{reason}）；请稍后重试。</translation>
    </message>
    <message>
        <source>{file} arrived damaged {tries} times (its hash is not the one that the hub promises); the last copy is kept as {kept}, try again later or use another mirror.</source>
        <translation>{file} 有 {tries} 次到达时已损坏（哈希值与模型站承诺的不同）；最后一份保留为 {kept}，请稍后重试或换一个镜像。</translation>
    </message>
    <message>
        <source>{file} ends after {got} of the {promised} bytes that the hub promises; try again later or use another mirror.</source>
        <translation>{file} 在第 {got} 字节处结束，而模型站承诺 {promised} 字节；请稍后重试或换一个镜像。</translation>
    </message>
    <message>
        <source>{host} ends {file} after {got} of {promised} bytes; try again later.</source>
        <translation>{host} 在 {promised} 字节中的第 {got} 字节处结束了 {file}；请稍后重试。</translation>
    </message>
    <message>
        <source>{file} is longer than the {promised} bytes that the hub promises ({got} were offered); try again later or use another mirror.</source>
        <translation>{file} 比模型站承诺的 {promised} 字节更长（给出 {got} 字节）；请稍后重试或换一个镜像。</translation>
    </message>
    <message>
        <source>The installation needs {needed} at its peak in {folder}, but only {free} are free; free {more} more, or choose a folder on another drive.</source>
        <translation>安装最多时需要 {folder} 中有 {needed}，但只有 {free} 可用；请再腾出 {more}，或选择另一个磁盘上的文件夹。</translation>
    </message>
    <message>
        <source>The drive of {folder} is full, so the installation is paused; free some space and it goes on by itself.</source>
        <translation>{folder} 所在的磁盘已满，安装已暂停；腾出空间后会自动继续。</translation>
    </message>
    <message>
        <source>The proxy {proxy} refused the connection to {host} ({why}); check its address and your rights there.</source>
        <translation>代理 {proxy} 拒绝连接 {host}（{why}）；请检查代理地址和您的权限。</translation>
    </message>
    <message>
        <source>The proxy {proxy} cannot be reached; check its address in the field below.</source>
        <translation>无法连接代理 {proxy}；请检查下面栏中的地址。</translation>
    </message>
    <message>
        <source>{host} did not answer in time; try again later.</source>
        <translation>{host} 没有及时回应；请稍后重试。</translation>
    </message>
    <message>
        <source>{repo} is gated and no token is set; accept its terms on {host}, then put a token of that account into the token field.</source>
        <translation>{repo} 需要授权，而没有填写令牌；请在 {host} 上接受其条款，再把该账号的令牌填入令牌栏。</translation>
    </message>
    <message>
        <source>{repo} is gated and your token has no access to it; accept its terms on {host}, then put a token of that account into the token field.</source>
        <translation>{repo} 需要授权，而您的令牌没有权限；请在 {host} 上接受其条款，再把该账号的令牌填入令牌栏。</translation>
    </message>
    <message>
        <source>There is no model {repo} on {host}, or it is private; check the name, or fill in the token field.</source>
        <translation>{host} 上没有模型 {repo}，或它不公开；请检查名称，或填写令牌栏。</translation>
    </message>
    <message>
        <source>{host} does not accept the token for {thing} (401); put a valid one into the token field.</source>
        <translation>{host} 不接受用于 {thing} 的令牌（401）；请在令牌栏填写有效的令牌。</translation>
    </message>
    <message>
        <source>{host} shows {thing} to nobody without access (401): check the name, or fill in the token field.</source>
        <translation>没有权限时 {host} 不提供 {thing}（401）：请检查名称，或填写令牌栏。</translation>
    </message>
    <message>
        <source>{host} forbids {thing} (403); it may be gated or need another token, or a filter in your network blocks it.</source>
        <translation>{host} 禁止访问 {thing}（403）；它可能需要授权或另一个令牌，也可能被您网络中的过滤器拦截。</translation>
    </message>
    <message>
        <source>{repo} has no revision {revision} on {host}; leave the revision empty for its newest.</source>
        <translation>{host} 上的 {repo} 没有版本 {revision}；想用最新版，请把版本栏留空。</translation>
    </message>
    <message>
        <source>There is no model {repo} on {host}; check the name.</source>
        <translation>{host} 上没有模型 {repo}；请检查名称。</translation>
    </message>
    <message>
        <source>{host} may not show {thing} in your country (451).</source>
        <translation>{host} 不能在您所在的国家提供 {thing}（451）。</translation>
    </message>
    <message>
        <source>{host} showed a certificate that is not trusted ({why}); check the clock of this machine, or ask who runs your network.</source>
        <translation>{host} 出示的证书不受信任（{why}）；请检查这台电脑的时钟，或询问网络管理员。</translation>
    </message>
    <message>
        <source>The name {host} was not found; check the address of the hub or the mirror.</source>
        <translation>找不到名称 {host}；请检查模型站或镜像的地址。</translation>
    </message>
    <message>
        <source>There is no network connection to {host}; connect and try again.</source>
        <translation>没有到 {host} 的网络连接；请连接网络后重试。</translation>
    </message>
    <message>
        <source>{host} refused the connection; check the address of the hub.</source>
        <translation>{host} 拒绝连接；请检查模型站的地址。</translation>
    </message>
    <message>
        <source>{repo} has no file {file} at revision {revision} on {host}.</source>
        <translation>{host} 上的 {repo} 在版本 {revision} 中没有文件 {file}。</translation>
    </message>
    <message>
        <source>There is no network connection, so {host} cannot be looked up; connect and try again.</source>
        <translation>没有网络连接，无法查找 {host}；请连接网络后重试。</translation>
    </message>
    <message>
        <source>{file} arrived damaged; it is fetched again ({attempt} of {tries}), the damaged copy is kept as {kept} until then.</source>
        <translation>{file} 到达时已损坏；正在重新下载（第 {attempt} 次，共 {tries} 次），损坏的副本暂存为 {kept}。</translation>
    </message>
    <message>
        <source>{host} answers nonsense about {repo}; check the address of the hub or the mirror.</source>
        <translation>{host} 关于 {repo} 的回答无法理解；请检查模型站或镜像的地址。</translation>
    </message>
    <message>
        <source>{host} offers {repo} at another revision than {revision}.</source>
        <translation>{host} 提供的 {repo} 不是版本 {revision}。</translation>
    </message>
    <message>
        <source>{repo} has no config.json, so it is no model that can be used.</source>
        <translation>{repo} 没有 config.json，因此不是可用的模型。</translation>
    </message>
    <message>
        <source>{repo} has no weights in safetensors, and no other kind is ever read.</source>
        <translation>{repo} 没有 safetensors 格式的权重，而其他格式一律不读取。</translation>
    </message>
    <message>
        <source>{folder} holds an unfinished installation of {repo} at {revision} as {scheme}; finish or delete that one, or choose another folder.</source>
        <translation>{folder} 中有未完成的安装：{repo}，版本 {revision}，{scheme}；请先完成或删除它，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>The index of {repo} names {file}, which is not among its files; the index belongs to another revision.</source>
        <translation>{repo} 的索引提到 {file}，但文件中没有它；索引属于另一个版本。</translation>
    </message>
    <message>
        <source>{folder} is not empty and holds no installation to continue; choose another folder, or empty it.</source>
        <translation>{folder} 不是空的，也没有可继续的安装；请选择其他文件夹，或清空它。</translation>
    </message>
    <message>
        <source>{folder} is no folder; choose another.</source>
        <translation>{folder} 不是文件夹；请另选一个。</translation>
    </message>
    <message>
        <source>The folder {folder} cannot be made ({why}); choose another.</source>
        <translation>无法创建文件夹 {folder}（{why}）；请另选一个。</translation>
    </message>
    <message>
        <source>Another installation into {folder} is running; wait for it or cancel it.</source>
        <translation>另一个安装正在写入 {folder}；请等待它完成或取消它。</translation>
    </message>
    <message>
        <source>The installation of {name} is not finished; continue it.</source>
        <translation>{name} 的安装尚未完成；请继续安装。</translation>
    </message>
    <message>
        <source>{name} needs {needed} in {folder}, but only {free} are free; choose another drive.</source>
        <translation>{name} 需要 {folder} 中有 {needed}，但只有 {free} 可用；请选择另一个磁盘。</translation>
    </message>
    <message>
        <source>{path} is no model&apos;s folder: it has no config.json with weights beside it.</source>
        <translation>{path} 不是模型文件夹：没有 config.json 和与之并列的权重。</translation>
    </message>
    <message>
        <source>{path} is none of the installed models.</source>
        <translation>{path} 不在已安装的模型之中。</translation>
    </message>
    <message>
        <source>There is no folder {path}; make it first.</source>
        <translation>没有文件夹 {path}；请先创建它。</translation>
    </message>
    <message>
        <source>{path} is there already; rename or remove it first.</source>
        <translation>{path} 已经存在；请先重命名或移走它。</translation>
    </message>
    <message>
        <source>{name} is not complete; finish quantizing it, or delete it and install it again.</source>
        <translation>{name} 不完整；请完成量化，或将其删除后重新安装。</translation>
    </message>
    <message>
        <source>{path} cannot be read ({why}); check its drive.</source>
        <translation>无法读取 {path}（{why}）；请检查磁盘。</translation>
    </message>
    <message>
        <source>{name} could not be copied to {folder} ({why}); the original is untouched.</source>
        <translation>无法把 {name} 复制到 {folder}（{why}）；原件没有变动。</translation>
    </message>
    <message>
        <source>{path} cannot be deleted ({why}); close what uses it and try again.</source>
        <translation>无法删除 {path}（{why}）；请关闭正在使用它的程序后重试。</translation>
    </message>
    <message>
        <source>{name} lacks its file {file}; delete it and install it again.</source>
        <translation>{name} 缺少文件 {file}；请将其删除后重新安装。</translation>
    </message>
    <message>
        <source>{path} is a link; copy the model&apos;s own files first.</source>
        <translation>{path} 是链接；请先复制模型自己的文件。</translation>
    </message>
    <message>
        <source>{name} holds a link instead of a file; copy the model itself.</source>
        <translation>{name} 中有链接而不是文件；请复制模型本身。</translation>
    </message>
    <message>
        <source>{path} cannot be read as a manifest; delete the model, then install or quantize it again.</source>
        <translation>无法把 {path} 当作清单读取；请删除该模型后重新安装或量化。</translation>
    </message>
    <message>
        <source>The helper process reported something that cannot be; start the installation again, what is finished is kept.</source>
        <translation>辅助进程报告了不可能的内容；请重新开始安装，已完成的部分会保留。</translation>
    </message>
    <message>
        <source>The helper process made a mistake of its own ({what}); start it again, what is finished is kept.</source>
        <translation>辅助进程自身出错（{what}）；请重新开始，已完成的部分会保留。</translation>
    </message>
    <message>
        <source>The disk failed at {path} ({why}); check the drive and start it again, what is finished is kept.</source>
        <translation>磁盘在 {path} 处出错（{why}）；请检查磁盘后重新开始，已完成的部分会保留。</translation>
    </message>
    <message>
        <source>The helper process {name} said something that is no message, so it was ended; start it again, what it finished is kept.</source>
        <translation>辅助进程 {name} 说出了不是消息的内容，已被结束；请重新开始，已完成的部分会保留。</translation>
    </message>
    <message>
        <source>The helper process {name} ended unexpectedly ({why}); start it again, what it finished is kept.</source>
        <translation>辅助进程 {name} 意外结束（{why}）；请重新开始，已完成的部分会保留。</translation>
    </message>
    <message>
        <source>The helper process {name} cannot be started ({why}); close other programs and try again.</source>
        <translation>无法启动辅助进程 {name}（{why}）；请关闭其他程序后重试。</translation>
    </message>
    <message>
        <source>The helper process ended without a result; start it again.</source>
        <translation>辅助进程没有给出结果就结束了；请重新开始。</translation>
    </message>
    <message>
        <source>The installation ended without a result; start it again.</source>
        <translation>安装没有给出结果就结束了；请重新开始。</translation>
    </message>
    <message>
        <source>signal {code}</source>
        <translation>信号 {code}</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>退出码 {code}</translation>
    </message>
    <message>
        <source>it was killed, perhaps because memory ran out</source>
        <translation>它被强行结束，可能是内存不足</translation>
    </message>
    <message>
        <source>This checkpoint is of the model type {found}, and only {known} can be run; choose a Clover checkpoint.</source>
        <translation>这个检查点的模型类型是 {found}，而只能运行 {known}；请选择 Clover 检查点。</translation>
    </message>
    <message>
        <source>{file} is missing in {folder}; choose a folder that holds a checkpoint.</source>
        <translation>{folder} 中缺少 {file}；请选择含有检查点的文件夹。</translation>
    </message>
    <message>
        <source>{path} cannot be read: {why}.</source>
        <translation>无法读取 {path}：{why}。</translation>
    </message>
    <message>
        <source>{path} is not valid JSON; fetch the file again.</source>
        <translation>{path} 不是有效的 JSON；请重新下载该文件。</translation>
    </message>
    <message>
        <source>{path} is damaged; delete the folder {folder} and start again.</source>
        <translation>{path} 已损坏；请删除文件夹 {folder} 后重新开始。</translation>
    </message>
    <message>
        <source>{file} holds the tensor {tensor}, which this model does not have; the checkpoint is of another kind or damaged.</source>
        <translation>{file} 中有这个模型没有的张量 {tensor}；检查点属于其他类型或已损坏。</translation>
    </message>
    <message>
        <source>The tensor {tensor} in {file} is of type {dtype}; a checkpoint in BF16, F16 or F32 is needed.</source>
        <translation>{file} 中的张量 {tensor} 类型为 {dtype}；需要 BF16、F16 或 F32 的检查点。</translation>
    </message>
    <message>
        <source>The tensor {tensor} is missing in the checkpoint; fetch it again.</source>
        <translation>检查点中缺少张量 {tensor}；请重新下载。</translation>
    </message>
    <message>
        <source>{path} holds a model of the scheme {scheme} that was made in another way; choose another folder.</source>
        <translation>{path} 中是以另一种方式制作的 {scheme} 模型；请选择其他文件夹。</translation>
    </message>
    <message>
        <source>{path} cannot be read or written ({why}); mend that and continue.</source>
        <translation>无法读写 {path}（{why}）；请解决后继续。</translation>
    </message>
    <message>
        <source>There is no folder {path}; give the one with the checkpoint.</source>
        <translation>没有文件夹 {path}；请给出检查点所在的文件夹。</translation>
    </message>
    <message>
        <source>{path} is not empty; choose another folder.</source>
        <translation>{path} 不是空的；请选择其他文件夹。</translation>
    </message>
    <message>
        <source>The checkpoint {source} and the new model {dest} lie one in the other; choose another folder for the new model.</source>
        <translation>检查点 {source} 与新模型 {dest} 互相嵌套；请为新模型选择另一个文件夹。</translation>
    </message>
    <message>
        <source>{folder} holds the unfinished conversion of another checkpoint or with another scheme; continue it with its own, choose another folder, or delete that one.</source>
        <translation>{folder} 里有另一个模型或另一种方案的未完成转换；请用原来的继续，选择别的文件夹，或删除它。</translation>
    </message>
    <message>
        <source>{path} is quantized already, as {scheme}; give the folder of the checkpoint that it was made from.</source>
        <translation>{path} 已经量化过，方案为 {scheme}；请给出它的来源检查点所在的文件夹。</translation>
    </message>
    <message>
        <source>The result needs {needed} in {path}, and only {free} are free; free some or choose another drive.</source>
        <translation>结果需要 {path} 中有 {needed}，但只有 {free} 可用；请腾出空间或选择另一个磁盘。</translation>
    </message>
    <message>
        <source>The disk of {path} is full; the whole model takes {needed}, so free some space and continue.</source>
        <translation>{path} 所在的磁盘已满；整个模型需要 {needed}，请腾出空间后继续。</translation>
    </message>
    <message>
        <source>The tensor {tensor} in {file} holds a value that is not a finite number; fetch the shard again.</source>
        <translation>{file} 中的张量 {tensor} 含有不是有限数的值；请重新下载该分片。</translation>
    </message>
    <message>
        <source>{path} is not empty; choose another folder, or continue.</source>
        <translation>{path} 不是空的；请选择其他文件夹，或继续。</translation>
    </message>
    <message>
        <source>The model in {path} is not finished; continue its installation or conversion.</source>
        <translation>{path} 中的模型尚未完成；请继续安装或转换。</translation>
    </message>
    <message>
        <source>{file} is missing in {folder}; fetch it again.</source>
        <translation>{folder} 中缺少 {file}；请重新下载。</translation>
    </message>
    <message>
        <source>{path} has no usable header, so it is no safetensors file or a damaged one; fetch it again.</source>
        <translation>{path} 没有可用的文件头，不是 safetensors 文件或已损坏；请重新下载。</translation>
    </message>
    <message>
        <source>{path} is truncated: its tensor {tensor} ends at byte {end}, and the file has {nbytes}; fetch it again.</source>
        <translation>{path} 被截断：张量 {tensor} 在第 {end} 字节结束，而文件只有 {nbytes} 字节；请重新下载。</translation>
    </message>
    <message>
        <source>{path} is a link to a place outside the model&apos;s folder; copy the file itself there.</source>
        <translation>{path} 是指向模型文件夹之外的链接；请把文件本身复制过来。</translation>
    </message>
    <message>
        <source>{path} is a pickle file under another name, and those are never opened because they can run code; fetch the model in safetensors form.</source>
        <translation>{path} 是改了名的 pickle 文件，这种文件可能运行代码，因此从不打开；请下载 safetensors 格式的模型。</translation>
    </message>
    <message>
        <source>{path} is truncated or not a safetensors file; fetch it again.</source>
        <translation>{path} 被截断或不是 safetensors 文件；请重新下载。</translation>
    </message>
    <message>
        <source>{path} is damaged in its header; delete the model and install it again.</source>
        <translation>{path} 的文件头已损坏；请删除该模型后重新安装。</translation>
    </message>
    <message>
        <source>{path} is not as it was written; delete the model and install it again.</source>
        <translation>{path} 与写入时不同；请删除该模型后重新安装。</translation>
    </message>
    <message>
        <source>{path} is not in the manifest; delete that file.</source>
        <translation>{path} 不在清单中；请删除该文件。</translation>
    </message>
    <message>
        <source>{file} is missing in {folder}; delete the model and install it again.</source>
        <translation>{folder} 中缺少 {file}；请删除该模型后重新安装。</translation>
    </message>
    <message>
        <source>{path} has {nbytes} bytes in place of {wanted}; delete the model and install it again.</source>
        <translation>{path} 有 {nbytes} 字节，而应为 {wanted} 字节；请删除该模型后重新安装。</translation>
    </message>
    <message>
        <source>{path} is damaged in the tensor {tensor}; delete the model and install it again.</source>
        <translation>{path} 的张量 {tensor} 已损坏；请删除该模型后重新安装。</translation>
    </message>
    <message>
        <source>There is no folder {path}; give the one with the model.</source>
        <translation>没有文件夹 {path}；请给出模型所在的文件夹。</translation>
    </message>
    <message>
        <source>{host} redirects to something that is no web address.</source>
        <translation>{host} 重定向到的不是网址。</translation>
    </message>
    <message>
        <source>{host} redirects the list of files to {target}, which is not followed; check the address of the hub or the mirror.</source>
        <translation>{host} 把文件列表重定向到 {target}，因此没有继续；请检查模型站或镜像的地址。</translation>
    </message>
    <message>
        <source>{host} sends {file} compressed, which was not asked for.</source>
        <translation>{host} 发来压缩过的 {file}，而没有这样请求。</translation>
    </message>
    <message>
        <source>{host} sends another part of {file} than was asked for.</source>
        <translation>{host} 发来的不是所请求的 {file} 部分。</translation>
    </message>
    <message>
        <source>{host} lists a file of {repo} with an unusable name: {name}.</source>
        <translation>{host} 列出的 {repo} 文件名无法使用：{name}。</translation>
    </message>
    <message>
        <source>{path} is no index of weights; fetch the model again.</source>
        <translation>{path} 不是权重索引；请重新下载该模型。</translation>
    </message>
    <message>
        <source>{path} names {name}, which is outside the model&apos;s folder.</source>
        <translation>{path} 提到模型文件夹之外的 {name}。</translation>
    </message>
    <message>
        <source>{path} names {name}; only safetensors are ever read.</source>
        <translation>{path} 提到 {name}；只读取 safetensors。</translation>
    </message>
    <message>
        <source>{path} names no weights; fetch the model again.</source>
        <translation>{path} 没有提到任何权重；请重新下载该模型。</translation>
    </message>
    <message>
        <source>The journal of this installation is of another version; remove the folder {folder} and start again.</source>
        <translation>这个安装的日志属于另一个版本；请删除文件夹 {folder} 后重新开始。</translation>
    </message>
    <message>
        <source>{file} holds the tensor {tensor}, and {index} does not say so; the two are of different revisions, fetch both again.</source>
        <translation>{file} 中有张量 {tensor}，而 {index} 没有提到它；两者属于不同的版本，请都重新下载。</translation>
    </message>
    <message>
        <source>{index} places the tensor {tensor} in {file}, which lacks it; the two are of different revisions, fetch both again.</source>
        <translation>{index} 说张量 {tensor} 在 {file} 中，而那里没有；两者属于不同的版本，请都重新下载。</translation>
    </message>
    <message>
        <source>{file} holds the tensor {tensor}, which another shard has brought already; the checkpoint is damaged.</source>
        <translation>{file} 中的张量 {tensor} 已由另一个分片提供；检查点已损坏。</translation>
    </message>
    <message>
        <source>{folder} lacks {file}, on which its journal counts; delete that folder and start again.</source>
        <translation>{folder} 缺少其日志所依赖的 {file}；请删除该文件夹后重新开始。</translation>
    </message>
    <message>
        <source>{file} holds the tensor {tensor}, which the checkpoint has already, there or split by expert; it is damaged.</source>
        <translation>{file} 中的张量 {tensor} 在检查点里已有（整体或按专家拆分）；它已损坏。</translation>
    </message>
    <message>
        <source>{path} is damaged: the range of its tensor {tensor} does not fit the shape {shape}; fetch it again.</source>
        <translation>{path} 已损坏：张量 {tensor} 的范围与形状 {shape} 不符；请重新下载。</translation>
    </message>
    <message>
        <source>{path} is damaged: its tensor {tensor} overlaps the one before it; fetch it again.</source>
        <translation>{path} 已损坏：张量 {tensor} 与前一个重叠；请重新下载。</translation>
    </message>
    <message>
        <source>{path} is damaged: its tensor {tensor} leaves a gap before it; fetch it again.</source>
        <translation>{path} 已损坏：张量 {tensor} 之前有空隙；请重新下载。</translation>
    </message>
    <message>
        <source>{path} is {count} bytes longer than its header says; fetch it again.</source>
        <translation>{path} 比文件头所说的长 {count} 字节；请重新下载。</translation>
    </message>
    <message>
        <source>{path} ends within {tensor}; fetch it again.</source>
        <translation>{path} 在 {tensor} 中间结束；请重新下载。</translation>
    </message>
    <message>
        <source>{path} has no {file}, so there is nothing to verify it against; models that were installed or quantized by this app have one.</source>
        <translation>{path} 没有 {file}，无从校验；由本应用安装或量化的模型都有它。</translation>
    </message>
    <message>
        <source>The connection log {path} cannot be used ({why}), so no connection is opened; free some disk space or remove that file.</source>
        <translation>无法使用连接日志 {path}（{why}），因此不打开任何连接；请腾出磁盘空间或移走该文件。</translation>
    </message>
    <message>
        <source>{count} tokens of context</source>
        <translation>{count} 个词元的上下文</translation>
    </message>
    <message>
        <source>{count}K context</source>
        <translation>{count}K 上下文</translation>
    </message>
    <message>
        <source>The speeds are estimates, not measured here: they assume {figures}.</source>
        <translation>速度是估计值，没有在这里测量：假定{figures}。</translation>
    </message>
    <message>
        <source>The speeds follow from bandwidths measured on this machine.</source>
        <translation>速度依据在这台电脑上测得的带宽。</translation>
    </message>
    <message>
        <source>{first}, {more}</source>
        <translation>{first}，以及{more}</translation>
    </message>
    <message>
        <source>{rate} {what}</source>
        <translation>{what}为 {rate}</translation>
    </message>
    <message>
        <source>The GPU lacks {size} of free memory for the parts that must lie on it before any expert does, so it is not used.</source>
        <translation>显卡还缺 {size} 的空闲显存来放置专家之前必须放入的部分，因此没有使用显卡。</translation>
    </message>
    <message>
        <source>The GPU lacks {size} of free memory for the parts that must lie on it before any expert does, so it is not used; it would be used {way}.</source>
        <translation>显卡还缺 {size} 的空闲显存来放置专家之前必须放入的部分，因此没有使用显卡；{way}时会使用它。</translation>
    </message>
    <message>
        <source>with {context}</source>
        <translation>用 {context}</translation>
    </message>
    <message>
        <source>as {scheme}</source>
        <translation>用 {scheme}</translation>
    </message>
    <message>
        <source>as {scheme} with {context}</source>
        <translation>用 {scheme} 和 {context}</translation>
    </message>
    <message>
        <source>Other programs hold {held} of the {total} of {name}; with them closed, {then} instead of {now} experts per layer would lie on it.</source>
        <translation>其他程序占用了 {name} 的 {total} 中的 {held}；关闭它们后，每层可放 {then} 个专家，而现在是 {now} 个。</translation>
    </message>
    <message>
        <source>inside the card, half of it reached</source>
        <translation>显卡内部（达到一半）</translation>
    </message>
    <message>
        <source>from RAM with a recent processor</source>
        <translation>从内存读取（较新的处理器）</translation>
    </message>
    <message>
        <source>from disk</source>
        <translation>从磁盘读取</translation>
    </message>
    <message>
        <source>to the card</source>
        <translation>传到显卡</translation>
    </message>
    <message>
        <source>{size} of experts stay on disk and are read when they are needed, so keep the model on a fast drive.</source>
        <translation>有 {size} 的专家留在磁盘上，需要时才读取，请把模型放在快速的磁盘上。</translation>
    </message>
    <message>
        <source>{name} is used.</source>
        <translation>使用 {name}。</translation>
    </message>
    <message>
        <source>{name} is integrated: it shares the machine&apos;s RAM and is not used.</source>
        <translation>{name} 是集成显卡：它与电脑共用内存，没有使用。</translation>
    </message>
    <message>
        <source>{name} is not used: the engine runs on NVIDIA cards and on the CPU.</source>
        <translation>没有使用 {name}：引擎在 NVIDIA 显卡和 CPU 上运行。</translation>
    </message>
    <message>
        <source>{name} does not tell how much of its memory is free and is not used.</source>
        <translation>{name} 不报告空闲显存，没有使用。</translation>
    </message>
    <message>
        <source>{name} has {size} free and is not used: a model runs on one card.</source>
        <translation>{name} 有 {size} 空闲，没有使用：一个模型只在一块显卡上运行。</translation>
    </message>
    <message>
        <source>{name} is there, but runs on the driver {driver}; install NVIDIA&apos;s own driver to use it.</source>
        <translation>有 {name}，但它用的驱动是 {driver}；要使用它，请安装 NVIDIA 自己的驱动。</translation>
    </message>
    <message>
        <source>{name} is there, but runs on the driver that came with the system; install NVIDIA&apos;s own driver to use it.</source>
        <translation>有 {name}，但它用的是系统自带的驱动；要使用它，请安装 NVIDIA 自己的驱动。</translation>
    </message>
    <message>
        <source>{name} is there, but nvidia-smi does not tell how much of its memory is free, so it is not used; install NVIDIA&apos;s driver tools, or restart the machine if the driver has just been updated.</source>
        <translation>有 {name}，但 nvidia-smi 没有报告空闲显存，因此没有使用；请安装 NVIDIA 的驱动工具，若驱动刚更新过，请重启电脑。</translation>
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
        <source>{0} of free disk are missing ({1} are needed, {2} are free)</source>
        <translation>可用磁盘还差 {0}（需要 {1}，可用 {2}）</translation>
    </message>
    <message>
        <source>{0} of GPU memory are missing ({1} are needed, {2} are free)</source>
        <translation>显存还差 {0}（需要 {1}，可用 {2}）</translation>
    </message>
    <message>
        <source>Fits with {0}: {1}; about {2} tokens per second with Diffusion.</source>
        <translation>{0}放得下：{1}；扩散解码约 {2} 词元/秒。</translation>
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
        <source>{0} of experts in RAM ({1} of RAM in all)</source>
        <translation>{0} 的专家在内存中（共占用内存 {1}）</translation>
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
