import FeatureContract

extension WiringObject {
    /// The keys of the file itself.
    enum File {
        static let schema = WiringKey(
            "$schema", .text, "The JSON Schema of this file, for editors. The host does not look at it.")
        static let schemes = WiringKey(
            "schemes", .list(.scheme, isEmptyTaken: true),
            "The schemes of the links that are followed. Without it those of all installed features.")
        static let tabs = WiringKey(
            "tabs", .list(.object(.tab), isEmptyTaken: false),
            "The tabs, each with a stack of its own. Stands instead of 'root'.")
        static let root = WiringKey(
            "root", .destination,
            "The destination at the bottom of the one stack. Without it and without 'tabs' the host lists the features."
        )
        static let links = WiringKey(
            "links", .word(Wiring.LinkPolicy.allCases.map(\.rawValue)),
            "How a link shows its target. 'rebuild', the default, selects the tab of the target's feature, goes back to "
                + "its root, and pushes the target's parents and the target. 'append' pushes the target on the stack "
                + "that is seen. 'present' shows it as a sheet over that stack.")
        static let redirects = WiringKey(
            "redirects",
            .map(
                .destination,
                .either([.destination, .object(.redirect), .list(.destination, isEmptyTaken: false)])),
            "Where each outgoing destination leads, by that destination. In both, '{name}' stands for the "
                + "value of an argument. The same table connects the names of checkpoints and of sent values, without "
                + "arguments; one of these may lead to several names, in a list.")
        static let features = WiringKey(
            "features", .map(.featureID, .object(.feature)), "What is decided for a feature, by its id.")
        static let deadline = WiringKey(
            "deadline", .duration,
            "The longest that a call of a feature, and the scan of a library, may take: '2s', '250ms'. 5s without it.")

        static let all = [schema, schemes, tabs, root, links, redirects, features, deadline]
    }

    /// The keys of a tab.
    enum Tab {
        static let name = WiringKey(
            "name", .name, isRequired: true, "The tab's name, which no other tab has: letters, digits, '_' and '-'.")
        static let root = WiringKey(
            "root", .destination, isRequired: true, "The destination at the bottom of the tab's stack.")
        static let retain = WiringKey(
            "retain", .bool,
            "Whether the stack stays as it is while another tab is selected. True without it.")

        static let all = [name, root, retain]
    }

    /// The keys of a redirect that is an object.
    enum Redirect {
        static let to = WiringKey("to", .destination, isRequired: true, "The destination that it leads to.")
        static let method = WiringKey(
            "method", .word(RouteMethod.allCases.map(\.rawValue)),
            "How the target is shown, whatever the feature asks for.")
        static let link = WiringKey(
            "link", .word(Wiring.LinkPolicy.allCases.map(\.rawValue)),
            "How a link that leads to the target shows it, instead of 'links' of the file and of the feature.")

        static let all = [to, method, link]
    }

    /// The keys of a feature's options.
    enum Feature {
        static let isolation = WiringKey(
            "isolation", .word(FeatureIsolation.allCases.map(\.rawValue)),
            "Whether the feature runs in a process of its own, which is the default, or inside the host, where its "
                + "crash is the host's.")
        static let deadline = WiringKey(
            "deadline", .duration, "The longest that a call of this feature may take, instead of the file's.")
        static let memory = WiringKey(
            "memory", .memory, "The data that its process may have: '64MiB', '1GiB'. At least 16MiB; 1GiB without it.")
        static let openFiles = WiringKey(
            "openFiles", .integer(openFilesRange), "The files that its process may have open at once. 256 without it.")
        static let settings = WiringKey(
            "settings", .anyObject,
            "What the feature is given when it starts. Its documentation says what it takes; 'switchyard doctor' finds "
                + "a name or a type that the feature does not declare.")
        static let links = WiringKey(
            "links", .word(Wiring.LinkPolicy.allCases.map(\.rawValue)),
            "How a link that leads to this feature shows its target, instead of the file's 'links'.")

        static let all = [isolation, deadline, memory, openFiles, settings, links]

        /// The least memory, in bytes: with less, a worker cannot load a library.
        static let leastMemory = 16 << 20
        static let openFilesRange = 16...1 << 20
    }
}
