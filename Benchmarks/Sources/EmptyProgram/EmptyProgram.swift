/// A program that starts and exits.
@main
struct EmptyProgram {
    static func main() {}
}
