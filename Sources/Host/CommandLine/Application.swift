import HostCore

extension HostApplication {
    /// The application that a command's options describe, with a wiring that has no errors in it.
    static func open(_ arguments: Arguments) throws(HostError) -> HostApplication {
        let application = try HostApplication(
            HostOptions(plugins: arguments.all(.plugins), config: arguments.last(.config)))
        try application.requireGoodWiring()
        // What is about a place in the file; unconnected destinations are told where they matter.
        for finding in application.findings where finding.place != nil { Console.warning(finding.description) }
        return application
    }
}
