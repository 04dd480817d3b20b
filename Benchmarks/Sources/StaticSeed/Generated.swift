// Written by generate.
import FoundationEssentials

enum F0Incoming: Navigation { case list, detail(identifier: Int) }
enum F0Outgoing: Navigation { case next, nextDetail(Int) }
struct F0DeepLink: DeepLinkHandler {
    let scheme = "challenge"
    let host = "f0"
    func resolve(_ url: URL) -> (any Navigation)? {
        guard url.host() == host else { return nil }
        switch url.path {
        case "/list": return F0Incoming.list
        case "/detail":
            guard let id = url.queryParameter("id").flatMap({ Int($0) }) else { return nil }
            return F0Incoming.detail(identifier: id)
        default: return nil
        }
    }
}
struct F0Feature: Feature {
    var deepLinkHandler: (any DeepLinkHandler)? { F0DeepLink() }
    func makeMainView(navigator: any NavigatorContract) -> ViewNode { listView("F0") }
    func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> ViewNode? {
        guard let navigation = navigation as? F0Incoming else { return nil }
        switch navigation {
        case .list: return makeMainView(navigator: navigator)
        case .detail(let identifier): return detailView("F0", identifier)
        }
    }
}

enum F1Incoming: Navigation { case list, detail(identifier: Int) }
enum F1Outgoing: Navigation { case next, nextDetail(Int) }
struct F1DeepLink: DeepLinkHandler {
    let scheme = "challenge"
    let host = "f1"
    func resolve(_ url: URL) -> (any Navigation)? {
        guard url.host() == host else { return nil }
        switch url.path {
        case "/list": return F1Incoming.list
        case "/detail":
            guard let id = url.queryParameter("id").flatMap({ Int($0) }) else { return nil }
            return F1Incoming.detail(identifier: id)
        default: return nil
        }
    }
}
struct F1Feature: Feature {
    var deepLinkHandler: (any DeepLinkHandler)? { F1DeepLink() }
    func makeMainView(navigator: any NavigatorContract) -> ViewNode { listView("F1") }
    func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> ViewNode? {
        guard let navigation = navigation as? F1Incoming else { return nil }
        switch navigation {
        case .list: return makeMainView(navigator: navigator)
        case .detail(let identifier): return detailView("F1", identifier)
        }
    }
}

enum F2Incoming: Navigation { case list, detail(identifier: Int) }
enum F2Outgoing: Navigation { case next, nextDetail(Int) }
struct F2DeepLink: DeepLinkHandler {
    let scheme = "challenge"
    let host = "f2"
    func resolve(_ url: URL) -> (any Navigation)? {
        guard url.host() == host else { return nil }
        switch url.path {
        case "/list": return F2Incoming.list
        case "/detail":
            guard let id = url.queryParameter("id").flatMap({ Int($0) }) else { return nil }
            return F2Incoming.detail(identifier: id)
        default: return nil
        }
    }
}
struct F2Feature: Feature {
    var deepLinkHandler: (any DeepLinkHandler)? { F2DeepLink() }
    func makeMainView(navigator: any NavigatorContract) -> ViewNode { listView("F2") }
    func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> ViewNode? {
        guard let navigation = navigation as? F2Incoming else { return nil }
        switch navigation {
        case .list: return makeMainView(navigator: navigator)
        case .detail(let identifier): return detailView("F2", identifier)
        }
    }
}

enum F3Incoming: Navigation { case list, detail(identifier: Int) }
enum F3Outgoing: Navigation { case next, nextDetail(Int) }
struct F3DeepLink: DeepLinkHandler {
    let scheme = "challenge"
    let host = "f3"
    func resolve(_ url: URL) -> (any Navigation)? {
        guard url.host() == host else { return nil }
        switch url.path {
        case "/list": return F3Incoming.list
        case "/detail":
            guard let id = url.queryParameter("id").flatMap({ Int($0) }) else { return nil }
            return F3Incoming.detail(identifier: id)
        default: return nil
        }
    }
}
struct F3Feature: Feature {
    var deepLinkHandler: (any DeepLinkHandler)? { F3DeepLink() }
    func makeMainView(navigator: any NavigatorContract) -> ViewNode { listView("F3") }
    func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> ViewNode? {
        guard let navigation = navigation as? F3Incoming else { return nil }
        switch navigation {
        case .list: return makeMainView(navigator: navigator)
        case .detail(let identifier): return detailView("F3", identifier)
        }
    }
}

