//! The safe layer over FeatureABI.h: the types that a feature is written with.
//!
//! This file passes them to the host and back as the C types in `abi`. No panic reaches the host:
//! this file turns it into a failure with a reason.
// A feature may use only a part of this file.
#![allow(dead_code)]

use crate::abi::*;
use std::any::Any;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::{addr_of, addr_of_mut, null, null_mut};
use std::rc::Rc;

// What a feature is written with

/// The host's number for a screen.
pub type ScreenId = sy_screen_id;

/// A feature: its manifest, and the screens of its routes.
pub trait Feature: Sized + 'static {
    const ID: &'static str;
    const MANIFEST: &'static str;
    fn activate(host: Rc<dyn Host>) -> Result<Self, Failure>;
    fn main_screen(&self, id: ScreenId) -> Result<Box<dyn Screen>, Failure>;
    /// Gives None for a route that the feature does not have.
    fn resolve(&self, to: &Destination, id: ScreenId) -> Result<Option<Box<dyn Screen>>, Failure>;
}

/// A screen of the feature. It is dropped when the host has no use for it any more.
pub trait Screen {
    fn render(&self) -> Page;
    /// Does what the view with that action does, with a value where its kind takes one.
    fn perform(&mut self, action: u64, value: Value) -> Result<(), Failure>;
}

/// What a feature asks of its host.
pub trait Host {
    fn navigate(&self, screen: ScreenId, to: &Destination) -> Result<(), Failure>;
    fn back(&self, screen: ScreenId) -> Result<(), Failure>;
    /// Asks the host to render all screens of the feature again.
    fn invalidate_all(&self);
    /// The host's table for an extension, such as `switchyard.http/1` for requests; null if the host has none.
    fn extension(&self, _id: &str) -> *const c_void {
        null()
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Bool(bool),
    Int(i64),
    Double(f64),
    Text(String),
    List(Vec<Value>),
}

/// One of the feature's own routes, with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Destination {
    pub route: String,
    pub arguments: Vec<(String, Value)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    pub title: String,
    pub views: Vec<View>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum View {
    Text(String),
    List(Vec<View>),
    Link {
        text: String,
        badge: String,
        to: Destination,
    },
    Button {
        text: String,
        action: u64,
        is_disabled: bool,
    },
    Toggle {
        text: String,
        is_on: bool,
        action: u64,
    },
}

/// The kind of a failure, also one that a later minor of the header has appended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorCode(pub sy_error_code);

impl ErrorCode {
    pub const OTHER: Self = ErrorCode(SY_ERROR_OTHER);
    pub const UNKNOWN_ROUTE: Self = ErrorCode(SY_ERROR_UNKNOWN_ROUTE);
    pub const INVALID_ARGUMENT: Self = ErrorCode(SY_ERROR_INVALID_ARGUMENT);
    pub const NOT_ALLOWED: Self = ErrorCode(SY_ERROR_NOT_ALLOWED);
    pub const NOT_FOUND: Self = ErrorCode(SY_ERROR_NOT_FOUND);
    pub const WRONG_TYPE: Self = ErrorCode(SY_ERROR_WRONG_TYPE);
    pub const LOCKED: Self = ErrorCode(SY_ERROR_LOCKED);
    pub const NOTHING_TO_DO: Self = ErrorCode(SY_ERROR_NOTHING_TO_DO);
    pub const NO_RECEIVER: Self = ErrorCode(SY_ERROR_NO_RECEIVER);
    pub const UNCONNECTED: Self = ErrorCode(SY_ERROR_UNCONNECTED);
    pub const INVALID_STATE: Self = ErrorCode(SY_ERROR_INVALID_STATE);
    pub const LIMIT: Self = ErrorCode(SY_ERROR_LIMIT);
    pub const UNAVAILABLE: Self = ErrorCode(SY_ERROR_UNAVAILABLE);
    pub const UNSUPPORTED: Self = ErrorCode(SY_ERROR_UNSUPPORTED);
}

/// Why something failed: one sentence for a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    pub code: ErrorCode,
    pub reason: String,
}

impl Failure {
    pub fn new(code: ErrorCode, reason: impl Into<String>) -> Self {
        Failure {
            code,
            reason: reason.into(),
        }
    }

    pub fn no_action(action: u64) -> Self {
        Failure::new(
            ErrorCode::NOT_FOUND,
            format!("the screen shows no action {action}"),
        )
    }
}

