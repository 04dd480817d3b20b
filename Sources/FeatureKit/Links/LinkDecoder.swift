/// Gives a link to the type in which a handler takes it, by way of its `Decodable`: FeatureKit does not import Foundation,
/// and cannot name its `URL`.
///
/// A type that holds one text, such as `String`, gets the link. Foundation's `URL` asks for a text under `relative`.
struct LinkDecoder: Decoder, SingleValueDecodingContainer {
    let text: String
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(URLFields(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw refusal }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { false }
    func decode(_ type: String.Type) -> String { text }

    func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
        guard let text = text as? Content else { throw refusal }
        return text
    }

    fileprivate var refusal: CodingFailure { CodingFailure("a link is one text") }

    private struct URLFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: LinkDecoder
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { ["relative"].compactMap(Key.init) }

        func contains(_ key: Key) -> Bool { key.stringValue == "relative" }
        func decodeNil(forKey key: Key) -> Bool { !contains(key) }

        func decode<Content: Decodable>(_ type: Content.Type, forKey key: Key) throws -> Content {
            guard contains(key) else { throw decoder.refusal }
            return try decoder.decode(type)
        }

        func nestedContainer<Inner: CodingKey>(
            keyedBy type: Inner.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Inner> { throw decoder.refusal }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw decoder.refusal }
        func superDecoder() throws -> any Decoder { throw decoder.refusal }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw decoder.refusal }
    }
}
