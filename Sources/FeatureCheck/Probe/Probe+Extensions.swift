import FeatureABI
import FeatureContract
import HostCore

extension Probe {
    /// Asks for extensions that no library has.
    func unknownExtension() throws(ProbeError) {
        let library = try load()
        guard let function = library.pointee.extension else { return }
        var arena = ABIArena()
        for id in ["switchyard.check.unknown/1", "", "\u{0}", String(repeating: "x", count: 1 << 16)] {
            Reporter.reached("extension")
            guard function(library, arena.string(id)) == nil else {
                throw .library("it answers the extension '\(id.shortened)', which nobody has defined")
            }
        }
    }
}