// Values in both directions

/// The size of a struct of the header, which it says of itself.
pub const fn size_of<T>() -> u32 {
    std::mem::size_of::<T>() as u32
}

impl sy_string {
    pub const EMPTY: Self = sy_string {
        data: null(),
        count: 0,
    };

    /// Borrows the text: the host may read the result only as long as the text lives.
    pub fn of(text: &str) -> Self {
        sy_string {
            data: text.as_ptr().cast(),
            count: text.len(),
        }
    }

    /// Copies a text of the host.
    ///
    /// # Safety
    /// The host has passed it to a call that has not returned.
    pub unsafe fn read(&self) -> Result<String, Failure> {
        if self.count == 0 {
            return Ok(String::new());
        }
        let bytes = std::slice::from_raw_parts(self.data.cast(), self.count);
        let text = std::str::from_utf8(bytes);
        text.map(str::to_owned)
            .map_err(|_| Failure::new(ErrorCode::INVALID_ARGUMENT, "a text is not UTF-8"))
    }
}

impl sy_value {
    pub const NULL: Self = sy_value {
        kind: SY_VALUE_NULL,
        reserved: 0,
        integer: 0,
        number: 0.0,
        text: sy_string::EMPTY,
        items: null(),
        item_count: 0,
        names: null(),
    };

    /// Borrows the text.
    pub fn text(text: &str) -> Self {
        sy_value {
            kind: SY_VALUE_STRING,
            text: sy_string::of(text),
            ..Self::NULL
        }
    }

    /// Borrows the value, and keeps the items of a list in `items`.
    pub fn of(value: &Value, items: &mut Vec<Vec<sy_value>>) -> Self {
        match value {
            Value::Null => Self::NULL,
            Value::Bool(value) => sy_value {
                kind: SY_VALUE_BOOL,
                integer: i64::from(*value),
                ..Self::NULL
            },
            Value::Int(value) => sy_value {
                kind: SY_VALUE_INT,
                integer: *value,
                ..Self::NULL
            },
            Value::Double(value) => sy_value {
                kind: SY_VALUE_DOUBLE,
                number: *value,
                ..Self::NULL
            },
            Value::Text(value) => Self::text(value),
            Value::List(values) => {
                let list: Vec<sy_value> =
                    values.iter().map(|value| Self::of(value, items)).collect();
                let raw = sy_value {
                    kind: SY_VALUE_LIST,
                    items: list.as_ptr(),
                    item_count: list.len(),
                    ..Self::NULL
                };
                items.push(list);
                raw
            }
        }
    }

    /// Copies a value of the host.
    ///
    /// # Safety
    /// The host has passed it to a call that has not returned.
    pub unsafe fn read(&self) -> Result<Value, Failure> {
        Ok(match self.kind {
            SY_VALUE_NULL => Value::Null,
            SY_VALUE_BOOL => Value::Bool(self.integer != 0),
            SY_VALUE_INT => Value::Int(self.integer),
            SY_VALUE_DOUBLE => Value::Double(self.number),
            SY_VALUE_STRING => Value::Text(self.text.read()?),
            SY_VALUE_LIST => {
                let range = 0..self.item_count;
                Value::List(
                    range
                        .map(|index| (*self.items.add(index)).read())
                        .collect::<Result<_, _>>()?,
                )
            }
            kind => {
                let reason = format!("a value of the kind {kind} is not known");
                return Err(Failure::new(ErrorCode::INVALID_ARGUMENT, reason));
            }
        })
    }
}

impl Destination {
    /// Passes the destination's C form to `body`. It names no feature, which means this one.
    pub fn with_raw<R>(&self, body: impl FnOnce(*const sy_destination) -> R) -> R {
        let mut items = Vec::new();
        let arguments: Vec<sy_argument> = self
            .arguments
            .iter()
            .map(|(name, value)| sy_argument {
                size: size_of::<sy_argument>(),
                reserved: 0,
                name: sy_string::of(name),
                value: sy_value::of(value, &mut items),
            })
            .collect();
        body(&sy_destination {
            size: size_of::<sy_destination>(),
            reserved: 0,
            feature: sy_string::EMPTY,
            route: sy_string::of(&self.route),
            arguments: arguments.as_ptr(),
            argument_count: arguments.len(),
        })
    }

