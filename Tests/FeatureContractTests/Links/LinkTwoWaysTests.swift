import FeatureContract
import TestSupport
import Testing

@Suite(.blocking) struct LinkTwoWaysTests {
    @Test(
        "a destination has a link exactly where no obstacle exists, and the link gives the destination back",
        arguments: Tier.rows(of: Array(1...8 as ClosedRange<UInt64>), first: 1))
    func fromDestinations(seed: UInt64) throws {
        var generator = LinkGenerator(seed: seed)
        var printed = 0
        var obstacles: Set<Obstacle> = []
        for _ in 0..<500 {
            let link = try generator.link()
            for _ in 0..<4 {
                let destination = try generator.destination(of: link)
                let obstacle = link.obstacle(to: destination)
                func about() -> Comment { "\(link.pattern) \(destination) \(link.route.arguments)" }
                guard let text = link.url(for: destination) else {
                    #expect(obstacle != nil, about())
                    if let obstacle { obstacles.insert(obstacle) }
                    continue
                }
                #expect(obstacle == nil, about())
                printed += 1
                #expect(try link.match(LinkURL(text)).get() == destination, about())
                #expect(try link.match(LinkURL(text)).get().text == destination.text)
            }
        }
        #expect(printed > 500)
        #expect(obstacles.count >= 5)
    }

    @Test(
        "a link's destination has a link of the same pattern, unless a number's spelling holds its delimiter",
        arguments: Tier.rows(of: Array(11...18 as ClosedRange<UInt64>), first: 1))
    func fromLinks(seed: UInt64) throws {
        var generator = LinkGenerator(seed: seed)
        var matched = 0
        for _ in 0..<600 {
            let link = try generator.link()
            for _ in 0..<4 {
                let text = generator.text(about: link)
                let url = try LinkURL(text)
                let match = link.match(url)
                #expect(link.destination(of: url)?.text == (try? match.get())?.text, "\(text) \(link.pattern)")
                guard case .success(let destination) = match else { continue }
                matched += 1
                func about() -> Comment { "\(text) \(link.pattern) \(destination) \(link.route.arguments)" }
                guard let printed = link.url(for: destination) else {
                    #expect(link.obstacle(to: destination) == .holdsBorder, about())
                    let hasNumbers = link.route.arguments.contains { [.int, .double].contains($0.type) }
                    #expect(hasNumbers, about())
                    continue
                }
                #expect(try link.match(LinkURL(printed)).get() == destination, about())
                // The printed link is canonical: it prints as itself.
                #expect(link.url(for: destination) == printed)
            }
        }
        #expect(matched > 300)
    }

    @Test(
        "a mutated link gives a destination that fits the route, or no match",
        arguments: Tier.rows(of: Array(21...24 as ClosedRange<UInt64>), first: 2))
    func mutations(seed: UInt64) throws {
        var generator = LinkGenerator(seed: seed)
        var matched = 0
        for _ in 0..<1500 {
            let link = try generator.link()
            var scalars = Array(generator.text(about: link).unicodeScalars)
            for _ in 0..<Int.random(in: 0...3, using: &generator.random) {
                let place = Int.random(in: 0...scalars.count, using: &generator.random)
                if Bool.random(using: &generator.random), place < scalars.count {
                    scalars.remove(at: place)
                } else {
                    scalars.insert(contentsOf: generator.random.text(upTo: 2).unicodeScalars, at: place)
                }
            }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            guard let url = try? LinkURL(String(text)), case .success(let destination) = link.match(url) else {
                continue
            }
            matched += 1
            #expect(try link.route.checked(destination) == destination)
        }
        #expect(matched > 50)
    }
}
