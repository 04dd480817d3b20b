//! Requests of HTTP, which the host makes by its extension `switchyard.http/1`.
// A feature may use only a part of this file.
#![allow(dead_code)]

mod abi;

use crate::abi::*;
use crate::safe::{ask, quietly, size_of, ErrorCode, Failure};
use abi::*;
use std::ffi::c_void;
use std::ptr::null;
use std::time::Duration;

/// What the host is asked for: `Request::get("https://api.example.org/items").header("accept", "text/plain")`.
pub struct Request {
    method: String,
    url: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    timeout: u32,
    secret_names: Vec<String>,
}

impl Request {
    pub fn get(url: impl Into<String>) -> Self {
        Self::new("GET", url)
    }

    pub fn new(method: impl Into<String>, url: impl Into<String>) -> Self {
        Request {
            method: method.into(),
            url: url.into(),
            headers: Vec::new(),
            body: Vec::new(),
            timeout: 0,
            secret_names: Vec::new(),
        }
    }

    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    pub fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    /// The longest time for all of it. Without one it may take any time.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = u32::try_from(timeout.as_millis()).unwrap_or(u32::MAX).max(1);
        self
    }

    /// Keeps the value of this header, or of this item of the URL's query, out of recordings.
    pub fn secret(mut self, name: impl Into<String>) -> Self {
        self.secret_names.push(name.into());
        self
    }

    /// Passes the request's C form to `body`.
    fn with_raw<R>(&self, body: impl FnOnce(*const sy_http_request) -> R) -> R {
        let headers: Vec<sy_http_header> = self
            .headers
            .iter()
            .map(|(name, value)| sy_http_header {
                size: size_of::<sy_http_header>(),
                reserved: 0,
                name: sy_string::of(name),
                value: sy_string::of(value),
            })
            .collect();
        let secret_names: Vec<sy_string> = self.secret_names.iter().map(|name| sy_string::of(name)).collect();
        body(&sy_http_request {
            size: size_of::<sy_http_request>(),
            timeout: self.timeout,
            method: sy_string::of(&self.method),
            url: sy_string::of(&self.url),
            headers: headers.as_ptr(),
            header_count: headers.len(),
            body: if self.body.is_empty() {
                null()
            } else {
                self.body.as_ptr()
            },
            body_size: self.body.len(),
            secret_names: secret_names.as_ptr(),
            secret_name_count: secret_names.len(),
        })
    }
}

/// What the server has answered. 404 and 500 are responses too.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Response {
    pub status: u32,
    /// The URL that has answered, after redirects.
    pub url: String,
    /// The names are in lower case, and may occur again.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Response {
    /// This response if its status is one of 200 to 299.
    pub fn successful(self) -> Result<Self, Failure> {
        match self.status {
            200..=299 => Ok(self),
            status => {
                let reason = format!("the service answers with the status {status}");
                Err(Failure::new(ErrorCode::OTHER, reason))
            }
        }
    }

    /// The body as text.
    pub fn text(self) -> Result<String, Failure> {
        let text = String::from_utf8(self.body);
        text.map_err(|_| Failure::new(ErrorCode::OTHER, "the answer is not a text in UTF-8"))
    }

    /// Copies the head of a response.
    ///
    /// # Safety
    /// The host has passed the event to a call that has not returned.
    unsafe fn read(event: &sy_http_event) -> Result<Self, Failure> {
        let mut headers = Vec::new();
        for index in 0..event.header_count {
            // The host's elements may be longer than the struct.
            let step = (*event.headers).size as usize;
            let header = &*event.headers.cast::<u8>().add(index * step).cast::<sy_http_header>();
            headers.push((header.name.read()?, header.value.read()?));
        }
        Ok(Response {
            status: event.status,
            url: event.url.read()?,
            headers,
            body: Vec::new(),
        })
    }
}

/// The host's table for requests.
pub struct Http(*const sy_http);

impl Http {
    /// Asks the host for its table.
    ///
    /// # Safety
    /// The host's table is that of a feature which is active as long as the result, and what comes of it, are there.
    pub unsafe fn of(host: *const sy_host) -> Result<Self, Failure> {
        Self::at(((*host).extension)(host, sy_string::of(SY_HTTP_EXTENSION)))
    }

    /// Takes the table that a host gives for `switchyard.http/1`, as `Host::extension` of `switchyard new` does.
    ///
    /// # Safety
    /// As of `of`.
    pub unsafe fn at(table: *const c_void) -> Result<Self, Failure> {
        if table.is_null() {
            return Err(Failure::new(ErrorCode::UNSUPPORTED, "this host makes no requests"));
        }
        Ok(Http(table.cast()))
    }

