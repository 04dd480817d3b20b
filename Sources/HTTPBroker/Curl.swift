import CurlCalls
import Glibc

/// The system's libcurl, loaded when it is first needed: libcurl(3).
struct Curl {
    typealias Handle = UnsafeMutableRawPointer

    /// The reason why there is none.
    struct Missing: Error {
        let reason: String
    }

    /// The names of its library: with OpenSSL or another one for TLS, as distributions have it.
    static let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]
    /// What to install where it is missing.
    static let advice = "install libcurl, as by 'apt install libcurl4' or 'dnf install libcurl'"
    /// 7.80.0, the first one that lets the address be checked before each request.
    private static let oldest: UInt32 = 0x07_50_00

    private let setOption: UnsafeMutableRawPointer
    let easyInit: @convention(c) () -> Handle?
    let easyReset: @convention(c) (Handle) -> Void
    let easyPause: @convention(c) (Handle, Int32) -> Int32
    let errorText: @convention(c) (Int32) -> UnsafePointer<CChar>?
    let listAppend: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>) -> UnsafeMutableRawPointer?
    let listFree: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let multiInit: @convention(c) () -> Handle?
    let multiAdd: @convention(c) (Handle, Handle) -> Int32
    let multiRemove: @convention(c) (Handle, Handle) -> Int32
    let multiPerform: @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> Int32
    let multiPoll:
        @convention(c) (Handle, UnsafeMutablePointer<curl_watched>?, UInt32, Int32, UnsafeMutablePointer<Int32>?) ->
            Int32
    let multiRead: @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> UnsafeMutablePointer<curl_message>?

    init() throws(Missing) {
        guard let library = Self.names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else {
            throw Missing(reason: "this machine has no libcurl, by which the host makes requests: \(Self.advice)")
        }
        func find<Function>(_ name: String) throws(Missing) -> Function {
            guard let address = dlsym(library, name) else {
                throw Missing(reason: "the libcurl of this machine has no '\(name)': install libcurl 7.80 or later")
            }
            return unsafeBitCast(address, to: Function.self)
        }
        setOption = try find("curl_easy_setopt")
        easyInit = try find("curl_easy_init")
        easyReset = try find("curl_easy_reset")
        easyPause = try find("curl_easy_pause")
        errorText = try find("curl_easy_strerror")
        listAppend = try find("curl_slist_append")
        listFree = try find("curl_slist_free_all")
        multiInit = try find("curl_multi_init")
        multiAdd = try find("curl_multi_add_handle")
        multiRemove = try find("curl_multi_remove_handle")
        multiPerform = try find("curl_multi_perform")
        multiPoll = try find("curl_multi_poll")
        multiRead = try find("curl_multi_info_read")
        let versionInfo: @convention(c) (Int32) -> UnsafePointer<curl_version>? = try find("curl_version_info")
        let globalInit: @convention(c) (Int) -> Int32 = try find("curl_global_init")
        // CURL_GLOBAL_ALL, and the oldest layout of the version.
        guard globalInit(3) == 0, let version = versionInfo(0)?.pointee else {
            throw Missing(reason: "the libcurl of this machine does not start")
        }
        guard version.number >= Self.oldest else {
            throw Missing(
                reason: "the libcurl of this machine is \(String(cString: version.text)): install libcurl 7.80 or later"
            )
        }
    }

    // MARK: Options

    /// An option of curl_easy_setopt(3), by its number.
    struct Option {
        let number: Int32

        static let url = pointer(2), proxy = pointer(4), errorBuffer = pointer(10), headers = pointer(23)
        static let method = pointer(36), caFile = pointer(65), caFolder = pointer(97), encodings = pointer(102)
        static let noProxy = pointer(177)
        static let writeData = pointer(1), readData = pointer(9), headerData = pointer(29)
        static let socketData = pointer(164), seekData = pointer(168), checkData = pointer(313), owner = pointer(103)
        static let write = function(11), read = function(12), header = function(79)
        static let socket = function(163), seek = function(167), check = function(312)
        static let tls = Option(number: 32), freshConnection = Option(number: 74)
        static let noBody = Option(number: 44), upload = Option(number: 46), bufferSize = Option(number: 98)
        static let noSignal = Option(number: 99), timeout = Option(number: 155), connectTimeout = Option(number: 156)
        static let protocols = Option(number: 181), pathAsIs = Option(number: 234)
        static let hidesConnect = Option(number: 265), quickExit = Option(number: 322)
        static let noProgress = Option(number: 43), progress = function(219), progressData = pointer(57)
        static let uploadSize = Option(number: 30_115)

        private static func pointer(_ number: Int32) -> Option { Option(number: 10_000 + number) }
        private static func function(_ number: Int32) -> Option { Option(number: 20_000 + number) }
    }

    func set(_ option: Option, _ value: Int, of handle: Handle) {
        _ =
            option.number < 30_000
            ? curl_set_number(setOption, handle, option.number, value)
            : curl_set_size(setOption, handle, option.number, Int64(value))
    }

    /// Sets a text. libcurl makes a copy of it.
    func set(_ option: Option, _ text: String, of handle: Handle) {
        text.withCString { _ = curl_set_pointer(setOption, handle, option.number, $0) }
    }

    func set(_ option: Option, _ pointer: UnsafeRawPointer?, of handle: Handle) {
        _ = curl_set_pointer(setOption, handle, option.number, pointer)
    }

    // MARK: Results: libcurl-errors(3)

    static let cannotResolve: Int32 = 6
    static let badProxy: Int32 = 5
    /// A line of a head has no end: CURLE_OUT_OF_MEMORY, and later CURLE_TOO_LARGE.
    static let lineTooLong: Set<Int32> = [27, 100]

    /// What a function for writing, reading and seeking returns.
    static let pause = 0x1000_0001
    static let abort = 0x1000_0000
}
