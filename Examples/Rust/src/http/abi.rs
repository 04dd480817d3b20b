//! HTTPExtension.h in Rust: each type and each constant has its name in the header, whose comments say what it means.
#![allow(non_camel_case_types, dead_code)]

use crate::abi::*;
use std::ffi::c_void;

pub const SY_HTTP_EXTENSION: &str = "switchyard.http/1";

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_http_header {
    pub size: u32,
    pub reserved: u32,
    pub name: sy_string,
    pub value: sy_string,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_http_request {
    pub size: u32,
    pub timeout: u32,
    pub method: sy_string,
    pub url: sy_string,
    pub headers: *const sy_http_header,
    pub header_count: usize,
    pub body: *const u8,
    pub body_size: usize,
    pub secret_names: *const sy_string,
    pub secret_name_count: usize,
}

pub const SY_HTTP_SENT: u32 = 0;
pub const SY_HTTP_RESPONSE: u32 = 1;
pub const SY_HTTP_BODY: u32 = 2;
pub const SY_HTTP_DONE: u32 = 3;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_http_event {
    pub size: u32,
    pub kind: u32,
    pub status: u32,
    pub code: sy_error_code,
    pub sent: u64,
    pub url: sy_string,
    pub headers: *const sy_http_header,
    pub header_count: usize,
    pub body: *const u8,
    pub body_size: usize,
    pub reason: sy_string,
}

pub type sy_http_receive = unsafe extern "C" fn(argument: *mut c_void, event: *const sy_http_event);

#[repr(C)]
#[derive(Clone, Copy)]
pub struct sy_http {
    pub size: u32,
    pub reserved: u32,
    pub instance: *mut c_void,
    pub send: unsafe extern "C" fn(
        table: *const sy_http,
        request: *const sy_http_request,
        receive: sy_http_receive,
        argument: *mut c_void,
        number: *mut u64,
        error: *const sy_error,
    ) -> sy_status,
    pub cancel: unsafe extern "C" fn(table: *const sy_http, number: u64),
}
