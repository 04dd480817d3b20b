import Glibc
import HostSystem
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The plugins directories")
struct PluginsDirectoriesTests {
    private func paths(_ named: [String], _ variables: [String: String], executable: String?) -> [String] {
        PluginsDirectory.all(named: named, environment: HostEnvironment(variables), executable: executable).map(\.path)
    }

    @Test(
        "the default order is: beside the executable, its ../lib/switchyard, the user's data, the system's data")
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

    @Test("the environment replaces the default directories, and the command line replaces both")
    func overriding() {
        let variables = ["SWITCHYARD_PLUGINS": "/one::two", "HOME": "/home/ann"]
        #expect(paths([], variables, executable: "/usr/bin/switchyard") == ["/one", "two"])
        #expect(paths(["/b", "a"], variables, executable: "/usr/bin/switchyard") == ["/b", "a"])
        #expect(
            paths([], ["SWITCHYARD_PLUGINS": "", "XDG_DATA_DIRS": "/x"], executable: nil) == ["/x/switchyard/plugins"])
    }

    @Test("empty parts between colons name no directory, and a variable of nothing else counts as unset")
    func empty() {
        for (variable, expected) in [(":", "/x/switchyard/plugins"), ("::", "/x/switchyard/plugins"), (":/a:", "/a")] {
            #expect(paths([], ["SWITCHYARD_PLUGINS": variable, "XDG_DATA_DIRS": "/x"], executable: nil) == [expected])
        }
    }

    @Test("only a named directory must exist, and only the executable's holds libraries of all kinds")
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

    @Test("a library is a file that ends in .so and is not hidden, and libraries are sorted by name")
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

    @Test("a missing directory, a file and an unreadable directory each have an error of their own")
    func absent() throws {
        try TemporaryDirectory.with { directory in
            try TemporaryDirectory.write("", to: "\(directory)/file")
            #expect(try Folder(opening: directory).names().names == ["file"])
            let wrong = [
                ("none", ENOENT), ("file", ENOTDIR),
                // Too long a name fails for every user, including root.
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

    @Test("a path splits at its last slash into parent and name")
    func parts() {
        #expect(Path.name("/a/b.so") == "b.so")
        #expect(Path.name("b.so") == "b.so")
        #expect(Path.parent("/a/b.so") == "/a")
        #expect(Path.parent("/a") == "/")
        #expect(Path.parent("a") == nil)
    }

    @Test("a path of an existing file is resolved, and one without a file is not")
    func resolved() throws {
        try TemporaryDirectory.with { directory in
            try TemporaryDirectory.write("", to: "\(directory)/file")
            #expect(symlink("file", "\(directory)/link") == 0)
            #expect(Path.resolved("\(directory)/link") == Path.resolved("\(directory)/file"))
            #expect(Path.resolved("\(directory)/none") == nil)
        }
    }
}
