"""Sentences of invented documents, with the questions they answer.

One fact a paragraph: the sentence, then lines `slot > question; question`. Slots named in
`entities.MAKERS` are drawn anew; the others come from the word lists below.
"""

from clover_desktop.tools.seedling.corpus.grammar import words

ENGLISH_WORDS: dict[str, tuple[str, ...]] = {
    "role": words(
        "manager|director|tenant|landlord|buyer|seller|chairman|treasurer|secretary|engineer|"
        "architect|doctor|lawyer|witness|driver|editor|auditor|inspector|nurse|owner|gardener|"
        "contact person|project leader|head of sales|accountant|consultant|supplier|librarian|"
        "trainer|translator|photographer|referee|head cook|night guard|deputy"
    ),
    "item": words(
        "rent|deposit|repair|new roof|printer|licence|ticket|machine|garden fence|insurance|"
        "training|software|furniture|travel|cleaning|heating|catering|paint|boiler|bus trip|"
        "advertising|security system|lift|survey|hall|equipment|transport|storage|website|"
        "legal advice|piano|sound system|bicycle shed|first payment|second payment|fine"
    ),
    "event": words(
        "meeting|inspection|delivery|concert|exam|opening|training day|hearing|party|interview|"
        "conference|move|exhibition|auction|summer festival|wedding|board meeting|fire drill|"
        "handover|kick-off|book fair|school trip|workshop|election|review|audit|market|"
        "vaccination|site visit|lecture"
    ),
    "subject": words(
        "late payment|notice|liability|data protection|repairs|subletting|pets|parking|"
        "confidentiality|delivery times|warranty|insurance|termination|damages|holidays|overtime|"
        "travel costs|noise|keys|returns|taxes|disputes|quality|samples"
    ),
    "thing": words(
        "archive|warehouse|main office|museum|laboratory|new branch|factory|workshop|library|"
        "depot|training centre|garage|head office|data centre|kitchen|call centre"
    ),
}

CHINESE_WORDS: dict[str, tuple[str, ...]] = {
    "role": words(
        "经理|主任|租客|房东|买方|卖方|主席|会计|秘书|工程师|设计师|医生|律师|证人|司机|编辑|"
        "审计员|检查员|护士|园丁|联系人|项目负责人|销售主管|顾问|供应商|教练|翻译|摄影师|裁判|"
        "厨师长"
    ),
    "item": words(
        "房租|押金|修理费|新屋顶|打印机|许可证|门票|机器|保险|培训|软件|家具|差旅|清洁|暖气|餐费|"
        "油漆|锅炉|广告|电梯|场地|设备|运输|仓储|网站|钢琴|音响|第一笔付款|第二笔付款|罚款"
    ),
    "event": words(
        "会议|检查|交货|音乐会|考试|开业|培训|听证会|聚会|面试|大会|搬迁|展览|拍卖|婚礼|演习|"
        "交接|书展|春游|选举|评审|审计|集市|讲座|参观"
    ),
    "subject": words(
        "逾期付款|通知|责任|数据保护|维修|转租|宠物|停车|保密|交货时间|保修|保险|终止|赔偿|休假|"
        "加班|差旅费|噪音|钥匙|退货|税款|争议|质量|样品"
    ),
    "thing": words(
        "档案室|仓库|总部|博物馆|实验室|新分店|工厂|车间|图书馆|培训中心|车库|数据中心|食堂|"
        "客服中心"
    ),
}

