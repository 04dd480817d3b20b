internal import FeatureABI
internal import FeatureContract

/// An activated feature, with the library and the host handle that its screens share.
@MainActor
final class ExportedFeature {
    let library: ExportedLibrary
    let handle: HostHandle
    /// The texts in the user's language; nil if there are none, and nothing is looked up.
    let strings: FeatureStrings?
    private let feature: any Feature
    let context: FeatureContext
    private let appValues: AppValues

    init(library: ExportedLibrary, host: UnsafePointer<sy_host>, context: sy_context) throws(CallFailure) {
        let handle = HostHandle(host)
        self.library = library
        self.handle = handle
        let table = try sy_host.read(host)
        let hostName = "\(try String(abi: table.host_name)) \(try String(abi: table.host_version))"
        let directory = try String(abi: context.data_directory)
        let settings = try String(abi: context.settings)
        guard let settings = FeatureSettings(settings.isEmpty ? "{}" : settings) else {
            throw CallFailure(.invalidArgument, "the settings are not a JSON object")
        }
        let locale = try String(abi: context.locale)
        let libraryDirectory = try String(abi: context.library_directory)
        strings = FeatureStrings(
            feature: library.id, locale: locale, development: library.defaultLocalization, directory: libraryDirectory
        ) { handle.log(.error, $0) }
        if strings != nil { LocalizedStringKey.keepFormats() }
        self.context = FeatureContext(
            logger: FeatureLogger { handle.log($0, $1) },
            dataDirectory: directory.isEmpty ? nil : directory, settings: settings, host: hostName,
            locale: locale.isEmpty ? nil : locale,
            libraryDirectory: libraryDirectory.isEmpty ? nil : libraryDirectory, strings: strings,
            hostExtension: { handle.hostExtension($0) }, httpClient: HostHTTPClient(handle: handle),
            connect: { try await handle.connect(to: $0, port: $1) },
            pickFile: { try await handle.pickFile($0, savingAs: $1) })
        appValues = AppValues(directory: self.context.dataDirectory) { handle.log(.error, $0) }
        do {
            feature = try library.makeFeature(self.context)
        } catch {
            throw error as? CallFailure ?? CallFailure(.other, "\(error)")
        }
    }

    func makeMainScreen(_ id: UInt64) -> ExportedScreen {
        let navigator = navigator(of: id)
        let values = SceneValues(appValues: appValues)
        return ExportedScreen(
            id: id, feature: self, navigator: navigator, values: values,
            view: values.active { AnyView(feature.makeMainView(navigator: navigator)) })
    }

    /// Makes the screen of a destination; nil for a route that this feature does not handle.
    func resolve(_ destination: Destination, _ id: UInt64) throws(CallFailure) -> ExportedScreen? {
        guard let navigation = try library.navigation(of: destination) else { return nil }
        let navigator = navigator(of: id)
        let values = SceneValues(appValues: appValues)
        guard let view = values.active({ feature.resolve(navigation, navigator: navigator) }) else {
            throw CallFailure(.notFound, "the feature '\(library.id)' has nothing to show for \(destination.text)")
        }
        return ExportedScreen(id: id, feature: self, navigator: navigator, values: values, view: view)
    }

    func resolve(url: String) throws(CallFailure) -> Destination? {
        guard let url = DeepLinkURL(url) else { return nil }
        let handlers = feature.allDeepLinkHandlers.filter {
            url.scheme == $0.scheme.lowercasedASCII && url.host == $0.host.lowercasedASCII
        }
        guard let navigation = handlers.lazy.compactMap({ $0.resolve(received: url) }).first else { return nil }
        do {
            return try navigation.destination(of: library.id)
        } catch {
            throw CallFailure(.invalidArgument, error.reason)
        }
    }

    func receive(_ message: Message) throws(CallFailure) -> NavigationResume? {
        guard case .value(let type, let raw) = message, let value = library.receivedValue(type, raw) else { return nil }
        return try UnhandledRefusal.collect { feature.receive(value, navigator: navigator(of: 0)) }
    }

    private func navigator(of screen: UInt64) -> HostNavigator {
        HostNavigator(handle: handle, feature: library.id, screen: screen)
    }
}
