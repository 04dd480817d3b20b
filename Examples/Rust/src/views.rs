//! Nodes for the host, written as Rust.

use crate::abi::*;
use crate::boundary::{borrowed, EMPTY, NULL};

pub const NODE: sy_node = sy_node {
    size: size_of::<sy_node>() as u32,
    kind: SY_NODE_GROUP,
    flags: 0,
    role: SY_ROLE_PRIMARY,
    action: 0,
    text: EMPTY,
    detail: EMPTY,
    key: EMPTY,
    symbol: EMPTY,
    badge: EMPTY,
    accessibility_label: EMPTY,
    url: EMPTY,
    value: NULL,
    destination: std::ptr::null(),
};

/// Where a render's nodes go.
pub struct Views(*const sy_view_sink);

impl Views {
    /// # Safety
    /// The sink is the host's, for the call that runs.
    pub unsafe fn new(sink: *const sy_view_sink) -> Self {
        Self(sink)
    }

    pub fn title(&self, title: &str) {
        let info = sy_screen_info {
            size: size_of::<sy_screen_info>() as u32,
            flags: 0,
            title: borrowed(title),
            lock: EMPTY,
            checkpoints: std::ptr::null(),
            checkpoint_count: 0,
            receivers: std::ptr::null(),
            receiver_count: 0,
        };
        unsafe { ((*self.0).info)(self.0, &info) }
    }

    /// A node with those that `children` puts.
    pub fn open(&self, node: sy_node, children: impl FnOnce(&Self)) {
        unsafe {
            if ((*self.0).open)(self.0, &node) == 0 {
                return;
            }
            children(self);
            ((*self.0).close)(self.0);
        }
    }

    pub fn put(&self, node: sy_node) {
        self.open(node, |_| ());
    }

    pub fn text(&self, text: &str, role: sy_role) {
        self.put(sy_node {
            kind: SY_NODE_TEXT,
            text: borrowed(text),
            role,
            ..NODE
        });
    }

    pub fn section(&self, header: &str, children: impl FnOnce(&Self)) {
        self.open(
            sy_node {
                kind: SY_NODE_SECTION,
                text: borrowed(header),
                ..NODE
            },
            children,
        );
    }
}

/// Hands a destination of this feature with one string to `body`: what it points to stays until then.
pub fn with_destination<T>(route: &str, name: &str, value: sy_value, body: impl FnOnce(&sy_destination) -> T) -> T {
    let argument = sy_argument {
        size: size_of::<sy_argument>() as u32,
        reserved: 0,
        name: borrowed(name),
        value,
    };
    body(&sy_destination {
        size: size_of::<sy_destination>() as u32,
        reserved: 0,
        feature: EMPTY,
        route: borrowed(route),
        arguments: &argument,
        argument_count: 1,
    })
}