enum F4Incoming: Navigation { case list, detail(identifier: Int) }
enum F4Outgoing: Navigation { case next, nextDetail(Int) }
struct F4DeepLink: DeepLinkHandler {
    let scheme = "challenge"
    let host = "f4"
    func resolve(_ url: URL) -> (any Navigation)? {
        guard url.host() == host else { return nil }
        switch url.path {
        case "/list": return F4Incoming.list
        case "/detail":
            guard let id = url.queryParameter("id").flatMap({ Int($0) }) else { return nil }
            return F4Incoming.detail(identifier: id)
        default: return nil
        }
    }
}
struct F4Feature: Feature {
    var deepLinkHandler: (any DeepLinkHandler)? { F4DeepLink() }
    func makeMainView(navigator: any NavigatorContract) -> ViewNode { listView("F4") }
    func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> ViewNode? {
        guard let navigation = navigation as? F4Incoming else { return nil }
        switch navigation {
        case .list: return makeMainView(navigator: navigator)
        case .detail(let identifier): return detailView("F4", identifier)
        }
    }
}

enum F5Incoming: Navigation { case list, detail(identifier: Int) }
enum F5Outgoing: Navigation { case next, nextDetail(Int) }
struct F5DeepLink: DeepLinkHandler {
    let scheme = "challenge"
    let host = "f5"
    func resolve(_ url: URL) -> (any Navigation)? {
        guard url.host() == host else { return nil }
        switch url.path {
        case "/list": return F5Incoming.list
        case "/detail":
            guard let id = url.queryParameter("id").flatMap({ Int($0) }) else { return nil }
            return F5Incoming.detail(identifier: id)
        default: return nil
        }
    }
}
struct F5Feature: Feature {
    var deepLinkHandler: (any DeepLinkHandler)? { F5DeepLink() }
    func makeMainView(navigator: any NavigatorContract) -> ViewNode { listView("F5") }
    func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> ViewNode? {
        guard let navigation = navigation as? F5Incoming else { return nil }
        switch navigation {
        case .list: return makeMainView(navigator: navigator)
        case .detail(let identifier): return detailView("F5", identifier)
        }
    }
}

enum F6Incoming: Navigation { case list, detail(identifier: Int) }
enum F6Outgoing: Navigation { case next, nextDetail(Int) }
struct F6DeepLink: DeepLinkHandler {
    let scheme = "challenge"
    let host = "f6"
    func resolve(_ url: URL) -> (any Navigation)? {
        guard url.host() == host else { return nil }
        switch url.path {
        case "/list": return F6Incoming.list
        case "/detail":
            guard let id = url.queryParameter("id").flatMap({ Int($0) }) else { return nil }
            return F6Incoming.detail(identifier: id)
        default: return nil
        }
    }
}
struct F6Feature: Feature {
    var deepLinkHandler: (any DeepLinkHandler)? { F6DeepLink() }
    func makeMainView(navigator: any NavigatorContract) -> ViewNode { listView("F6") }
    func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> ViewNode? {
        guard let navigation = navigation as? F6Incoming else { return nil }
        switch navigation {
        case .list: return makeMainView(navigator: navigator)
        case .detail(let identifier): return detailView("F6", identifier)
        }
    }
}

