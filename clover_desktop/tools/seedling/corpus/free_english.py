"""Grammars of English free text: stories, lists, descriptions, explanations, letters, poems."""

from random import Random

from clover_desktop.tools.seedling.corpus.grammar import capitalised, choose, pick, render, words
from clover_desktop.tools.seedling.corpus.values import Example

_ANIMALS = words(
    "fox|cat|dog|bear|owl|mouse|rabbit|hedgehog|horse|duck|frog|wolf|squirrel|turtle|crow|"
    "elephant|penguin|goat|bee|lion"
)
_NAMES = words("Mia|Tom|Lena|Ben|Ruby|Max|Nora|Sam|Ivy|Leo|Ella|Finn|Rosa|Otto|Lily|Hugo")
_PLACES = words(
    "the forest|the village|the hills|the old town|the river|the harbour|the garden|"
    "the mountains|the lake|the market|the island|the desert"
)
_THINGS = words(
    "a golden key|a small lamp|an old map|a red kite|a lost letter|a blue stone|a silver bell|"
    "a wooden boat|a strange book|a warm scarf|a tiny seed|a broken clock"
)
_PEOPLE = words("baker|sailor|teacher|painter|gardener|farmer|clockmaker|king|queen|child")

_STORY = (
    "[Once upon a time|Long ago|One day|Last winter|Some years ago], a [young|clever|shy|brave|"
    "curious|lazy] {hero} named {name} lived [near|not far from|close to] {place}.",
    "[Every morning|Each day|On most days], {name} [went for a walk|looked for food|sat in the sun|"
    "sang a song|watched the clouds] and [dreamed of|thought about|longed for] [far lands|a friend|"
    "the sea|warm bread|a big adventure].",
    "[One evening|Then one day|On a rainy morning|On a cold night], {name} found {thing} [under a "
    "tree|beside the road|behind a wall|in the tall grass|at the door].",
    '"[What is this?|Who lost this?|How strange!|How lovely!]" [said|asked|cried|whispered] '
    "{name}. [Nobody answered.|Only the wind answered.|A small voice answered.|All was quiet.]",
    "[So|Then|At once|Soon] {name} [asked|met|visited|woke] {friend}, a [kind|wise|grumpy|merry|"
    "tired] {other}, who [knew the way|told a secret|laughed and nodded|wanted to help|had seen it "
    "before].",
    "[Together|Side by side|Step by step], they [crossed|searched|walked through|looked all over] "
    "{place2} [until the moon rose|for three days|in the rain|without a rest|and sang all the "
    "way].",
    "[It was not easy|They were cold and hungry|Many times they got lost|A storm came up], but "
    "{name} [did not give up|had a plan|stayed calm|kept going].",
    "[In the end|At last|Finally], they [gave {it} back to its owner|hid {it} in a safe place|"
    "found out what {it} was for|shared {it} with everyone], and [all were glad|there was a feast|"
    "the whole village danced|nobody was alone any more].",
    "[From that day on|Since then|Ever after], {name} and {friend} [were good friends|met every "
    "week|shared their bread|told this story again and again].",
)

