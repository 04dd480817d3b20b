import FeatureABI
import FeatureContract
import HostCore
import HostSystem

extension CheckTest {
    /// Tests of a loaded library, before it makes a feature.
    static let loadingTests: [CheckTest] = [
        CheckTest(
            "load", "It loads, and its entry returns the struct of a library of this ABI.", requires: ["elf-entry"]
        ) { (probe) throws(ProbeError) in
            let library = try probe.load()
            do throws(CallFailure) {
                try library.pointee.requireFunctions()
            } catch {
                throw .library(error.description)
            }
        },
        CheckTest(
            "entry-same", "Its entry returns the same library each time.", requires: ["load"]
        ) { (probe) throws(ProbeError) in
            let first = try probe.load()
            for _ in 0..<3 {
                let again: UnsafePointer<sy_library>?
                do throws(LibraryError) {
                    again = try probe.shared?.entry()
                } catch {
                    throw .library("switchyard_feature_entry returns something else when it is called again: \(error)")
                }
                guard again == first else {
                    throw .library("switchyard_feature_entry returns another library when it is called again")
                }
            }
        },
        CheckTest(
            "extension-unknown", "It answers null to an extension that it does not know.", requires: ["load"]
        ) { (probe) throws(ProbeError) in
            try probe.unknownExtension()
        },
    ]
}

extension CheckTest {
    /// Tests of the library's file, before any of its code runs.
    static let elfTests: [CheckTest] = [
        CheckTest("elf-library", "It is a shared library for this machine.") { (probe) throws(ProbeError) in
            _ = try LibraryInspection(probe.job.library)
        },
        CheckTest(
            "elf-entry", "It exports 'switchyard_feature_entry'.", requires: ["elf-library"]
        ) { (probe) throws(ProbeError) in
            let inspection = try LibraryInspection(probe.job.library)
            guard inspection.elf.definedFunctions.contains(SY_ENTRY_SYMBOL) else {
                throw .library(
                    "it exports no function '\(SY_ENTRY_SYMBOL)'; mark that one with SY_EXPORT in C, with both 'public' and "
                        + "'@c' in Swift, with #[no_mangle] in Rust")
            }
        },
        CheckTest(
            "elf-needed", "Every library that it needs is found.", requires: ["elf-library"]
        ) { (probe) throws(ProbeError) in
            for library in probe.needed.missing {
                Reporter.found(
                    .failed, "\(library.reason); install it, or put it where a run path with $ORIGIN leads")
            }
        },
        CheckTest(
            "elf-build-path", "No library that it needs is found only where it was built.", requires: ["elf-library"]
        ) { (probe) throws(ProbeError) in
            let inspection = try LibraryInspection(probe.job.library)
            for (name, path) in probe.needed.outside.sorted(by: { $0.key < $1.key }) {
                guard let directory = Path.parent(path), LibraryInspection.isOfBuild(directory) else { continue }
                Reporter.found(
                    .failed,
                    "'\(name)' is found only in \(directory), which no other machine has; put it beside the feature, and "
                        + "$ORIGIN in its run path")
            }
            for directory in inspection.elf.runPaths where LibraryInspection.isOfBuild(directory) {
                Reporter.found(
                    .warning,
                    "its run path names \(directory), where whoever may write there puts libraries into the feature")
            }
        },
        CheckTest(
            "elf-text-relocations", "Loading it writes nothing into its code.", requires: ["elf-library"]
        ) { (probe) throws(ProbeError) in
            guard !(try LibraryInspection(probe.job.library)).elf.hasTextRelocations else {
                throw .library(
                    "it has text relocations (DT_TEXTREL), which hardened systems refuse; compile with -fPIC")
            }
        },
        CheckTest(
            "elf-executable-stack", "It asks for no stack that code can run from.", requires: ["elf-library"]
        ) { (probe) throws(ProbeError) in
            guard !(try LibraryInspection(probe.job.library)).elf.hasExecutableStack else {
                throw .library(
                    "it asks for an executable stack (PT_GNU_STACK); link with -z noexecstack, and give assembly a "
                        + ".note.GNU-stack section")
            }
        },
    ]
}
