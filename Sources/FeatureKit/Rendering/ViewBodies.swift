internal import Glibc
internal import Observation
internal import Synchronization

/// A property of a view that can tell whether it would make another body.
@MainActor
package protocol ViewInput {
    /// Whether a body that was made with the other property, in this place, would be the same with this one. What the
    /// property reads of observable objects is known besides.
    func isAsBefore(_ old: Self, in environment: (old: EnvironmentValues, new: EnvironmentValues)) -> Bool
}

extension ViewInput {
    fileprivate func isAsBefore(
        any old: Any, in environment: (old: EnvironmentValues, new: EnvironmentValues)
    ) -> Bool {
        (old as? Self).map { isAsBefore($0, in: environment) } ?? false
    }
}

/// A property of a view that depends on the view's place on the screen, such as a ``State``.
@MainActor
package protocol ViewProperty: ViewInput {
    /// Called in each render, before the view's body may be evaluated.
    func connect(to renderer: ViewRenderer, at place: ViewStates.Place)
}

extension ViewProperty {
    /// The object at the place is the same.
    package func isAsBefore(_ old: Self, in environment: (old: EnvironmentValues, new: EnvironmentValues)) -> Bool {
        true
    }
}

extension ViewRenderer {
    /// The types of views that are known to have no ``ViewProperty`` and no ``ObjectHolder``. A reflection of each view
    /// would take longer than its render.
    private static var plainTypes: Set<ObjectIdentifier> = []

    /// Counts the questions to the host, whose answers change without being observed. A body that asks is not kept.
    static var countOfQuestions = 0

    /// The body of a view, or of a ``ViewModifier``: the last one, unless something has changed that it was made of.
    ///
    /// - Parameters:
    ///   - content: The view that a modifier modifies.
    @usableFromInline
    func body<Owner, Body>(of owner: Owner, content: AnyView? = nil, _ make: (ModifiedContent) -> Body) -> Body {
        let mirror = connect(owner)
        let kept = states.nextBody(of: place, Owner.self) { KeptBody<Owner, Body>() }
        kept.content.view = content
        if let body = kept.body(of: owner, mirror, in: environment) { return body }
        return kept.make(of: owner, mirror, in: environment, onChange: onChange, make)
    }

    /// Connects the properties of a view, and returns its reflection; nil for a view of a plain type.
    private func connect<Owner>(_ view: Owner) -> Mirror? {
        let type = ObjectIdentifier(Owner.self)
        guard MemoryLayout<Owner>.size > 0, !Self.plainTypes.contains(type) else { return nil }
        let mirror = Mirror(reflecting: view)
        var isPlain = true
        for (index, child) in mirror.children.enumerated() {
            if child.value is any ObjectHolder { isPlain = false }
            guard let property = child.value as? any ViewProperty else { continue }
            isPlain = false
            property.connect(to: self, at: ViewStates.Place(view: place, type: type, property: index))
        }
        // The properties of an enum's cases differ.
        if isPlain, mirror.displayStyle == .struct { Self.plainTypes.insert(type) }
        return mirror
    }
}

/// The body of a view as it was made last, and what it was made of.
@MainActor
private final class KeptBody<Owner, Body> {
    let content = ModifiedContent()
    private var made: (body: Body, owner: Owner, environment: EnvironmentValues)?
    private var reads: TrackedReads?

    /// The body, if it would be the same for this view.
    ///
    /// - Parameter mirror: The view's reflection; nil for a view of a plain type.
    func body(of owner: Owner, _ mirror: Mirror?, in environment: EnvironmentValues) -> Body? {
        guard let made, reads?.haveChanged == false else { return nil }
        let isSame = haveSameBytes(made.owner, owner)
        if isSame, mirror == nil { return made.body }
        let (old, new) = (Mirror(reflecting: made.owner), mirror ?? Mirror(reflecting: owner))
        guard new.displayStyle == .struct else { return nil }
        for (old, new) in zip(old.children, new.children) {
            // In a view with the same bytes only a property that depends on the view's place can differ.
            let isAsBefore =
                if let input = new.value as? any ViewInput, !isSame || input is any ViewProperty {
                    input.isAsBefore(any: old.value, in: (made.environment, environment))
                } else {
                    isSame || haveEqualParts(old.value, new.value)
                }
            guard isAsBefore else { return nil }
        }
        return made.body
    }

