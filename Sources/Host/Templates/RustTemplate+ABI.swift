extension RustTemplate {
    /// The text of src/abi.rs, the same for every feature: FeatureABI.h in Rust, and a safe layer over it.
    static let abi = """
        //! FeatureABI.h in Rust, as much of it as this feature needs, and what is safe over it.
        //!
        //! The structs have the members and the order of those in the header, which says what each of them
        //! means. A panic never crosses: it is a failure with a reason.
        // More of it than this feature uses is there for what it will become.
        #![allow(dead_code)]

        use std::any::Any;
        use std::ffi::c_void;
        use std::marker::PhantomData;
        use std::panic::{catch_unwind, AssertUnwindSafe};
        use std::ptr::{addr_of, addr_of_mut, null, null_mut};
        use std::rc::Rc;

        // What a feature is written with

        /// The host's number for a screen.
        pub type ScreenId = u64;

        /// A feature: its manifest, and the screens of its routes.
        pub trait Feature: Sized + 'static {
            const ID: &'static str;
            const MANIFEST: &'static str;
            fn activate(host: Rc<dyn Host>) -> Result<Self, Failure>;
            fn main_screen(&self, id: ScreenId) -> Result<Box<dyn Screen>, Failure>;
            /// None for a route that the feature does not have.
            fn resolve(&self, to: &Destination, id: ScreenId) -> Result<Option<Box<dyn Screen>>, Failure>;
        }

        /// A screen. It is dropped when the host has no use for it any more.
        pub trait Screen {
            fn render(&self) -> Page;
            /// Does what the view with that action does, with a value where its kind takes one.
            fn perform(&mut self, action: u64, value: Value) -> Result<(), Failure>;
        }

        /// What a feature asks of its host.
        pub trait Host {
            fn navigate(&self, screen: ScreenId, to: &Destination) -> Result<(), Failure>;
            fn back(&self, screen: ScreenId) -> Result<(), Failure>;
            /// All screens of the feature want to be rendered again.
            fn invalidate_all(&self);
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

        /// `sy_error_code`, also one that a later minor has appended.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct ErrorCode(u32);

        impl ErrorCode {
            pub const OTHER: Self = ErrorCode(0);
            pub const UNKNOWN_ROUTE: Self = ErrorCode(1);
            pub const INVALID_ARGUMENT: Self = ErrorCode(2);
            pub const NOT_ALLOWED: Self = ErrorCode(3);
            pub const NOT_FOUND: Self = ErrorCode(4);
            pub const WRONG_TYPE: Self = ErrorCode(5);
            pub const LOCKED: Self = ErrorCode(6);
            pub const NOTHING_TO_DO: Self = ErrorCode(7);
            pub const NO_RECEIVER: Self = ErrorCode(8);
            pub const UNCONNECTED: Self = ErrorCode(9);
            pub const INVALID_STATE: Self = ErrorCode(10);
            pub const LIMIT: Self = ErrorCode(11);
            pub const UNAVAILABLE: Self = ErrorCode(12);
            pub const UNSUPPORTED: Self = ErrorCode(13);
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

        // The structs of the header

        #[derive(Clone, Copy)]
        #[repr(C)]
        struct RawText {
            data: *const u8,
            count: usize,
        }

        #[derive(Clone, Copy)]
        #[repr(C)]
        struct RawValue {
            kind: u32,
            reserved: u32,
            integer: i64,
            real: f64,
            string: RawText,
            items: *const RawValue,
            item_count: usize,
        }

        #[repr(C)]
        struct RawArgument {
            size: u32,
            reserved: u32,
            name: RawText,
            value: RawValue,
        }

        #[repr(C)]
        struct RawDestination {
            size: u32,
            reserved: u32,
            feature: RawText,
            route: RawText,
            arguments: *const RawArgument,
            argument_count: usize,
        }

        #[repr(C)]
        struct RawError {
            size: u32,
            reserved: u32,
            instance: *mut c_void,
            fail: extern "C" fn(*const RawError, u32, RawText),
        }

        #[repr(C)]
        struct RawTextSink {
            size: u32,
            reserved: u32,
            instance: *mut c_void,
            text: extern "C" fn(*const RawTextSink, RawText) -> i32,
        }

        #[repr(C)]
        struct RawNode {
            size: u32,
            kind: u32,
            flags: u32,
            role: u32,
            action: u64,
            text: RawText,
            detail: RawText,
            key: RawText,
            symbol: RawText,
            badge: RawText,
            accessibility_label: RawText,
            url: RawText,
            value: RawValue,
            destination: *const RawDestination,
        }

        #[repr(C)]
        struct RawScreenInfo {
            size: u32,
            flags: u32,
            title: RawText,
            lock: RawText,
            checkpoints: *const c_void,
            checkpoint_count: usize,
            receivers: *const c_void,
            receiver_count: usize,
        }

        #[repr(C)]
        struct RawViewSink {
            size: u32,
            reserved: u32,
            instance: *mut c_void,
            open: extern "C" fn(*const RawViewSink, *const RawNode) -> i32,
            close: extern "C" fn(*const RawViewSink),
            info: extern "C" fn(*const RawViewSink, *const RawScreenInfo),
        }

        #[repr(C)]
        struct RawScreen {
            size: u32,
            reserved: u32,
            instance: *mut c_void,
            render: extern "C" fn(*const RawScreen, *const RawViewSink, *const RawError) -> i32,
            perform: extern "C" fn(*const RawScreen, u64, *const RawValue, *const RawError) -> i32,
            appear: extern "C" fn(*const RawScreen),
            disappear: extern "C" fn(*const RawScreen),
            returned: *const c_void,
            receive: *const c_void,
            destroy: extern "C" fn(*const RawScreen),
        }

        type MadeScreen = *mut *const RawScreen;

        #[repr(C)]
        struct RawFeature {
            size: u32,
            reserved: u32,
            instance: *mut c_void,
            make_main_screen:
                extern "C" fn(*const RawFeature, ScreenId, MadeScreen, *const RawError) -> i32,
            resolve: extern "C" fn(
                *const RawFeature,
                *const RawDestination,
                ScreenId,
                MadeScreen,
                *const RawError,
            ) -> i32,
            resolve_url: *const c_void,
            receive: *const c_void,
            deactivate: extern "C" fn(*const RawFeature),
        }

        /// `sy_library`: what the entry returns.
        #[repr(C)]
        pub struct Library {
            size: u32,
            abi_major: u32,
            abi_minor: u32,
            reserved: u32,
            instance: *mut c_void,
            manifest: extern "C" fn(*const Library, *const RawTextSink, *const RawError) -> i32,
            activate: extern "C" fn(
                *const Library,
                *const RawHost,
                *const c_void,
                *mut *const RawFeature,
                *const RawError,
            ) -> i32,
            extension: *const c_void,
        }

        /// `sy_host` up to the last member that is used; the host's own has more behind it.
        #[repr(C)]
        struct RawHost {
            size: u32,
            abi_major: u32,
            abi_minor: u32,
            reserved: u32,
            instance: *mut c_void,
            name: RawText,
            version: RawText,
            navigate:
                extern "C" fn(*const RawHost, ScreenId, *const RawDestination, u32, *const RawError) -> i32,
            back: extern "C" fn(*const RawHost, ScreenId, *const RawError) -> i32,
            // pop, pop_to, pop_to_root, dismiss, dismiss_all, replace_stack, reset, select_tab,
            // return_to_checkpoint, can_return, send, resume
            others: [*const c_void; 12],
            invalidate: extern "C" fn(*const RawHost, ScreenId),
        }

        const OK: i32 = 0;
        const NOT_MINE: i32 = 1;
        const FAILED: i32 = 2;

        const NODE_TEXT: u32 = 1;
        const NODE_LIST: u32 = 3;
        const NODE_LINK: u32 = 5;
        const NODE_BUTTON: u32 = 6;
        const NODE_TOGGLE: u32 = 8;
        const FLAG_DISABLED: u32 = 1;

        const METHOD_DEFAULT: u32 = 0;

        /// The number that every struct begins with.
        const fn size_of<T>() -> u32 {
            std::mem::size_of::<T>() as u32
        }

        // Values in both directions

        impl RawText {
            /// Borrows the text: to be used only while it lives.
            fn of(text: &str) -> Self {
                RawText {
                    data: text.as_ptr(),
                    count: text.len(),
                }
            }

            const EMPTY: RawText = RawText {
                data: null(),
                count: 0,
            };

            /// # Safety
            /// It is what the host passes, and the call has not returned.
            unsafe fn read(&self) -> Result<String, Failure> {
                let bytes = if self.count == 0 {
                    &[]
                } else {
                    std::slice::from_raw_parts(self.data, self.count)
                };
                let text = std::str::from_utf8(bytes);
                text.map(str::to_owned)
                    .map_err(|_| Failure::new(ErrorCode::INVALID_ARGUMENT, "a text is not UTF-8"))
            }
        }

        impl RawValue {
            const NULL: RawValue = RawValue {
                kind: 0,
                reserved: 0,
                integer: 0,
                real: 0.0,
                string: RawText::EMPTY,
                items: null(),
                item_count: 0,
            };

            /// Borrows the value, and keeps the items of a list in `items`.
            fn of(value: &Value, items: &mut Vec<Vec<RawValue>>) -> Self {
                match value {
                    Value::Null => Self::NULL,
                    Value::Bool(value) => RawValue {
                        kind: 1,
                        integer: i64::from(*value),
                        ..Self::NULL
                    },
                    Value::Int(value) => RawValue {
                        kind: 2,
                        integer: *value,
                        ..Self::NULL
                    },
                    Value::Double(value) => RawValue {
                        kind: 3,
                        real: *value,
                        ..Self::NULL
                    },
                    Value::Text(value) => RawValue {
                        kind: 4,
                        string: RawText::of(value),
                        ..Self::NULL
                    },
                    Value::List(values) => {
                        let list: Vec<RawValue> =
                            values.iter().map(|value| Self::of(value, items)).collect();
                        let raw = RawValue {
                            kind: 5,
                            items: list.as_ptr(),
                            item_count: list.len(),
                            ..Self::NULL
                        };
                        items.push(list);
                        raw
                    }
                }
            }

            /// # Safety
            /// It is what the host passes, and the call has not returned.
            unsafe fn read(&self) -> Result<Value, Failure> {
                Ok(match self.kind {
                    0 => Value::Null,
                    1 => Value::Bool(self.integer != 0),
                    2 => Value::Int(self.integer),
                    3 => Value::Double(self.real),
                    4 => Value::Text(self.string.read()?),
                    5 => {
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
            /// Hands its C form, without a feature's id: the one that passes it.
            fn with_raw<R>(&self, body: impl FnOnce(*const RawDestination) -> R) -> R {
                let mut items = Vec::new();
                let arguments: Vec<RawArgument> = self
                    .arguments
                    .iter()
                    .map(|(name, value)| RawArgument {
                        size: size_of::<RawArgument>(),
                        reserved: 0,
                        name: RawText::of(name),
                        value: RawValue::of(value, &mut items),
                    })
                    .collect();
                body(&RawDestination {
                    size: size_of::<RawDestination>(),
                    reserved: 0,
                    feature: RawText::EMPTY,
                    route: RawText::of(&self.route),
                    arguments: arguments.as_ptr(),
                    argument_count: arguments.len(),
                })
            }

            /// Nothing where it is another feature's.
            ///
            /// # Safety
            /// It is what the host passes, and the call has not returned.
            unsafe fn read(
                raw: *const RawDestination,
                feature: &str,
            ) -> Result<Option<Destination>, Failure> {
                let raw = &*raw;
                let id = raw.feature.read()?;
                if !id.is_empty() && id != feature {
                    return Ok(None);
                }
                let mut arguments = Vec::new();
                for index in 0..raw.argument_count {
                    // An element may be longer than the struct of this file: a later minor appends to it.
                    let step = (*raw.arguments).size as usize;
                    let argument = &*raw
                        .arguments
                        .cast::<u8>()
                        .add(index * step)
                        .cast::<RawArgument>();
                    arguments.push((argument.name.read()?, argument.value.read()?));
                }
                Ok(Some(Destination {
                    route: raw.route.read()?,
                    arguments,
                }))
            }
        }

        // Failures in both directions

        /// Runs what the host has called, and tells it what failed.
        fn answer(error: *const RawError, body: impl FnOnce() -> Result<i32, Failure>) -> i32 {
            let result = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| Err(panicked(panic)));
            result.unwrap_or_else(|failure| {
                // SAFETY: the caller provides it for this call.
                let fail = unsafe { (*error).fail };
                fail(error, failure.code.0, RawText::of(&failure.reason));
                FAILED
            })
        }

        /// The same for what cannot fail.
        fn quietly(body: impl FnOnce()) {
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

        /// Calls the host, and gives what it refuses as a failure.
        fn ask(call: impl FnOnce(*const RawError) -> i32) -> Result<(), Failure> {
            extern "C" fn fail(error: *const RawError, code: u32, reason: RawText) {
                quietly(|| {
                    // SAFETY: the host passes the error of `ask`, whose instance is the failure, and a text
                    // that is there until this call returns.
                    unsafe {
                        let failure = (*error).instance.cast::<Failure>();
                        *failure = Failure::new(ErrorCode(code), reason.read().unwrap_or_default());
                    }
                });
            }
            let mut failure = Failure::new(ErrorCode::OTHER, "");
            let instance = addr_of_mut!(failure).cast();
            let error = RawError {
                size: size_of::<RawError>(),
                reserved: 0,
                instance,
                fail,
            };
            match call(&error) {
                OK => Ok(()),
                _ => Err(failure),
            }
        }

        // The host

        /// The host's table. Its memory stays readable as long as the process runs.
        struct HostTable(*const RawHost);

        impl Host for HostTable {
            fn navigate(&self, screen: ScreenId, to: &Destination) -> Result<(), Failure> {
                // SAFETY: the table is the host's, as above.
                let navigate = unsafe { (*self.0).navigate };
                to.with_raw(|to| ask(|error| navigate(self.0, screen, to, METHOD_DEFAULT, error)))
            }

            fn back(&self, screen: ScreenId) -> Result<(), Failure> {
                // SAFETY: as in navigate.
                let back = unsafe { (*self.0).back };
                ask(|error| back(self.0, screen, error))
            }

            fn invalidate_all(&self) {
                // SAFETY: as in navigate.
                let invalidate = unsafe { (*self.0).invalidate };
                invalidate(self.0, 0);
            }
        }

        // Screens

        /// A screen, and the table that the host has of it.
        struct LiveScreen {
            table: RawScreen,
            screen: Box<dyn Screen>,
        }

        impl LiveScreen {
            /// Lives until `destroy`.
            fn make(screen: Box<dyn Screen>) -> *const RawScreen {
                let live = Box::into_raw(Box::new(LiveScreen {
                    table: RawScreen {
                        size: size_of::<RawScreen>(),
                        reserved: 0,
                        instance: null_mut(),
                        render,
                        perform,
                        appear: nothing,
                        disappear: nothing,
                        returned: null(),
                        receive: null(),
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

            /// # Safety
            /// The table is one that `make` has made, and is live.
            unsafe fn of<'a>(table: *const RawScreen) -> &'a mut dyn Screen {
                (*(*table).instance.cast::<LiveScreen>()).screen.as_mut()
            }
        }

        extern "C" fn render(
            table: *const RawScreen,
            sink: *const RawViewSink,
            error: *const RawError,
        ) -> i32 {
            answer(error, || {
                // SAFETY: the host passes a live screen's table.
                let page = unsafe { LiveScreen::of(table) }.render();
                let info = RawScreenInfo {
                    size: size_of::<RawScreenInfo>(),
                    flags: 0,
                    title: RawText::of(&page.title),
                    lock: RawText::EMPTY,
                    checkpoints: null(),
                    checkpoint_count: 0,
                    receivers: null(),
                    receiver_count: 0,
                };
                // SAFETY: the sink is there until this call returns.
                let sink = unsafe { &*sink };
                (sink.info)(sink, &info);
                for view in &page.views {
                    if !put(view, sink) {
                        break;
                    }
                }
                Ok(OK)
            })
        }

        /// Whether the host takes more.
        fn put(view: &View, sink: &RawViewSink) -> bool {
            let node = RawNode {
                size: size_of::<RawNode>(),
                kind: NODE_TEXT,
                flags: 0,
                role: 0,
                action: 0,
                text: RawText::EMPTY,
                detail: RawText::EMPTY,
                key: RawText::EMPTY,
                symbol: RawText::EMPTY,
                badge: RawText::EMPTY,
                accessibility_label: RawText::EMPTY,
                url: RawText::EMPTY,
                value: RawValue::NULL,
                destination: null(),
            };
            let show = |node: RawNode, children: &[View]| {
                if (sink.open)(sink, &node) == 0 {
                    return false;
                }
                if !children.iter().all(|child| put(child, sink)) {
                    return false;
                }
                (sink.close)(sink);
                true
            };
            match view {
                View::Text(text) => show(
                    RawNode {
                        text: RawText::of(text),
                        ..node
                    },
                    &[],
                ),
                View::List(rows) => show(
                    RawNode {
                        kind: NODE_LIST,
                        ..node
                    },
                    rows,
                ),
                View::Link { text, badge, to } => to.with_raw(|destination| {
                    let (text, badge) = (RawText::of(text), RawText::of(badge));
                    show(
                        RawNode {
                            kind: NODE_LINK,
                            text,
                            badge,
                            destination,
                            ..node
                        },
                        &[],
                    )
                }),
                View::Button {
                    text,
                    action,
                    is_disabled,
                } => {
                    let flags = if *is_disabled { FLAG_DISABLED } else { 0 };
                    let (text, action) = (RawText::of(text), *action);
                    show(
                        RawNode {
                            kind: NODE_BUTTON,
                            text,
                            action,
                            flags,
                            ..node
                        },
                        &[],
                    )
                }
                View::Toggle {
                    text,
                    is_on,
                    action,
                } => {
                    let value = RawValue::of(&Value::Bool(*is_on), &mut Vec::new());
                    let (text, action) = (RawText::of(text), *action);
                    show(
                        RawNode {
                            kind: NODE_TOGGLE,
                            text,
                            action,
                            value,
                            ..node
                        },
                        &[],
                    )
                }
            }
        }

        extern "C" fn perform(
            table: *const RawScreen,
            action: u64,
            value: *const RawValue,
            error: *const RawError,
        ) -> i32 {
            answer(error, || {
                // SAFETY: the host passes a live screen's table, and a value or null.
                let (screen, value) = unsafe { (LiveScreen::of(table), value.as_ref()) };
                // SAFETY: the value is there until this call returns.
                let value = value.map_or(Ok(Value::Null), |value| unsafe { value.read() })?;
                screen.perform(action, value)?;
                Ok(OK)
            })
        }

        extern "C" fn nothing(_: *const RawScreen) {}

        extern "C" fn destroy(table: *const RawScreen) {
            // SAFETY: the host calls this once, and last.
            quietly(|| drop(unsafe { Box::from_raw((*table).instance.cast::<LiveScreen>()) }));
        }

        // The feature

        /// A feature between activate and deactivate, and the table that the host has of it.
        struct ActiveFeature<F> {
            table: RawFeature,
            feature: F,
        }

        impl<F: Feature> ActiveFeature<F> {
            /// Lives until `deactivate`.
            fn make(feature: F) -> *const RawFeature {
                let active = Box::into_raw(Box::new(ActiveFeature {
                    table: RawFeature {
                        size: size_of::<RawFeature>(),
                        reserved: 0,
                        instance: null_mut(),
                        make_main_screen: make_main_screen::<F>,
                        resolve: resolve::<F>,
                        resolve_url: null(),
                        receive: null(),
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

            /// # Safety
            /// The table is one that `make` has made, and is active.
            unsafe fn of<'a>(table: *const RawFeature) -> &'a F {
                &(*(*table).instance.cast::<ActiveFeature<F>>()).feature
            }
        }

        extern "C" fn make_main_screen<F: Feature>(
            table: *const RawFeature,
            id: ScreenId,
            made: MadeScreen,
            error: *const RawError,
        ) -> i32 {
            answer(error, || {
                // SAFETY: the host passes an active feature's table, and a place for the screen.
                unsafe { *made = LiveScreen::make(ActiveFeature::<F>::of(table).main_screen(id)?) };
                Ok(OK)
            })
        }

        extern "C" fn resolve<F: Feature>(
            table: *const RawFeature,
            to: *const RawDestination,
            id: ScreenId,
            made: MadeScreen,
            error: *const RawError,
        ) -> i32 {
            answer(error, || {
                // SAFETY: the host passes a destination that is there until this call returns.
                let to = match unsafe { Destination::read(to, F::ID) }? {
                    Some(to) => to,
                    None => return Ok(NOT_MINE),
                };
                // SAFETY: as in make_main_screen.
                let feature = unsafe { ActiveFeature::<F>::of(table) };
                match feature.resolve(&to, id)? {
                    // SAFETY: as in make_main_screen.
                    Some(screen) => unsafe { *made = LiveScreen::make(screen) },
                    None => return Ok(NOT_MINE),
                }
                Ok(OK)
            })
        }

        extern "C" fn deactivate<F: Feature>(table: *const RawFeature) {
            // SAFETY: the host calls this once, and last.
            quietly(|| drop(unsafe { Box::from_raw((*table).instance.cast::<ActiveFeature<F>>()) }));
        }

        // The library

        struct Exported<F>(PhantomData<F>);

        impl<F: Feature> Exported<F> {
            const LIBRARY: Library = Library {
                size: size_of::<Library>(),
                abi_major: 1,
                abi_minor: 0,
                reserved: 0,
                instance: null_mut(),
                manifest: manifest::<F>,
                activate: activate::<F>,
                extension: null(),
            };
        }

        /// The constant description of a feature's library.
        pub fn library<F: Feature>() -> &'static Library {
            &Exported::<F>::LIBRARY
        }

        extern "C" fn manifest<F: Feature>(
            _: *const Library,
            sink: *const RawTextSink,
            error: *const RawError,
        ) -> i32 {
            answer(error, || {
                // SAFETY: the sink is there until this call returns.
                let text = unsafe { (*sink).text };
                text(sink, RawText::of(F::MANIFEST));
                Ok(OK)
            })
        }

        extern "C" fn activate<F: Feature>(
            _: *const Library,
            host: *const RawHost,
            _context: *const c_void,
            activated: *mut *const RawFeature,
            error: *const RawError,
        ) -> i32 {
            answer(error, || {
                let feature = F::activate(Rc::new(HostTable(host)))?;
                // SAFETY: the host passes a place for the feature.
                unsafe { *activated = ActiveFeature::make(feature) };
                Ok(OK)
            })
        }

        """
}
