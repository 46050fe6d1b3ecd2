"""English free text: stories, descriptions, lists, explanations, letters, a poem.

`TEXTS` holds (prompt wordings, thought, answer). A slot such as `{animal}` takes a word of the
pool of that name, the same wherever it stands; `{animal2}` takes another word of that pool.
"""

from clover_desktop.tools.seedling.corpus.grammar import words

# Single common words, so that no choice moves the words behind it; none starts with a vowel
# where the text has "a" before it.
POOLS: dict[str, tuple[str, ...]] = {
    "animal": words("fox|cat|dog|bear|mouse|horse"),
    "name": words("Mia|Tom|Ben|Nora|Sam|Leo"),
    "place": words("forest|village|lake|market|river|harbour"),
    "thing": words("key|lamp|map|bell|book|kite"),
    "person": words("farmer|baker|sailor|teacher"),
    "colour": words("red|blue|green|white|yellow"),
    "time": words("morning|evening|summer|winter"),
    "food": words("bread|soup|cake|cheese"),
    "season": words("spring|summer|autumn|winter"),
    "sight": words("moon|sea|star|river|wind|rain"),
    "day": words("free|quiet|cold|warm|long"),
    "skill": words("music|English|cooking|drawing"),
    "vegetable": words("tomato|potato|bean|pumpkin"),
    "fruit": words("cherry|pear|plum|lemon|peach"),
    "activity": words("walking|reading|singing|cooking|drawing"),
    "trip": words("sea|mountains|forest|city|lake"),
    "event": words("party|concert|dinner|picnic"),
}