    func make(
        of owner: Owner, _ mirror: Mirror?, in environment: EnvironmentValues, onChange: @escaping @Sendable () -> Void,
        _ make: (ModifiedContent) -> Body
    ) -> Body {
        reads?.cancel()
        let questions = ViewRenderer.countOfQuestions
        let (body, reads) = TrackedReads.track(
            {
                if let mirror { readHeldObjects(of: mirror) }
                return make(content)
            }, onChange: onChange)
        made = questions == ViewRenderer.countOfQuestions ? (body, owner, environment) : nil
        self.reads = reads
        return body
    }

    deinit { reads?.cancel() }
}

/// Reads all published properties of the objects that a view holds.
@MainActor
private func readHeldObjects(of view: Mirror) {
    for case let holder as any ObjectHolder in view.children.lazy.map(\.value) {
        guard let held = holder.heldObject else { continue }
        for object in sequence(first: Mirror(reflecting: held), next: { $0.superclassMirror }) {
            for case let property as any PublishedProperty in object.children.lazy.map(\.value) { property.read() }
        }
    }
}

/// A property of a view that holds an object. Each change of a published property of that object evaluates the view, even
/// if its body has not read the property: it may have read another one that depends on it.
@MainActor
package protocol ObjectHolder {
    /// The object; nil if there is none, so that the view fails only where it uses it.
    var heldObject: AnyObject? { get }
}

/// A property whose changes are published.
package protocol PublishedProperty {
    /// Reads the property, so that its change is one for the reader.
    func read()
}

/// Whether two values have the same bytes, and so hold the same objects.
private func haveSameBytes<Value>(_ one: Value, _ other: Value) -> Bool {
    withUnsafeBytes(of: one) { one in
        withUnsafeBytes(of: other) { other in
            guard let start = one.baseAddress, let otherStart = other.baseAddress else { return true }
            return memcmp(start, otherStart, one.count) == 0
        }
    }
}

/// Whether two values are known to be equal, or the same object.
func areKnownEqual<Value>(_ old: Value, _ new: Value) -> Bool {
    haveSameBytes(old, new) || haveEqualParts(old, new)
}

/// Whether two values have equal parts. What an author calls equal is not asked: two objects that are equal may change
/// apart from each other.
private func haveEqualParts(_ old: Any, _ new: Any) -> Bool {
    func areEqual<Content: Equatable>(_ old: Content) -> Bool { new as? Content == old }
    let (oldParts, newParts) = (Mirror(reflecting: old), Mirror(reflecting: new))
    guard oldParts.subjectType == newParts.subjectType else { return false }
    switch newParts.displayStyle {
    case .class: return (old as AnyObject) === (new as AnyObject)
    case .struct, .tuple, .optional, .enum:
        // A type may show other parts than it has, or none, as Foundation's UUID does.
        let isOptional = newParts.displayStyle == .optional
        guard isOptional || !newParts.children.isEmpty && !(new is any CustomReflectable) else { break }
        return oldParts.children.count == newParts.children.count
            && zip(oldParts.children, newParts.children).allSatisfy {
                $0.label == $1.label && haveEqualParts($0.value, $1.value)
            }
    case .none: break
    // The elements of a collection are not compared one by one: there may be a million.
    default: return false
    }
    return (old as? any Equatable).map { areEqual($0) } ?? false
}

/// The observable properties that a closure has read, watched until one of them changes.
///
/// Observation has no way to stop watching. So the closure's reads include a property of this object, which ``cancel()``
/// changes.
final class TrackedReads: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let isOver = Atomic(false)

    private var end: Void { registrar.access(self, keyPath: \.end) }

    /// Whether one of the objects has changed.
    var haveChanged: Bool { isOver.load(ordering: .acquiring) }

    /// - Parameter onChange: Called at the first change, right before it, on the thread that makes it.
    static func track<Result>(
        _ read: () -> Result, onChange: @escaping @Sendable () -> Void
    ) -> (Result, TrackedReads) {
        let reads = TrackedReads()
        let result = withObservationTracking {
            reads.end
            return read()
        } onChange: {
            if !reads.isOver.exchange(true, ordering: .acquiringAndReleasing) { onChange() }
        }
        return (result, reads)
    }

    /// Ends it without a call.
    func cancel() {
        guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
        registrar.withMutation(of: self, keyPath: \.end) {}
    }
}
