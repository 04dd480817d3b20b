import Glibc
import Testing

@testable import HostCore

@Suite("Where features are looked for")
struct PluginsDirectoriesTests {
    private func paths(_ named: [String], _ variables: [String: String], executable: String?) -> [String] {
        PluginsDirectory.all(named: named, environment: HostEnvironment(variables), executable: executable).map(\.path)
    }

    @Test(
        "without anything said: beside the executable, its ../lib/switchyard, the user's data, the system's, in order")
    func usual() {
        #expect(
            paths([], ["HOME": "/home/ann"], executable: "/srv/sy/bin/switchyard") == [
                "/srv/sy/bin", "/srv/sy/lib/switchyard", "/home/ann/.local/share/switchyard/plugins",
                "/usr/local/share/switchyard/plugins", "/usr/share/switchyard/plugins",
            ])
        #expect(
            paths(
                [], ["HOME": "/home/ann", "XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/one:rel:/two/"],
                executable: "/usr/bin/switchyard") == [
                    "/usr/bin", "/usr/lib/switchyard", "/d/switchyard/plugins", "/one/switchyard/plugins",
                    "/two/switchyard/plugins",
                ])
        #expect(paths([], ["XDG_DATA_DIRS": "/x"], executable: nil) == ["/x/switchyard/plugins"])
    }

    @Test("those in the environment stand instead of the usual ones, and those that are named instead of both")
    func overriding() {
        let variables = ["SWITCHYARD_PLUGINS": "/one::two", "HOME": "/home/ann"]
        #expect(paths([], variables, executable: "/usr/bin/switchyard") == ["/one", "two"])
        #expect(paths(["/b", "a"], variables, executable: "/usr/bin/switchyard") == ["/b", "a"])
        #expect(
            paths([], ["SWITCHYARD_PLUGINS": "", "XDG_DATA_DIRS": "/x"], executable: nil) == ["/x/switchyard/plugins"])
    }

    @Test("what is empty between colons names no directory, and where that is all there is, nothing was said")
    func empty() {
        for (variable, expected) in [(":", "/x/switchyard/plugins"), ("::", "/x/switchyard/plugins"), (":/a:", "/a")] {
            #expect(paths([], ["SWITCHYARD_PLUGINS": variable, "XDG_DATA_DIRS": "/x"], executable: nil) == [expected])
        }
    }

    @Test("only a directory that was named must exist, and only the executable's holds libraries of all kinds")
    func kinds() {
        let environment = HostEnvironment(["HOME": "/home/ann"])
        let usual = PluginsDirectory.all(named: [], environment: environment, executable: "/a/b/c")
        #expect(usual.map(\.isBesideExecutable) == [true, false, false, false, false])
        #expect(usual.allSatisfy { !$0.isNamed })
        let named = PluginsDirectory.all(named: ["x"], environment: environment, executable: "/a/b/c")
        #expect(named.map(\.isNamed) == [true])
        let variable = HostEnvironment(["SWITCHYARD_PLUGINS": "x"])
        #expect(PluginsDirectory.all(named: [], environment: variable, executable: nil).map(\.isNamed) == [true])
    }

    @Test("libraries are what ends in .so and is not hidden, in the order of their names")
    func libraries() throws {
        try TemporaryDirectory.with { directory in
            for name in ["b.so", "a.so", ".hidden.so", "c.so.1", "so", "d.SO", "notes.txt", "é.so", ".so"] {
                try TemporaryDirectory.write("", to: "\(directory)/\(name)")
            }
            #expect(
                try Folder(opening: directory).names().names.filter(PluginsDirectory.isLibrary) == [
                    "a.so", "b.so", "é.so",
                ])
        }
    }

    @Test("a directory that is not there, a file, and one that cannot be read, are each an error that says so")
    func absent() throws {
        try TemporaryDirectory.with { directory in
            try TemporaryDirectory.write("", to: "\(directory)/file")
            #expect(try Folder(opening: directory).names().names == ["file"])
            let wrong = [
                ("none", ENOENT), ("file", ENOTDIR),
                // Too long a name is an error for everybody, root too.
                (String(repeating: "x", count: 300), ENAMETOOLONG),
            ]
            for (name, code) in wrong {
                #expect(throws: SystemError(code: code, operation: "open")) {
                    _ = try Folder(opening: "\(directory)/\(name)").names()
                }
            }
        }
    }
}

@Suite("Paths as text")
struct PathTests {
    @Test("joining keeps absolute names and adds one slash")
    func join() {
        #expect(Path.join("/a", "b") == "/a/b")
        #expect(Path.join("/a/", "b") == "/a/b")
        #expect(Path.join("/a", "/b") == "/b")
    }

    @Test("a name and a parent are what is after and before the last slash")
    func parts() {
        #expect(Path.name("/a/b.so") == "b.so")
        #expect(Path.name("b.so") == "b.so")
        #expect(Path.parent("/a/b.so") == "/a")
        #expect(Path.parent("/a") == "/")
        #expect(Path.parent("a") == nil)
    }

    @Test("a path is resolved where there is such a file")
    func resolved() throws {
        try TemporaryDirectory.with { directory in
            try TemporaryDirectory.write("", to: "\(directory)/file")
            #expect(symlink("file", "\(directory)/link") == 0)
            #expect(Path.resolved("\(directory)/link") == Path.resolved("\(directory)/file"))
            #expect(Path.resolved("\(directory)/none") == nil)
        }
    }
}
