/// Starts and ends.
@main
struct EmptyProgram {
    static func main() {}
}
