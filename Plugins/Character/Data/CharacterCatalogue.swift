/// The figures that ship with the feature: public-domain literature, checked by hand.
///
/// A year is the year of the first complete publication, negative before the common era; for works older than print it
/// is the customary estimate.
enum CharacterCatalogue {
    static let all: [LiteraryCharacter] = [
        LiteraryCharacter(
            identifier: 1,
            name: "Don Quixote",
            work: "Don Quixote",
            author: "Miguel de Cervantes",
            year: 1605,
            summary: "An ageing gentleman reads too many romances and rides out to right the wrongs of the world."
        ),
        LiteraryCharacter(
            identifier: 2,
            name: "Scheherazade",
            work: "One Thousand and One Nights",
            author: "Anonymous",
            year: 850,
            summary: "A vizier's daughter keeps a king listening, and herself alive, one unfinished tale at a time."
        ),
        LiteraryCharacter(
            identifier: 3,
            name: "Sherlock Holmes",
            work: "A Study in Scarlet",
            author: "Arthur Conan Doyle",
            year: 1887,
            summary: "A London lodger with a violin and a magnifying glass turns detection into an exact science."
        ),
        LiteraryCharacter(
            identifier: 4,
            name: "Antigone",
            work: "Antigone",
            author: "Sophocles",
            year: -441,
            summary: "A king's niece buries her brother against the law and answers for it without flinching."
        ),
        LiteraryCharacter(
            identifier: 5,
            name: "Sun Wukong",
            work: "Journey to the West",
            author: "Wu Cheng'en",
            year: 1592,
            summary: "A monkey born from stone storms heaven, then guards a pilgrim on the long road to India."
        ),
        LiteraryCharacter(
            identifier: 6,
            name: "Jane Eyre",
            work: "Jane Eyre",
            author: "Charlotte Brontë",
            year: 1847,
            summary: "A plain and penniless governess holds on to her self-respect through every temptation."
        ),
        LiteraryCharacter(
            identifier: 7,
            name: "Gilgamesh",
            work: "The Epic of Gilgamesh",
            author: "Sîn-lēqi-unninni",
            year: -1200,
            summary: "The king of Uruk loses his dearest friend and walks to the world's edge seeking endless life."
        ),
        LiteraryCharacter(
            identifier: 8,
            name: "Raskolnikov",
            work: "Crime and Punishment",
            author: "Fyodor Dostoevsky",
            year: 1866,
            summary: "A starving student tests a theory with an axe and finds that his conscience disagrees."
        ),
        LiteraryCharacter(
            identifier: 9,
            name: "Genji",
            work: "The Tale of Genji",
            author: "Murasaki Shikibu",
            year: 1008,
            summary: "An emperor's son, barred from the throne, makes beauty and love the business of his life."
        ),
        LiteraryCharacter(
            identifier: 10,
            name: "Nora Helmer",
            work: "A Doll's House",
            author: "Henrik Ibsen",
            year: 1879,
            summary: "A banker's wife discovers that her cheerful home was never truly hers and shuts the door."
        ),
        LiteraryCharacter(
            identifier: 11,
            name: "Achilles",
            work: "The Iliad",
            author: "Homer",
            year: -750,
            summary: "The finest of the Greek warriors quarrels with his commander and lets the army pay for it."
        ),
        LiteraryCharacter(
            identifier: 12,
            name: "Huckleberry Finn",
            work: "Adventures of Huckleberry Finn",
            author: "Mark Twain",
            year: 1884,
            summary: "A runaway boy drifts down the Mississippi and learns to trust his heart over his upbringing."
        ),
        LiteraryCharacter(
            identifier: 13,
            name: "Lin Daiyu",
            work: "Dream of the Red Chamber",
            author: "Cao Xueqin",
            year: 1791,
            summary: "A frail orphan poet comes to live among rich relations and weeps for the fallen blossoms."
        ),
        LiteraryCharacter(
            identifier: 14,
            name: "Jean Valjean",
            work: "Les Misérables",
            author: "Victor Hugo",
            year: 1862,
            summary: "A freed convict, shown one great kindness, spends the rest of his days trying to deserve it."
        ),
        LiteraryCharacter(
            identifier: 15,
            name: "Lysistrata",
            work: "Lysistrata",
            author: "Aristophanes",
            year: -411,
            summary: "An Athenian wife talks the women of Greece into a strike that their husbands cannot ignore."
        ),
        LiteraryCharacter(
            identifier: 16,
            name: "Gösta Berling",
            work: "The Saga of Gösta Berling",
            author: "Selma Lagerlöf",
            year: 1891,
            summary: "A defrocked Värmland pastor charms, drinks and gallops his way toward a better self."
        ),
        LiteraryCharacter(
            identifier: 17,
            name: "Hamlet",
            work: "Hamlet",
            author: "William Shakespeare",
            year: 1603,
            summary: "A grieving Danish prince is told to avenge his father and cannot stop thinking about it."
        ),
        LiteraryCharacter(
            identifier: 18,
            name: "Brás Cubas",
            work: "The Posthumous Memoirs of Brás Cubas",
            author: "Machado de Assis",
            year: 1881,
            summary: "A dead gentleman of Rio de Janeiro narrates his idle life with nothing left to lose."
        ),
        LiteraryCharacter(
            identifier: 19,
            name: "Rostam",
            work: "The Shahnameh",
            author: "Ferdowsi",
            year: 1010,
            summary: "Persia's mightiest champion defends its shahs for centuries on his faithful horse Rakhsh."
        ),
        LiteraryCharacter(
            identifier: 20,
            name: "Emma Bovary",
            work: "Madame Bovary",
            author: "Gustave Flaubert",
            year: 1856,
            summary: "A country doctor's wife measures her marriage against novels and borrows to make up the gap."
        ),
        LiteraryCharacter(
            identifier: 21,
            name: "Sinuhe",
            work: "The Story of Sinuhe",
            author: "Anonymous",
            year: -1875,
            summary: "An Egyptian courtier flees abroad in panic, prospers there, and longs to be buried at home."
        ),
        LiteraryCharacter(
            identifier: 22,
            name: "Captain Ahab",
            work: "Moby-Dick",
            author: "Herman Melville",
            year: 1851,
            summary: "A whaling captain steers his ship and crew across the oceans after the whale that maimed him."
        ),
        LiteraryCharacter(
            identifier: 23,
            name: "Princess Kaguya",
            work: "The Tale of the Bamboo Cutter",
            author: "Anonymous",
            year: 900,
            summary: "A radiant girl found inside a bamboo stalk sets her noble suitors five impossible tasks."
        ),
        LiteraryCharacter(
            identifier: 24,
            name: "Pinocchio",
            work: "The Adventures of Pinocchio",
            author: "Carlo Collodi",
            year: 1883,
            summary: "A wooden puppet skips school, meets rogues at every turn, and slowly learns to be a boy."
        ),
        LiteraryCharacter(
            identifier: 25,
            name: "Anna Karenina",
            work: "Anna Karenina",
            author: "Leo Tolstoy",
            year: 1878,
            summary: "A Petersburg lady leaves a cold marriage for an officer and finds society's doors closing."
        ),
        LiteraryCharacter(
            identifier: 26,
            name: "The Wife of Bath",
            work: "The Canterbury Tales",
            author: "Geoffrey Chaucer",
            year: 1400,
            summary: "A cloth-maker, five times married, tells her fellow pilgrims who should rule a household."
        ),
        LiteraryCharacter(
            identifier: 27,
            name: "Phileas Fogg",
            work: "Around the World in Eighty Days",
            author: "Jules Verne",
            year: 1872,
            summary: "A punctual London clubman bets half his fortune that he can circle the globe by timetable."
        ),
        LiteraryCharacter(
            identifier: 28,
            name: "Medea",
            work: "Medea",
            author: "Euripides",
            year: -431,
            summary: "A foreign princess, cast off by the man she made a hero, plans a revenge beyond pity."
        ),
        LiteraryCharacter(
            identifier: 29,
            name: "Väinämöinen",
            work: "The Kalevala",
            author: "Elias Lönnrot",
            year: 1835,
            summary: "An old singer born of the sea works magic with his songs and a kantele made of pike bone."
        ),
        LiteraryCharacter(
            identifier: 30,
            name: "Edmond Dantès",
            work: "The Count of Monte Cristo",
            author: "Alexandre Dumas",
            year: 1846,
            summary: "A sailor jailed on a false charge finds a treasure and a new name to settle his accounts."
        ),
        LiteraryCharacter(
            identifier: 31,
            name: "Shakuntala",
            work: "The Recognition of Shakuntala",
            author: "Kālidāsa",
            year: 400,
            summary: "A hermitage girl weds a king who, under a curse, forgets her until a lost ring is found."
        ),
        LiteraryCharacter(
            identifier: 32,
            name: "Victor Frankenstein",
            work: "Frankenstein",
            author: "Mary Shelley",
            year: 1818,
            summary: "A Genevan student gives life to a being of his own making and recoils from what he owes it."
        ),
        LiteraryCharacter(
            identifier: 33,
            name: "Lemuel Gulliver",
            work: "Gulliver's Travels",
            author: "Jonathan Swift",
            year: 1726,
            summary: "A ship's surgeon lands among the tiny, the huge and the wise, and comes home a stranger."
        ),
        LiteraryCharacter(
            identifier: 34,
            name: "Tatyana Larina",
            work: "Eugene Onegin",
            author: "Alexander Pushkin",
            year: 1833,
            summary: "A shy reader in the provinces writes a daring love letter and grows wiser than its recipient."
        ),
        LiteraryCharacter(
            identifier: 35,
            name: "El Cid",
            work: "The Poem of the Cid",
            author: "Anonymous",
            year: 1207,
            summary: "A banished Castilian knight wins back his king's favour with patience and a feared sword."
        ),
        LiteraryCharacter(
            identifier: 36,
            name: "Anne Shirley",
            work: "Anne of Green Gables",
            author: "L. M. Montgomery",
            year: 1908,
            summary: "A talkative red-haired orphan is sent to the wrong farm and makes it the right one."
        ),
        LiteraryCharacter(
            identifier: 37,
            name: "Beowulf",
            work: "Beowulf",
            author: "Anonymous",
            year: 1000,
            summary: "A Geatish warrior crosses the sea to rid a Danish hall of the monster that haunts its nights."
        ),
        LiteraryCharacter(
            identifier: 38,
            name: "Gregor Samsa",
            work: "The Metamorphosis",
            author: "Franz Kafka",
            year: 1915,
            summary: "A travelling salesman wakes up as a monstrous insect and worries about missing his train."
        ),
        LiteraryCharacter(
            identifier: 39,
            name: "Candide",
            work: "Candide",
            author: "Voltaire",
            year: 1759,
            summary: "A trusting youth tours a world of disasters while clinging to a lesson in optimism."
        ),
        LiteraryCharacter(
            identifier: 40,
            name: "Dido",
            work: "The Aeneid",
            author: "Virgil",
            year: -19,
            summary: "The founder of Carthage shelters a shipwrecked Trojan and cannot forgive his leaving."
        ),
        LiteraryCharacter(
            identifier: 41,
            name: "Ah Q",
            work: "The True Story of Ah Q",
            author: "Lu Xun",
            year: 1922,
            summary: "A village labourer beaten in every scuffle persuades himself each time that he has won."
        ),
        LiteraryCharacter(
            identifier: 42,
            name: "Elizabeth Bennet",
            work: "Pride and Prejudice",
            author: "Jane Austen",
            year: 1813,
            summary: "A gentleman's witty daughter laughs at folly and learns to doubt her own first impressions."
        ),
        LiteraryCharacter(
            identifier: 43,
            name: "Roland",
            work: "The Song of Roland",
            author: "Anonymous",
            year: 1100,
            summary: "Charlemagne's proud nephew holds a mountain pass and is slow to sound his horn for help."
        ),
        LiteraryCharacter(
            identifier: 44,
            name: "Hester Prynne",
            work: "The Scarlet Letter",
            author: "Nathaniel Hawthorne",
            year: 1850,
            summary: "A Boston seamstress wears the badge of her shame so steadily that it comes to mean strength."
        ),
        LiteraryCharacter(
            identifier: 45,
            name: "Zhuge Liang",
            work: "Romance of the Three Kingdoms",
            author: "Luo Guanzhong",
            year: 1522,
            summary: "A strategist called from his thatched cottage wins battles with wind, fog and an empty fort."
        ),
        LiteraryCharacter(
            identifier: 46,
            name: "Père Goriot",
            work: "Père Goriot",
            author: "Honoré de Balzac",
            year: 1835,
            summary: "A retired pasta maker beggars himself in a Paris boarding house for two thankless daughters."
        ),
        LiteraryCharacter(
            identifier: 47,
            name: "Bimala",
            work: "The Home and the World",
            author: "Rabindranath Tagore",
            year: 1916,
            summary: "A Bengali wife steps out of seclusion and is torn between her husband and a fiery patriot."
        ),
        LiteraryCharacter(
            identifier: 48,
            name: "Penelope",
            work: "The Odyssey",
            author: "Homer",
            year: -725,
            summary: "The queen of Ithaca outwits a hall full of suitors with a loom and twenty years of patience."
        ),
        LiteraryCharacter(
            identifier: 49,
            name: "Robinson Crusoe",
            work: "Robinson Crusoe",
            author: "Daniel Defoe",
            year: 1719,
            summary: "A castaway from York rebuilds a small civilisation by hand on an island he thinks is his alone."
        ),
        LiteraryCharacter(
            identifier: 50,
            name: "Arsène Lupin",
            work: "Arsène Lupin, Gentleman Burglar",
            author: "Maurice Leblanc",
            year: 1907,
            summary: "A gentleman thief robs the rich of France with such style that even the police half admire him."
        ),
        LiteraryCharacter(
            identifier: 51,
            name: "Njáll Þorgeirsson",
            work: "Njál's Saga",
            author: "Anonymous",
            year: 1280,
            summary: "A wise Icelandic lawyer foresees every turn of a feud that good counsel cannot stop."
        ),
        LiteraryCharacter(
            identifier: 52,
            name: "Marquise de Merteuil",
            work: "Dangerous Liaisons",
            author: "Pierre Choderlos de Laclos",
            year: 1782,
            summary: "A Parisian widow plots seductions by letter as though each were a military campaign."
        ),
        LiteraryCharacter(
            identifier: 53,
            name: "Kriemhild",
            work: "The Nibelungenlied",
            author: "Anonymous",
            year: 1200,
            summary: "A Burgundian princess mourns her murdered husband and waits years to repay his killers."
        ),
        LiteraryCharacter(
            identifier: 54,
            name: "Max Havelaar",
            work: "Max Havelaar",
            author: "Multatuli",
            year: 1860,
            summary: "An honest colonial official in Java speaks up against the abuse he was sent to oversee."
        ),
        LiteraryCharacter(
            identifier: 55,
            name: "Clarissa Dalloway",
            work: "Mrs Dalloway",
            author: "Virginia Woolf",
            year: 1925,
            summary: "A London hostess buys flowers for her party and walks through a whole life in one June day."
        ),
        LiteraryCharacter(
            identifier: 56,
            name: "Hanuman",
            work: "The Ramayana",
            author: "Valmiki",
            year: -500,
            summary: "The son of the wind leaps the sea to Lanka and brings comfort to a captive princess."
        ),
        LiteraryCharacter(
            identifier: 57,
            name: "Josef Švejk",
            work: "The Good Soldier Švejk",
            author: "Jaroslav Hašek",
            year: 1923,
            summary: "A cheerful dog dealer obeys every order so faithfully that the imperial army despairs."
        ),
        LiteraryCharacter(
            identifier: 58,
            name: "Mina Harker",
            work: "Dracula",
            author: "Bram Stoker",
            year: 1897,
            summary: "A schoolmistress with a typewriter turns scattered diaries into a case against a vampire."
        ),
        LiteraryCharacter(
            identifier: 59,
            name: "Tartuffe",
            work: "Tartuffe",
            author: "Molière",
            year: 1669,
            summary: "A pious fraud settles into a rich man's house and helps himself to everything in it."
        ),
        LiteraryCharacter(
            identifier: 60,
            name: "Layla",
            work: "Layla and Majnun",
            author: "Nizami Ganjavi",
            year: 1188,
            summary: "A chieftain's daughter is kept from the poet who loves her and answers him in secret verse."
        ),
        LiteraryCharacter(
            identifier: 61,
            name: "Alice",
            work: "Alice's Adventures in Wonderland",
            author: "Lewis Carroll",
            year: 1865,
            summary: "A curious girl follows a rabbit underground and argues sensibly with everyone she meets."
        ),
        LiteraryCharacter(
            identifier: 62,
            name: "Gargantua",
            work: "Gargantua",
            author: "François Rabelais",
            year: 1534,
            summary: "A giant with a giant's appetite is educated twice, first badly and then magnificently."
        ),
        LiteraryCharacter(
            identifier: 63,
            name: "Lyndall",
            work: "The Story of an African Farm",
            author: "Olive Schreiner",
            year: 1883,
            summary: "A fierce young woman of the Karoo refuses the small life her century has laid out for her."
        ),
        LiteraryCharacter(
            identifier: 64,
            name: "Botchan",
            work: "Botchan",
            author: "Natsume Sōseki",
            year: 1906,
            summary: "A blunt Tokyo youth takes a teaching post in the provinces and quarrels with the staff room."
        ),
        LiteraryCharacter(
            identifier: 65,
            name: "Trimalchio",
            work: "The Satyricon",
            author: "Petronius",
            year: 65,
            summary: "A freed slave grown absurdly rich gives a banquet to show his guests what money can buy."
        ),
        LiteraryCharacter(
            identifier: 66,
            name: "Lucia Mondella",
            work: "The Betrothed",
            author: "Alessandro Manzoni",
            year: 1827,
            summary: "A Lombard silk worker must flee her village when a local lord forbids her wedding."
        ),
        LiteraryCharacter(
            identifier: 67,
            name: "Segismundo",
            work: "Life Is a Dream",
            author: "Pedro Calderón de la Barca",
            year: 1636,
            summary: "A prince raised in a tower is freed for a day and can no longer tell waking from sleep."
        ),
        LiteraryCharacter(
            identifier: 68,
            name: "Leopold Bloom",
            work: "Ulysses",
            author: "James Joyce",
            year: 1922,
            summary: "An advertising canvasser wanders Dublin for a day, noticing everything and forgiving most."
        ),
        LiteraryCharacter(
            identifier: 69,
            name: "Crisóstomo Ibarra",
            work: "Noli Me Tángere",
            author: "José Rizal",
            year: 1887,
            summary: "A young Filipino returns from Europe to build a school and meets the power of the friars."
        ),
        LiteraryCharacter(
            identifier: 70,
            name: "Princess of Clèves",
            work: "The Princess of Clèves",
            author: "Madame de La Fayette",
            year: 1678,
            summary: "A lady of the French court confesses to her husband a love she has resolved not to act on."
        ),
        LiteraryCharacter(
            identifier: 71,
            name: "Cui Yingying",
            work: "The Story of the Western Wing",
            author: "Wang Shifu",
            year: 1300,
            summary: "A minister's daughter, lodged in a temple, returns a poor scholar's verses over the wall."
        ),
        LiteraryCharacter(
            identifier: 72,
            name: "Jay Gatsby",
            work: "The Great Gatsby",
            author: "F. Scott Fitzgerald",
            year: 1925,
            summary: "A self-made millionaire fills his lawn with strangers in the hope that one guest will come."
        ),
    ]
}