ENGLISH_FACTS = """
The [contract|agreement] was signed on {date} in {place}.
date > When was the contract signed?; On which date was the contract signed?; Date of signing?
place > Where was the contract signed?; In which town was the contract signed?

The {role} is {name}.
name > Who is the {role}?; What is the {role}'s name?; Name of the {role}?

{name} [works as|was chosen as|is the new] {role}.
name > Who is the {role}?; What is the name of the {role}?; Which person is the {role}?

The {item} costs {amount}.
amount > How much does the {item} cost?; Price of the {item}?; What does the {item} cost?

We paid {amount} for the {item}.
amount > How much was paid for the {item}?; What did we pay for the {item}?; Amount for the {item}?

The [budget|sum] for the {item} is {amount}.
amount > How high is the sum for the {item}?; How much is there for the {item}?

The {event} [takes place|will be held|is planned] on {date}.
date > When is the {event}?; On which date is the {event}?; What is the date of the {event}?

The {event} will be in {place}, in {room}.
place > Where is the {event}?; In which town is the {event}?
room > In which room is the {event}?; Which room is the {event} in?

The {event} in {place} was moved to {date}.
date > To which date was the {event} moved?; When is the {event}?
place > Where is the {event}?; In which town is the {event}?

[According to|Under] {clause}, the {role} answers for {subject}.
clause > Which clause is about {subject}?; Where do I find {subject}?; In which clause is {subject}?

[For {subject}, see {clause}|The rule for {subject} is {clause}|{clause} is about {subject}].
clause > Which clause is about {subject}?; Where do I find {subject}?; In which clause is {subject}?

The {thing} [is|lies|stands] in {place}.
place > Where is the {thing}?; In which town is the {thing}?; What is the place of the {thing}?

The {thing} moves to {place} on {date}.
place > Where does the {thing} move to?; In which town will the {thing} be?
date > When does the {thing} move?; On which date does the {thing} move?

The [customer|client] is {company}.
company > Which company is the customer?; Who is the customer?; Name of the customer?

{company} delivers the {item}.
company > Which company delivers the {item}?; Who delivers the {item}?

{company} from {place} sent the invoice {reference}.
reference > What is the invoice number?; Which number has the invoice?; Invoice number?
company > Which company sent the invoice?; Who sent the invoice?
place > Where is the sender of the invoice from?

The invoice must be paid by {date}.
date > By when must the invoice be paid?; When is the invoice due?; Due date of the invoice?

The phone number of the {role} is {phone}.
phone > What is the phone number of the {role}?; Phone number of the {role}?

{name} wrote the [minutes|report].
name > Who wrote the text?; What is the name of the writer?

{name} joined on {date} and lives in {place}.
name > Who joined?; Which person joined?
date > When did {name} join?; On which date did {name} join?
place > Where does {name} live?; In which town does {name} live?

{name} will call {name2} about the {item}.
name > Who will call about the {item}?; Which person calls about the {item}?
name2 > Who will be called about the {item}?; Whom will {name} call?

The order has the number {reference}.
reference > What is the order number?; Which number has the order?; Order number?

The work starts on {date} and ends on {date2}.
date > When does the work start?; What is the first day of the work?; Start of the work?
date2 > When does the work end?; What is the last day of the work?; End of the work?

The price rose from {amount} to {amount2}.
amount > What was the price before?; What was the old price?
amount2 > What is the price now?; What is the new price?

{name} sits in {room}.
room > In which room is {name}?; Where does {name} sit?; Which room has {name}?
name > Who sits in {room}?; Who is in {room}?
"""

CHINESE_FACTS = """
合同于{date}在{place}签订。
date > 合同是什么时候签订的？; 合同哪天签订？; 签订日期是哪天？
place > 合同在哪里签订？; 合同是在什么地方签订的？

{role}是{name}。
name > {role}是谁？; {role}叫什么名字？; 谁是{role}？

{name}[担任|被选为|是新的]{role}。
name > {role}是谁？; {role}叫什么名字？; 谁是{role}？

{item}的[价格|金额]是{amount}。
amount > {item}多少钱？; {item}的价格是多少？; {item}要多少钱？

我们为{item}付了{amount}。
amount > {item}付了多少钱？; {item}多少钱？; {item}的金额是多少？

{item}的预算为{amount}。
amount > {item}的预算是多少？; {item}有多少预算？

{event}[定于|将在]{date}举行。
date > {event}是什么时候？; {event}在哪天？; {event}的日期是哪天？

{event}在{place}的{room}举行。
place > {event}在哪里举行？; {event}在什么地方？
room > {event}在哪个房间？; {event}在几号房间？

{place}的{event}改到{date}。
date > {event}改到哪天？; {event}是什么时候？
place > {event}在哪里举行？; {event}在什么地方？

根据{clause}，{role}对{subject}负责。
clause > 哪一条讲{subject}？; {subject}在第几条？; 哪条规定了{subject}？

{subject}[见|按照]{clause}。
clause > 哪一条讲{subject}？; {subject}在第几条？; 哪条规定了{subject}？

{thing}[位于|设在]{place}。
place > {thing}在哪里？; {thing}在什么地方？; {thing}位于哪里？

{thing}将于{date}搬到{place}。
place > {thing}搬到哪里？; {thing}搬到什么地方？
date > {thing}什么时候搬？; {thing}哪天搬？

客户是{company}。
company > 客户是谁？; 客户是哪家公司？; 哪家公司是客户？

{company}提供{item}。
company > 谁提供{item}？; 哪家公司提供{item}？

{place}的{company}寄来了发票{reference}。
reference > 发票号是多少？; 发票的编号是什么？
company > 谁寄来了发票？; 哪家公司寄来了发票？
place > 寄发票的公司在哪里？

发票应在{date}之前付清。
date > 发票最晚什么时候付？; 发票的付款日期是哪天？; 发票哪天到期？

{role}的电话是{phone}。
phone > {role}的电话是多少？; {role}的电话号码是什么？

{name}写了这份记录。
name > 谁写了记录？; 记录是谁写的？

{name}于{date}加入，住在{place}。
name > 谁加入了？; 加入的人是谁？
date > {name}什么时候加入？; {name}哪天加入的？
place > {name}住在哪里？; {name}住在什么地方？

{name}会打电话给{name2}谈{item}。
name > 谁会打电话谈{item}？; 打电话的人是谁？
name2 > {name}会打电话给谁？; 谁会接到电话？

订单号是{reference}。
reference > 订单号是多少？; 订单的编号是什么？

工程从{date}开始，到{date2}结束。
date > 工程什么时候开始？; 工程哪天开始？
date2 > 工程什么时候结束？; 工程哪天结束？

价格从{amount}涨到{amount2}。
amount > 原来的价格是多少？; 以前的价格是多少？
amount2 > 现在的价格是多少？; 新的价格是多少？

{name}在{room}办公。
room > {name}在哪个房间？; {name}在几号房间办公？
name > 谁在{room}办公？; 在{room}的是谁？
"""

