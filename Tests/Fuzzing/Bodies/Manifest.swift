import FeatureContract
import HostCore
import JSONText

/// Manifests: a manifest that is read and written reads back equal, a refused text has a location, and a manifest gives
/// a catalog.
func fuzzManifest(_ bytes: [UInt8]) throws(BrokenProperty) {
    let manifest: Manifest
    do {
        manifest = try Manifest(parsing: bytes)
    } catch {
        return try requirePlace(error.location, in: bytes, error)
    }
    let written = manifest.json.utf8()
    let read = try require("what is written is read", manifest.json.text()) { () throws(JSONError) in
        try Manifest(parsing: written)
    }
    try require("what is read back is equal", read == manifest, manifest.json.text())
    try require("what is read back is written the same", read.json.utf8() == written, manifest.json.text())

    let catalog = Catalog(found: [.init(manifest: manifest, path: "/plugins/a.so")])
    try require("one feature is in no conflict with itself", catalog.links().conflicts.isEmpty)
    for route in manifest.incoming {
        let text = "\(manifest.id)/\(route.name)"
        // The defaults fill the arguments where they are enough.
        guard let place = try? catalog.place(text) else { continue }
        try requireReadBack(place, catalog)
        guard let url = catalog.url(for: place, takenBy: .empty) else { continue }
        let link = try require("what is printed is a link", url) { () throws(LinkError) in try LinkURL(url) }
        guard case .place(let meant, _) = catalog.match(link) else {
            throw BrokenProperty(description: "the canonical link of \(place) leads nowhere: \(url)")
        }
        try require("the canonical link leads back", meant.isSameScreen(as: place), "\(url) \(meant)")
    }
}

/// Requires a destination's text to give the destination back.
func requireReadBack(_ place: Place, _ catalog: Catalog) throws(BrokenProperty) {
    let text = place.text
    let read = try require("a destination's text is one", text) { () throws(CatalogError) in try catalog.place(text) }
    try require("a destination's text means the destination", read == place, text)
    try require("a destination that is read back has its text", Array(read.text.utf8) == Array(text.utf8), text)
}
