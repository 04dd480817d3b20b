import HostCore

extension HostOptions {
    init(_ arguments: Arguments) {
        self.init(
            plugins: arguments.all(.plugins), config: arguments.last(.config),
            isolation: arguments.last(.isolation).flatMap(FeatureIsolation.init),
            allowsInsecure: arguments.has(.allowInsecure))
    }
}

extension HostApplication {
    /// Opens the application of a command's options. Its wiring must have no errors.
    ///
    /// - Parameters:
    ///   - startsFeatures: Whether features will be started, so that their zygote starts meanwhile.
    ///   - asksUser: Whether a user will be asked for what the notes at the start are about.
    ///   - replacements: Directories whose features take the place of installed ones.
    static func open(
        _ arguments: Arguments, startsFeatures: Bool = false, asksUser: Bool = false, replacements: [String] = []
    ) throws -> HostApplication {
        let application = try openUnchecked(arguments, startsFeatures: startsFeatures, replacements: replacements)
        try application.requireGoodWiringOrNote()
        if startsFeatures { for note in application.startNotes(asksUser: asksUser) { Console.note(note) } }
        return application
    }

    /// The notes for users at the start, without those about permissions that a user is asked for.
    func startNotes(asksUser: Bool) -> [String] { asksUser && wiring.asking == .user ? [] : startNotes() }

    /// Refuses a wiring with errors, and prints a note if unused files may be the cause.
    func requireGoodWiringOrNote() throws(HostError) {
        if !errors().isEmpty { noteUnusedFiles() }
        try requireGoodWiring()
    }

    /// Opens the application of a command's options, even if its wiring has errors. Prints the warnings.
    static func openUnchecked(
        _ arguments: Arguments, startsFeatures: Bool = false, replacements: [String] = []
    ) throws -> HostApplication {
        var options = HostOptions(arguments)
        options.replacements = replacements
        if startsFeatures, options.isolation != .inline { options.zygote.start() }
        let application = try AppLoader.loadShowingProgress(options)
        let warnings = application.warnings + (startsFeatures ? [] : application.grantWarnings)
        for warning in warnings { Console.warning(warning) }
        return application
    }

    /// The plugins directories for a message.
    var searchedText: String { directories.map { "'\($0.path)'" }.joined(separator: ", ") }

    /// Prints notes on possible reasons for something missing: unused files, and the searched directories.
    ///
    /// - Parameter asked: The link or destination asked for; nil if that is not the reason.
    func noteUnusedFiles(for asked: String? = nil) {
        if let asked, isOfNoFeature(asked) {
            Console.note("Features are looked for in \(searchedText).")
        }
        let count = catalog.refusals.count
        guard count > 0 else { return }
        Console.note("\(count) file\(count == 1 ? " is" : "s are") not used; 'switchyard list' says why.")
    }
}

extension AppLoader {
    /// Sets an app up, as ``load(_:whileScanning:)`` does, and shows the progress of a scan on the terminal.
    static func loadShowingProgress(_ options: HostOptions) throws(HostError) -> HostApplication {
        let line = ProgressLine()
        defer { line.remove() }
        return try load(options) { done, all in
            line.show("\(done) of \(all) new libraries scanned")
        }
    }
}
