import HostCommands

/// The program `switchyard`. All of it is in HostCommands, which tests call too.
@main
struct Main {
    static func main() { Switchyard.main() }
}