# Openings and closings of documents; their values are distractors.
ENGLISH_FRAMES: tuple[tuple[str, str, str], ...] = (
    ("contract", "Contract between {company} and {company2}.", "Both sides have a copy."),
    ("contract", "This agreement binds {name} and {name2}.", "Changes need the written form."),
    ("letter", "Dear [Mrs|Mr] {name}, thank you for your letter.", "Kind regards, {name2}"),
    ("letter", "{place}, {date}. Dear {name},", "Yours sincerely, {name2}"),
    ("email", "Hello {name},", "Best wishes, {name2}"),
    ("email", "Dear all, here is the news.", "See you soon, {name}"),
    ("minutes", "Minutes of {date}. Present: {name}, {name2}.", "The meeting ended at noon."),
    ("minutes", "Minutes. [All members|Most members] were there.", "Nobody had questions."),
    ("report", "Report of {company}, {date}.", "The next report follows in spring."),
    ("report", "This is the report for the year.", "We thank everyone for the good work."),
    ("note", "Note:", ""),
    ("note", "For the file {reference}:", "Please keep this note."),
    ("text", "", ""),
)
CHINESE_FRAMES: tuple[tuple[str, str, str], ...] = (
    ("合同", "{company}与{company2}之间的合同。", "双方各有一份。"),
    ("合同", "本协议由{name}和{name2}签订。", "修改需要书面形式。"),
    ("信", "尊敬的{name}，谢谢您的来信。", "此致，{name2}"),
    ("信", "{name}，您好：", "祝好，{name2}"),
    ("邮件", "{name}，你好！", "{name2}"),
    ("邮件", "大家好，有几件事告诉大家。", "再见，{name}"),
    ("会议记录", "{date}会议记录。出席：{name}、{name2}。", "会议中午结束。"),
    ("会议记录", "会议记录。[所有|大部分]成员到会。", "没有人提问。"),
    ("报告", "{company}报告，{date}。", "下一份报告春天发布。"),
    ("报告", "这是今年的报告。", "感谢大家的工作。"),
    ("便条", "便条：", ""),
    ("便条", "档案{reference}：", "请保留这张便条。"),
    ("短文", "", ""),
)

ENGLISH_FILLERS = (
    "The weather was good.",
    "Everything else stays as it is.",
    "There were no complaints.",
    "Please read this with care.",
    "The list of guests is still open.",
    "More details will follow.",
    "All members agree.",
    "The old rules no longer apply.",
)
CHINESE_FILLERS = (
    "天气很好。",
    "其他内容不变。",
    "没有人提出意见。",
    "请仔细阅读。",
    "更多消息以后通知。",
    "所有成员都同意。",
    "旧的规定不再有效。",
)

ENGLISH_LAYOUTS = (
    "{text}\n\n{question}",
    "{text}\n\n{question}",
    "{question}\n\n{text}",
    "Text: {text}\nQuestion: {question}",
    "Question: {question}\nText: {text}",
    'Read this {document}: "{text}" {question}',
    '{question}\n"{text}"',
    "Here is a {document}:\n{text}\n\n{question}",
    "{document}:\n{text}\n\nQuestion: {question}",
    "{text}\n{question}",
)
CHINESE_LAYOUTS = (
    "{text}\n\n{question}",
    "{text}\n\n{question}",
    "{question}\n\n{text}",
    "文本：{text}\n问题：{question}",
    "问题：{question}\n文本：{text}",
    "请读这份{document}：“{text}”{question}",
    "{question}\n“{text}”",
    "下面是一份{document}：\n{text}\n\n{question}",
    "{document}：\n{text}\n\n问题：{question}",
    "{text}\n{question}",
)