_LISTS: dict[str, str] = {
    "a rainy day": "read a book|bake a cake|build a tent from blankets|write a letter|sort old "
    "photos|learn a song|play cards|draw a map|cook a soup|call a friend",
    "a birthday party": "hang up paper lamps|bake a chocolate cake|play a treasure hunt|sing "
    "together|make paper hats|invite a magician|dance in the garden|take a group photo|tell "
    "stories|fly balloons",
    "healthy food": "eat an apple|cook lentils|drink more water|try dark bread|add nuts to your "
    "lunch|make a green salad|use less sugar|grow herbs|steam your vegetables|eat slowly",
    "saving money": "cook at home|make a shopping list|mend old clothes|ride a bicycle|sell what "
    "you "
    "do not need|compare prices|drink tap water|use the library|turn off the lights|plan each week",
    "a gift": "a warm scarf|a good book|a plant in a pot|home-made jam|a box of tea|a photo in a "
    "frame|a ticket for a concert|a wooden toy|a set of pencils|a day at the sea",
    "learning a language": "read one page a day|write a diary|listen to songs|talk to yourself|"
    "label "
    "things at home|learn ten words a day|watch short films|find a partner|repeat aloud|play word "
    "games",
    "a garden": "plant tomatoes|build a bird house|sow wild flowers|put up a bench|dig a small "
    "pond|"
    "grow mint|hang a hammock|collect rain water|paint the fence|plant a pear tree",
    "the weekend": "walk in the hills|visit a museum|sleep long|meet old friends|clean the bicycle|"
    "try a new recipe|swim in a lake|take a train to a new town|plant flowers|play chess",
    "a small office": "put a plant on each desk|use warm light|open the windows often|keep the "
    "tables "
    "clear|share a coffee machine|hang up a big calendar|label the drawers|make a quiet corner|add "
    "soft chairs|use both sides of paper",
    "a school project": "build a bridge from paper|measure the rain|draw a family tree|make a "
    "small "
    "newspaper|count birds|grow beans|film an interview|make a model of the town|write a play|map "
    "the stars",
    "better sleep": "go to bed early|read a quiet book|keep the room cool|drink warm milk|put the "
    "phone away|take a walk in the evening|write down your worries|use dark curtains|eat a light "
    "supper|listen to soft music",
    "a picnic": "pack fresh bread|take cold lemonade|choose a shady place|bring a blanket|slice a "
    "melon|play ball|watch the clouds|take a guitar|bake small pies|collect leaves",
}

_SUBJECTS: dict[str, tuple[str, str, str]] = {
    # subject: what one sees; what one hears or smells; what people do
    "the sea": (
        "waves roll to the beach|the water is green and blue|white ships pass far away",
        "gulls cry above the rocks|the wind tastes of salt|the surf roars all night",
        "children build castles of sand|fishermen mend their nets|people walk along the shore",
    ),
    "the forest": (
        "tall trees stand close together|moss covers the stones|light falls through the leaves",
        "a woodpecker knocks far away|it smells of earth and needles|branches creak in the wind",
        "people look for mushrooms|children follow the path|a ranger counts the deer",
    ),
    "the market": (
        "red tomatoes lie beside green beans|tables are full of fruit|bright cloths hang in rows",
        "sellers call out their prices|it smells of bread and cheese|music plays at the corner",
        "old friends meet for coffee|cooks choose their fish|children taste the cherries",
    ),
    "a mountain": (
        "snow lies on the top|grey rocks rise to the sky|a path winds up the slope",
        "cow bells ring in the valley|the air is thin and clear|stones fall with a dull sound",
        "climbers rest at the hut|hikers look at the view|a shepherd leads his sheep",
    ),
    "a city": (
        "high houses line the streets|lights shine in a thousand windows|trams cross the bridges",
        "cars hum day and night|it smells of rain and coffee|bells ring at noon",
        "people hurry to work|tourists take pictures|students sit on the steps",
    ),
    "a library": (
        "shelves reach to the ceiling|green lamps stand on the tables|dust dances in the light",
        "pages rustle softly|it smells of old paper|a clock ticks on the wall",
        "students write their notes|a boy looks for adventure books|the librarian stamps a card",
    ),
    "winter": (
        "snow covers the roofs|ice shines on the pond|the trees are bare and black",
        "the snow creaks under your boots|smoke rises from the chimneys|it is very quiet",
        "children ride their sledges|people drink hot tea|birds come to the window",
    ),
    "spring": (
        "the first flowers open|the meadows turn green|the days grow longer",
        "birds sing before sunrise|it smells of fresh grass|bees hum in the trees",
        "people open their windows|farmers sow their fields|children play outside again",
    ),
    "a kitchen": (
        "copper pots hang on the wall|herbs stand in the window|flour covers the table",
        "soup simmers on the stove|it smells of onions and butter|a kettle whistles",
        "a cook cuts the carrots|a child licks the spoon|everyone waits for dinner",
    ),
    "a train ride": (
        "fields fly past the window|small stations come and go|a river follows the track",
        "the wheels sing on the rails|a whistle sounds|coffee steams in paper cups",
        "travellers read or sleep|a girl counts the bridges|the guard checks the tickets",
    ),
    "a cat": (
        "its fur is soft and striped|its eyes shine in the dark|it sits on the window sill",
        "it purrs when it is happy|it walks without a sound|it calls for its supper",
        "it hunts a ball of wool|it sleeps all the afternoon|it greets the guests at the door",
    ),
    "bread": (
        "the crust is brown and hard|the inside is soft and white|seeds cover the top",
        "it smells of warm grain|the crust cracks when it cools|butter melts on a slice",
        "bakers knead the dough at night|families share it at the table|it rests before the oven",
    ),
}
_DESCRIPTION = (
    "[There is nothing like|I like|Let me tell you about|Many people love] {subject}.",
    "[First of all|On a good day|When you look closely|At first sight], {see}[, and| and] {see2}.",
    "[Now and then|All the time|If you wait a while|In the evening], {hear}, [while|and] {hear2}.",
    "[Here|There|As always], {people}[.|, and nobody is in a hurry.|, and time goes by slowly.]",
    "[Sometimes|Later|A little later|Then] {people2}, [and the day ends well|and all is well|and "
    "you feel at home|and you forget your worries].",
    "[That is why|So] {subject} [is worth a second look|stays in my mind|makes many people happy|"
    "is "
    "never boring].",
)

