/// The operations of a JSON Patch (RFC 6902) that turn one value into another: `add`, `remove`, `replace` and
/// `move`, the last for elements with the member `key`.
///
/// ```swift
/// JSONPatch.operations(from: ["a": [1, 2]], to: ["a": [1, 3, 4]])
/// // [{"op":"replace","path":"/a/1","value":3},{"op":"add","path":"/a/2","value":4}]
/// ```
package enum JSONPatch {
    /// Returns the operations in order of execution; none if the two values are equal down to the bytes of each text.
    /// The order of members does not count.
    package static func operations(from old: JSON, to new: JSON) -> [JSON] {
        var operations: [JSON] = []
        compare(old, new, at: "", &operations)
        return operations
    }

    private static func compare(_ old: JSON, _ new: JSON, at path: String, _ operations: inout [JSON]) {
        switch (old, new) {
        case (.object(let old), .object(let new)):
            for (key, _) in old where new[key] == nil { operations.append(operation("remove", below(path, key))) }
            for (key, value) in new {
                if let before = old[key] {
                    compare(before, value, at: below(path, key), &operations)
                } else {
                    operations.append(operation("add", below(path, key), value))
                }
            }
        case (.array(let old), .array(let new)):
            compare(old, new, at: path, &operations)
        default:
            if !isSame(old, new) { operations.append(operation("replace", path, new)) }
        }
    }

    /// Compares the elements between the equal ones at both ends.
    private static func compare(_ old: [JSON], _ new: [JSON], at path: String, _ operations: inout [JSON]) {
        let shorter = min(old.count, new.count)
        var front = 0
        while front < shorter, isSame(old[front], new[front]) { front += 1 }
        var back = 0
        while back < shorter - front, isSame(old[old.count - 1 - back], new[new.count - 1 - back]) { back += 1 }
        let (oldEnd, newEnd) = (old.count - back, new.count - back)
        if let oldKeys = keys(of: old[front..<oldEnd]), let newKeys = keys(of: new[front..<newEnd]) {
            return compare(old[front..<oldEnd], oldKeys, new[front..<newEnd], newKeys, at: path, &operations)
        }
        let common = min(oldEnd, newEnd)
        for index in front..<common { compare(old[index], new[index], at: "\(path)/\(index)", &operations) }
        // From the end on, so that each index refers to the list before any removal.
        for index in (common..<max(common, oldEnd)).reversed() {
            operations.append(operation("remove", "\(path)/\(index)"))
        }
        for index in common..<max(common, newEnd) {
            operations.append(operation("add", "\(path)/\(index)", new[index]))
        }
    }

    /// The texts of the members `key`, which identify rows before and after. Nil if an element has none, or two have
    /// equal ones.
    private static func keys(of elements: ArraySlice<JSON>) -> [ExactText]? {
        let keys = elements.compactMap { $0["key"]?.string.map(ExactText.init) }
        return keys.count == elements.count && Set(keys).count == keys.count ? keys : nil
    }

    /// Compares elements with keys: removes those that are gone, then moves and adds, and then compares what stayed.
    private static func compare(
        _ old: ArraySlice<JSON>, _ oldKeys: [ExactText], _ new: ArraySlice<JSON>, _ newKeys: [ExactText],
        at path: String, _ operations: inout [JSON]
    ) {
        let indexes = Dictionary(uniqueKeysWithValues: zip(newKeys, newKeys.indices))
        let before = Dictionary(uniqueKeysWithValues: zip(oldKeys, old))
        let first = new.startIndex
        for (index, key) in oldKeys.enumerated().reversed() where indexes[key] == nil {
            operations.append(operation("remove", "\(path)/\(first + index)"))
        }
        // The list as it is after each operation, by the elements' indexes in the new one.
        var list = oldKeys.compactMap { indexes[$0] }
        let inPlace = Set(longestRise(in: list))
        for (index, key) in newKeys.enumerated() where !inPlace.contains(index) {
            let place = index == 0 ? 0 : (list.firstIndex(of: index - 1) ?? -1) + 1
            if before[key] == nil {
                operations.append(operation("add", "\(path)/\(first + place)", new[first + index]))
                list.insert(index, at: place)
            } else if let from = list.firstIndex(of: index) {
                let target = from < place ? place - 1 : place
                list.remove(at: from)
                list.insert(index, at: target)
                var move: JSONObject = ["op": "move", "from": .string("\(path)/\(first + from)")]
                move.append(key: "path", value: .string("\(path)/\(first + target)"))
                operations.append(.object(move))
            }
        }
        for (index, key) in newKeys.enumerated() {
            guard let element = before[key] else { continue }
            compare(element, new[first + index], at: "\(path)/\(first + index)", &operations)
        }
    }

    /// The most elements of a list that rise from one to the next, in their order. The others have moved.
    private static func longestRise(in list: [Int]) -> [Int] {
        // The positions of the smallest last elements of rises of each length, and of the element before each.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: list.count)
        for (position, element) in list.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if list[ends[middle]] < element { low = middle + 1 } else { high = middle }
            }
            previous[position] = low == 0 ? nil : ends[low - 1]
            if low == ends.count { ends.append(position) } else { ends[low] = position }
        }
        return sequence(state: ends.last) { position in
            defer { position = position.flatMap { previous[$0] } }
            return position.map { list[$0] }
        }.reversed()
    }

    private static func operation(_ word: String, _ path: String, _ value: JSON? = nil) -> JSON {
        var object: JSONObject = ["op": .string(word), "path": .string(path)]
        if let value { object.append(key: "value", value: value) }
        return .object(object)
    }

    /// The JSON Pointer (RFC 6901) of a member.
    private static func below(_ path: String, _ key: String) -> String {
        // By scalars: a combining mark after a tilde would make it a different Character.
        let escaped = key.unicodeScalars.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }
        return "\(path)/\(escaped.joined())"
    }

    /// Whether two values have equal text. For `==`, texts with different bytes may be equal.
    private static func isSame(_ left: JSON, _ right: JSON) -> Bool {
        switch (left, right) {
        case (.string(let left), .string(let right)): left.isExactly(right)
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
        case (.object(let left), .object(let right)):
            left.count == right.count
                && left.members.allSatisfy { key, value in right[key].map { isSame(value, $0) } ?? false }
        case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
        default: left == right
        }
    }
}
