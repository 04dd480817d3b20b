import FeatureABI
import Glibc
import HostCore
import HostSystem

/// The user's next step for a file that is not used.
package struct NextStep {
    /// The step in the imperative: `build it for this machine`.
    package let text: String
    /// Commands that show more details of the failure.
    package let commands: [String]

    init(_ text: String) {
        self.text = text
        commands = []
    }

    package init(_ error: LibraryError, file: String) {
        guard let exit = error.exit else {
            text = Self.text(error, file)
            commands = []
            return
        }
        let path = Shell.word(file)
        let again = "build it again and copy it over the file: what has changed is scanned again"
        text =
            switch exit.cause {
            case .deadline(let seconds), .callBudget(let seconds):
                "where it only needs longer than \(WorkerExit.text(seconds: seconds)), raise \"deadline\" in the wiring "
                    + "file: it is scanned again then; else correct what it waits for, \(again)"
            case .exit: "let it return instead of ending its process, \(again)"
            case .garbage: "let it leave alone what it has not opened, \(again)"
            case .signal where error.isQuarantined: Self.text(.quarantined, file)
            case .unknown: "list it with 'switchyard explain', which learns how it ends, \(again)"
            case .signal where error.isLasting: "correct what crashes there, \(again)"
            case .signal:
                "run the command again, which scans it again: another process may have ended this one, or the disk failed; "
                    + "where it ends each time, correct what ends it, and build it again"
            }
        // A separate cache makes the host scan the file again, a separate folder gives the debugger one worker to
        // follow, and the long deadline leaves time for debugging.
        commands = [
            "D=$(mktemp -d) && mkdir \"$D/plugins\" && cp \(path) \"$D/plugins\" && echo '{\"deadline\": \"3600s\"}' > \"$D/wiring.jsonc\"",
            "XDG_CACHE_HOME=\"$D/cache\" gdb -ex 'set follow-fork-mode child' -ex run -ex backtrace --args "
                + "\(HostName.name) list --plugins \"$D/plugins\" --config \"$D/wiring.jsonc\"",
        ]
    }

    /// The step for an error other than the exit of a worker.
    private static func text(_ error: LibraryError, _ file: String) -> String {
        let path = Shell.word(file)
        return switch error {
        case .notReadable(let error) where [ENOENT, ELOOP, ENOTDIR].contains(error.code):
            "let the link lead to a library ('ls -l \(path)' shows where it leads), or remove it: rm \(path)"
        case .notReadable: "let yourself read it: chmod u+r \(path), where it is yours ('ls -lL \(path)')"
        case .notExecutable:
            "move it to a folder whose file system is mounted with exec: 'findmnt -T \(path)' shows the options"
        case .insecure(let problem):
            "\(problem.remedy(for: file)), or pass --allow-insecure where you trust whoever may write to it"
        case .insecureSibling(let name, let problem):
            problem.remedy(for: Path.join(Path.parent(file) ?? ".", name))
                + ", or pass --allow-insecure where you trust whoever may write to it"
        case .insecureOutside(let library, let problem):
            "\(problem.remedy(for: library)), or build it without that run path or absolute name, or pass "
                + "--allow-insecure where you trust whoever may write there"
        case .hostFolder:
            "move the features to a directory of their own, such as $XDG_DATA_HOME/switchyard/plugins, and name that"
        case .changed, .snapshotDamaged, .beingWritten:
            "run the command again once no program writes to the file any more"
        case .workerNotStarted(let error) where error.isForWantOfProc: "mount -t proc proc /proc"
        case .workerNotStarted:
            "end what takes up the processes or the memory that you may have ('ulimit -a'), and try again"
        case .notConfined:
            "set \"sandbox\" in the wiring file to \"best-effort\", or to \"off\" where you trust every feature"
        case .dataDirectory(let fault): fault.remedy
        case .notRegularFile: "take it out of the directory, or give it a name that does not end in .so"
        case .nameNotUTF8: "rename it: mv $'\(Path.name(file))' feature.so, in '\(Path.parent(file) ?? ".")'"
        case .tooLarge: "build it without debug information, or strip it: strip --strip-debug \(path)"
        case .elf(.otherClass), .elf(.otherByteOrder), .elf(.otherMachine): "build it for this machine"
        case .elf(.notSharedObject), .elf(.noDynamicSection), .elf(.notELF(Self.archive)):
            "build it as a shared library (cc -shared)"
        case .elf(.notELF):
            "use the feature's library (.so) in its place: this is another kind of file, such as a source or a linker "
                + "script"
        case .elf: "copy it there once more, and whole"
        case .missingLibrary(let name):
            "install the package that has '\(name)', or name the folder that has it in LD_LIBRARY_PATH; beside this "
                + "file it is found if this is built with the run path $ORIGIN"
        case .unusableLibrary(let name, let library, _):
            "let yourself read '\(library)', or put a '\(name)' for this machine there, on a file system that is not "
                + "mounted noexec"
        case .notLoadable(let reason): LoaderProblem(reason).advice(for: path)
        case .noEntry:
            "take it out of the directory, or export '\(SY_ENTRY_SYMBOL)' from it where it is to be a feature: in "
                + "Swift by a function that is both 'public' and '@c'"
        case .onlyEarlierEntry:
            "take it out of the directory where it is none of yours; where it is a feature, rename its function "
                + "'\(LibraryError.earlierEntry)' to '\(SY_ENTRY_SYMBOL)', and build it against FeatureABI.h of this host"
        case .noLibraryStruct:
            "take it out of the directory, or let '\(SY_ENTRY_SYMBOL)' return a sy_library whose magic is SY_MAGIC"
        case .otherMajor:
            "build it against the SDK of this host, which is \(HostName.name) \(HostName.version)"
        case .smallStruct, .malformed:
            "fill its tables as FeatureABI.h of this host describes them, and build it again"
        case .noManifest, .manifest:
            "correct its manifest, which manifest.schema.json describes, and build it again"
        case .unmet:
            "install a later \(HostName.name) that has it, or a version of the feature that requires less"
        case .notCopied(let error, let path) where error.isWantOfSpace:
            "free space on the disk of \(Shell.word(path)), or set XDG_CACHE_HOME to a folder on another"
        case .notCopied(let error, _) where error.fault == .noExec:
            "set XDG_CACHE_HOME to a folder whose file system is not mounted noexec"
        case .notCopied: "set XDG_CACHE_HOME to a folder that is yours alone, on a disk with room"
        case .quarantined, .keepsEnding:
            "correct what in it kills processes, build it again and copy it over the file; where something else "
                + "killed them, let the file be tried again: touch \(path)"
        case .known(let refusal): text(refusal.cause, file)
        case .ended, .noWorker, .recorded:
            "correct what the reason names, build it again and copy it over the file: it is scanned again then"
        }
    }

    /// The first bytes of an archive, as of static libraries: ar(5).
    private static let archive = Array("!<ar".utf8)
}

extension FileRefusal {
    /// The exit of the worker that scanned the file, if that was the reason.
    package var exit: WorkerExit? {
        if case .library(let error) = reason { error.exit } else { nil }
    }

    /// A reference to the command that shows more; nil if the reason is complete.
    package var hint: String? {
        guard case .library(let error) = reason, error.exit != nil || error.isQuarantined else { return nil }
        return "'\(HostName.name) explain \(Shell.word(path))' tells more"
    }
}
