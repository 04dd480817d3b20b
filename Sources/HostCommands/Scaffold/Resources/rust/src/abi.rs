//! FeatureABI.h 1.1 in Rust: each type and each constant has its name in the header, whose comments
//! say what it means.
//!
//! A function that may be null is an `Option`. A feature reads what the host passes only inside the
//! `size` that it says of itself; all structs and functions here are in version 1.0, and so in
//! every host; of the members, all but `reveal` of `sy_node`.
//! Switchyard's own tests compare this file with the header.
#![allow(non_camel_case_types, dead_code)]

#[cfg(not(target_pointer_width = "64"))]
compile_error!("FeatureABI 1 is for 64-bit platforms");

use std::ffi::c_void;
// std::ffi has c_char too, from Rust 1.64 on.
use std::os::raw::c_char;

pub const SY_ABI_MAJOR: u32 = 1;
pub const SY_ABI_MINOR: u32 = 1;
pub const SY_ENTRY_SYMBOL: &str = "switchyard_feature_entry";
pub const SY_MAGIC: u32 = 0x53594142;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_string {
    pub data: *const c_char,
    pub count: usize,
}

pub type sy_value_kind = u32;
pub const SY_VALUE_NULL: sy_value_kind = 0;
pub const SY_VALUE_BOOL: sy_value_kind = 1;
pub const SY_VALUE_INT: sy_value_kind = 2;
pub const SY_VALUE_DOUBLE: sy_value_kind = 3;
pub const SY_VALUE_STRING: sy_value_kind = 4;
pub const SY_VALUE_LIST: sy_value_kind = 5;
pub const SY_VALUE_RECORD: sy_value_kind = 6;
pub const SY_VALUE_BYTES: sy_value_kind = 7;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_value {
    pub kind: sy_value_kind,
    pub reserved: u32,
    pub integer: i64,
    pub number: f64,
    pub text: sy_string,
    pub items: *const sy_value,
    pub item_count: usize,
    pub names: *const sy_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_argument {
    pub size: u32,
    pub reserved: u32,
    pub name: sy_string,
    pub value: sy_value,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_destination {
    pub size: u32,
    pub reserved: u32,
    pub feature: sy_string,
    pub route: sy_string,
    pub arguments: *const sy_argument,
    pub argument_count: usize,
}

pub type sy_message_kind = u32;
pub const SY_MESSAGE_VALUE: sy_message_kind = 0;
pub const SY_MESSAGE_DESTINATION: sy_message_kind = 1;
pub const SY_MESSAGE_TAB: sy_message_kind = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_message {
    pub size: u32,
    pub kind: sy_message_kind,
    pub name: sy_string,
    pub value: sy_value,
    pub destination: *const sy_destination,
}

pub type sy_status = u32;
pub const SY_OK: sy_status = 0;
pub const SY_NOT_MINE: sy_status = 1;
pub const SY_FAILED: sy_status = 2;

pub type sy_error_code = u32;
pub const SY_ERROR_OTHER: sy_error_code = 0;
pub const SY_ERROR_UNKNOWN_ROUTE: sy_error_code = 1;
pub const SY_ERROR_INVALID_ARGUMENT: sy_error_code = 2;
pub const SY_ERROR_NOT_ALLOWED: sy_error_code = 3;
pub const SY_ERROR_NOT_FOUND: sy_error_code = 4;
pub const SY_ERROR_WRONG_TYPE: sy_error_code = 5;
pub const SY_ERROR_LOCKED: sy_error_code = 6;
pub const SY_ERROR_NOTHING_TO_DO: sy_error_code = 7;
pub const SY_ERROR_NO_RECEIVER: sy_error_code = 8;
pub const SY_ERROR_UNCONNECTED: sy_error_code = 9;
pub const SY_ERROR_INVALID_STATE: sy_error_code = 10;
pub const SY_ERROR_LIMIT: sy_error_code = 11;
pub const SY_ERROR_UNAVAILABLE: sy_error_code = 12;
pub const SY_ERROR_UNSUPPORTED: sy_error_code = 13;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_error {
    pub size: u32,
    pub reserved: u32,
    pub instance: *mut c_void,
    pub fail: unsafe extern "C" fn(error: *const sy_error, code: sy_error_code, reason: sy_string),
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_text_sink {
    pub size: u32,
    pub reserved: u32,
    pub instance: *mut c_void,
    pub text: unsafe extern "C" fn(sink: *const sy_text_sink, piece: sy_string) -> sy_status,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_destination_sink {
    pub size: u32,
    pub reserved: u32,
    pub instance: *mut c_void,
    pub destination: unsafe extern "C" fn(
        sink: *const sy_destination_sink,
        destination: *const sy_destination,
    ) -> sy_status,
}

pub type sy_resume_kind = u32;
pub const SY_RESUME_AUTO: sy_resume_kind = 0;
pub const SY_RESUME_IMMEDIATELY: sy_resume_kind = 1;
pub const SY_RESUME_AFTER: sy_resume_kind = 2;
pub const SY_RESUME_INSERTING: sy_resume_kind = 3;
pub const SY_RESUME_APPENDING: sy_resume_kind = 4;
pub const SY_RESUME_REPLACING: sy_resume_kind = 5;
pub const SY_RESUME_PAUSE: sy_resume_kind = 6;
pub const SY_RESUME_CANCEL: sy_resume_kind = 7;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_resume {
    pub size: u32,
    pub kind: sy_resume_kind,
    pub seconds: f64,
    pub messages: *const sy_message,
    pub message_count: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_resume_sink {
    pub size: u32,
    pub reserved: u32,
    pub instance: *mut c_void,
    pub answer:
        unsafe extern "C" fn(sink: *const sy_resume_sink, resume: *const sy_resume) -> sy_status,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_state {
    pub size: u32,
    pub state_version: u32,
    pub bytes: sy_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_state_sink {
    pub size: u32,
    pub reserved: u32,
    pub instance: *mut c_void,
    pub state:
        unsafe extern "C" fn(sink: *const sy_state_sink, state: *const sy_state) -> sy_status,
}

pub type sy_node_kind = u32;
pub const SY_NODE_GROUP: sy_node_kind = 0;
pub const SY_NODE_TEXT: sy_node_kind = 1;
pub const SY_NODE_LABEL: sy_node_kind = 2;
pub const SY_NODE_LIST: sy_node_kind = 3;
pub const SY_NODE_SECTION: sy_node_kind = 4;
pub const SY_NODE_LINK: sy_node_kind = 5;
pub const SY_NODE_BUTTON: sy_node_kind = 6;
pub const SY_NODE_TEXT_FIELD: sy_node_kind = 7;
pub const SY_NODE_TOGGLE: sy_node_kind = 8;
pub const SY_NODE_PICKER: sy_node_kind = 9;
pub const SY_NODE_OPTION: sy_node_kind = 10;
pub const SY_NODE_PROGRESS: sy_node_kind = 11;
pub const SY_NODE_DIVIDER: sy_node_kind = 12;
pub const SY_NODE_TABLE: sy_node_kind = 13;
pub const SY_NODE_ROW: sy_node_kind = 14;
pub const SY_NODE_URL_LINK: sy_node_kind = 15;
pub const SY_NODE_EMBEDDED: sy_node_kind = 16;
pub const SY_NODE_ALERT: sy_node_kind = 17;
pub const SY_NODE_CONFIRMATION: sy_node_kind = 18;
pub const SY_NODE_HSTACK: sy_node_kind = 19;
pub const SY_NODE_SPACER: sy_node_kind = 20;
pub const SY_NODE_GRID: sy_node_kind = 21;
pub const SY_NODE_STEPPER: sy_node_kind = 22;
pub const SY_NODE_SLIDER: sy_node_kind = 23;
pub const SY_NODE_DISCLOSURE: sy_node_kind = 24;
pub const SY_NODE_MENU: sy_node_kind = 25;
pub const SY_NODE_SHEET: sy_node_kind = 26;
pub const SY_NODE_COVER: sy_node_kind = 27;
pub const SY_NODE_PUSH: sy_node_kind = 28;
pub const SY_NODE_CHART: sy_node_kind = 29;

pub type sy_node_flags = u32;
pub const SY_NODE_FLAG_DISABLED: sy_node_flags = 1 << 0;
pub const SY_NODE_FLAG_DESTRUCTIVE: sy_node_flags = 1 << 1;
pub const SY_NODE_FLAG_CANCEL: sy_node_flags = 1 << 2;
pub const SY_NODE_FLAG_HEADER: sy_node_flags = 1 << 3;
pub const SY_NODE_FLAG_SECURE: sy_node_flags = 1 << 4;
pub const SY_NODE_FLAG_MULTILINE: sy_node_flags = 1 << 5;
pub const SY_NODE_FLAG_DATE: sy_node_flags = 1 << 6;
pub const SY_NODE_FLAG_TIME: sy_node_flags = 1 << 7;
pub const SY_NODE_FLAG_SUBMITS: sy_node_flags = 1 << 8;
pub const SY_NODE_FLAG_FOCUS: sy_node_flags = 1 << 9;
pub const SY_NODE_FLAG_FOCUSED: sy_node_flags = 1 << 10;
pub const SY_NODE_FLAG_AT_END: sy_node_flags = 1 << 11;

pub type sy_role = u32;
pub const SY_ROLE_PRIMARY: sy_role = 0;
pub const SY_ROLE_SECONDARY: sy_role = 1;
pub const SY_ROLE_ACCENT: sy_role = 2;
pub const SY_ROLE_SUCCESS: sy_role = 3;
pub const SY_ROLE_WARNING: sy_role = 4;
pub const SY_ROLE_DANGER: sy_role = 5;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_node {
    pub size: u32,
    pub kind: sy_node_kind,
    pub flags: sy_node_flags,
    pub role: sy_role,
    pub action: u64,
    pub text: sy_string,
    pub detail: sy_string,
    pub key: sy_string,
    pub symbol: sy_string,
    pub badge: sy_string,
    pub accessibility_label: sy_string,
    pub url: sy_string,
    pub value: sy_value,
    pub destination: *const sy_destination,
    pub shortcut: sy_string,
    pub element_count: u64,
    pub element_offset: u64,
    pub reveal: u64,
}

pub type sy_receiver_kind = u32;
pub const SY_RECEIVER_CODE: sy_receiver_kind = 0;
pub const SY_RECEIVER_SELECT_TAB: sy_receiver_kind = 1;
pub const SY_RECEIVER_NAVIGATE: sy_receiver_kind = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_receiver {
    pub size: u32,
    pub kind: sy_receiver_kind,
    pub message_kind: sy_message_kind,
    pub reserved: u32,
    pub name: sy_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_checkpoint {
    pub size: u32,
    pub reserved: u32,
    pub name: sy_string,
    pub value_type: sy_string,
}

pub type sy_screen_flags = u32;
pub const SY_SCREEN_FLAG_LOADING: sy_screen_flags = 1 << 0;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_screen_info {
    pub size: u32,
    pub flags: sy_screen_flags,
    pub title: sy_string,
    pub lock_reason: sy_string,
    pub checkpoints: *const sy_checkpoint,
    pub checkpoint_count: usize,
    pub receivers: *const sy_receiver,
    pub receiver_count: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_view_sink {
    pub size: u32,
    pub reserved: u32,
    pub instance: *mut c_void,
    pub begin_node:
        unsafe extern "C" fn(sink: *const sy_view_sink, node: *const sy_node) -> sy_status,
    pub end_node: unsafe extern "C" fn(sink: *const sy_view_sink) -> sy_status,
    pub info:
        unsafe extern "C" fn(sink: *const sy_view_sink, info: *const sy_screen_info) -> sy_status,
}

pub type sy_screen_id = u64;

pub type sy_render_flags = u32;
pub const SY_RENDER_FLAG_UNSEEN: sy_render_flags = 1 << 0;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_list_part {
    pub size: u32,
    pub reserved: u32,
    pub key: sy_string,
    pub offset: u64,
    pub count: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_render {
    pub size: u32,
    pub flags: sy_render_flags,
    pub parts: *const sy_list_part,
    pub part_count: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_event {
    pub size: u32,
    pub reserved: u32,
    pub action: u64,
    pub value: *const sy_value,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_return {
    pub size: u32,
    pub reserved: u32,
    pub name: sy_string,
    pub value: *const sy_value,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_screen {
    pub size: u32,
    pub reserved: u32,
    pub instance: *mut c_void,
    pub render: unsafe extern "C" fn(
        screen: *const sy_screen,
        how: *const sy_render,
        sink: *const sy_view_sink,
        error: *const sy_error,
    ) -> sy_status,
    pub perform: unsafe extern "C" fn(
        screen: *const sy_screen,
        event: *const sy_event,
        error: *const sy_error,
    ) -> sy_status,
    pub appear: unsafe extern "C" fn(screen: *const sy_screen),
    pub disappear: unsafe extern "C" fn(screen: *const sy_screen),
    pub returned: Option<
        unsafe extern "C" fn(
            screen: *const sy_screen,
            how: *const sy_return,
            error: *const sy_error,
        ) -> sy_status,
    >,
    pub receive: Option<
        unsafe extern "C" fn(
            screen: *const sy_screen,
            message: *const sy_message,
            sink: *const sy_resume_sink,
            error: *const sy_error,
        ) -> sy_status,
    >,
    pub save: Option<
        unsafe extern "C" fn(
            screen: *const sy_screen,
            sink: *const sy_state_sink,
            error: *const sy_error,
        ) -> sy_status,
    >,
    pub restore: Option<
        unsafe extern "C" fn(
            screen: *const sy_screen,
            state: *const sy_state,
            error: *const sy_error,
        ) -> sy_status,
    >,
    pub destroy: unsafe extern "C" fn(screen: *const sy_screen),
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_feature {
    pub size: u32,
    pub reserved: u32,
    pub instance: *mut c_void,
    pub make_main_screen: unsafe extern "C" fn(
        feature: *const sy_feature,
        id: sy_screen_id,
        screen: *mut *const sy_screen,
        error: *const sy_error,
    ) -> sy_status,
    pub resolve: unsafe extern "C" fn(
        feature: *const sy_feature,
        destination: *const sy_destination,
        id: sy_screen_id,
        screen: *mut *const sy_screen,
        error: *const sy_error,
    ) -> sy_status,
    pub resolve_url: Option<
        unsafe extern "C" fn(
            feature: *const sy_feature,
            url: *const sy_string,
            sink: *const sy_destination_sink,
            error: *const sy_error,
        ) -> sy_status,
    >,
    pub receive: Option<
        unsafe extern "C" fn(
            feature: *const sy_feature,
            message: *const sy_message,
            sink: *const sy_resume_sink,
            error: *const sy_error,
        ) -> sy_status,
    >,
    pub deactivate: unsafe extern "C" fn(feature: *const sy_feature),
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_context {
    pub size: u32,
    pub reserved: u32,
    pub data_directory: sy_string,
    pub settings: sy_string,
    pub locale: sy_string,
    pub library_directory: sy_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_library {
    pub magic: u32,
    pub size: u32,
    pub abi_major: u32,
    pub abi_minor: u32,
    pub instance: *mut c_void,
    pub manifest: unsafe extern "C" fn(
        library: *const sy_library,
        sink: *const sy_text_sink,
        error: *const sy_error,
    ) -> sy_status,
    pub activate: unsafe extern "C" fn(
        library: *const sy_library,
        host: *const sy_host,
        context: *const sy_context,
        feature: *mut *const sy_feature,
        error: *const sy_error,
    ) -> sy_status,
    pub extension: Option<
        unsafe extern "C" fn(library: *const sy_library, id: *const sy_string) -> *const c_void,
    >,
}

pub type sy_entry_function = unsafe extern "C" fn() -> *const sy_library;

pub type sy_method = u32;
pub const SY_METHOD_DEFAULT: sy_method = 0;
pub const SY_METHOD_PUSH: sy_method = 1;
pub const SY_METHOD_SHEET: sy_method = 2;
pub const SY_METHOD_MANAGED_SHEET: sy_method = 3;
pub const SY_METHOD_COVER: sy_method = 4;
pub const SY_METHOD_MANAGED_COVER: sy_method = 5;
pub const SY_METHOD_ALERT: sy_method = 6;
pub const SY_METHOD_CONFIRMATION: sy_method = 7;
pub const SY_METHOD_SEND: sy_method = 8;

pub type sy_log_level = u32;
pub const SY_LOG_DEBUG: sy_log_level = 0;
pub const SY_LOG_INFO: sy_log_level = 1;
pub const SY_LOG_NOTICE: sy_log_level = 2;
pub const SY_LOG_WARNING: sy_log_level = 3;
pub const SY_LOG_ERROR: sy_log_level = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_host {
    pub size: u32,
    pub abi_major: u32,
    pub abi_minor: u32,
    pub reserved: u32,
    pub instance: *mut c_void,
    pub host_name: sy_string,
    pub host_version: sy_string,
    pub navigate: unsafe extern "C" fn(
        host: *const sy_host,
        screen: sy_screen_id,
        destination: *const sy_destination,
        method: sy_method,
        error: *const sy_error,
    ) -> sy_status,
    pub back: unsafe extern "C" fn(
        host: *const sy_host,
        screen: sy_screen_id,
        error: *const sy_error,
    ) -> sy_status,
    pub pop: unsafe extern "C" fn(
        host: *const sy_host,
        screen: sy_screen_id,
        count: u32,
        error: *const sy_error,
    ) -> sy_status,
    pub pop_to: unsafe extern "C" fn(
        host: *const sy_host,
        screen: sy_screen_id,
        destination: *const sy_destination,
        error: *const sy_error,
    ) -> sy_status,
    pub pop_to_root: unsafe extern "C" fn(
        host: *const sy_host,
        screen: sy_screen_id,
        error: *const sy_error,
    ) -> sy_status,
    pub dismiss: unsafe extern "C" fn(
        host: *const sy_host,
        screen: sy_screen_id,
        error: *const sy_error,
    ) -> sy_status,
    pub dismiss_all: unsafe extern "C" fn(
        host: *const sy_host,
        screen: sy_screen_id,
        error: *const sy_error,
    ) -> sy_status,
    pub replace_stack: unsafe extern "C" fn(
        host: *const sy_host,
        screen: sy_screen_id,
        destinations: *const sy_destination,
        count: usize,
        error: *const sy_error,
    ) -> sy_status,
    pub reset: unsafe extern "C" fn(
        host: *const sy_host,
        screen: sy_screen_id,
        error: *const sy_error,
    ) -> sy_status,
    pub select_tab: unsafe extern "C" fn(
        host: *const sy_host,
        screen: sy_screen_id,
        name: sy_string,
        error: *const sy_error,
    ) -> sy_status,
    pub return_to_checkpoint: unsafe extern "C" fn(
        host: *const sy_host,
        screen: sy_screen_id,
        name: sy_string,
        value: *const sy_value,
        error: *const sy_error,
    ) -> sy_status,
    pub can_return:
        unsafe extern "C" fn(host: *const sy_host, screen: sy_screen_id, name: sy_string) -> i32,
    pub send: unsafe extern "C" fn(
        host: *const sy_host,
        screen: sy_screen_id,
        messages: *const sy_message,
        count: usize,
        error: *const sy_error,
    ) -> sy_status,
    pub resume_sending: unsafe extern "C" fn(
        host: *const sy_host,
        screen: sy_screen_id,
        error: *const sy_error,
    ) -> sy_status,
    pub invalidate: unsafe extern "C" fn(host: *const sy_host, screen: sy_screen_id),
    pub log: unsafe extern "C" fn(host: *const sy_host, level: sy_log_level, message: sy_string),
    pub post: unsafe extern "C" fn(
        host: *const sy_host,
        function: unsafe extern "C" fn(argument: *mut c_void),
        argument: *mut c_void,
    ) -> i32,
    pub extension: unsafe extern "C" fn(host: *const sy_host, id: sy_string) -> *const c_void,
}

// SAFETY: nobody changes a library's table. The library's other tables are used on the main thread
// only.
unsafe impl Sync for sy_library {}
