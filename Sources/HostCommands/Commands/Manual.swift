extension Command {
    static let manual = Command(
        name: "manual", summary: "Print a manual page, for man(1): of this program or of the wiring file.",
        operands: .optional(.word(ManualPage.pages.map(\.name))),
        discussion: """
            The output is roff with the macros of man(7): of switchyard(1), made from the same table and texts as this
            help, or of switchyard.jsonc(5), made from the table by which the wiring file is read. 'make install' puts
            both where man(1) finds them; without that

              switchyard manual switchyard.jsonc | man -l -

            shows one.
            """,
        options: [], printsData: false, looksAtApp: false
    ) { arguments in
        let names = ManualPage.pages.map(\.name).joined(separator: ", ")
        let name = arguments.operands.first ?? ManualPage.pages[0].name
        guard let page = ManualPage.pages.first(where: { $0.name == name }) else {
            throw UsageError("there is no manual page '\(name)': expected \(names)", command: "manual")
        }
        Console.print(page.text())
        return .ok
    }
}
