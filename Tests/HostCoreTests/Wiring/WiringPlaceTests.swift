import Glibc
import HostSystem
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The wiring file's place")
struct WiringPlaceTests {
    @Test("a named file wins over the environment's, and neither needs to exist")
    func named() {
        let environment = HostEnvironment(["SWITCHYARD_CONFIG": "/nowhere/from-environment"])
        #expect(Wiring.path(named: "/nowhere/named", environment: environment) == "/nowhere/named")
        #expect(Wiring.path(named: nil, environment: environment) == "/nowhere/from-environment")
    }

    @Test("the user's configuration directory comes before the system's, which come in their order")
    func directories() throws {
        try TemporaryDirectory.with { directory in
            let user = "\(directory)/user"
            let environment = HostEnvironment([
                "XDG_CONFIG_HOME": user, "XDG_CONFIG_DIRS": "\(directory)/one:relative:\(directory)/two",
                "SWITCHYARD_CONFIG": "",
            ])
            #expect(Wiring.path(named: nil, environment: environment, in: directory) == nil)
            for place in ["two", "one", "user"] {
                let path = "\(directory)/\(place)/switchyard/switchyard.jsonc"
                try TemporaryDirectory.write("{}", to: path)
                #expect(Wiring.path(named: nil, environment: environment, in: directory) == path)
            }
        }
    }

    @Test("the home's .config directory is the default configuration directory")
    func home() throws {
        try TemporaryDirectory.with { directory in
            let path = "\(directory)/.config/switchyard/switchyard.jsonc"
            try TemporaryDirectory.write("{}", to: path)
            for home in [["HOME": directory], ["HOME": directory, "XDG_CONFIG_HOME": "relative"]] {
                let environment = HostEnvironment(home.merging(["XDG_CONFIG_DIRS": "/nowhere"]) { first, _ in first })
                #expect(Wiring.path(named: nil, environment: environment, in: directory) == path)
            }
        }
    }

    @Test("a file in the working directory comes before the user's")
    func workingDirectory() throws {
        try TemporaryDirectory.with { directory in
            let environment = HostEnvironment(["XDG_CONFIG_HOME": "\(directory)/user"])
            try TemporaryDirectory.write("{}", to: "\(directory)/user/switchyard/switchyard.jsonc")
            try TemporaryDirectory.write("{}", to: "\(directory)/switchyard.jsonc")
            let path = Wiring.path(named: nil, environment: environment, in: directory)
            #expect(path == "\(directory)/switchyard.jsonc")
        }
    }

    @Test("a file is read from its path")
    func read() throws {
        try TemporaryDirectory.with { directory in
            try TemporaryDirectory.write(#"{ "root": "home" }"#, to: "\(directory)/w.jsonc")
            let wiring = try Wiring.read(named: "\(directory)/w.jsonc", environment: HostEnvironment([:]))
            #expect(wiring?.root == "home")
            #expect(wiring?.path == "\(directory)/w.jsonc")
        }
    }

    @Test("a pipe, a device or a directory in a default place is refused without a wait")
    func noFile() throws {
        try TemporaryDirectory.with { directory in
            let path = "\(directory)/switchyard.jsonc"
            let makers: [(String, () -> Bool)] = [
                ("a named pipe", { mkfifo(path, 0o600) == 0 }), ("a directory", { mkdir(path, 0o700) == 0 }),
                ("a device", { symlink("/dev/zero", path) == 0 }),
            ]
            for (kind, make) in makers {
                #expect(make())
                defer { remove(path) }
                let error = #expect(throws: WiringError.self) {
                    try Wiring.read(named: nil, environment: HostEnvironment([:]), in: directory)
                }
                #expect(error?.description == "the wiring file '\(path)' cannot be read: it is \(kind), and no file")
            }
        }
    }

    @Test("a pipe that the user names is read to its end, as from a shell")
    func namedPipe() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let text = Array(#"{ "root": "home" }"#.utf8)
        #expect(write(ends[1], text, text.count) == text.count)
        close(ends[1])
        let path = "/proc/self/fd/\(ends[0])"
        #expect(try Wiring.read(named: path, environment: HostEnvironment([:]))?.root == "home")
        let variable = HostEnvironment(["SWITCHYARD_CONFIG": path])
        let again = #expect(throws: WiringError.self) { try Wiring.read(named: nil, environment: variable) }
        #expect(again?.description == "\(path), line 1, column 1: the text is empty; expected a value")
    }

    @Test("the error of an unreadable file names the file and the reason")
    func unreadable() throws {
        try TemporaryDirectory.with { directory in
            for (path, reason) in [
                ("\(directory)/none", "No such file or directory"), (directory, "it is a directory, and no file"),
            ] {
                let error = #expect(throws: WiringError.self) {
                    try Wiring.read(named: path, environment: HostEnvironment([:]))
                }
                #expect(error?.description == "the wiring file '\(path)' cannot be read: \(reason)")
            }
        }
    }
}
