/// The reason why a new feature's package is not written.
enum ScaffoldError: Error, CustomStringConvertible {
    case notID(String, nearest: String?)
    case hostsOwn(String)
    case taken(String, module: String)
    case notCheckout(String)
    case controlCharacter
    case noHeader(String)
    case noPackage

    var description: String {
        switch self {
        case .notID(let text, let nearest):
            "'\(text)' is not a feature id: words of lower-case letters and digits with a '-' between two, beginning "
                + "with a letter, at most 64" + (nearest.map { "; try '\($0)'" } ?? "")
        case .hostsOwn(let text): "'\(text)' is the host's own feature; try 'my-\(text)'"
        case .taken(let text, let module):
            "'\(text)' cannot be a feature in Swift: its module would be '\(module)', and so is one that it is built "
                + "with; try 'my-\(text)'"
        case .notCheckout(let place):
            "'\(place)' is no checkout of Switchyard: expected a folder with Package.swift and "
                + "\(SwitchyardSource.includeFolder)/FeatureABI.h in it"
        case .controlCharacter: "'--switchyard' names a place with a control character; use another path to it"
        case .noHeader(let url):
            "a feature in C needs a checkout, and '\(url)' is a repository: clone it, and name the clone by "
                + "--switchyard"
        case .noPackage:
            "a feature in Swift depends on the Switchyard package, and this program stands in no checkout of it: name "
                + "one, or the URL of its repository, by --switchyard"
        }
    }
}