_WHY: dict[str, tuple[str, ...]] = {
    "Why is the sky blue?": (
        "[Sunlight|The light of the sun] [is a mix of|holds] all colours.",
        "[In the air|Up there], [tiny particles|small molecules] [scatter|throw about] the light.",
        "Blue light is scattered [much more|far more strongly] than red light.",
        "[So|That is why] [we see blue|the sky looks blue] [in every direction|wherever we look].",
        "[In the evening|At sunset] the way through the air is [longer|very long], and [red is "
        "left|only red gets through].",
    ),
    "Why do we sleep?": (
        "[While we sleep|During sleep], the body [rests|mends itself|gathers strength].",
        "The brain [sorts|orders] [what we saw|the day] and [keeps|stores] what matters.",
        "[Without sleep|If we sleep too little], we [become slow|make mistakes|feel ill].",
        "Most [adults|people] need [seven to eight|about eight] hours [a night|each night].",
        "[Children|Babies] need [much more|even more], [because they grow|as they are growing].",
    ),
    "How does rain form?": (
        "The sun [warms|heats] [the sea|lakes and rivers], and water [rises|goes up] as vapour.",
        "[High up|In the sky] the air is [cold|cooler], and the vapour [turns into|becomes] drops.",
        "[Many drops|Millions of drops] together [make|form] a cloud.",
        "When the drops [grow too heavy|become heavy], they [fall|come down] as rain.",
        "[Then|After that] [the water flows back to the sea|it all begins again].",
    ),
    "How do plants grow?": (
        "A plant [begins|starts] as a [seed|small seed] in the [soil|earth].",
        "[With water and warmth|When it is warm and wet], a root [comes out|grows down].",
        "[Then|Soon] a [stem|shoot] [looks for|grows towards] the light.",
        "The [green leaves|leaves] [make sugar|make food] from [light, water and air|sunlight].",
        "[So|In this way] the plant [grows|gets bigger] [day by day|week after week].",
    ),
    "Why are there seasons?": (
        "The axis of the earth is [tilted|not upright].",
        "[In summer|For half of the year] our half [leans towards|is turned to] the sun.",
        "[Then|So] the days are [long|longer] and the sun stands [high|higher].",
        "[In winter|Half a year later] it [leans away|is turned away], and [it gets cold|days are "
        "short].",
        "[Spring and autumn|The other seasons] lie [between|in the middle].",
    ),
    "How does a bicycle work?": (
        "[You push|The rider pushes] the pedals with [both|the] feet.",
        "The chain [carries|takes] the force to the back wheel.",
        "With gears [you can|it is possible to] go [uphill|up a hill] [slowly|with less force].",
        "[The brakes|Two brakes] [press|rub] on the wheels and [slow it down|make it stop].",
        "[While it rolls|At speed], it [stays upright|does not fall] [by small turns of the "
        "bar|quite easily].",
    ),
    "What is a computer?": (
        "A computer is a machine that [works with|handles] [numbers|data].",
        "[The processor|Its processor] [does the sums|follows the commands] [one after the other|"
        "step by step].",
        "The memory [keeps|holds] what is needed [now|at the moment].",
        "The disk [keeps|stores] [files|everything] when the power is [off|gone].",
        "[Programs tell|A program tells] it [what to do|each step].",
    ),
    "Why is the sea salty?": (
        "Rain [washes|takes] [a little|small amounts of] salt out of the [rocks|stones].",
        "Rivers [carry|bring] [it|this salt] to the sea.",
        "The sun [takes|lifts] the water [away|up] again, but the salt [stays|is left].",
        "[Over millions of years|In a very long time], [more and more|a lot of] salt [came "
        "together|gathered].",
        "[Today|Now] a litre [holds|has] about 35 grams.",
    ),
}