    /// Copies a destination of the host; gives None for one of another feature.
    ///
    /// # Safety
    /// The host has passed it to a call that has not returned.
    pub unsafe fn read(raw: *const sy_destination, feature: &str) -> Result<Option<Self>, Failure> {
        let raw = &*raw;
        let id = raw.feature.read()?;
        if !id.is_empty() && id != feature {
            return Ok(None);
        }
        let mut arguments = Vec::new();
        for index in 0..raw.argument_count {
            // The host's elements may be longer than the struct: a later minor appends to it.
            let step = (*raw.arguments).size as usize;
            let argument = &*raw
                .arguments
                .cast::<u8>()
                .add(index * step)
                .cast::<sy_argument>();
            arguments.push((argument.name.read()?, argument.value.read()?));
        }
        Ok(Some(Destination {
            route: raw.route.read()?,
            arguments,
        }))
    }
}

// Failures in both directions

/// Runs the body of a function that the host calls. A failure of the body leaves its reason in
/// `error`, and so does a panic.
///
/// # Safety
/// The host has passed `error` to the call that runs.
pub unsafe fn answer(
    error: *const sy_error,
    body: impl FnOnce() -> Result<sy_status, Failure>,
) -> sy_status {
    let result = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| Err(panicked(panic)));
    result.unwrap_or_else(|failure| {
        ((*error).fail)(error, failure.code.0, sy_string::of(&failure.reason));
        SY_FAILED
    })
}

/// Runs the body of a function that has no way to fail. A panic ends it early.
pub fn quietly(body: impl FnOnce()) {
    let _ = catch_unwind(AssertUnwindSafe(body));
}

fn panicked(panic: Box<dyn Any + Send>) -> Failure {
    let message = match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic
            .downcast_ref::<&str>()
            .unwrap_or(&"no reason was given")
            .to_string(),
    };
    Failure::new(ErrorCode::OTHER, format!("the feature panicked: {message}"))
}

/// Calls the host with a place for a reason, and gives what the host refuses as a failure.
pub fn ask(call: impl FnOnce(*const sy_error) -> sy_status) -> Result<(), Failure> {
    /// # Safety
    /// The host passes the error that `ask` has made, and a text that is valid for this call.
    unsafe extern "C" fn fail(error: *const sy_error, code: sy_error_code, reason: sy_string) {
        quietly(|| {
            let failure = (*error).instance.cast::<Failure>();
            *failure = Failure::new(ErrorCode(code), reason.read().unwrap_or_default());
        });
    }
    let mut failure = Failure::new(ErrorCode::OTHER, "");
    let instance = addr_of_mut!(failure).cast();
    let error = sy_error {
        size: size_of::<sy_error>(),
        reserved: 0,
        instance,
        fail,
    };
    match call(&error) {
        SY_OK => Ok(()),
        _ => Err(failure),
    }
}

// The host

/// The host's table. The host keeps it readable as long as the process runs.
struct HostTable(*const sy_host);

impl Host for HostTable {
    fn navigate(&self, screen: ScreenId, to: &Destination) -> Result<(), Failure> {
        // SAFETY: the table is the host's, and the other pointers stay valid during the call.
        to.with_raw(|to| {
            ask(|error| unsafe {
                ((*self.0).navigate)(self.0, screen, to, SY_METHOD_DEFAULT, error)
            })
        })
    }

    fn back(&self, screen: ScreenId) -> Result<(), Failure> {
        // SAFETY: as in navigate.
        ask(|error| unsafe { ((*self.0).back)(self.0, screen, error) })
    }

    fn invalidate_all(&self) {
        // SAFETY: as in navigate.
        unsafe { ((*self.0).invalidate)(self.0, 0) };
    }

    fn extension(&self, id: &str) -> *const c_void {
        // SAFETY: as in navigate.
        unsafe { ((*self.0).extension)(self.0, sy_string::of(id)) }
    }
}

// Views

impl sy_node {
    /// A node that shows nothing, for the others to be made of.
    pub const EMPTY: Self = sy_node {
        size: size_of::<sy_node>(),
        kind: SY_NODE_GROUP,
        flags: 0,
        role: SY_ROLE_PRIMARY,
        action: 0,
        text: sy_string::EMPTY,
        detail: sy_string::EMPTY,
        key: sy_string::EMPTY,
        symbol: sy_string::EMPTY,
        badge: sy_string::EMPTY,
        accessibility_label: sy_string::EMPTY,
        url: sy_string::EMPTY,
        value: sy_value::NULL,
        destination: null(),
        shortcut: sy_string::EMPTY,
        element_count: 0,
        element_offset: 0,
        reveal: 0,
    };
}

