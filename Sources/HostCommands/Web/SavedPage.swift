import HostSystem
import JSONText

/// The page of ``WebServer`` with one screen in it, as a file that needs neither a server nor another file.
enum SavedPage {
    /// - Parameters:
    ///   - content: What `navigate --json` prints.
    ///   - text: What `navigate` prints, for a browser without JavaScript.
    static func html(_ content: JSON, text: String) -> String {
        var page = String(decoding: PackageResources.page_html, as: UTF8.self)
        let policy =
            "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
            + "base-uri 'none'; form-action 'none'"
        let parts = [
            (
                #"<link rel="stylesheet" href="page.css">"#,
                """
                <meta http-equiv="Content-Security-Policy" content="\(policy)">
                <style>
                \(String(decoding: PackageResources.page_css, as: UTF8.self))</style>
                """
            ),
            (
                #"<script src="page.js" defer></script>"#,
                """
                <script type="application/json" id="saved">\(content.textInScript())</script>
                <script type="module">
                \(String(decoding: PackageResources.page_js, as: UTF8.self))</script>
                """
            ),
            (
                "<noscript><p>This page needs JavaScript.</p></noscript>",
                """
                <noscript><style>body > :not(noscript) { display: none }</style>
                <pre>\(DisplayText.markup(text))</pre></noscript>
                """
            ),
        ]
        for (reference, content) in parts { page = page.replacing(reference, with: content, maxReplacements: 1) }
        return page
    }
}
