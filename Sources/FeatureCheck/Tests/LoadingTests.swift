import FeatureABI
import FeatureContract
import HostCore

extension CheckTest {
    /// Tests of a loaded library, before it is asked for a feature.
    static let loadingTests: [CheckTest] = [
        CheckTest(
            "load", "It loads, and its entry returns the struct of a library of this ABI.", requires: ["elf-entry"]
        ) { (probe) throws(ProbeError) in
            let library = try probe.load()
            do throws(ABIMalformed) {
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
                    throw .library("feature_entry returns something else when it is called again: \(error)")
                }
                guard again == first else {
                    throw .library("feature_entry returns another library when it is called again")
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
