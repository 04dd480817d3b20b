//! Nodes for the host, written as Rust.

use crate::abi::*;

/// Where a render's nodes go.
pub struct Views(*const sy_view_sink);

impl Views {
    /// # Safety
    /// The sink is the host's, for the call that runs.
    pub unsafe fn new(sink: *const sy_view_sink) -> Self {
        Self(sink)
    }

    pub fn title(&self, title: &str) {
        unsafe { ((*self.0).info)(self.0, &sy_screen_info::titled(title)) };
    }

    /// A node with those that `children` puts.
    pub fn open(&self, node: sy_node, children: impl FnOnce(&Self)) {
        unsafe {
            if ((*self.0).begin_node)(self.0, &node) != SY_OK {
                return;
            }
            children(self);
            ((*self.0).end_node)(self.0);
        }
    }

    pub fn put(&self, node: sy_node) {
        self.open(node, |_| ());
    }

    pub fn text(&self, text: &str, role: sy_role) {
        self.put(sy_node {
            kind: SY_NODE_TEXT,
            text: sy_string::of(text),
            role,
            ..sy_node::EMPTY
        });
    }

    pub fn button(&self, text: &str, action: u64) {
        self.put(sy_node {
            kind: SY_NODE_BUTTON,
            text: sy_string::of(text),
            action,
            ..sy_node::EMPTY
        });
    }

    pub fn section(&self, header: &str, children: impl FnOnce(&Self)) {
        self.open(
            sy_node {
                kind: SY_NODE_SECTION,
                text: sy_string::of(header),
                ..sy_node::EMPTY
            },
            children,
        );
    }
}