impl sy_screen_info {
    /// Borrows the title.
    pub fn titled(title: &str) -> Self {
        sy_screen_info {
            size: size_of::<sy_screen_info>(),
            flags: 0,
            title: sy_string::of(title),
            lock_reason: sy_string::EMPTY,
            checkpoints: null(),
            checkpoint_count: 0,
            receivers: null(),
            receiver_count: 0,
        }
    }
}

/// Passes a view and those inside it to the host; gives whether the host takes more.
///
/// # Safety
/// The host has passed the sink to the call that runs.
unsafe fn put(view: &View, sink: *const sy_view_sink) -> bool {
    let show = |node: sy_node, children: &[View]| {
        if ((*sink).begin_node)(sink, &node) != SY_OK {
            return false;
        }
        if !children.iter().all(|child| put(child, sink)) {
            return false;
        }
        ((*sink).end_node)(sink);
        true
    };
    match view {
        View::Text(text) => show(
            sy_node {
                kind: SY_NODE_TEXT,
                text: sy_string::of(text),
                ..sy_node::EMPTY
            },
            &[],
        ),
        View::List(rows) => show(
            sy_node {
                kind: SY_NODE_LIST,
                ..sy_node::EMPTY
            },
            rows,
        ),
        View::Link { text, badge, to } => to.with_raw(|destination| {
            show(
                sy_node {
                    kind: SY_NODE_LINK,
                    text: sy_string::of(text),
                    badge: sy_string::of(badge),
                    destination,
                    ..sy_node::EMPTY
                },
                &[],
            )
        }),
        View::Button {
            text,
            action,
            is_disabled,
        } => show(
            sy_node {
                kind: SY_NODE_BUTTON,
                text: sy_string::of(text),
                action: *action,
                flags: if *is_disabled {
                    SY_NODE_FLAG_DISABLED
                } else {
                    0
                },
                ..sy_node::EMPTY
            },
            &[],
        ),
        View::Toggle {
            text,
            is_on,
            action,
        } => show(
            sy_node {
                kind: SY_NODE_TOGGLE,
                text: sy_string::of(text),
                action: *action,
                value: sy_value::of(&Value::Bool(*is_on), &mut Vec::new()),
                ..sy_node::EMPTY
            },
            &[],
        ),
    }
}

// Screens

/// A screen, and the table that the host has of it.
struct LiveScreen {
    table: sy_screen,
    screen: Box<dyn Screen>,
}

impl LiveScreen {
    /// Makes the table of a screen. Both live until the host calls `destroy`.
    fn make(screen: Box<dyn Screen>) -> *const sy_screen {
        let live = Box::into_raw(Box::new(LiveScreen {
            table: sy_screen {
                size: size_of::<sy_screen>(),
                reserved: 0,
                instance: null_mut(),
                render,
                perform,
                appear: nothing,
                disappear: nothing,
                returned: None,
                receive: None,
                save: None,
                restore: None,
                destroy,
            },
            screen,
        }));
        // SAFETY: it has just been made, and nobody else has it.
        unsafe {
            (*live).table.instance = live.cast();
            addr_of!((*live).table)
        }
    }

    /// Finds the screen of a table.
    ///
    /// # Safety
    /// `make` has made the table, and the host has not destroyed it.
    unsafe fn of<'a>(table: *const sy_screen) -> &'a mut dyn Screen {
        (*(*table).instance.cast::<LiveScreen>()).screen.as_mut()
    }
}

// SAFETY of these four functions: the host calls them with the table of a live screen, and with
// other pointers that stay valid until the call returns. It calls `destroy` once, and last.

unsafe extern "C" fn render(
    table: *const sy_screen,
    _: *const sy_render,
    sink: *const sy_view_sink,
    error: *const sy_error,
) -> sy_status {
    answer(error, || {
        let page = LiveScreen::of(table).render();
        ((*sink).info)(sink, &sy_screen_info::titled(&page.title));
        for view in &page.views {
            if !put(view, sink) {
                break;
            }
        }
        Ok(SY_OK)
    })
}

