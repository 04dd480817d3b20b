import Glibc

/// Files that the machine's C compiler builds once for all tests, in a directory that is removed afterwards.
enum ELFFixtures {
    struct NotBuilt: Error {
        let name: String
        /// The compiler's messages.
        let log: String
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        guard let bytes = built.files[name] else { throw NotBuilt(name: name, log: built.log) }
        return bytes
    }

    private static let built = build()

    private static func build() -> (files: [String: [UInt8]], log: String) {
        var template = Array("/tmp/elf-fixtures-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return ([:], "no temporary directory") }
        let directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { _ = system("rm -rf '\(directory)'") }

        _ = system("set -e; cd '\(directory)'; exec 2>build.log\n\(script)")
        var files: [String: [UInt8]] = [:]
        for name in names {
            files[name] = contents(of: "\(directory)/\(name).so")
        }
        let log = contents(of: "\(directory)/build.log") ?? []
        return (files, String(decoding: log, as: UTF8.self))
    }

    private static let names = [
        "gnu", "sysv", "both", "stripped", "none", "hidden", "many", "many_sysv", "linked", "rpath", "execstack",
        "textrel", "object", "executable", "pie", "debug", "small", "small_sysv", "gonote", "goinfo", "go",
    ]

    /// The sources and the commands. Nothing is linked with the C library, for small files and a short build.
    private static let script = """
        CC=$(command -v cc || command -v clang)
        cat > all.c <<'C'
        extern int imported(void);
        static int static_entry(void) { return imported(); }
        int entry(void) { return static_entry(); }
        __attribute__((weak)) int weak_entry(void) { return 2; }
        __attribute__((visibility("protected"))) int protected_entry(void) { return 3; }
        __attribute__((visibility("hidden"))) int hidden_entry(void) { return 4; }
        int table[4] = { 1, 2, 3, 4 };
        __thread int thread_local_entry;
        __asm__(".globl absolute_zero\\n.set absolute_zero, 0\\n");
        C
        echo 'static int unused; int *own(void) __attribute__((visibility("hidden"))); int *own(void) { return &unused; }' > none.c
        echo '__attribute__((visibility("hidden"))) int entry(void) { return 1; }' > hidden.c
        echo 'extern int imported(void); int entry(void) { return imported(); }' > small.c
        cat > textrel.c <<'C'
        __asm__(".text\\n.globl entry\\nentry: .quad imported\\n");
        C
        echo 'int main(void) { return 0; } void _start(void) { main(); }' > program.c
        cat > gonote.c <<'C'
        __asm__(".section .note.go.buildid,\\"a\\",%note\\n.p2align 2\\n.long 3, 4, 1\\n.asciz \\"GNU\\"\\n.long 0\\n"
                ".long 4, 4, 4\\n.asciz \\"Go\\"\\n.byte 0\\n.long 0\\n.text\\n");
        C
        cat > goinfo.c <<'C'
        __attribute__((aligned(16), visibility("hidden"))) char info[32] = "\\377 Go buildinf:";
        int runtime_main(void) { return info[0]; }
        C
        i=0; while [ $i -lt 2000 ]; do i=$((i + 1)); echo "void f_${i}_entry(void) {}"; done > many.c

        compile() { $CC -c -fPIC -O1 "$@"; }
        library() { $CC -shared -nostdlib "$@"; }
        compile -g all.c & compile none.c & compile hidden.c & compile small.c & compile many.c &
        compile textrel.c & compile program.c & compile gonote.c & compile goinfo.c & wait
        library -o gnu.so all.o -Wl,--hash-style=gnu,-soname,libgnu.so.3 &
        library -o sysv.so all.o -Wl,--hash-style=sysv &
        library -o both.so all.o -Wl,--hash-style=both &
        library -o none.so none.o &
        library -o hidden.so hidden.o &
        library -o many.so many.o -Wl,--hash-style=gnu &
        library -o many_sysv.so many.o -Wl,--hash-style=sysv &
        library -o small.so small.o -Wl,-z,noseparate-code,--hash-style=gnu &
        library -o small_sysv.so small.o -Wl,-z,noseparate-code,--hash-style=sysv &
        library -o gonote.so gonote.o &
        library -o goinfo.so goinfo.o &
        library -o go.so gonote.o goinfo.o -Wl,--strip-all &
        library -o execstack.so small.o -Wl,-z,execstack &
        library -o textrel.so textrel.o -Wl,-z,notext &
        library -o rpath.so small.o '-Wl,--disable-new-dtags,-rpath,$ORIGIN/old' &
        $CC -r -nostdlib -o object.so small.o &
        $CC -nostdlib -no-pie -o executable.so program.o &
        $CC -nostdlib -pie -o pie.so program.o & wait
        library -o linked.so small.o -Wl,--no-as-needed gnu.so ./sysv.so '-Wl,--enable-new-dtags,-rpath,$ORIGIN:$ORIGIN/../lib:/srv/x,--hash-style=gnu,-soname,liblinked.so.1'
        strip -o stripped.so gnu.so
        objcopy --only-keep-debug gnu.so debug.so
        """

    private static func contents(of path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&block, 1, block.count, file), count > 0 {
            bytes += block.prefix(count)
        }
        return bytes
    }
}
