/* Tells ThreadSanitizer of what happens to a Mutex of Swift that is contended.
 *
 * A Mutex is taken and given back by atomic operations in the code that uses it, which the sanitizer sees. Where
 * another thread holds it or waits for it, libswiftSynchronization does so instead, which is not built with the
 * sanitizer: what the Mutex guards then looks like a race, seen in a Mutex of a dictionary that two threads filled.
 * Linked with --wrap, these two stand before those of the library. */

#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define METHOD __attribute__((swiftcall))
#define HANDLE __attribute__((swift_context)) void *handle

METHOD void lock(uint32_t thread, HANDLE) __asm__("__wrap_$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
METHOD void unlock(HANDLE) __asm__("__wrap_$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

/* `_MutexHandle._lockSlow(_:)` and `_unlockSlow()`. Weak: a program without a Mutex is not linked with that library. */
METHOD __attribute__((weak)) void real_lock(uint32_t thread, HANDLE)
    __asm__("__real_$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
METHOD __attribute__((weak)) void real_unlock(HANDLE)
    __asm__("__real_$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

METHOD void lock(uint32_t thread, HANDLE) {
    real_lock(thread, handle);
    __tsan_acquire(handle);
}

METHOD void unlock(HANDLE) {
    __tsan_release(handle);
    real_unlock(handle);
}