unsafe extern "C" fn perform(
    table: *const sy_screen,
    event: *const sy_event,
    error: *const sy_error,
) -> sy_status {
    answer(error, || {
        let event = &*event;
        let value = event.value.as_ref().unwrap_or(&sy_value::NULL).read()?;
        LiveScreen::of(table).perform(event.action, value)?;
        Ok(SY_OK)
    })
}

unsafe extern "C" fn nothing(_: *const sy_screen) {}

unsafe extern "C" fn destroy(table: *const sy_screen) {
    quietly(|| drop(Box::from_raw((*table).instance.cast::<LiveScreen>())));
}

// The feature

/// A feature between activate and deactivate, and the table that the host has of it.
struct ActiveFeature<F> {
    table: sy_feature,
    feature: F,
}

impl<F: Feature> ActiveFeature<F> {
    /// Makes the table of a feature. Both live until the host calls `deactivate`.
    fn make(feature: F) -> *const sy_feature {
        let active = Box::into_raw(Box::new(ActiveFeature {
            table: sy_feature {
                size: size_of::<sy_feature>(),
                reserved: 0,
                instance: null_mut(),
                make_main_screen: make_main_screen::<F>,
                resolve: resolve::<F>,
                resolve_url: None,
                receive: None,
                deactivate: deactivate::<F>,
            },
            feature,
        }));
        // SAFETY: it has just been made, and nobody else has it.
        unsafe {
            (*active).table.instance = active.cast();
            addr_of!((*active).table)
        }
    }

    /// Finds the feature of a table.
    ///
    /// # Safety
    /// `make` has made the table, and the host has not deactivated the feature.
    unsafe fn of<'a>(table: *const sy_feature) -> &'a F {
        &(*(*table).instance.cast::<ActiveFeature<F>>()).feature
    }
}

// SAFETY of these three functions: the host calls them with the table of an active feature, and
// with other pointers that stay valid until the call returns. It calls `deactivate` once, and last.

unsafe extern "C" fn make_main_screen<F: Feature>(
    table: *const sy_feature,
    id: ScreenId,
    made: *mut *const sy_screen,
    error: *const sy_error,
) -> sy_status {
    answer(error, || {
        *made = LiveScreen::make(ActiveFeature::<F>::of(table).main_screen(id)?);
        Ok(SY_OK)
    })
}

unsafe extern "C" fn resolve<F: Feature>(
    table: *const sy_feature,
    to: *const sy_destination,
    id: ScreenId,
    made: *mut *const sy_screen,
    error: *const sy_error,
) -> sy_status {
    answer(error, || {
        let to = match Destination::read(to, F::ID)? {
            Some(to) => to,
            None => return Ok(SY_NOT_MINE),
        };
        match ActiveFeature::<F>::of(table).resolve(&to, id)? {
            Some(screen) => *made = LiveScreen::make(screen),
            None => return Ok(SY_NOT_MINE),
        }
        Ok(SY_OK)
    })
}

unsafe extern "C" fn deactivate<F: Feature>(table: *const sy_feature) {
    quietly(|| drop(Box::from_raw((*table).instance.cast::<ActiveFeature<F>>())));
}

// The library

struct Exported<F>(PhantomData<F>);

impl<F: Feature> Exported<F> {
    const LIBRARY: sy_library = sy_library {
        magic: SY_MAGIC,
        size: size_of::<sy_library>(),
        abi_major: SY_ABI_MAJOR,
        abi_minor: SY_ABI_MINOR,
        instance: null_mut(),
        manifest: manifest::<F>,
        activate: activate::<F>,
        extension: None,
    };
}

/// The constant description of a feature's library.
pub fn library<F: Feature>() -> &'static sy_library {
    &Exported::<F>::LIBRARY
}

// SAFETY of these two functions: the host calls them with pointers that stay valid until the call
// returns; its own table stays longer.

unsafe extern "C" fn manifest<F: Feature>(
    _: *const sy_library,
    sink: *const sy_text_sink,
    error: *const sy_error,
) -> sy_status {
    answer(error, || {
        ((*sink).text)(sink, sy_string::of(F::MANIFEST));
        Ok(SY_OK)
    })
}

unsafe extern "C" fn activate<F: Feature>(
    _: *const sy_library,
    host: *const sy_host,
    _: *const sy_context,
    activated: *mut *const sy_feature,
    error: *const sy_error,
) -> sy_status {
    answer(error, || {
        *activated = ActiveFeature::make(F::activate(Rc::new(HostTable(host)))?);
        Ok(SY_OK)
    })
}
