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
            throw NavigationError(.invalidState, reason: "the feature '\(feature)' is not active any more")
        }
        let crossing: NavigationOperation<Destination, [Message], Value?>
        do {
            crossing = try self.crossing(request)
        } catch {
            handle.log(.error, error.reason)
            throw error
        }
        do {
            try pass(crossing, to: host)
        } catch {
            let error = NavigationError(error, request: request)
            // The log has the host's reason already; only this side knows the samples, and adds the hint about them.
            if error.kind == .unknownRoute { handle.log(.error, error.reason) }
            throw error
        }
    }

    func canReturn(toCheckpointNamed name: String) -> Bool {
        ViewRenderer.countOfQuestions += 1
        guard let host = handle.host else { return false }
        var arena = ABIArena()
        return host.pointee.can_return(host, screen, arena.string(name)) != 0
    }

    /// The request in the form in which it crosses to the host.
    private func crossing(
        _ request: NavigationRequest
    ) throws(NavigationError) -> NavigationOperation<Destination, [Message], Value?> {
        try request.map(
            target: { (navigation) throws(NavigationError) in try navigation.wrapped.destination(of: feature) },
            sent: { (values) throws(NavigationError) in
                var messages: [Message] = []
                for value in values {
                    messages.append(try value.navigationMessage(from: NavigationSender(id: feature)).message)
                }
                return messages
            }, value: { (value) throws(NavigationError) in try value?.crossing() })
    }

    private func pass(
        _ request: NavigationOperation<Destination, [Message], Value?>, to host: UnsafePointer<sy_host>
    ) throws(CallFailure) {
        var arena = ABIArena()
        switch request {
        case .navigate(let destination, let method):
            let destination = arena.pointer(to: arena.destination(destination))
            try callABI { host.pointee.navigate(host, screen, destination, method.abi, $0) }
        case .back:
            try callABI { host.pointee.back(host, screen, $0) }
        case .pop(let count):
            try callABI { host.pointee.pop(host, screen, UInt32(clamping: count), $0) }
        case .popTo(let destination):
            let destination = arena.pointer(to: arena.destination(destination))
            try callABI { host.pointee.pop_to(host, screen, destination, $0) }
        case .popToRoot:
            try callABI { host.pointee.pop_to_root(host, screen, $0) }
        case .dismiss:
            try callABI { host.pointee.dismiss(host, screen, $0) }
        case .dismissAll:
            try callABI { host.pointee.dismiss_all(host, screen, $0) }
        case .replaceStack(let destinations):
            let array = arena.array(destinations.map { arena.destination($0) })
            try callABI { host.pointee.replace_stack(host, screen, array, destinations.count, $0) }
        case .swap(let destination):
            guard let found = host.pointee.extension(host, arena.string(SY_SWAP_EXTENSION)) else {
                let reason = "this host does not offer '\(SY_SWAP_EXTENSION)'"
                handle.log(.error, reason)
                throw CallFailure(.unsupported, reason)
            }
            let table = found.assumingMemoryBound(to: sy_swap.self)
            let destination = arena.pointer(to: arena.destination(destination))
            try callABI { table.pointee.swap(table, screen, destination, $0) }
        case .reset:
            try callABI { host.pointee.reset(host, screen, $0) }
        case .selectTab(let name):
            let name = arena.string(name)
            try callABI { host.pointee.select_tab(host, screen, name, $0) }
        case .returnToCheckpoint(let name, let value):
            let name = arena.string(name)
            let value = value.map { arena.pointer(to: arena.value($0)) }
            try callABI { host.pointee.return_to_checkpoint(host, screen, name, value, $0) }
        case .send(let messages):
            let array = arena.array(messages.map { arena.message($0) })
            try callABI { host.pointee.send(host, screen, array, messages.count, $0) }
        case .resume:
            try callABI { host.pointee.resume_sending(host, screen, $0) }
        }
    }
}

extension NavigationError {
    fileprivate init(_ failure: CallFailure, request: NavigationRequest) {
        self.init(failure)
        guard kind == .unknownRoute, case .navigate(let navigation, _) = request else { return }
        self.init(kind, reason: "\(reason); \(type(of: navigation.wrapped)) is not its Incoming or its Outgoing")
    }
}

extension NavigationError: BoundaryError {}

extension NavigationError.Kind: BoundaryErrorKind {
    package static let codes: [(kind: Self, code: FailureCode)] = [
        (.unknownRoute, .unknownRoute), (.invalidArgument, .invalidArgument), (.notAllowed, .notAllowed),
        (.notFound, .notFound), (.wrongType, .wrongType), (.locked, .locked), (.nothingToDo, .nothingToDo),
        (.noReceiver, .noReceiver), (.unconnected, .unconnected), (.invalidState, .invalidState),
    ]
}
