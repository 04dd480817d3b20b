import FeatureContract
import Testing

@testable import FeatureCore

/// The parents of a case, as templates of its arguments.
@Suite struct ParentFinderTests {
    @Test(
        "an argument goes to a parent under any name, and fixed values stay fixed",
        arguments: [
            ("artist", []),
            ("album", ["f/artist?identifier={artist}"]),
            ("track", ["f/artist?identifier={artist}", "f/album?artist={artist}&title={album}"]),
            ("search", ["f/artist?identifier=7", "f/album?artist=1&title=all%20of%20it"]),
            ("ratio", ["f/ratio?value={value}"]),
            ("flagged", ["f/flagged?flag={flag}"]),
            ("sized", ["f/artist?identifier={artist}", "f/sized?size={size}&artist={artist}&index={index}"]),
            ("tagged", ["f/tags?names={tags}"]),
            ("tags", []),
            ("page", ["f/artist?identifier={page}"]),
        ])
    func parents(route: String, parents: [String]) throws {
        let table = try RouteTable<MusicNavigation>.shared.get()
        #expect(try table.declaration(named: route, of: "f").parents.map(\.description) == parents)
    }
}

private enum MusicNavigation: Navigation {
    case artist(identifier: Int)
    case album(artist: Int, title: String)
    case track(artist: Int, album: String, number: Int)
    case search(artist: Int)
    case ratio(value: Double)
    case flagged(flag: Bool)
    /// The marker value of one argument does not fit into the others.
    case sized(size: Size, artist: Int, index: UInt8)
    case tagged(tags: [String])
    case tags(names: [String])
    case page(page: Int?)

    static let samples: [Self] = [
        .artist(identifier: 0), .album(artist: 0, title: ""), .track(artist: 0, album: "", number: 0),
        .search(artist: 0), .ratio(value: 0), .flagged(flag: false), .sized(size: .small, artist: 0, index: 0),
        .tagged(tags: ["tag"]), .tags(names: ["name"]), .page(page: 1),
    ]

    var parents: [Self] {
        switch self {
        case .artist, .tags: []
        case .album(let artist, _): [.artist(identifier: artist)]
        case .track(let artist, let album, _): [.artist(identifier: artist), .album(artist: artist, title: album)]
        case .search: [.artist(identifier: 7), .album(artist: 1, title: "all of it")]
        case .ratio(let value): [.ratio(value: value)]
        case .flagged(let flag): [.flagged(flag: flag)]
        case .sized(let size, let artist, let index):
            [.artist(identifier: artist), .sized(size: size, artist: artist, index: index)]
        case .tagged(let tags): [.tags(names: tags)]
        case .page(let page): page.map { [.artist(identifier: $0)] } ?? []
        }
    }
}
