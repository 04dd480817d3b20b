// What stands between C++ and the C tables: no exception passes it.
#pragma once

#include "FeatureHelpers.h"

#include <exception>
#include <new>
#include <string>
#include <string_view>

namespace todo {

// What a function of the feature throws to fail with a code and a reason.
class Failure : public std::exception {
public:
    Failure(sy_error_code code, std::string reason) : code(code), reason(std::move(reason)) {}
    const char *what() const noexcept override { return reason.c_str(); }

    sy_error_code code;
    std::string reason;
};

// What a function throws when the host has refused something, and has left the reason already.
struct HostHasFailed {};

inline std::string_view text(sy_string string) { return {string.count ? string.data : "", string.count}; }
inline sy_string borrowed(std::string_view text) { return {text.data(), text.size()}; }

// Runs the body of a C function, which returns a status: each exception becomes a failure with its reason.
template <class Body> sy_status guarded(const sy_error *error, Body body) noexcept {
    try {
        return body();
    } catch (const HostHasFailed &) {
        return SY_FAILED;
    } catch (const Failure &failure) {
        return sy_fail(error, failure.code, failure.what());
    } catch (const std::bad_alloc &) {
        return sy_fail(error, SY_ERROR_LIMIT, "there is no memory left for this");
    } catch (const std::exception &exception) {
        return sy_fail(error, SY_ERROR_OTHER, exception.what());
    } catch (...) {
        return sy_fail(error, SY_ERROR_OTHER, "something that is no std::exception was thrown");
    }
}

// The one argument that a destination must have: of that name and kind, and no other.
inline const sy_value &only_argument(const sy_destination &destination, const char *name, sy_value_kind kind,
                                     const char *expected) {
    const sy_value *value = sy_find(&destination, name);
    if (destination.argument_count != 1 || !sy_is(value, kind)) throw Failure(SY_ERROR_INVALID_ARGUMENT, expected);
    return *value;
}

inline void no_arguments(const sy_destination &destination, const char *expected) {
    if (destination.argument_count != 0) throw Failure(SY_ERROR_INVALID_ARGUMENT, expected);
}

}  // namespace todo
