/// Measures the rows within one process: `InProcess --list` prints their numbers, `InProcess 7` what was measured.
@main
struct InProcess {
    static func main() {}
}
