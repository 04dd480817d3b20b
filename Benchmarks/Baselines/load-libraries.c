/*
 * load-libraries DIRECTORY COUNT: opens libf0000.so and the next ones of DIRECTORY, as a program does that has no host,
 * and calls the entry of each. Prints how much resident memory that took, in bytes for each.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static long resident(void) {
    long size = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld %ld", &size, &pages) != 2) exit(1);
    fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

int main(int count, char **arguments) {
    if (count != 3) return 64;
    int libraries = atoi(arguments[2]);
    long before = resident();
    for (int index = 0; index < libraries; index++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/libf%04d.so", arguments[1], index);
        void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        const void *(*entry)(void) = library ? (const void *(*)(void))dlsym(library, "switchyard_feature_entry") : NULL;
        if (!entry || !entry()) {
            fprintf(stderr, "load-libraries: %s\n", dlerror());
            return 1;
        }
    }
    if (libraries > 0) printf("%.0f\n", (double)(resident() - before) / libraries);
    return 0;
}
