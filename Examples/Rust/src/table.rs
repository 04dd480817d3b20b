//! The table of a screen, and what stands in it: `instance` is the table's own Made, until destroy.

use crate::abi::*;
use crate::safe::{answer, quietly, size_of, Failure};
use crate::views::Views;

/// What a screen shows, and what its controls do.
pub trait Content {
    fn render(&self, views: &Views);
    fn perform(&mut self, action: u64, value: &sy_value) -> Result<(), Failure>;
    fn appear(&mut self) {}
}

/// A table, and the content that it is for.
struct Made {
    table: sy_screen,
    content: Box<dyn Content>,
}

/// Makes a screen for the host, which destroys it.
pub fn make(content: impl Content + 'static) -> *const sy_screen {
    let table = sy_screen {
        size: size_of::<sy_screen>(),
        reserved: 0,
        instance: std::ptr::null_mut(),
        render,
        perform,
        appear,
        disappear: nothing,
        returned: None,
        receive: None,
        save: None,
        restore: None,
        destroy,
    };
    let content = Box::new(content);
    let made = Box::into_raw(Box::new(Made { table, content }));
    unsafe {
        (*made).table.instance = made.cast();
        &raw const (*made).table
    }
}

unsafe extern "C" fn render(
    table: *const sy_screen,
    _: *const sy_render,
    sink: *const sy_view_sink,
    error: *const sy_error,
) -> sy_status {
    answer(error, || {
        (*(*table).instance.cast::<Made>()).content.render(&Views::new(sink));
        Ok(SY_OK)
    })
}

unsafe extern "C" fn perform(table: *const sy_screen, event: *const sy_event, error: *const sy_error) -> sy_status {
    answer(error, || {
        let event = &*event;
        let value = event.value.as_ref().unwrap_or(&sy_value::NULL);
        (*(*table).instance.cast::<Made>())
            .content
            .perform(event.action, value)?;
        Ok(SY_OK)
    })
}

unsafe extern "C" fn appear(table: *const sy_screen) {
    quietly(|| (*(*table).instance.cast::<Made>()).content.appear());
}

unsafe extern "C" fn nothing(_: *const sy_screen) {}

unsafe extern "C" fn destroy(table: *const sy_screen) {
    quietly(|| drop(Box::from_raw((*table).instance.cast::<Made>())));
}
