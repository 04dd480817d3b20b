internal import FeatureABI
package import FeatureContract

/// The navigator of one screen: passes requests to the host.
struct HostNavigator: NavigatorContract {
    let handle: HostHandle
    let feature: String
    /// The screen's number; 0 for the feature itself.
    let screen: UInt64

    func perform(_ request: NavigationRequest) throws(NavigationError) {
        guard let host = handle.host else {
            throw NavigationError(.other, reason: "the feature '\(feature)' is not active any more")
        }
        do {
            try pass(request, to: host)
        } catch let error as NavigationError {
            handle.log(.error, error.reason)
            throw error
        } catch let failure as CallFailure {
            let error = NavigationError(failure, request: request)
            // The host has already reported its reason; only this side knows the samples, and logs the hint about them.
            if error.kind == .unknownRoute { handle.log(.error, error.reason) }
            throw error
        } catch {
            throw NavigationError(.other, reason: "\(error)")
        }
    }

    func canReturn(toCheckpointNamed name: String) -> Bool {
        guard let host = handle.host else { return false }
        var arena = ABIArena()
        return host.pointee.can_return(host, screen, arena.string(name)) != 0
    }

    private func pass(_ request: NavigationRequest, to host: UnsafePointer<sy_host>) throws {
        var arena = ABIArena()
        switch request {
        case .navigate(let navigation, let method):
            let destination = arena.pointer(to: arena.destination(try navigation.wrapped.destination(of: feature)))
            try callABI { host.pointee.navigate(host, screen, destination, method.abi, $0) }
        case .back:
            try callABI { host.pointee.back(host, screen, $0) }
        case .pop(let count):
            try callABI { host.pointee.pop(host, screen, UInt32(clamping: count), $0) }
        case .popTo(let navigation):
            let destination = arena.pointer(to: arena.destination(try navigation.wrapped.destination(of: feature)))
            try callABI { host.pointee.pop_to(host, screen, destination, $0) }
        case .popToRoot:
            try callABI { host.pointee.pop_to_root(host, screen, $0) }
        case .dismiss:
            try callABI { host.pointee.dismiss(host, screen, $0) }
        case .dismissAll:
            try callABI { host.pointee.dismiss_all(host, screen, $0) }
        case .replaceStack(let navigations):
            var destinations: [sy_destination] = []
            for navigation in navigations {
                destinations.append(arena.destination(try navigation.wrapped.destination(of: feature)))
            }
            let array = arena.array(destinations)
            try callABI { host.pointee.replace_stack(host, screen, array, destinations.count, $0) }
        case .reset:
            try callABI { host.pointee.reset(host, screen, $0) }
        case .selectTab(let name):
            let name = arena.string(name)
            try callABI { host.pointee.select_tab(host, screen, name, $0) }
        case .returnToCheckpoint(let name, let value):
            let name = arena.string(name)
            var pointer: UnsafePointer<sy_value>?
            if let value { pointer = arena.pointer(to: arena.value(value.value)) }
            try callABI { host.pointee.return_to_checkpoint(host, screen, name, pointer, $0) }
        case .send(let values):
            var messages: [sy_message] = []
            for value in values {
                messages.append(arena.message(try value.navigationMessage(from: NavigationSender(id: feature)).message))
            }
            let array = arena.array(messages)
            try callABI { host.pointee.send(host, screen, array, messages.count, $0) }
        case .resume:
            try callABI { host.pointee.resume(host, screen, $0) }
        }
    }
}

extension NavigationError {
    fileprivate init(_ failure: CallFailure, request: NavigationRequest) {
        let kind = Kind(failure.code)
        var reason = failure.reason
        if kind == .unknownRoute, case .navigate(let navigation, _) = request {
            reason += "; add a sample of that case to \(type(of: navigation.wrapped)).samples"
        }
        self.init(kind, reason: reason)
    }
}

extension NavigationError.Kind {
    /// The failure code of each kind that crosses the boundary.
    private static let codes: [(kind: Self, code: FailureCode)] = [
        (.unknownRoute, .unknownRoute), (.invalidArgument, .invalidArgument), (.notAllowed, .notAllowed),
        (.notFound, .notFound), (.wrongType, .wrongType), (.locked, .locked), (.nothingToDo, .nothingToDo),
        (.noReceiver, .noReceiver), (.unconnected, .unconnected),
    ]

    /// The kind of a refusal by the host; ``other`` for a code without a kind.
    package init(_ code: FailureCode) {
        self = Self.codes.first { $0.code == code }?.kind ?? .other
    }

    /// The code with which a host answers for this kind.
    package var code: FailureCode {
        Self.codes.first { $0.kind == self }?.code ?? .other
    }
}
