//! The screens: one that shows a colour, one that chooses one for another feature, and a swatch to be embedded.

use crate::abi::*;
use crate::boundary::*;
use crate::colour::Colour;
use crate::views::{with_destination, Views, NODE};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Page {
    Inspect,
    Choose,
    Swatch,
}

pub struct Screen {
    id: sy_screen_id,
    host: *const sy_host,
    page: Page,
    colour: Colour,
}

const WRITE: u64 = 1;
const USE: u64 = 2;

/// The name under which the wiring knows where a chosen colour goes.
const CHOSEN: &str = "chosen";

impl Screen {
    fn render(&self, views: &Views) {
        let Colour(red, green, blue) = self.colour;
        let hex = self.colour.hex();
        if self.page == Page::Swatch {
            views.put(sy_node {
                kind: SY_NODE_LABEL,
                text: borrowed(&format!("#{hex}")),
                detail: borrowed(&format!("red {red}, green {green}, blue {blue}")),
                symbol: borrowed("paintpalette"),
                ..NODE
            });
            return;
        }
        views.title(if self.page == Page::Choose {
            "Choose a colour"
        } else {
            "Colour"
        });
        views.put(sy_node {
            kind: SY_NODE_TEXT_FIELD,
            text: borrowed("Colour"),
            value: string_value(&hex),
            action: WRITE,
            ..NODE
        });
        views.text(&format!("Red {red}, green {green}, blue {blue}"), SY_ROLE_PRIMARY);
        let (hue, saturation, lightness) = self.colour.hsl();
        views.text(
            &format!(
                "Hue {hue:.0}°, saturation {:.0} %, lightness {:.0} %",
                saturation * 100.0,
                lightness * 100.0
            ),
            SY_ROLE_SECONDARY,
        );
        views.section("As text", |views| {
            self.contrast(views, "black", Colour(0, 0, 0));
            self.contrast(views, "white", Colour(255, 255, 255));
            views.put(sy_node {
                kind: SY_NODE_URL_LINK,
                text: borrowed("Why 4.5"),
                url: borrowed("https://www.w3.org/TR/WCAG21/#contrast-minimum"),
                ..NODE
            });
        });
        if self.page == Page::Choose {
            self.put_use(views);
        } else {
            views.section("Near", |views| {
                self.link(views, "Lighter", self.colour.lighter(0.1));
                self.link(views, "Darker", self.colour.lighter(-0.1));
                self.link(views, "Complement", self.colour.complement());
            });
        }
    }

    fn contrast(&self, views: &Views, name: &str, ground: Colour) {
        let ratio = self.colour.contrast(ground);
        let (role, verdict) = match ratio {
            ratio if ratio >= 4.5 => (SY_ROLE_SUCCESS, "easy to read"),
            ratio if ratio >= 3.0 => (SY_ROLE_WARNING, "for large letters only"),
            _ => (SY_ROLE_DANGER, "hard to read"),
        };
        views.text(&format!("{ratio:.1} : 1 on {name}, {verdict}"), role);
    }

    fn link(&self, views: &Views, label: &str, colour: Colour) {
        let hex = colour.hex();
        with_destination("show", "hex", string_value(&hex), |destination| {
            views.put(sy_node {
                kind: SY_NODE_LINK,
                text: borrowed(label),
                badge: borrowed(&format!("#{hex}")),
                destination,
                ..NODE
            });
        });
    }

    /// Whoever asked for a colour has a checkpoint on the stack; without one there is nobody to give it to.
    fn put_use(&self, views: &Views) {
        let can_return = unsafe { ((*self.host).can_return)(self.host, self.id, borrowed(CHOSEN)) } != 0;
        views.put(sy_node {
            kind: SY_NODE_BUTTON,
            text: borrowed("Use this colour"),
            action: USE,
            flags: if can_return { 0 } else { SY_NODE_FLAG_DISABLED },
            ..NODE
        });
        if !can_return {
            views.text("Nobody has asked for a colour.", SY_ROLE_SECONDARY);
        }
    }

    fn perform(&mut self, action: u64, value: &sy_value, error: *const sy_error) -> Outcome {
        match (action, self.page) {
            (WRITE, Page::Inspect | Page::Choose) => {
                if value.kind != SY_VALUE_STRING {
                    return fail(SY_ERROR_WRONG_TYPE, "a colour is written as a text");
                }
                self.colour = parsed(unsafe { text(value.string)? })?;
                unsafe { ((*self.host).invalidate)(self.host, self.id) };
                Ok(SY_OK)
            }
            (USE, Page::Choose) => {
                if value.kind != SY_VALUE_NULL {
                    return fail(SY_ERROR_WRONG_TYPE, "'Use this colour' takes no value");
                }
                let hex = self.colour.hex();
                let chosen = string_value(&hex);
                told(unsafe {
                    ((*self.host).return_to_checkpoint)(self.host, self.id, borrowed(CHOSEN), &chosen, error)
                })
            }
            _ => fail(SY_ERROR_NOT_FOUND, format!("the screen has no action {action}")),
        }
    }
}

/// A colour that somebody has written.
pub fn parsed(text: &str) -> Result<Colour, Failure> {
    Colour::parse(text).map_or_else(
        || {
            // A reason is one sentence, whatever was written.
            let shown: String = text.chars().take(40).collect();
            fail(
                SY_ERROR_INVALID_ARGUMENT,
                format!("'{shown}' is no colour: write ff8800, #f80, '255, 136, 0' or a name such as teal"),
            )
        },
        Ok,
    )
}

// What stands in the table. `instance` is the table's own Made, until destroy.

/// A table, and the screen that it is for.
struct Made {
    table: sy_screen,
    screen: Screen,
}

/// Makes a screen for the host, which destroys it.
pub fn make(host: *const sy_host, id: sy_screen_id, page: Page, colour: Colour) -> *const sy_screen {
    let table = sy_screen {
        size: size_of::<sy_screen>() as u32,
        reserved: 0,
        instance: std::ptr::null_mut(),
        render,
        perform,
        appear: nothing,
        disappear: nothing,
        returned: None,
        receive: None,
        destroy,
    };
    let made = Box::into_raw(Box::new(Made {
        table,
        screen: Screen { id, host, page, colour },
    }));
    unsafe {
        (*made).table.instance = made.cast();
        &raw const (*made).table
    }
}

unsafe extern "C" fn render(table: *const sy_screen, sink: *const sy_view_sink, error: *const sy_error) -> sy_status {
    guarded(error, || {
        (*(*table).instance.cast::<Made>()).screen.render(&Views::new(sink));
        Ok(SY_OK)
    })
}

unsafe extern "C" fn perform(
    table: *const sy_screen,
    action: u64,
    value: *const sy_value,
    error: *const sy_error,
) -> sy_status {
    guarded(error, || {
        let value = value.as_ref().unwrap_or(&NULL);
        (*(*table).instance.cast::<Made>()).screen.perform(action, value, error)
    })
}

unsafe extern "C" fn nothing(_: *const sy_screen) {}

unsafe extern "C" fn destroy(table: *const sy_screen) {
    quietly(|| drop(Box::from_raw((*table).instance.cast::<Made>())));
}
