//! What stands between Rust and the C tables: no panic passes it, and no pointer is followed elsewhere.

use crate::abi::*;
use std::any::Any;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// Why a call fails.
pub enum Failure {
    /// For this reason.
    Reason(sy_error_code, String),
    /// The host has refused something, and has left its reason already.
    Told,
}

pub type Outcome = Result<sy_status, Failure>;

pub fn fail<T>(code: sy_error_code, reason: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Reason(code, reason.into()))
}

/// Runs the body of a C function: a failure, and also a panic, leaves its reason.
///
/// # Safety
/// `error` is what the host has passed to the call that runs.
pub unsafe fn guarded(error: *const sy_error, body: impl FnOnce() -> Outcome) -> sy_status {
    let outcome = catch_unwind(AssertUnwindSafe(body));
    let (code, reason) = match outcome {
        Ok(Ok(status)) => return status,
        Ok(Err(Failure::Told)) => return SY_FAILED,
        Ok(Err(Failure::Reason(code, reason))) => (code, reason),
        Err(panic) => (SY_ERROR_OTHER, format!("the feature panicked: {}", message(&*panic))),
    };
    ((*error).fail)(error, code, borrowed(&reason));
    SY_FAILED
}

/// Runs what has no way to fail; a panic ends it early.
pub fn quietly(body: impl FnOnce()) {
    // Its message stands on standard error already.
    let _ = catch_unwind(AssertUnwindSafe(body));
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied())
        .unwrap_or("it does not say why")
}

/// A text for the host, which copies it before its call returns.
pub fn borrowed(text: &str) -> sy_string {
    sy_string {
        data: text.as_ptr().cast(),
        count: text.len(),
    }
}

pub const EMPTY: sy_string = sy_string {
    data: std::ptr::null(),
    count: 0,
};

/// # Safety
/// The text is the host's, and the call that has it runs.
pub unsafe fn text<'a>(string: sy_string) -> Result<&'a str, Failure> {
    if string.count == 0 {
        return Ok("");
    }
    let bytes = std::slice::from_raw_parts(string.data.cast(), string.count);
    std::str::from_utf8(bytes).or_else(|_| fail(SY_ERROR_INVALID_ARGUMENT, "a text is not UTF-8"))
}

pub const NULL: sy_value = sy_value {
    kind: SY_VALUE_NULL,
    reserved: 0,
    integer: 0,
    real: 0.0,
    string: EMPTY,
    items: std::ptr::null(),
    item_count: 0,
};

pub fn string_value(text: &str) -> sy_value {
    sy_value {
        kind: SY_VALUE_STRING,
        string: borrowed(text),
        ..NULL
    }
}

/// Calls a function of the host that may fail.
pub fn told(status: sy_status) -> Outcome {
    if status == SY_OK {
        Ok(SY_OK)
    } else {
        Err(Failure::Told)
    }
}

/// The argument of a destination that takes one string of that name or none; `None` without any.
///
/// # Safety
/// The destination is the host's, and the call that has it runs.
pub unsafe fn string_argument<'a>(destination: &sy_destination, name: &str) -> Result<Option<&'a str>, Failure> {
    if destination.argument_count == 0 {
        return Ok(None);
    }
    let argument = &*destination.arguments;
    if destination.argument_count > 1 || text(argument.name)? != name || argument.value.kind != SY_VALUE_STRING {
        let route = text(destination.route)?;
        return fail(
            SY_ERROR_INVALID_ARGUMENT,
            format!("colour/{route} takes the text '{name}' and no more"),
        );
    }
    text(argument.value.string).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    /// Runs a body as a call of the host would; gives its status, with what it left as a failure.
    fn run(body: impl FnOnce() -> Outcome) -> (sy_status, Option<(sy_error_code, String)>) {
        unsafe extern "C" fn take(error: *const sy_error, code: sy_error_code, reason: sy_string) {
            let left = &*(*error).instance.cast::<RefCell<Option<(sy_error_code, String)>>>();
            *left.borrow_mut() = text(reason).ok().map(|reason| (code, reason.to_owned()));
        }
        let left = RefCell::new(None);
        let error = sy_error {
            size: size_of::<sy_error>() as u32,
            reserved: 0,
            instance: (&raw const left).cast_mut().cast(),
            fail: take,
        };
        let status = unsafe { guarded(&error, body) };
        (status, left.into_inner())
    }

    #[test]
    fn a_body_that_does_not_fail_leaves_no_reason() {
        assert_eq!(run(|| Ok(SY_NOT_MINE)), (SY_NOT_MINE, None));
        assert_eq!(run(|| Err(Failure::Told)), (SY_FAILED, None));
    }

    #[test]
    fn a_failure_and_a_panic_leave_their_reasons() {
        let failed = run(|| fail(SY_ERROR_NOT_FOUND, "there is none"));
        assert_eq!(
            failed,
            (SY_FAILED, Some((SY_ERROR_NOT_FOUND, "there is none".to_owned())))
        );
        for panic in [
            || panic!("out of {}", "paint"),
            || -> Outcome { panic!("out of paint") },
        ] {
            let reason = "the feature panicked: out of paint".to_owned();
            assert_eq!(run(panic), (SY_FAILED, Some((SY_ERROR_OTHER, reason))));
        }
    }
}
