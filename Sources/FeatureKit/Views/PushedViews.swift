internal import FeatureContract

/// Views above others in a stack.
@MainActor
struct Push {
    let place: UInt64
    let environment: EnvironmentValues
    let presented: Presented
    let content: () -> Void
}

/// The views of one level of a stack, as they have been rendered.
private struct Level {
    var nodes: CollectedNodes
    let work: ViewWork
    /// The node of a level above the root.
    var node: Node?
}

extension ViewRenderer {
    /// Pushes views onto the stack that is being rendered, in the environment of this place.
    func push(_ presented: Presented, _ content: @escaping () -> Void) {
        keep(presented)
        pushes.append(Push(place: place, environment: environment, presented: presented, content: content))
    }

    /// Renders a stack: its root, and what that pushes. Only the top level is seen. Those below are rendered for their
    /// states, their bindings and their sheets.
    func navigationStack(_ path: ValuePath? = nil, _ root: () -> Void) {
        // The title of a tab is looked for in its views.
        guard tab == nil else { return root() }
        let outer = (destinations, self.path, scope, pushes)
        (self.path, scope, pushes) = (path, place, [])
        var top = level { collectInPlace(root) }
        pushAll(over: &top)
        forEachShownValue { push($0, over: &top) }
        (destinations, self.path, scope, pushes) = outer
        pass(top, isSeen: true)
    }

    private func level(_ content: () -> CollectedNodes) -> Level {
        let outer = work
        work = ViewWork()
        defer { work = outer }
        let nodes = content()
        return Level(nodes: nodes, work: work)
    }

    /// Renders what the top level has pushed, and what that pushes in turn.
    private func pushAll(over top: inout Level) {
        let wanted = pushes
        pushes = []
        for wanted in wanted where wanted.presented.isPresented() { push(wanted, over: &top) }
    }

    private func push(_ push: Push, over top: inout Level) {
        pass(top, isSeen: false)
        let close = actionWithoutValue { push.presented.close() }
        var pushed = (title: "", lock: "")
        at(push.place) {
            let isEnabled = !isDisabled
            with(environment: {
                $0 = push.environment
                $0.isEnabled = isEnabled
            }) {
                top = level {
                    let screen = screen(closedBy: push.presented) { collect(push.content) }
                    pushed = (screen.title, screen.lock)
                    return screen.nodes
                }
            }
        }
        top.node = Node(.push, text: pushed.title, detail: pushed.lock, action: close)
        pushAll(over: &top)
    }

    /// Passes on what is seen of a level.
    private func pass(_ level: Level, isSeen: Bool) {
        let boxes = isSeen ? CollectedNodes() : level.nodes.boxes
        if let node = level.node {
            self.node(node) { if isSeen { replay(level.nodes) } }
            replay(boxes)
        } else {
            replay(isSeen ? level.nodes : boxes)
        }
        if isSeen { work.add(level.work) }
    }
}
