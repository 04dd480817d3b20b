/* It writes a megabyte to standard output, text and no text, past stdio and through it. Flavour 1: to standard error. */
#define SAME_EVERYWHERE
#include "Faults/FaultyFeature.h"

static void fault(void) {
    static char block[1 << 16];
    static const char line[] = "\x1b[2J\xff\xfe faulty says: {\"manifest\": 1}\r\n";
    for (size_t i = 0; i < sizeof block; i++) block[i] = line[i % (sizeof line - 1)];
    const int descriptor = FLAVOUR == 1 ? STDERR_FILENO : STDOUT_FILENO;
    for (int i = 0; i < 16; i++) {
        if (write(descriptor, block, sizeof block) < 0) return;
    }
    FILE *stream = FLAVOUR == 1 ? stderr : stdout;
    for (int i = 0; i < 5000; i++) fprintf(stream, "%s", line);
    fflush(stream);
}
