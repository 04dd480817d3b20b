import Glibc
import HostSystem
import Testing

@testable import HostCore
@testable import HostTestSupport
@testable import HostTools

/// The user's next step for a file that is refused.
@Suite("The next step for a refused file")
struct NextStepTests {
    private static let missing = SystemError(code: 2, operation: "open")

    /// Each reason for a refusal, and a part of its next step.
    static let table: [(LibraryError, String)] = [
        (.notReadable(missing), "let the link lead to a library ('ls -l /p/x.so' shows where it leads), or remove it"),
        (.notReadable(SystemError(code: EACCES, operation: "open")), "let yourself read it: chmod u+r /p/x.so"),
        (.notExecutable, "mounted with exec: 'findmnt -T /p/x.so'"),
        (.insecure(.writableByEveryone(mode: 0o666)), "chmod o-w /p/x.so, or pass --allow-insecure"),
        (.insecure(.foreign(owner: 4242)), #"chown "$(id -un)" /p/x.so, or pass --allow-insecure"#),
        (.insecureSibling("libtone.so.1", .writableByEveryone(mode: 0o666)), "chmod o-w /p/libtone.so.1, or pass"),
        (.changed, "run the command again"),
        (.beingWritten, "run the command again"),
        (.workerNotStarted(missing), "'ulimit -a'"),
        (.notRegularFile, "a name that does not end in .so"),
        (.nameNotUTF8, "rename it: mv $'x.so' feature.so, in '/p'"),
        (.tooLarge(limit: 1 << 30), "strip --strip-debug /p/x.so"),
        (.elf(.empty), "copy it there once more, and whole"),
        (.elf(.notELF(firstBytes: [0x54, 0x68])), "this is another kind of file, such as a source"),
        (.elf(.notELF(firstBytes: Array("!<ar".utf8))), "build it as a shared library"),
        (.elf(.truncated(what: "the ELF header", expectedSize: 64, actualSize: 40)), "copy it there once more"),
        (.elf(.malformed("a string runs past its table")), "copy it there once more"),
        (.elf(.otherClass), "build it for this machine"),
        (.elf(.otherByteOrder), "build it for this machine"),
        (.elf(.otherMachine(found: .init(rawValue: 8), wanted: .current)), "build it for this machine"),
        (.elf(.notSharedObject("core file")), "build it as a shared library"),
        (.elf(.noDynamicSection), "build it as a shared library"),
        (.missingLibrary("libtone.so.1"), "install the package that has 'libtone.so.1'"),
        (
            .unusableLibrary("libtone.so.1", at: "/o/libtone.so.1", "it cannot be read (Permission denied)"),
            "let yourself read '/o/libtone.so.1', or put a 'libtone.so.1' for this machine there"
        ),
        (.notLoadable("/p/x.so: undefined symbol: text_of_no_library"), "build it against the libraries that are"),
        (
            .notLoadable("/p/x.so: cannot allocate memory in static TLS block"),
            "GLIBC_TUNABLES=glibc.rtld.optional_static_tls="
        ),
        (.notLoadable("/p/x.so: failed to map segment from shared object"), "'findmnt -T /p/x.so'"),
        (
            .notLoadable("/lib/libc.so.6: version `GLIBC_2.99' not found (required by /p/x.so)"),
            "build it on this system or an older one"
        ),
        (
            .noEntry,
            "export 'switchyard_feature_entry' from it where it is to be a feature: in Swift by a function that is both 'public' and "
                + "'@c'"
        ),
        (
            .otherMajor(found: 2, minor: 0),
            "build it against the SDK of this host, which is switchyard \(HostName.version)"
        ),
        (.noLibraryStruct, "whose magic is SY_MAGIC"),
        (.onlyEarlierEntry, "rename its function 'feature_entry' to 'switchyard_feature_entry'"),
        (.smallStruct(size: 4, needed: 48), "fill its tables as FeatureABI.h"),
        (.malformed("its 'manifest' is null, which the ABI does not allow"), "fill its tables as FeatureABI.h"),
        (.noManifest("the moon is not full"), "correct its manifest"),
        (.manifest("its manifest is not JSON: line 1, column 1: the text is empty"), "correct its manifest"),
        (.notCopied(missing, to: "/cache"), "set XDG_CACHE_HOME"),
        (.notCopied(SystemError(.noExec), to: "/cache"), "a folder whose file system is not mounted noexec"),
        (
            .notCopied(SystemError(code: ENOSPC, operation: "write"), to: "/cache"),
            "free space on the disk of /cache, or"
        ),
        (.recorded("it is out of sorts today"), "correct what the reason names"),
        (.quarantined, "let the file be tried again: touch /p/x.so"),
        (
            .insecureOutside("/o/a.so", .folder("/o", .writableByEveryone(mode: 0o777))),
            "chmod o-w /o, or build it without that run path"
        ),
        (.insecureOutside("./a.so", .workingDirectory), "a run path that begins with a slash or with $ORIGIN"),
    ]

    @Test("each reason has one next step", arguments: table)
    func steps(error: LibraryError, part: String) {
        let step = NextStep(error, file: "/p/x.so")
        #expect(step.text.contains(part), "\(step.text)")
        #expect(step.commands == [])
    }

    @Test("a reason that a worker or the registry has kept is the same, with the same next step", arguments: table)
    func kept(error: LibraryError, _: String) throws {
        var reader = BinaryReader(BinaryWriter.bytes { $0.append(coded: RegistryRefusal(error)) })
        let kept = try reader.decode(RegistryRefusal.self)
        try reader.requireEnd()
        #expect(kept == RegistryRefusal(error))
        #expect(NextStep(.known(kept), file: "/p/x.so").text == NextStep(error, file: "/p/x.so").text)
    }

    @Test(
        "the next step for a crashed file depends on its exit, and comes with a debugger's command",
        arguments: [
            (.signal(11), "correct what crashes there, build it again"),
            (.exit(3), "let it return instead of ending its process"),
            (
                .deadline(seconds: 0.25),
                "needs longer than 250 ms, raise \"deadline\" in the wiring file: it is scanned again then"
            ),
            (.garbage("a message out of turn"), "let it leave alone what it has not opened"),
        ] as [(WorkerExit.Cause, String)])
    func exits(cause: WorkerExit.Cause, part: String) {
        let exit = WorkerExit(cause, during: "its constructors")
        let refusal = RegistryRefusal(.ended(exit))
        let step = NextStep(.known(refusal), file: "/p/an x.so")
        #expect(step.text.contains(part), "\(step.text)")
        #expect(step.text.hasSuffix("copy it over the file: what has changed is scanned again"))
        #expect(step.commands.count == 2)
        #expect(step.commands[0].contains("cp '/p/an x.so' \"$D/plugins\""))
        #expect(step.commands[1].contains("gdb -ex 'set follow-fork-mode child'"))
    }

    @Test(
        "the next step quotes names as words of the shell",
        arguments: [
            ("/p/x.so", "/p/x.so"), ("an x", "'an x'"), ("it's", #"'it'\''s'"#), ("", "''"), ("$(x)", "'$(x)'"),
            ("é", "'é'"),
        ])
    func words(text: String, word: String) {
        #expect(Shell.word(text) == word)
    }
}