    /// Makes a request. The host calls `done` later, on the main thread, unless the result is dropped before: keep it
    /// with the screen that waits, and not in what `done` itself holds.
    pub fn send(
        &self,
        request: &Request,
        done: impl FnOnce(Result<Response, Failure>) + 'static,
    ) -> Result<Pending, Failure> {
        let mut pending = Pending {
            table: self.0,
            number: 0,
            transfer: Box::into_raw(Box::new(Transfer {
                response: Ok(Response::default()),
                done: Some(Box::new(done)),
            })),
        };
        // SAFETY: the table is the host's. The transfer lives until `pending` is dropped, which ends the request.
        request.with_raw(|request| {
            ask(|error| unsafe {
                let argument = pending.transfer.cast();
                ((*self.0).send)(self.0, request, receive, argument, &mut pending.number, error)
            })
        })?;
        Ok(pending)
    }
}

/// A request under way. Dropping it ends the request, and its function is not called any more.
#[must_use = "a request ends when this is dropped"]
pub struct Pending {
    table: *const sy_http,
    number: u64,
    transfer: *mut Transfer,
}

impl Drop for Pending {
    fn drop(&mut self) {
        // SAFETY: the host does not use the transfer once the request is cancelled, nor once it is done. It passes over
        // the number 0 of a request that it has refused.
        unsafe {
            ((*self.table).cancel)(self.table, self.number);
            drop(Box::from_raw(self.transfer));
        }
    }
}

type Done = Box<dyn FnOnce(Result<Response, Failure>)>;

/// What has come of a request, and who is told.
struct Transfer {
    response: Result<Response, Failure>,
    done: Option<Done>,
}