enum F7Incoming: Navigation { case list, detail(identifier: Int) }
enum F7Outgoing: Navigation { case next, nextDetail(Int) }
struct F7DeepLink: DeepLinkHandler {
    let scheme = "challenge"
    let host = "f7"
    func resolve(_ url: URL) -> (any Navigation)? {
        guard url.host() == host else { return nil }
        switch url.path {
        case "/list": return F7Incoming.list
        case "/detail":
            guard let id = url.queryParameter("id").flatMap({ Int($0) }) else { return nil }
            return F7Incoming.detail(identifier: id)
        default: return nil
        }
    }
}
struct F7Feature: Feature {
    var deepLinkHandler: (any DeepLinkHandler)? { F7DeepLink() }
    func makeMainView(navigator: any NavigatorContract) -> ViewNode { listView("F7") }
    func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> ViewNode? {
        guard let navigation = navigation as? F7Incoming else { return nil }
        switch navigation {
        case .list: return makeMainView(navigator: navigator)
        case .detail(let identifier): return detailView("F7", identifier)
        }
    }
}

enum F8Incoming: Navigation { case list, detail(identifier: Int) }
enum F8Outgoing: Navigation { case next, nextDetail(Int) }
struct F8DeepLink: DeepLinkHandler {
    let scheme = "challenge"
    let host = "f8"
    func resolve(_ url: URL) -> (any Navigation)? {
        guard url.host() == host else { return nil }
        switch url.path {
        case "/list": return F8Incoming.list
        case "/detail":
            guard let id = url.queryParameter("id").flatMap({ Int($0) }) else { return nil }
            return F8Incoming.detail(identifier: id)
        default: return nil
        }
    }
}
struct F8Feature: Feature {
    var deepLinkHandler: (any DeepLinkHandler)? { F8DeepLink() }
    func makeMainView(navigator: any NavigatorContract) -> ViewNode { listView("F8") }
    func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> ViewNode? {
        guard let navigation = navigation as? F8Incoming else { return nil }
        switch navigation {
        case .list: return makeMainView(navigator: navigator)
        case .detail(let identifier): return detailView("F8", identifier)
        }
    }
}

enum F9Incoming: Navigation { case list, detail(identifier: Int) }
enum F9Outgoing: Navigation { case next, nextDetail(Int) }
struct F9DeepLink: DeepLinkHandler {
    let scheme = "challenge"
    let host = "f9"
    func resolve(_ url: URL) -> (any Navigation)? {
        guard url.host() == host else { return nil }
        switch url.path {
        case "/list": return F9Incoming.list
        case "/detail":
            guard let id = url.queryParameter("id").flatMap({ Int($0) }) else { return nil }
            return F9Incoming.detail(identifier: id)
        default: return nil
        }
    }
}
struct F9Feature: Feature {
    var deepLinkHandler: (any DeepLinkHandler)? { F9DeepLink() }
    func makeMainView(navigator: any NavigatorContract) -> ViewNode { listView("F9") }
    func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> ViewNode? {
        guard let navigation = navigation as? F9Incoming else { return nil }
        switch navigation {
        case .list: return makeMainView(navigator: navigator)
        case .detail(let identifier): return detailView("F9", identifier)
        }
    }
}

struct Redirect2: NavigationRedirectContract {
    func redirect(_ navigation: any Navigation) -> (any Navigation)? {
        switch navigation {
        case let out as F0Outgoing: return redirect(out)
        case let out as F1Outgoing: return redirect(out)
        default: return nil
        }
    }
    @inline(never) private func redirect(_ out: F0Outgoing) -> any Navigation {
        switch out {
        case .next: return F1Incoming.list
        case .nextDetail(let id): return F1Incoming.detail(identifier: id)
        }
    }
    @inline(never) private func redirect(_ out: F1Outgoing) -> any Navigation {
        switch out {
        case .next: return F0Incoming.list
        case .nextDetail(let id): return F0Incoming.detail(identifier: id)
        }
    }
}

