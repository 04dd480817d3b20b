/// The objects that the views of one screen keep between renders, by their places.
@MainActor
package final class ViewStates {
    /// A place of an object: the view's place on the screen, its type, and the number of the property.
    package struct Place: Hashable {
        let view: UInt64
        let type: ObjectIdentifier
        let property: Int
    }

    private var objects: [Place: AnyObject] = [:]
    private var used: Set<Place> = []
    /// The places in the rows of a list of which a part is shown, each with the number of the last render that had it.
    private var rows: [Place: Int] = [:]
    private var isInRow = false
    private var render = 0

    /// The most objects of rows out of the part that is shown. Beyond it those are forgotten that were shown longest ago.
    private static let mostRowObjects = 4096
    private var reported: Set<String> = []

    /// Reports something to the author the first time that the screen's views have it.
    func once(_ reason: String, report: (String) -> Void) {
        if reported.insert(reason).inserted { report(reason) }
    }

    /// Returns the object at a place, which `make` makes at the place's first use.
    func object<Object: AnyObject>(at place: Place, make: () -> Object) -> Object {
        used.insert(place)
        if isInRow { rows[place] = render }
        if let object = objects[place] as? Object { return object }
        let object = make()
        objects[place] = object
        return object
    }

    /// Returns the next object of this type at a view's place: a modifier that a view has several times has one for each.
    func nextObject<Object: AnyObject>(of view: UInt64, make: () -> Object) -> Object {
        var place = Place(view: view, type: ObjectIdentifier(Object.self), property: 0)
        while used.contains(place) { place = Place(view: view, type: place.type, property: place.property + 1) }
        return object(at: place, make: make)
    }

    /// Keeps the objects of the views up to ``endRow()`` when a render does not have them: the row may come back.
    func beginRow() { isInRow = true }
    func endRow() { isInRow = false }

    /// Ends a render: forgets the objects of views that it did not have, but for some of rows.
    func endRender() {
        if used.count < objects.count {
            if rows.count > Self.mostRowObjects {
                let newest = rows.sorted { $0.value > $1.value }.prefix(Self.mostRowObjects)
                rows = rows.filter { used.contains($0.key) }
                for (place, render) in newest { rows[place] = render }
            }
            objects = objects.filter { used.contains($0.key) || rows[$0.key] != nil }
        }
        used.removeAll(keepingCapacity: true)
        render += 1
    }
}

/// A property of a view that depends on the view's place on the screen, such as a ``State``.
@MainActor
package protocol ViewProperty {
    /// Called before each evaluation of the view's body.
    func connect(to renderer: ViewRenderer, at place: ViewStates.Place)
}

extension ViewRenderer {
    /// The types of views that are known to have no ``ViewProperty``. A reflection of each view would take longer than
    /// its render.
    private static var plainTypes: Set<ObjectIdentifier> = []

    /// Connects the properties of a view, or of a ``ViewModifier``.
    @usableFromInline
    func connect<Content>(_ view: Content) {
        let type = ObjectIdentifier(Content.self)
        guard MemoryLayout<Content>.size > 0, !Self.plainTypes.contains(type) else { return }
        let mirror = Mirror(reflecting: view)
        var hasProperties = false
        for (index, child) in mirror.children.enumerated() {
            guard let property = child.value as? any ViewProperty else { continue }
            hasProperties = true
            property.connect(to: self, at: ViewStates.Place(view: place, type: type, property: index))
        }
        // The properties of an enum's cases differ.
        if !hasProperties, mirror.displayStyle == .struct { Self.plainTypes.insert(type) }
    }
}
