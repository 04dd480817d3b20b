//! What this feature adds to the safe layer, and the tests of how that layer fails.

use crate::abi::*;
use crate::safe::{ErrorCode, Failure};

pub fn fail<T>(code: ErrorCode, reason: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::new(code, reason))
}

/// Reads the argument of a destination that takes one string of that name or none; gives None without any.
///
/// # Safety
/// The host has passed the destination to a call that has not returned.
pub unsafe fn string_argument(destination: &sy_destination, name: &str) -> Result<Option<String>, Failure> {
    if destination.argument_count == 0 {
        return Ok(None);
    }
    let argument = &*destination.arguments;
    if destination.argument_count > 1 || argument.name.read()? != name || argument.value.kind != SY_VALUE_STRING {
        let route = destination.route.read()?;
        return fail(
            ErrorCode::INVALID_ARGUMENT,
            format!("colour/{route} takes the text '{name}' and no more"),
        );
    }
    argument.value.text.read().map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::safe::{answer, ask};

    /// Runs a body as a call of the host would; gives its status, and what it left as a failure.
    fn run(body: impl FnOnce() -> Result<sy_status, Failure>) -> (sy_status, Result<(), Failure>) {
        let mut status = SY_OK;
        let left = ask(|error| {
            status = unsafe { answer(error, body) };
            status
        });
        (status, left)
    }

    #[test]
    fn a_body_that_does_not_fail_leaves_no_reason() {
        assert_eq!(run(|| Ok(SY_OK)), (SY_OK, Ok(())));
        assert_eq!(run(|| Ok(SY_NOT_MINE)), (SY_NOT_MINE, fail(ErrorCode::OTHER, "")));
    }

    #[test]
    fn a_failure_and_a_panic_leave_their_reasons() {
        let failed = run(|| fail(ErrorCode::NOT_FOUND, "there is none"));
        assert_eq!(failed, (SY_FAILED, fail(ErrorCode::NOT_FOUND, "there is none")));
        for panic in [
            || panic!("out of {}", "paint"),
            || -> Result<sy_status, Failure> { panic!("out of paint") },
        ] {
            let reason = "the feature panicked: out of paint";
            assert_eq!(run(panic), (SY_FAILED, fail(ErrorCode::OTHER, reason)));
        }
    }
}