_LETTER = (
    "Dear {name},",
    "[thank you for|I was glad about|I am happy about] your [letter|card|call|visit].",
    "[Here all is well|We are all fine|Life is quiet here], [but it rains a lot|and the garden is "
    "in "
    "bloom|and the days are long|though the house is cold].",
    "[Last week|Yesterday|On Sunday] [I met|we visited|I saw] {friend}, [who sends greetings|who "
    "still paints|who has a new dog|who asked about you].",
    "[Next month|In spring|Soon] we want to [travel to|visit|see] {place}. [Will you come with us?|"
    "Do you want to come?|There is room for you.]",
    "[Please write soon|Tell me your news|Take care of yourself]!",
    "[Yours|Love|Best wishes], {friend2}",
)
_POEM = (
    "[The night is|The day is|The wind is|The rain is] [soft|near|clear|here],",
    "[a little|the silver|the quiet|the golden] [star|moon|bird|leaf] [I hear|I see|I know|is "
    "near].",
    "[It sings|It shines|It falls|It waits] [above|beside|beyond] {place},",
    "[and leaves|and brings|and gives] [a smile on|a light to|a dream for] every face.",
    "[O {subject}|My {subject}|Dear {subject}], [so old and new|so far, so true|so green, so "
    "blue],",
    "[my heart|my song|my thought] [will stay|will sing|will go] with you.",
)
_POEM_SUBJECTS = words("moon|river|star|tree|summer|rain|garden|ocean|clover|bird")
_DIALOGUE = (
    "{name}: [Good morning|Hello|Hi], {friend}! [How are you|Where are you going|What is new]?",
    "{friend}: [I am fine|Not bad|I am in a hurry]. [I am looking for {thing}|I lost {thing}|I "
    "want to "
    "buy {thing}].",
    "{name}: [Did you look|Have you been|Did you ask] [at the market|in the garden|at the station|"
    "behind the door]?",
    "{friend}: [Not yet|Yes, twice|No, I forgot]. [Come with me|Can you help me|Do you have time]!",
    "{name}: [Of course|Gladly|Why not]. [Let us go|Wait a moment|I take my coat].",
    "{friend}: [Thank you|You are a friend|How kind]. [Then we drink tea|I bring the cake|Today "
    "is my "
    "lucky day].",
)


def _story(rng: Random) -> Example:
    hero = choose(rng, _ANIMALS + _PEOPLE)
    name, friend = pick(rng, _NAMES, 2)
    place, place2 = pick(rng, _PLACES, 2)
    thing = choose(rng, _THINGS)
    slots = {
        "hero": hero,
        "name": name,
        "friend": friend,
        "place": place,
        "place2": place2,
        "thing": thing,
        "it": "the " + thing.split(" ", 1)[1],
        "other": choose(rng, _ANIMALS),
    }
    sentences = [render(rng, line, slots) for line in _STORY]
    dropped = int(rng.random() * 3)
    for _ in range(dropped):
        # The first and the last two carry the tale; the middle may be shorter.
        sentences.pop(1 + int(rng.random() * (len(sentences) - 3)))
    text = " ".join(sentences)
    article = "an" if hero[0] in "aeiou" else "a"
    prompt = render(
        rng,
        "[Tell me a|Write a|Tell a|I want a|Please write a|Can you tell me a] [story|short story|"
        "little story|tale|bedtime story] about {hero}[.|.||, please.]",
        {"hero": f"{article} {hero}"},
    )
    thought = f"A story about {article} {hero}. I need a name, a place and an ending."
    return Example(prompt, text, thought)


