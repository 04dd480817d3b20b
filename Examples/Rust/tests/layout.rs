//! Compares src/abi.rs and src/http/abi.rs with the C headers, as the C compiler lays them out: what is in one and not
//! in the other is told.
//!
//! `SWITCHYARD_INCLUDE` names another folder of FeatureABI.h and HTTPExtension.h.

#[path = "../src/abi.rs"]
#[rustfmt::skip]
mod abi;
#[path = "../src/http/abi.rs"]
mod http;

use abi::*;
use http::*;
use std::collections::BTreeSet;
use std::mem::{offset_of, size_of};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The size of what is behind a pointer to a member.
fn size_behind<Outer, Member>(_: impl Fn(&Outer) -> &Member) -> usize {
    size_of::<Member>()
}

/// A line for each struct and each member of it: `sy_string.count 8 8` is its offset and its size.
macro_rules! layout {
    ($($name:ident { $($member:ident),* })*) => {{
        let mut lines = BTreeSet::new();
        $(
            lines.insert(format!("{} {}", stringify!($name), size_of::<$name>()));
            $(
                let member = stringify!($member).trim_start_matches("r#");
                let size = size_behind(|outer: &$name| &outer.$member);
                lines.insert(format!("{}.{member} {} {size}", stringify!($name), offset_of!($name, $member)));
            )*
        )*
        lines
    }};
}

/// A line for each value.
macro_rules! values {
    ($($name:ident,)*) => { BTreeSet::from([$(format!("{} {}", stringify!($name), i64::from($name)),)*]) };
}