TEXTS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (
        (
            "Write a short story about a {animal}",
            "Tell me a story about a {animal}",
            "Write a story about a {animal}",
            "Tell me a short story about a {animal}",
            "Can you tell me a story about a {animal}?",
            "I want a story about a {animal}",
            "Please write a little story about a {animal}",
            "Can you write a short story about a {animal}?",
        ),
        "The user wants a short story about a {animal}.",
        "Once there was a [small|young|clever|kind] {animal} named {name}. {name} lived near "
        "the {place} and liked to [sing|play|run|walk] all day. One {time}, {name} found a "
        "{thing} under a tree. It belonged to a {person} who lived nearby, so {name} took it "
        "back at once. The {person} was very [glad|happy|proud] and gave {name} some {food}. "
        "From that day on, they were the best of friends.",
    ),
    (
        (
            "Write a story about a lost {thing}",
            "Tell me a story about a lost {thing}",
            "Write a short story about a lost {thing}",
            "Can you write a story about a lost {thing}?",
            "I want a story about a lost {thing}",
            "Please tell me a story about a lost {thing}",
            "Can you tell me a story about a lost {thing}?",
        ),
        "The user wants a story about a lost {thing}.",
        "One {time}, {name} lost a {colour} {thing} near the {place}. A friendly {animal} came "
        "by and wanted to help. They looked behind every [tree|house|bench] until it was dark. "
        "At last, the {animal} found the {thing} in the tall grass. {name} was very "
        "[glad|happy|proud] and shared some {food} with the {animal}. After that, {name} took "
        "good care of the {thing}.",
    ),
    (
        (
            "Tell me a story about a {animal} and a {animal2}",
            "Write a story about a {animal} and a {animal2}",
            "Write a short story about a {animal} and a {animal2}",
            "Can you tell me a story about a {animal} and a {animal2}?",
            "I want a story about a {animal} and a {animal2}",
            "Please write a story about a {animal} and a {animal2}",
        ),
        "The user wants a story about a {animal} and a {animal2}.",
        "A {animal} and a {animal2} lived near the same {place}, but they had never talked. "
        "One {time}, they met on a [quiet|green|long] path. The {animal} was [tired|cold|sad], "
        "and the {animal2} had some warm {food}. So they sat down under a tree and shared it. "
        "Then they told each other stories about the [sea|moon|birds]. Now the {animal} and "
        "the {animal2} meet every day.",
    ),
    (
        (
            "Tell me a bedtime story about {name}",
            "Write a bedtime story about {name}",
            "Can you tell me a bedtime story about {name}?",
            "I want a bedtime story about {name}",
            "Please tell me a bedtime story about {name}",
            "Write a short bedtime story about {name}",
        ),
        "The user wants a bedtime story about {name}.",
        "It was late, and {name} could not sleep. A {colour} light shone through the window. "
        "{name} got up and saw a little {animal} in the garden. It was carrying a {thing} and "
        "looked very [tired|happy|proud]. It asked {name} to come along, and they walked to "
        "the {place} together. They listened to the [wind|rain|birds] for a long time. Then "
        "{name} went back to bed and slept until the morning.",
    ),
    (
        (
            "Describe a {animal}",
            "Write a short text about a {animal}",
            "Can you describe a {animal}?",
            "Please describe a {animal}",
            "Write a description of a {animal}",
            "Give me a description of a {animal}",
            "What is a {animal} like?",
        ),
        "The user wants a description of a {animal}.",
        "A {animal} is a [lovely|clever|kind] animal. It has four legs, a soft coat and "
        "[bright|dark|calm] eyes. Its ears hear every sound, even the [wind|rain|birds] far "
        "away. In the {time}, it likes to [play|run|rest] near the {place}. When it is hungry, "
        "it looks for something to eat. If you are [kind|quiet|calm], a {animal} may come "
        "close to you.",
    ),
    (
        (
            "Describe the {place}",
            "Write about the {place}",
            "Can you describe the {place}?",
            "Please describe the {place}",
            "Write a short text about the {place}",
            "Tell me about the {place}",
            "Write a description of the {place}",
        ),
        "The user wants a description of the {place}.",
        "The {place} is most beautiful in the {time}. The air is [fresh|clear|warm] and smells "
        "of [flowers|rain|bread]. You can hear the [birds|wind|rain] from far away. A {person} "
        "walks by and says hello with a smile. Near a {colour} bench, a {animal} is sleeping "
        "in the sun. Many people come to the {place} to [rest|play|run], and nobody is in a "
        "hurry.",
    ),
    (
        (
            "Describe {season}",
            "Write about {season}",
            "Tell me about {season}",
            "Write a short text about {season}",
            "Can you describe {season}?",
            "Please write about {season}",
            "What is {season} like?",
            "Why do people like {season}?",
        ),
        "The user wants a short text about {season}.",
        "Many people like {season} best of all. The mornings are [quiet|bright|clear], and the "
        "light is soft. You can take a walk to the {place} and listen to the "
        "[wind|birds|rain]. In the garden, a {animal} plays with a {colour} leaf. When you "
        "come home, there is hot [tea|milk|soup] on the table. That is why {season} makes so "
        "many people [happy|glad|calm].",
    ),
    (
        (
            "Give me five ideas for a {day} day",
            "Write a list of ideas for a {day} day",
            "What can I do on a {day} day?",
            "List five ideas for a {day} day",
            "I need five ideas for a {day} day",
            "Name five things to do on a {day} day",
            "Please give me ideas for a {day} day",
        ),
        "The user wants a list of ideas for a {day} day.",
        "Here are five ideas for a {day} day:\n"
        "1. Read a book about [birds|music|flowers].\n"
        "2. Bake a cake with [milk|lemon|cream].\n"
        "3. Draw a picture of the {place}.\n"
        "4. Write a letter to a [friend|teacher|child].\n"
        "5. Make some fresh {food} and rest.\n"
        "Have a good time!",
    ),
    (
        (
            "What should I pack for a trip to the {trip}?",
            "Write a packing list for a trip to the {trip}",
            "Give me a packing list for the {trip}",
            "What do I need for a trip to the {trip}?",
            "Make a packing list for a trip to the {trip}",
            "I need a packing list for the {trip}",
            "What should I take to the {trip}?",
        ),
        "The user wants a packing list for the {trip}.",
        "Here is a packing list for a trip to the {trip}:\n"
        "- Take a warm [hat|coat|scarf].\n"
        "- Pack some {food} and enough water.\n"
        "- Bring a good [map|book|lamp].\n"
        "- Put your keys in a {colour} bag.\n"
        "- Do not forget your [ticket|phone|hat].\n"
        "Have a [good|quiet|lovely] trip!",
    ),
    (
        (
            "How can I learn {skill}?",
            "Write a plan for learning {skill}",
            "Give me a plan to learn {skill}",
            "I want to learn {skill}",
            "How do I start to learn {skill}?",
            "What is a good way to learn {skill}?",
            "Make a simple plan to learn {skill}",
        ),
        "The user wants a simple plan to learn {skill}.",
        "Here is a simple plan to learn {skill}:\n"
        "1. Start with [ten|twenty|thirty] minutes every day.\n"
        "2. Find a good [book|teacher|friend] to help you.\n"
        "3. Try something new once a month.\n"
        "4. Write down what was [hard|new|clear] for you.\n"
        "5. Be [glad|happy|proud] when you make progress.\n"
        "Soon {skill} will be fun.",
    ),
    (
        (
            "Give me a recipe for {vegetable} soup",
            "How do I cook {vegetable} soup?",
            "Write a recipe for {vegetable} soup",
            "How do I make {vegetable} soup?",
            "I want to cook {vegetable} soup",
            "I need a simple recipe for {vegetable} soup",
            "Please write a recipe for {vegetable} soup",
        ),
        "The user wants a recipe for {vegetable} soup.",
        "Here is a simple recipe for {vegetable} soup:\n"
        "1. Wash the vegetables and cut them into [small|little|long] pieces.\n"
        "2. Heat some butter in a big pot.\n"
        "3. Add the vegetables, water and a little [cheese|milk|cream].\n"
        "4. Cook the soup for [ten|twenty|thirty] minutes.\n"
        "5. Serve the {vegetable} soup with [warm|fresh|white] bread.\n"
        "It tastes best in the {time}.",
    ),
    (
        (
            "Why is {activity} good for me?",
            "Why is {activity} good for you?",
            "Explain why {activity} is good for us",
            "What is good about {activity}?",
            "Can you explain why {activity} is good?",
            "Why should I try {activity}?",
            "Tell me why {activity} is good for me",
        ),
        "The user wants to know why {activity} is good.",
        "There are three good reasons for {activity}. First, it makes you feel "
        "[calm|happy|free] after a long day. Second, you can do it alone or with a "
        "[friend|teacher|child]. Third, it does not cost much, and you can start in any "
        "season. Begin with [ten|twenty|thirty] minutes in the morning. After a few days, you "
        "will see that {activity} makes life better.",
    ),
    (
        (
            "How does a {fruit} tree grow?",
            "Explain how a {fruit} tree grows",
            "Can you explain how a {fruit} tree grows?",
            "Tell me how a {fruit} tree grows",
            "Please explain how a {fruit} tree grows",
            "Describe how a {fruit} tree grows",
            "How does a {fruit} tree start to grow?",
        ),
        "The user wants to know how a {fruit} tree grows.",
        "A {fruit} tree begins as a seed in the [garden|forest]. When it is warm and wet, a "
        "small root grows down. Then a [thin|green|young] stem comes up and looks for the "
        "light. The leaves make food from light, water and air. After some years, the tree has "
        "[white|lovely|bright] flowers, and many birds visit them. In the end, a ripe {fruit} "
        "hangs on every branch.",
    ),
    (
        (
            "Write a letter to {name}",
            "Write a short letter to {name}",
            "Please write a letter to {name}",
            "Write a friendly letter to {name}",
            "Can you write a letter to {name}?",
            "I want to send a letter to {name}",
            "Help me write a letter to {name}",
        ),
        "The user wants a friendly letter to {name}.",
        "Dear {name},\n"
        "thank you for your [letter|book|visit]. We are all well, and the garden is full of "
        "[flowers|birds|music]. On Sunday we walked to the {place} and met a {person}. We "
        "talked about you and ate some {food} together. Next {season} we want to visit you. "
        "Please write soon and tell me about your [work|school|trip].\n"
        "Best wishes,\n"
        "{name2}",
    ),
    (
        (
            "Write a poem about the {sight}",
            "Write a short poem about the {sight}",
            "Please write a poem about the {sight}",
            "Can you write a poem about the {sight}?",
            "I want a poem about the {sight}",
            "Give me a poem about the {sight}",
            "Write a little poem about the {sight}",
            "Make a poem about the {sight}",
        ),
        "The user wants a short poem about the {sight}.",
        "The {sight} is here, the day is done,\n"
        "and [red|warm|calm] and low is now the sun.\n"
        "It comes to see the [quiet|little|lovely] town,\n"
        "where {colour} leaves are falling down.\n"
        "O {sight}, you make my heart feel [free|glad|young],\n"
        "you are the song that must be sung.\n"
        "And when the [night|rain|cold] has come to stay,\n"
        "I wait for you another day.",
    ),
    (
        (
            "Write an invitation to a {event}",
            "Invite my friends to a {event}",
            "Write a short invitation to a {event}",
            "Please write an invitation to a {event}",
            "Help me invite people to a {event}",
            "Can you write an invitation to a {event}?",
            "I need an invitation to a {event}",
        ),
        "The user wants an invitation to a {event}.",
        "Dear friends,\n"
        "you are invited to a {event} on Sunday. We meet at [three|four|five] in the garden "
        "near the {place}. There will be {food}, cold drinks and a lot of [music|stories]. "
        "Please bring a {colour} scarf and good shoes. If it rains, we will sit in the "
        "[house|kitchen]. I hope to see you all at the {event}.\n"
        "Yours, {name}",
    ),
)
