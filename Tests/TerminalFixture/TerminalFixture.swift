import Glibc
import HostCore
import Terminal

/// A program for tests that takes the whole screen, shows what it is told of, and ends in whichever way it is asked
/// for.
@main
struct TerminalFixture {
    static func main() {
        Task { @MainActor in
            do {
                try Application().run()
            } catch {
                print("\(error)")
                exit(1)
            }
        }
        // As in the host: the main queue is served by the thread that signals go to.
        MainLoop.run()
    }
}

@MainActor
private final class Application {
    private let screen: FullScreen
    private var events: [String] = []
    private static var current: Application?

    init() throws(TerminalError) {
        screen = FullScreen(try TerminalDevice(), colors: .sixteen)
        Self.current = self
    }

    func run() throws(TerminalError) {
        try screen.enter { [self] in take($0) }
        draw()
    }

    private func draw() {
        var canvas = Canvas(screen.size)
        canvas.box(canvas.bounds, title: "fixture", Style(.green))
        canvas.put("\(screen.size.columns) × \(screen.size.rows)", at: Position(column: 2, row: 1), .bold)
        for (index, event) in events.suffix(max(0, screen.size.rows - 3)).enumerated() {
            canvas.put(event, at: Position(column: 2, row: 2 + index))
        }
        try? screen.draw(canvas)
    }

    private func take(_ event: FullScreen.Event) {
        switch event {
        case .input(.key(.character(let character), [])):
            events.append("\(character)")
            draw()
            end(character)
        case .input(let input): events.append("\(input)")
        case .redraw: events.append("redraw")
        case .signal(let signal):
            // What a person sees when the screen has been given back.
            screen.leave()
            print("saved")
            screen.end(by: signal)
        case .hangup: exit(5)
        }
        draw()
    }

    /// By the key for it.
    private func end(_ key: Character) {
        switch key {
        // In order.
        case "q":
            screen.leave()
            screen.leave()
            exit(0)
        // Without a word.
        case "x": exit(3)
        // By a crash: a memory fault, abort(3), a failed check of Swift, and an overflow that Swift traps.
        case "n": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        case "a": abort()
        case "t": fatalError("as it was asked for")
        case "o": print(overflow(1))
        // Never: something holds the main queue.
        case "h":
            print("", terminator: "")
            while true { sleep(1) }
        default: break
        }
    }
}

/// Fills the stack.
@inline(never)
private func overflow(_ depth: Int) -> Int {
    depth == .max ? 0 : 1 + overflow(depth + 1) + overflow(depth + 2)
}
