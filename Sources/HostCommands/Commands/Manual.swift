import FeatureCheck
import Glibc
import HostSystem

extension Command {
    static let manual = Command(
        name: "manual", summary: "Print a manual page, for man(1): of this program or of the wiring file.",
        operands: .optional(.word(ManualPage.pages.map(\.name))),
        discussion: """
            The output is roff with the macros of man(7): of switchyard(1), made from the same table and texts as this
            help, or of switchyard.jsonc(5), made from the table by which the wiring file is read. 'make install' puts
            both where man(1) finds them. At a terminal the page is shown by man(1), if that is there.
            """,
        options: [], printsData: false, looksAtApp: false
    ) { arguments in
        let names = ManualPage.pages.map(\.name).joined(separator: ", ")
        let name = arguments.operands.first ?? ManualPage.pages[0].name
        guard let page = ManualPage.pages.first(where: { $0.name == name }) else {
            let isCommand = Command.all.contains { $0.name == name }
            let hint = isCommand ? "; 'switchyard help \(name)' is about the command" : ""
            throw UsageError("there is no manual page '\(name)': expected \(names)\(hint)", command: "manual")
        }
        if isatty(STDOUT_FILENO) == 1, let man = Program.find("man"), isShown(page.text(), named: page.name, by: man) {
            return .ok
        }
        Console.print(page.text())
        return .ok
    }

    private static func isShown(_ page: String, named name: String, by man: String) -> Bool {
        guard let folder = try? TemporaryFolder(named: "manual") else { return false }
        defer { folder.remove() }
        let path = Path.join(folder.path, name)
        let variables = HostEnvironment.current.all.map { "\($0.key)=\($0.value)" }
        guard (try? OutputFile.write(page, to: path)) != nil,
            case .success(let process) = LinuxProcess.spawn(
                man, ["man", "-l", path], variables, inOwnSession: false, opening: { _ in })
        else { return false }
        // Ctrl-C is for the pager.
        for number in [SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status == 0
    }
}
