import FeatureCore

extension RangeReplaceableCollection where Self: RandomAccessCollection {
    /// Removes the elements at these positions.
    public mutating func remove(atOffsets offsets: some Sequence<Int>) {
        for offset in Set(offsets).sorted().reversed() { remove(at: index(startIndex, offsetBy: offset)) }
    }
}

extension MutableCollection where Self: RandomAccessCollection & RangeReplaceableCollection {
    /// Moves the elements at these positions before the element at another one.
    public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
        let offsets = Set(source)
        let moved = offsets.sorted().map { self[index(startIndex, offsetBy: $0)] }
        let before = offsets.count { $0 < destination }
        remove(atOffsets: offsets)
        insert(contentsOf: moved, at: index(startIndex, offsetBy: destination - before))
    }
}

extension EditableRows {
    /// Shows buttons with each element that move it up and down.
    @_disfavoredOverload
    public func onMove<Offsets: SetAlgebra>(perform action: ((Offsets, Int) -> Void)?) -> Self
    where Offsets.Element == Int {
        onMove(perform: action.map { action in { (offsets: Set<Int>, place) in action(Offsets(offsets), place) } })
    }
    /// Shows a button with each element that deletes it.
    @_disfavoredOverload
    public func onDelete<Offsets: SetAlgebra>(perform action: ((Offsets) -> Void)?) -> Self
    where Offsets.Element == Int {
        onDelete(perform: action.map { action in { (offsets: Set<Int>) in action(Offsets(offsets)) } })
    }
}

extension ForEach where Content: View {
    /// Shows a button with each element that deletes it.
    ///
    /// - Parameter action: Gets the element's position in a set of another type, such as Foundation's `IndexSet`.
    @_disfavoredOverload
    public func onDelete<Offsets: SetAlgebra>(
        perform action: ((Offsets) -> Void)?
    ) -> EditableRows<Data, ID, Content> where Offsets.Element == Int {
        onDelete(perform: action.map { action in { (offsets: Set<Int>) in action(Offsets(offsets)) } })
    }
    /// Shows buttons with each element that move it up and down.
    ///
    /// - Parameter action: Gets the element's position in a set of another type, such as Foundation's `IndexSet`, and the
    ///   position before which it is put.
    @_disfavoredOverload
    public func onMove<Offsets: SetAlgebra>(
        perform action: ((Offsets, Int) -> Void)?
    ) -> EditableRows<Data, ID, Content> where Offsets.Element == Int {
        onMove(perform: action.map { action in { (offsets: Set<Int>, place) in action(Offsets(offsets), place) } })
    }
}