def _list(rng: Random) -> Example:
    subject = choose(rng, tuple(_LISTS))
    word, count = choose(rng, (("three", 3), ("four", 4), ("five", 5), ("six", 6), ("five", 5)))
    items = pick(rng, _LISTS[subject].split("|"), count)
    lines = [f"{place}. {capitalised(item)}." for place, item in enumerate(items, 1)]
    slots = {"word": word, "subject": subject}
    intro = render(rng, "[Here are|These are|I have] {word} ideas for {subject}:", slots)
    prompt = render(
        rng,
        "[List|Give me|Write|Name|Find|I need] {word} ideas for {subject}[.|.|]",
        slots,
    )
    thought = f"A list of {word} ideas for {subject}."
    return Example(prompt, "\n".join([intro, *lines]), thought)


def _description(rng: Random) -> Example:
    subject = choose(rng, tuple(_SUBJECTS))
    see, hear, people = (part.split("|") for part in _SUBJECTS[subject])
    slots = {"subject": subject}
    slots["see"], slots["see2"] = pick(rng, see, 2)
    slots["hear"], slots["hear2"] = pick(rng, hear, 2)
    slots["people"], slots["people2"] = pick(rng, people, 2)
    text = " ".join(capitalised(render(rng, line, slots)) for line in _DESCRIPTION)
    prompt = render(
        rng,
        "[Describe|Write about|Write a text about|Tell me about|Write something about|Please "
        "describe|Write a few lines about|Say something about] {subject}[.|.|]",
        slots,
    )
    return Example(prompt, text, f"A description of {subject}: what one sees, hears and does.")


def _explanation(rng: Random) -> Example:
    question = choose(rng, tuple(_WHY))
    text = " ".join(capitalised(render(rng, line)) for line in _WHY[question])
    lowered = question[0].lower() + question[1:]
    prompt = render(
        rng,
        "[{q}|{q}|Please explain: {l}|Can you explain: {l}|Explain to a child: {l}|I wonder: {l}]",
        {"q": question, "l": lowered},
    )
    return Example(prompt, text, "An explanation in simple words, step by step.")


def _letter(rng: Random) -> Example:
    name, friend, friend2 = pick(rng, _NAMES, 3)
    slots = {"name": name, "friend": friend, "friend2": friend2, "place": choose(rng, _PLACES)}
    lines = [capitalised(render(rng, line, slots)) for line in _LETTER]
    text = "\n".join([lines[0], " ".join(lines[1:-1]), lines[-1]])
    prompt = render(
        rng,
        "[Write a letter|Write a short letter|Write a friendly letter|Please write a letter|Write "
        "a "
        "card] to {name}[.|.|]",
        slots,
    )
    return Example(prompt, text, f"A friendly letter to {name} with news and a greeting.")


def _poem(rng: Random) -> Example:
    subject = choose(rng, _POEM_SUBJECTS)
    slots = {"subject": subject, "place": choose(rng, _PLACES)}
    text = "\n".join(capitalised(render(rng, line, slots)) for line in _POEM)
    prompt = render(
        rng,
        "[Write a poem|Write a short poem|Write a little poem|I want a poem|Please write a poem|A "
        "poem] about the {subject}[.|.|]",
        slots,
    )
    return Example(prompt, text, f"A short poem about the {subject}.")


def _dialogue(rng: Random) -> Example:
    name, friend = pick(rng, _NAMES, 2)
    slots = {"name": name, "friend": friend, "thing": choose(rng, _THINGS)}
    text = "\n".join(render(rng, line, slots) for line in _DIALOGUE)
    prompt = render(
        rng,
        "[Write a dialogue|Write a short dialogue|Write a talk|Invent a dialogue|A dialogue "
        "please] "
        "between {name} and {friend}[.|.|]",
        slots,
    )
    return Example(prompt, text, f"{name} and {friend} meet and talk.")


MAKERS = (
    _story,
    _story,
    _story,
    _list,
    _list,
    _description,
    _description,
    _explanation,
    _letter,
    _poem,
    _dialogue,
)


def example(rng: Random) -> Example:
    return choose(rng, MAKERS)(rng)
