import HostCore

/// The files that a package has in every language.
extension FeaturePackage {
    var readme: String {
        let commands = FeatureCommands(self, program: HostName.name, plugins: FeatureCommands.usualPluginsFolder)
        return """
            # \(name.title)

            A feature for Switchyard in \(language.title): a list of items, and a screen for each of them. It needs \
            \(language.requirement). `switchyard` stands for the host's program: in a checkout of Switchyard, after \
            `swift build`, that is `.build/debug/switchyard`.

            Build it:

            ```sh
            \(commands.build)
            ```

            Test it:

            ```sh
            \(commands.test)
            ```

            Load it, which is to copy its library into a plugins directory, and see it:

            ```sh
            \(commands.load)
            ```

            The links `\(scheme)://\(name.id)/list` and `\(scheme)://\(name.id)/detail?id=2` lead to its screens. \
            `switchyard run` in this folder opens it in the terminal, by the wiring of `switchyard.jsonc`; an app has \
            a wiring of its own. \(whereToBegin)

            """
    }

    private var whereToBegin: String {
        switch language {
        case .swift:
            "To change it, begin with `Sources/\(name.type)/Data`, and with the view and the view model of each screen "
                + "in `Sources/\(name.type)/Presentation`."
        case .c:
            "To change it, begin with `\(name.id).c`; `FeatureABI.h` says what each function may do. "
                + "`\(name.id).flow` is its test, a step a line. Where that header is, and the host, stands at the top "
                + "of the `Makefile`."
        case .rust:
            "To change it, begin with `src/lib.rs`; `src/abi.rs` is Switchyard's `FeatureABI.h` in Rust, as much of it "
                + "as is used."
        }
    }

    var wiring: String {
        """
        // The wiring to try \(name.id) with, in this folder. An app has its own, which says what leads where.
        {
            "schemes": ["\(scheme)"],
            "root": "\(name.id)",
        }

        """
    }
}