/// # Safety
/// The host passes the transfer of a request that has not been cancelled, and an event that is valid for this call.
unsafe extern "C" fn receive(argument: *mut c_void, event: *const sy_http_event) {
    quietly(|| {
        let transfer = &mut *argument.cast::<Transfer>();
        let event = &*event;
        match event.kind {
            SY_HTTP_RESPONSE => transfer.response = Response::read(event),
            SY_HTTP_BODY if event.body_size > 0 => {
                if let Ok(response) = &mut transfer.response {
                    let bytes = std::slice::from_raw_parts(event.body, event.body_size);
                    response.body.extend_from_slice(bytes);
                }
            }
            SY_HTTP_DONE => {
                // Every failure has a reason. Its code may be SY_ERROR_OTHER, which is 0.
                let result = if event.reason.count == 0 {
                    std::mem::replace(&mut transfer.response, Ok(Response::default()))
                } else {
                    let reason = event.reason.read().unwrap_or_default();
                    Err(Failure::new(ErrorCode(event.code), reason))
                };
                // The function may drop the pending request, and the transfer with it.
                if let Some(done) = transfer.done.take() {
                    done(result);
                }
            }
            _ => {}
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    /// A host that has been sent at most one request.
    struct FakeHost {
        table: sy_http,
        request: String,
        receive: Option<(sy_http_receive, *mut c_void)>,
        cancelled: Vec<u64>,
    }

    impl FakeHost {
        fn make() -> *mut Self {
            let host = Box::into_raw(Box::new(FakeHost {
                table: sy_http {
                    size: size_of::<sy_http>(),
                    reserved: 0,
                    instance: std::ptr::null_mut(),
                    send,
                    cancel,
                },
                request: String::new(),
                receive: None,
                cancelled: Vec::new(),
            }));
            unsafe { (*host).table.instance = host.cast() };
            host
        }
    }

    unsafe extern "C" fn send(
        table: *const sy_http,
        request: *const sy_http_request,
        receive: sy_http_receive,
        argument: *mut c_void,
        number: *mut u64,
        error: *const sy_error,
    ) -> sy_status {
        let (host, request) = (&mut *(*table).instance.cast::<FakeHost>(), &*request);
        let url = request.url.read().unwrap();
        if url == "refused" {
            ((*error).fail)(error, SY_ERROR_NOT_ALLOWED, sy_string::of("it may not ask"));
            return SY_FAILED;
        }
        host.request = format!("{} {url} {}", request.method.read().unwrap(), request.timeout);
        for header in std::slice::from_raw_parts(request.headers, request.header_count) {
            host.request += &format!(" {}={}", header.name.read().unwrap(), header.value.read().unwrap());
        }
        for name in std::slice::from_raw_parts(request.secret_names, request.secret_name_count) {
            host.request += &format!(" secret {}", name.read().unwrap());
        }
        if !request.body.is_null() {
            let body = std::slice::from_raw_parts(request.body, request.body_size);
            host.request += &format!(" {body:?}");
        }
        host.receive = Some((receive, argument));
        *number = 7;
        SY_OK
    }

    unsafe extern "C" fn cancel(table: *const sy_http, number: u64) {
        (*(*table).instance.cast::<FakeHost>()).cancelled.push(number);
    }

    const EVENT: sy_http_event = sy_http_event {
        size: size_of::<sy_http_event>(),
        kind: SY_HTTP_SENT,
        status: 0,
        code: 0,
        sent: 0,
        url: sy_string::EMPTY,
        headers: null(),
        header_count: 0,
        body: null(),
        body_size: 0,
        reason: sy_string::EMPTY,
    };

    type Results = Rc<RefCell<Vec<Result<Response, Failure>>>>;

    /// Sends a request to a host that passes these events on; gives what was told.
    fn told(events: &[sy_http_event]) -> Vec<Result<Response, Failure>> {
        let (host, results) = (FakeHost::make(), Results::default());
        let kept = results.clone();
        let done = move |result| kept.borrow_mut().push(result);
        unsafe {
            let pending = Http(&(*host).table).send(&Request::get("a"), done).unwrap();
            let (receive, argument) = (*host).receive.unwrap();
            events.iter().for_each(|event| receive(argument, event));
            drop(pending);
            drop(Box::from_raw(host));
        }
        results.take()
    }

    fn body(bytes: &'static [u8]) -> sy_http_event {
        sy_http_event {
            kind: SY_HTTP_BODY,
            body: bytes.as_ptr(),
            body_size: bytes.len(),
            ..EVENT
        }
    }

    fn finished(code: sy_error_code, reason: &'static str) -> sy_http_event {
        sy_http_event {
            kind: SY_HTTP_DONE,
            code,
            reason: sy_string::of(reason),
            ..EVENT
        }
    }

    #[test]
    fn all_that_comes_is_one_response() {
        /// As of a later minor.
        #[repr(C)]
        struct Longer(sy_http_header, u64);
        let header = |name, value| {
            let header = sy_http_header {
                size: size_of::<Longer>(),
                reserved: 0,
                name: sy_string::of(name),
                value: sy_string::of(value),
            };
            Longer(header, 0)
        };
        let headers = [header("set-cookie", "a"), header("set-cookie", "b")];
        let response = sy_http_event {
            kind: SY_HTTP_RESPONSE,
            status: 404,
            url: sy_string::of("b"),
            headers: headers.as_ptr().cast(),
            header_count: 2,
            ..EVENT
        };
        let later = sy_http_event { kind: 99, ..EVENT };
        let [result] = &told(&[EVENT, response, body(b"no "), later, body(b"page"), finished(0, "")])[..] else {
            panic!("it is not told once");
        };
        let response = result.clone().unwrap();
        assert_eq!((response.status, response.url.as_str()), (404, "b"));
        let cookies = [("set-cookie", "a"), ("set-cookie", "b")].map(|(name, value)| (name.into(), value.into()));
        assert_eq!(response.headers, cookies);
        assert_eq!(response.clone().text().unwrap(), "no page");
        assert_eq!(
            response.successful().unwrap_err().reason,
            "the service answers with the status 404"
        );
    }

    #[test]
    fn a_failure_has_its_reason_also_after_a_part_of_the_body() {
        for code in [SY_ERROR_OTHER, SY_ERROR_UNAVAILABLE] {
            let failure = Failure::new(ErrorCode(code), "it breaks off");
            assert_eq!(told(&[body(b"some"), finished(code, "it breaks off")]), [Err(failure)]);
        }
    }

    #[test]
    fn a_request_ends_when_it_is_dropped_and_also_in_its_own_function() {
        let (host, slot) = (FakeHost::make(), Rc::new(RefCell::new(None)));
        unsafe {
            let http = Http(&(*host).table);
            let held = slot.clone();
            let pending = http.send(&Request::get("a"), move |_| drop(held)).unwrap();
            drop(pending);
            assert_eq!(((*host).cancelled.as_slice(), Rc::strong_count(&slot)), (&[7][..], 1));

            let held = slot.clone();
            let pending = http.send(&Request::get("a"), move |_| drop(held.take())).unwrap();
            slot.replace(Some(pending));
            let (receive, argument) = (*host).receive.unwrap();
            receive(argument, &finished(0, ""));
            assert_eq!(
                ((*host).cancelled.as_slice(), Rc::strong_count(&slot)),
                (&[7, 7][..], 1)
            );
            drop(Box::from_raw(host));
        }
    }

    #[test]
    fn a_refused_request_has_the_reason_and_is_never_told() {
        let host = FakeHost::make();
        unsafe {
            let sent = Http(&(*host).table).send(&Request::get("refused"), |_| panic!("it was refused"));
            let failure = Failure::new(ErrorCode::NOT_ALLOWED, "it may not ask");
            assert_eq!(sent.err(), Some(failure));
            drop(Box::from_raw(host));
        }
    }

    #[test]
    fn a_request_arrives_as_it_was_built() {
        let host = FakeHost::make();
        let request = Request::new("PUT", "https://a.example/?key=1")
            .header("content-type", "text/plain")
            .timeout(Duration::from_nanos(1))
            .secret("key")
            .body("ab");
        unsafe {
            let pending = Http(&(*host).table).send(&request, |_| ());
            assert_eq!(
                (*host).request,
                "PUT https://a.example/?key=1 1 content-type=text/plain secret key [97, 98]"
            );
            drop(pending);
            drop(Box::from_raw(host));
        }
    }
}
