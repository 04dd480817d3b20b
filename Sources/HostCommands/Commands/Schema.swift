import HostCore

extension Command {
    static let schema = Command(
        name: "schema", summary: "Print a JSON Schema of the wiring file, for editors.", operands: .none,
        discussion: """
            The output is made from the table by which the wiring file is read, as is its manual page,
            switchyard.jsonc(5). An editor that knows JSON Schema completes and checks a wiring file that names it:

              "$schema": "/usr/local/share/switchyard/wiring.schema.json"

            'make install' puts it there, below its PREFIX. What depends on the installed features, 'switchyard doctor'
            checks.
            """,
        options: [], printsData: false, looksAtApp: false
    ) { _ in
        Console.print(WiringSchema.json)
        return .ok
    }
}