struct Redirect10: NavigationRedirectContract {
    func redirect(_ navigation: any Navigation) -> (any Navigation)? {
        switch navigation {
        case let out as F0Outgoing: return redirect(out)
        case let out as F1Outgoing: return redirect(out)
        case let out as F2Outgoing: return redirect(out)
        case let out as F3Outgoing: return redirect(out)
        case let out as F4Outgoing: return redirect(out)
        case let out as F5Outgoing: return redirect(out)
        case let out as F6Outgoing: return redirect(out)
        case let out as F7Outgoing: return redirect(out)
        case let out as F8Outgoing: return redirect(out)
        case let out as F9Outgoing: return redirect(out)
        default: return nil
        }
    }
    @inline(never) private func redirect(_ out: F0Outgoing) -> any Navigation {
        switch out {
        case .next: return F1Incoming.list
        case .nextDetail(let id): return F1Incoming.detail(identifier: id)
        }
    }
    @inline(never) private func redirect(_ out: F1Outgoing) -> any Navigation {
        switch out {
        case .next: return F2Incoming.list
        case .nextDetail(let id): return F2Incoming.detail(identifier: id)
        }
    }
    @inline(never) private func redirect(_ out: F2Outgoing) -> any Navigation {
        switch out {
        case .next: return F3Incoming.list
        case .nextDetail(let id): return F3Incoming.detail(identifier: id)
        }
    }
    @inline(never) private func redirect(_ out: F3Outgoing) -> any Navigation {
        switch out {
        case .next: return F4Incoming.list
        case .nextDetail(let id): return F4Incoming.detail(identifier: id)
        }
    }
    @inline(never) private func redirect(_ out: F4Outgoing) -> any Navigation {
        switch out {
        case .next: return F5Incoming.list
        case .nextDetail(let id): return F5Incoming.detail(identifier: id)
        }
    }
    @inline(never) private func redirect(_ out: F5Outgoing) -> any Navigation {
        switch out {
        case .next: return F6Incoming.list
        case .nextDetail(let id): return F6Incoming.detail(identifier: id)
        }
    }
    @inline(never) private func redirect(_ out: F6Outgoing) -> any Navigation {
        switch out {
        case .next: return F7Incoming.list
        case .nextDetail(let id): return F7Incoming.detail(identifier: id)
        }
    }
    @inline(never) private func redirect(_ out: F7Outgoing) -> any Navigation {
        switch out {
        case .next: return F8Incoming.list
        case .nextDetail(let id): return F8Incoming.detail(identifier: id)
        }
    }
    @inline(never) private func redirect(_ out: F8Outgoing) -> any Navigation {
        switch out {
        case .next: return F9Incoming.list
        case .nextDetail(let id): return F9Incoming.detail(identifier: id)
        }
    }
    @inline(never) private func redirect(_ out: F9Outgoing) -> any Navigation {
        switch out {
        case .next: return F0Incoming.list
        case .nextDetail(let id): return F0Incoming.detail(identifier: id)
        }
    }
}

func everyRedirect(_ count: Int) -> any NavigationRedirectContract { count <= 2 ? Redirect2() : Redirect10() }

func everyFeature() -> [any Feature] {
    var features: [any Feature] = []
    features.append(F0Feature())
    features.append(F1Feature())
    features.append(F2Feature())
    features.append(F3Feature())
    features.append(F4Feature())
    features.append(F5Feature())
    features.append(F6Feature())
    features.append(F7Feature())
    features.append(F8Feature())
    features.append(F9Feature())
    return features
}

func everyOutgoing() -> [any Navigation] {
    var outgoing: [any Navigation] = []
    outgoing.append(F0Outgoing.nextDetail(0))
    outgoing.append(F1Outgoing.nextDetail(1))
    outgoing.append(F2Outgoing.nextDetail(2))
    outgoing.append(F3Outgoing.nextDetail(3))
    outgoing.append(F4Outgoing.nextDetail(4))
    outgoing.append(F5Outgoing.nextDetail(5))
    outgoing.append(F6Outgoing.nextDetail(6))
    outgoing.append(F7Outgoing.nextDetail(7))
    outgoing.append(F8Outgoing.nextDetail(8))
    outgoing.append(F9Outgoing.nextDetail(9))
    return outgoing
}