fn rust_lines() -> BTreeSet<String> {
    let mut lines = layout! {
    sy_string { data, count }
    sy_value { kind, reserved, integer, number, text, items, item_count, names }
    sy_argument { size, reserved, name, value }
    sy_destination { size, reserved, feature, route, arguments, argument_count }
    sy_message { size, kind, name, value, destination }
    sy_error { size, reserved, instance, fail }
    sy_text_sink { size, reserved, instance, text }
    sy_destination_sink { size, reserved, instance, destination }
    sy_resume { size, kind, seconds, messages, message_count }
    sy_resume_sink { size, reserved, instance, answer }
    sy_state { size, state_version, bytes }
    sy_state_sink { size, reserved, instance, state }
    sy_node { size, kind, flags, role, action, text, detail, key, symbol, badge,
        accessibility_label, url, value, destination, shortcut, element_count, element_offset, reveal }
    sy_receiver { size, kind, message_kind, reserved, name }
    sy_checkpoint { size, reserved, name, value_type }
    sy_screen_info { size, flags, title, lock_reason, checkpoints, checkpoint_count, receivers,
        receiver_count }
    sy_view_sink { size, reserved, instance, begin_node, end_node, info }
    sy_list_part { size, reserved, key, offset, count }
    sy_render { size, flags, parts, part_count }
    sy_event { size, reserved, action, value }
    sy_return { size, reserved, name, value }
    sy_screen { size, reserved, instance, render, perform, appear, disappear, returned, receive,
        save, restore, destroy }
    sy_feature { size, reserved, instance, make_main_screen, resolve, resolve_url, receive,
        deactivate }
    sy_context { size, reserved, data_directory, settings, locale, library_directory }
    sy_library { magic, size, abi_major, abi_minor, instance, manifest, activate, extension }
    sy_host { size, abi_major, abi_minor, reserved, instance, host_name, host_version, navigate, back, pop,
        pop_to, pop_to_root, dismiss, dismiss_all, replace_stack, reset, select_tab,
        return_to_checkpoint, can_return, send, resume_sending, invalidate, log, post, extension }
    sy_http_header { size, reserved, name, value }
    sy_http_request { size, timeout, method, url, headers, header_count, body, body_size, secret_names,
        secret_name_count }
    sy_http_event { size, kind, status, code, sent, url, headers, header_count, body, body_size, reason }
    sy_http { size, reserved, instance, send, cancel }
    };
    lines.extend(values! {
    SY_ABI_MAJOR, SY_ABI_MINOR, SY_MAGIC, SY_VALUE_NULL, SY_VALUE_BOOL, SY_VALUE_INT, SY_VALUE_DOUBLE,
    SY_VALUE_STRING, SY_VALUE_LIST, SY_VALUE_RECORD, SY_VALUE_BYTES, SY_MESSAGE_VALUE, SY_MESSAGE_DESTINATION, SY_MESSAGE_TAB,
    SY_OK, SY_NOT_MINE, SY_FAILED, SY_ERROR_OTHER, SY_ERROR_UNKNOWN_ROUTE,
    SY_ERROR_INVALID_ARGUMENT, SY_ERROR_NOT_ALLOWED, SY_ERROR_NOT_FOUND, SY_ERROR_WRONG_TYPE,
    SY_ERROR_LOCKED, SY_ERROR_NOTHING_TO_DO, SY_ERROR_NO_RECEIVER, SY_ERROR_UNCONNECTED,
    SY_ERROR_INVALID_STATE, SY_ERROR_LIMIT, SY_ERROR_UNAVAILABLE, SY_ERROR_UNSUPPORTED,
    SY_RESUME_AUTO, SY_RESUME_IMMEDIATELY, SY_RESUME_AFTER, SY_RESUME_INSERTING,
    SY_RESUME_APPENDING, SY_RESUME_REPLACING, SY_RESUME_PAUSE, SY_RESUME_CANCEL, SY_NODE_GROUP,
    SY_NODE_TEXT, SY_NODE_LABEL, SY_NODE_LIST, SY_NODE_SECTION, SY_NODE_LINK, SY_NODE_BUTTON,
    SY_NODE_TEXT_FIELD, SY_NODE_TOGGLE, SY_NODE_PICKER, SY_NODE_OPTION, SY_NODE_PROGRESS,
    SY_NODE_DIVIDER, SY_NODE_TABLE, SY_NODE_ROW, SY_NODE_URL_LINK, SY_NODE_EMBEDDED,
    SY_NODE_ALERT, SY_NODE_CONFIRMATION, SY_NODE_HSTACK, SY_NODE_SPACER, SY_NODE_GRID,
    SY_NODE_STEPPER, SY_NODE_SLIDER, SY_NODE_DISCLOSURE, SY_NODE_MENU, SY_NODE_SHEET,
    SY_NODE_COVER, SY_NODE_PUSH, SY_NODE_CHART, SY_NODE_FLAG_DISABLED, SY_NODE_FLAG_DESTRUCTIVE, SY_NODE_FLAG_CANCEL,
    SY_NODE_FLAG_HEADER, SY_NODE_FLAG_SECURE, SY_NODE_FLAG_MULTILINE, SY_NODE_FLAG_DATE,
    SY_NODE_FLAG_TIME, SY_NODE_FLAG_SUBMITS, SY_NODE_FLAG_FOCUS, SY_NODE_FLAG_FOCUSED, SY_NODE_FLAG_AT_END,
    SY_ROLE_PRIMARY,
    SY_ROLE_SECONDARY, SY_ROLE_ACCENT, SY_ROLE_SUCCESS, SY_ROLE_WARNING, SY_ROLE_DANGER,
    SY_RECEIVER_CODE, SY_RECEIVER_SELECT_TAB, SY_RECEIVER_NAVIGATE, SY_SCREEN_FLAG_LOADING,
    SY_RENDER_FLAG_UNSEEN,
    SY_METHOD_DEFAULT, SY_METHOD_PUSH, SY_METHOD_SHEET, SY_METHOD_MANAGED_SHEET, SY_METHOD_COVER,
    SY_METHOD_MANAGED_COVER, SY_METHOD_ALERT, SY_METHOD_CONFIRMATION, SY_METHOD_SEND,
    SY_LOG_DEBUG, SY_LOG_INFO, SY_LOG_NOTICE, SY_LOG_WARNING, SY_LOG_ERROR,
    SY_HTTP_SENT, SY_HTTP_RESPONSE, SY_HTTP_BODY, SY_HTTP_DONE,
    });
    lines.insert(format!("SY_ENTRY_SYMBOL {SY_ENTRY_SYMBOL}"));
    lines.insert(format!("SY_HTTP_EXTENSION {SY_HTTP_EXTENSION}"));
    lines
}

