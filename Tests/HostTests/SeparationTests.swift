import Glibc
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("The built files", .blocking, .enabled(if: installedProgram("nm") != nil, "no nm is installed"))
struct SeparationTests {
    @Test("the dynamic symbols of a feature name neither another feature's module nor the host's")
    func symbols() throws {
        for (library, strange) in [
            ("libHomeFeature.so", ["9Character", "8HostCore"]), ("libCharacterFeature.so", ["4Home", "8HostCore"]),
        ] {
            let names = try run("nm", "-D", "--format=posix", Products.path(library)).split(separator: "\n").compactMap
            {
                $0.split(separator: " ").first
            }
            #expect(names.contains("switchyard_feature_entry"))
            // Swift's mangled names begin with $s, then the module's name behind its length.
            for module in strange {
                let found = names.filter { $0.hasPrefix("$s\(module)") }
                #expect(found == [], "\(library)")
            }
        }
    }

    @Test("a library exports the one entry, and no other symbol that begins with switchyard_")
    func oneEntry() throws {
        for library in ["libHomeFeature.so", "libCharacterFeature.so"] {
            let names = try run("nm", "-D", "--defined-only", "--format=posix", Products.path(library)).split(
                separator: "\n"
            ).compactMap { $0.split(separator: " ").first }.filter { $0.hasPrefix("switchyard_") }
            #expect(names == ["switchyard_feature_entry"], "\(library)")
        }
    }

    @Test(
        "a feature links neither another, nor the host, nor Foundation, and the host does not link Foundation",
        .enabled(if: installedProgram("readelf") != nil, "no readelf is installed"),
        arguments: ["libHomeFeature.so", "libCharacterFeature.so", "switchyard"])
    func needed(product: String) throws {
        let needed = try run("readelf", "-d", Products.path(product)).split(separator: "\n").filter {
            $0.contains("(NEEDED)")
        }
        #expect(needed.contains { $0.contains("libswiftCore.so") })
        for strange in ["Foundation", "Home", "Character", "HostCore", "FeatureKit", "_FoundationICU"] {
            #expect(!needed.contains { $0.contains(strange) }, "\(strange)")
        }
    }

    private func run(_ program: String, _ arguments: String...) throws -> String {
        let outcome = try Subprocess(installedProgram(program) ?? program, arguments, environment: ["LC_ALL": "C"])
            .run()
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        return outcome.output
    }
}
