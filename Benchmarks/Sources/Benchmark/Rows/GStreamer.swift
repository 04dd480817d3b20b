import Glibc

/// GStreamer's inspector, which keeps a registry of plugins too.
enum GStreamer {
    /// A number of trivial plugins that GStreamer's registry knows.
    struct Installed {
        let plugins: Int

        /// Returns the program that lists the plugins, or the part that is missing for it.
        func program(_ setting: Setting) throws -> Result<Program, MeasuringError> {
            guard let inspector = SearchPath.program("gst-inspect-1.0") else {
                return .failure(MeasuringError("gst-inspect-1.0 is not installed (Debian: gstreamer1.0-tools)"))
            }
            let folder = "\(setting.folder)/.build/gstreamer/\(plugins)"
            guard access(folder, R_OK) == 0 else {
                return .failure(
                    MeasuringError("GStreamer's headers are not installed (Debian: libgstreamer1.0-dev)"))
            }
            var program = setting.program(inspector)
            program.environment["GST_PLUGIN_SYSTEM_PATH_1_0"] = folder
            program.environment["GST_REGISTRY_1_0"] = "\(setting.home)/gstreamer-\(plugins)"
            let list = try program.output()
            let found = list.split(separator: "\n").filter { $0.hasPrefix("t0") }.count
            guard found == plugins else {
                throw MeasuringError("gst-inspect-1.0 shows \(found) plugins instead of \(plugins)")
            }
            return .success(program)
        }
    }
}
