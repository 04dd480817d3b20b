/// The cases of an enum, as its library describes them to Swift's reflection.
enum EnumCases {
    /// Returns the cases that `values` lacks. None for a type that is no enum, and where the library was built without
    /// the names.
    static func missing<T>(from values: [T]) -> [String] {
        let known = Set(values.compactMap { value in enumCaseName(value).map { String(cString: $0) } })
        return names(of: T.self).filter { !known.contains($0) }
    }

    /// Reads the names from the type's descriptor. Its layout is that of the ABI of Swift: TargetEnumMetadata and
    /// TargetContextDescriptor in Metadata.h, FieldDescriptor and FieldRecord in Records.h.
    private static func names(of type: Any.Type) -> [String] {
        let metadata = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
        // MetadataKind.def: 0x201 is an enum.
        guard metadata[0] == 0x201, let descriptor = UnsafeRawPointer(bitPattern: metadata[1]),
            let fields = target(of: descriptor + 16)
        else { return [] }
        let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
        let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
        return (0..<count).compactMap { index in
            target(of: fields + 16 + index * size + 8).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
        }
    }

    /// Follows a pointer that is stored as the distance from its own place; nil for 0, which is none.
    private static func target(of place: UnsafeRawPointer) -> UnsafeRawPointer? {
        let distance = place.load(as: Int32.self)
        return distance == 0 ? nil : place + Int(distance)
    }
}

/// The name of a value's case, by the function of the runtime that `Mirror` uses.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<T>(_ value: T) -> UnsafePointer<CChar>?
