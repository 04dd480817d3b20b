/// The program's environment besides its command line, described once for the help and the manual.
enum ProgramEnvironment {
    static let purpose = "a host for features that are loaded at run time"

    static let plugins = """
        A feature is a shared library (.so) in a plugins directory. Those are the directories given by --plugins, else
        those in SWITCHYARD_PLUGINS, else the folder of this program, its ../lib/switchyard, and switchyard/plugins
        in the user's and the system's data directories (XDG_DATA_HOME, XDG_DATA_DIRS).
        """

    static let wiring = """
        The wiring file says where each feature's outgoing destinations lead. It is the one given by --config, else
        by SWITCHYARD_CONFIG, else ./switchyard.jsonc, else switchyard/switchyard.jsonc in the user's and the
        system's configuration directories (XDG_CONFIG_HOME, XDG_CONFIG_DIRS).
        """

    static let wiringReference = "switchyard.jsonc(5), or 'switchyard manual switchyard.jsonc', describes it."

    static let environment: [(name: String, meaning: String)] = [
        ("SWITCHYARD_PLUGINS", "Plugins directories, separated by colons, where --plugins is not given."),
        ("SWITCHYARD_CONFIG", "The wiring file, where --config is not given."),
        ("COLUMNS", "The width to which text is fitted, in place of the terminal's; the help has at most 100 columns."),
        ("NO_COLOR", "Where it is set and not empty, nothing is printed in colour."),
        (
            "XDG_DATA_HOME, XDG_DATA_DIRS",
            "The user's and the system's data directories: ~/.local/share, and /usr/local/share and /usr/share."
        ),
        (
            "XDG_CONFIG_HOME, XDG_CONFIG_DIRS",
            "The user's and the system's configuration directories: ~/.config, and /etc/xdg."
        ),
        ("XDG_STATE_HOME", "Where 'run' keeps a session for each app: ~/.local/state."),
        (
            "XDG_RUNTIME_DIR",
            "Where a run takes the links of 'open' and serves its app, at a socket for each app. It belongs to the user alone; without it no links are taken."
        ),
        ("XDG_CACHE_HOME", "Where the registry and the private copies of libraries are kept: ~/.cache."),
        (
            "TMPDIR",
            "Where 'check' gives each test a directory for its data, and private copies lie where they cannot be kept: /tmp."
        ),
    ]

    static let wiringFiles: [(path: String, meaning: String)] = [
        ("./switchyard.jsonc", "The wiring file: JSON with comments, which switchyard.jsonc(5) describes."),
        (
            "~/.config/switchyard/switchyard.jsonc",
            "The user's wiring file, where there is none in the working directory."
        ),
    ]

    static let files: [(path: String, meaning: String)] =
        wiringFiles + [
            ("../lib/switchyard", "Beside the folder of the program: the features that were installed with it."),
            ("~/.local/share/switchyard/plugins", "The user's plugins directory."),
            (
                "~/.local/state/switchyard/sessions",
                "Where the last run of each app has ended; an app is a wiring file and plugins directories."
            ),
            (
                "~/.cache/switchyard",
                "What each library was found to be, and the private copies that are loaded. It may be removed."
            ),
        ]

    static let examples: [(meaning: String, command: String)] = [
        ("Which features are there, and why is a file not used?", "switchyard list"),
        (
            "Open a link, and print the screen as a page of HTML.",
            "switchyard navigate 'challenge://character/detail?id=42' --html > page.html"
        ),
        (
            "Go from screen to screen as a person would.",
            "switchyard navigate home press:Characters 'press:Elizabeth Bennet'"
        ),
        ("Why does a destination lead where it leads?", "switchyard explain 'home/character?identifier=7'"),
        ("Draw the app, in a page that opens in any browser.", "switchyard graph --output graph.html"),
        ("Try the features of another directory before they are installed.", "switchyard doctor --plugins ./plugins"),
    ]
}
