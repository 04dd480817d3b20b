extension Command {
    static let manual = Command(
        name: "manual", summary: "Print the manual page of this program, for man(1).", operands: .none,
        discussion: """
            The output is roff with the macros of man(7), made from the same table and texts as this help.
            'make install' puts it where man(1) finds it; without that

              switchyard manual | man -l -

            shows it.
            """,
        options: [], printsData: false, looksAtApp: false
    ) { _ in
        Console.print(ManualPage.text)
        return .ok
    }
}