/// The folder of the headers.
fn include() -> PathBuf {
    let include = std::env::var_os("SWITCHYARD_INCLUDE").map(PathBuf::from);
    include.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Sources/FeatureABI/include"))
}

fn without_comments(text: &str) -> String {
    let mut parts = text.split("/*");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |text, part| {
        text + part.split_once("*/").map_or("", |(_, rest)| rest)
    })
}

/// The name that a member declares: `count` of `size_t count`, `fail` of `void (*fail)(…)`.
fn declared_name(member: &str) -> Option<&str> {
    let declaration = member
        .split_once("(*")
        .map_or(member, |(_, rest)| rest.split(')').next().unwrap_or(""));
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    declaration
        .trim()
        .rsplit(|letter| !is_part(letter))
        .next()
        .filter(|name| !name.is_empty())
}

/// A C program that prints the lines of every struct and value that the headers have.
fn program(headers: &str) -> String {
    let mut prints = String::new();
    for part in headers.split("typedef struct ").skip(1) {
        let (Some((name, rest)), true) = (part.split_once('{'), part.contains('}')) else {
            continue;
        };
        let name = name.trim();
        prints += &format!("printf(\"{name} %zu\\n\", sizeof({name}));\n");
        for member in rest
            .split('}')
            .next()
            .unwrap_or("")
            .split(';')
            .filter_map(declared_name)
        {
            prints += &format!(
                "printf(\"{name}.{member} %zu %zu\\n\", offsetof({name}, {member}), sizeof((({name} *)0)->{member}));\n"
            );
        }
    }
    let values = headers
        .split("enum {")
        .skip(1)
        .flat_map(|part| part.split('}').next().unwrap_or("").split(','));
    let values = values.filter_map(|value| value.split('=').next().map(str::trim));
    let macros = headers
        .lines()
        .filter_map(|line| line.strip_prefix("#define ")?.split_once(' '));
    let numbers = macros
        .clone()
        .filter(|(_, value)| value.starts_with(|first: char| first.is_ascii_digit()))
        .map(|(name, _)| name);
    for value in values.chain(numbers).filter(|value| !value.is_empty()) {
        prints += &format!("printf(\"{value} %lld\\n\", (long long){value});\n");
    }
    for (text, _) in macros.filter(|(_, value)| value.starts_with('"')) {
        prints += &format!("printf(\"{text} %s\\n\", {text});\n");
    }
    format!("#include <stdio.h>\n#include \"HTTPExtension.h\"\nint main(void) {{\n{prints}return 0;\n}}\n")
}

#[test]
fn the_types_and_values_are_those_of_the_headers() {
    if Command::new("cc").arg("--version").output().is_err() {
        println!("skipped: there is no cc to compile the headers with");
        return;
    }
    let include = include();
    let text: String = ["FeatureABI.h", "HTTPExtension.h"]
        .map(|name| include.join(name))
        .map(|path| std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
        .concat();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let (source, executable) = (folder.join("layout.c"), folder.join("layout"));
    std::fs::write(&source, program(&without_comments(&text))).unwrap();
    let compiled = Command::new("cc")
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-I"])
        .args([&include, &source, Path::new("-o"), &executable])
        .output()
        .unwrap();
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let printed = Command::new(&executable).output().unwrap();
    let c: BTreeSet<String> = String::from_utf8(printed.stdout)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect();
    let rust = rust_lines();
    let missing: Vec<_> = c.difference(&rust).collect();
    let surplus: Vec<_> = rust.difference(&c).collect();
    assert!(c.len() > 200, "only {} lines of C", c.len());
    assert!(
        missing.is_empty(),
        "the headers have, and src has not or otherwise: {missing:#?}"
    );
    assert!(
        surplus.is_empty(),
        "src has, and the headers have not or otherwise: {surplus:#?}"
    );
}

#[test]
fn a_member_that_is_appended_would_be_noticed() {
    let text =
        "typedef struct sy_string {\n const char *data; /* a; b */\n size_t count;\n int64_t more;\n} sy_string;";
    let program = program(&without_comments(text));
    assert!(program.contains("offsetof(sy_string, more)"), "{program}");
}
