import FeatureContract
import HostSystem
import JSONText

/// The files with a feature's texts in other languages, beside its library: `ID.LANGUAGE.strings.json`.
///
/// The library reads them. The host only chooses the language, and reports unreadable files.
package enum FeatureTexts {
    /// The largest file in bytes, FeatureKit's limit.
    private static let maximumSize = 1 << 20

    /// Returns the first of the user's languages in which a feature has texts, else the user's first. English counts as
    /// present, since most features' code has English texts.
    static func language(
        of feature: String, in directory: String, _ languages: [LanguageTag]
    ) -> LanguageTag? {
        guard languages.count > 1 else { return languages.first }
        return languages.first { tag in
            tag.language == "en"
                || tag.fallbacks.contains {
                    FileSystem.kind(Path.join(directory, "\(feature).\($0).strings.json")) == .regularFile
                }
        } ?? languages.first
    }

    /// Returns the files in a directory that these features cannot read, each with the reason.
    package static func problems(
        of features: Set<String>, in directory: String
    ) -> [(feature: String, path: String, location: JSONLocation?, reason: String)] {
        let names = ((try? FileSystem.names(in: directory)) ?? []).filter { $0.hasSuffix(".strings.json") }
        return names.sorted().compactMap { name in
            let feature = String(name.prefix { $0 != "." })
            guard features.contains(feature) else { return nil }
            let path = Path.join(directory, name)
            do throws(SystemError) {
                let bytes = try InputFile.read(found: path, limit: maximumSize)
                do throws(JSONError) {
                    for (_, field) in try JSONField(JSONDocument.parse(bytes)).members() { _ = try field.string() }
                    return nil
                } catch {
                    return (feature, path, error.location, error.located)
                }
            } catch {
                return (feature, path, nil, "it cannot be read: \(error)")
            }
        }
    }
}
