/// The program's exit codes: 0, 1 for "asked and answered no", and the codes of sysexits(3head).
enum ExitCode: Int32, CaseIterable {
    case ok = 0
    /// The answer is no: the thing asked for is missing, or did not work.
    case no = 1
    /// `EX_USAGE`: the command line is wrong.
    case usage = 64
    /// `EX_DATAERR`: the content of a script or a session is wrong.
    case dataError = 65
    /// `EX_NOINPUT`: a named file or directory cannot be read.
    case noInput = 66
    /// `EX_UNAVAILABLE`: something required is missing, in use, or did not answer in time.
    case unavailable = 69
    /// `EX_SOFTWARE`: a defect of this program.
    case software = 70
    /// `EX_CANTCREAT`: a file cannot be created at the given path.
    case cantCreate = 73
    /// `EX_IOERR`: standard output or the session cannot be written.
    case ioError = 74
    /// `EX_CONFIG`: the wiring file is wrong.
    case config = 78

    /// The code's meaning, for the help and the manual.
    var meaning: String {
        switch self {
        case .ok: "done"
        case .no: "asked, and answered no: not found, not connected, refused; errors found"
        case .usage: "the command line is wrong"
        case .dataError: "a script or a saved session is wrong"
        case .noInput: "a file or directory that was named cannot be read"
        case .unavailable: "something that is needed is missing, in use, or did not answer in time"
        case .software: "a defect of this program"
        case .cantCreate: "a file cannot be made where it was named"
        case .ioError: "standard output or the session cannot be written"
        case .config: "the wiring file is wrong"
        }
    }
}
