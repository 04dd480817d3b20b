import HostSystem

/// A self-contained HTML page. The policy in its head prevents it from loading or sending anything.
struct HTMLDocument {
    let title: String
    let style: [UInt8]

    init(title: String, style: [UInt8]) {
        self.title = title
        self.style = style
    }

    func text(body: (inout HTMLWriter) -> Void) -> String {
        var writer = HTMLWriter()
        writer.writeMarkup("<!DOCTYPE html>\n")
        // The host's words around a feature's text are English.
        writer.element("html", [("lang", "en")]) { writer in
            writer.breakLine()
            writer.element("head") { writer in
                writer.breakLine()
                for attributes in metadata {
                    writer.void("meta", attributes)
                    writer.breakLine()
                }
                writer.element("title", [], title)
                writer.breakLine()
                writer.element("style") {
                    $0.writeResource(style)
                }
                writer.breakLine()
            }
            writer.breakLine()
            writer.element("body") { writer in
                writer.breakLine()
                body(&writer)
            }
            writer.breakLine()
        }
        writer.breakLine()
        return writer.text
    }

    private var metadata: [[HTMLWriter.Attribute]] {
        let policy =
            "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; "
            + "form-action 'none'"
        return [
            [("charset", "utf-8")],
            [("http-equiv", "Content-Security-Policy"), ("content", policy)],
            [("name", "viewport"), ("content", "width=device-width, initial-scale=1")],
            [("name", "referrer"), ("content", "no-referrer")],
            [("name", "color-scheme"), ("content", "light dark")],
            [("name", "generator"), ("content", "\(HostName.name) \(HostName.version)")],
        ]
    }
}
