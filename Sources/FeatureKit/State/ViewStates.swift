/// The objects that the views of one screen keep between renders, by their places.
@MainActor
package final class ViewStates {
    /// A place of an object: the view's place on the screen, its type, and the number of the property.
    package struct Place: Hashable {
        let view: UInt64
        let type: ObjectIdentifier
        let property: Int
    }

    /// What was scrolled to last.
    struct Scrolling {
        private(set) var id: AnyHashable?
        /// Counts up, so that the host tells it from the last one.
        private(set) var number: UInt64 = 0
        /// Whether no render has had it yet.
        fileprivate(set) var isNew = false

        mutating func go(to id: AnyHashable) { (self.id, number, isNew) = (id, number + 1, true) }
    }

    var scrolling = Scrolling()

    private var objects: [Place: AnyObject] = [:]
    private var used: Set<Place> = []
    /// The places in the rows of a list that is shown in part, each with the number of the last render that had it.
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
        if isInRow, place.property >= 0 { rows[place] = render }
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

    /// Returns the object for the body of a view of this type at a place, which may have several. Its number is negative:
    /// a row that comes back has a new one.
    func nextBody<Object: AnyObject, Owner>(of view: UInt64, _ type: Owner.Type, make: () -> Object) -> Object {
        var place = Place(view: view, type: ObjectIdentifier(type), property: -1)
        while used.contains(place) { place = Place(view: view, type: place.type, property: place.property - 1) }
        return object(at: place, make: make)
    }

    /// Keeps the objects of the views up to ``endRow()`` when a render does not have them: the row may come back.
    func beginRow() { isInRow = true }
    func endRow() { isInRow = false }

    /// Ends a render: forgets the objects of views that it did not have, but for some of rows.
    func endRender() {
        scrolling.isNew = false
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
