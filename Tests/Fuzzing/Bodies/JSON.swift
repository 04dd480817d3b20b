import JSONText

/// JSON text: a value that is read and written reads back equal, and a refused text has a location.
func fuzzJSON(_ bytes: [UInt8]) throws(BrokenProperty) {
    let strict = try json(bytes, .strict)
    let lenient = try json(bytes, .withComments)
    guard let strict else { return }
    try require("with comments allowed, what is strict is the same", lenient == strict, strict)
}

private func json(_ bytes: [UInt8], _ options: JSONOptions) throws(BrokenProperty) -> JSON? {
    let document: Result<JSONDocument, JSONError> = Result { () throws(JSONError) in
        try JSONDocument.parse(bytes, options: options)
    }
    let value: Result<JSON, JSONError> = Result { () throws(JSONError) in
        try JSON.parse(bytes, options: options)
    }
    try require("a document is read as its value is", document.map(\.root) == value, document)
    switch document {
    case .failure(let error):
        try requirePlace(error.location, in: bytes, error)
        try requirePrintable(error.description)
        return nil
    case .success(let document):
        try requireReadBack(document.root)
        try requirePlaces(in: JSONField(document), bytes)
        return document.root
    }
}

private func requireReadBack(_ json: JSON) throws(BrokenProperty) {
    for pretty in [false, true] {
        let written = json.utf8(pretty: pretty)
        let read = try require("what is written is read", json) { () throws(JSONError) in
            try JSON.parse(written)
        }
        try require("what is read back is equal", read == json, json)
        // Equality of strings ignores how a letter is composed, and equality of numbers the sign of zero.
        try require("what is read back is written the same", read.utf8(pretty: pretty) == written, json)
        try require("equal values have equal hashes", read.hashValue == json.hashValue, json)
    }
}

/// The location of each member and element is where its value begins.
private func requirePlaces(in field: JSONField, _ bytes: [UInt8]) throws(BrokenProperty) {
    // Finding a location takes time in proportion to the text in front of it.
    guard bytes.count <= 512 else { return }
    let location = field.document.location(of: field.path)
    try requirePlace(location, in: bytes, field.path)
    guard let location, location.offset < bytes.count else { return }
    let first = Character(Unicode.Scalar(bytes[location.offset]))
    let children: [JSONField]
    switch field.value {
    case .object:
        try require("an object begins with a brace", first == "{", field.path)
        children = ((try? field.members()) ?? []).map(\.field)
        for child in children {
            let key = field.document.keyLocation(of: child.path)
            try requirePlace(key, in: bytes, child.path)
            try require("a key begins with a quote", key.map { bytes[$0.offset] } == UInt8(ascii: "\""), child.path)
        }
    case .array:
        try require("an array begins with a bracket", first == "[", field.path)
        children = (try? field.elements()) ?? []
    case .string:
        try require("a string begins with a quote", first == "\"", field.path)
        return
    case .null, .bool, .integer, .double:
        try require("a value begins with a letter, a digit or a sign", "tfn-0123456789".contains(first), field.path)
        return
    }
    for child in children { try requirePlaces(in: child, bytes) }
}
