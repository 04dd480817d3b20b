//! The screens: one that shows a colour, one that chooses one for another feature, and a swatch to be embedded.

use crate::abi::*;
use crate::boundary::fail;
use crate::colour::Colour;
use crate::safe::{ask, Destination, ErrorCode, Failure, Value};
use crate::table::Content;
use crate::views::Views;

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

impl Content for Screen {
    fn render(&self, views: &Views) {
        let Colour(red, green, blue) = self.colour;
        let hex = self.colour.hex();
        if self.page == Page::Swatch {
            views.put(sy_node {
                kind: SY_NODE_LABEL,
                text: sy_string::of(&format!("#{hex}")),
                detail: sy_string::of(&format!("red {red}, green {green}, blue {blue}")),
                symbol: sy_string::of("paintpalette"),
                ..sy_node::EMPTY
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
            text: sy_string::of("Colour"),
            value: sy_value::text(&hex),
            action: WRITE,
            ..sy_node::EMPTY
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
                text: sy_string::of("Why 4.5"),
                url: sy_string::of("https://www.w3.org/TR/WCAG21/#contrast-minimum"),
                ..sy_node::EMPTY
            });
        });
        if self.page == Page::Choose {
            self.put_use(views);
        } else {
            views.section("Near", |views| {
                put_link(views, "Lighter", self.colour.lighter(0.1));
                put_link(views, "Darker", self.colour.lighter(-0.1));
                put_link(views, "Complement", self.colour.complement());
            });
            let palette = Destination {
                route: "palette".into(),
                arguments: Vec::new(),
            };
            palette.with_raw(|destination| {
                views.put(sy_node {
                    kind: SY_NODE_LINK,
                    text: sy_string::of("Palette"),
                    destination,
                    ..sy_node::EMPTY
                });
            });
        }
    }

    fn perform(&mut self, action: u64, value: &sy_value) -> Result<(), Failure> {
        match (action, self.page) {
            (WRITE, Page::Inspect | Page::Choose) => {
                if value.kind != SY_VALUE_STRING {
                    return fail(ErrorCode::WRONG_TYPE, "a colour is written as a text");
                }
                self.colour = parsed(&unsafe { value.text.read() }?)?;
                unsafe { ((*self.host).invalidate)(self.host, self.id) };
                Ok(())
            }
            (USE, Page::Choose) => {
                if value.kind != SY_VALUE_NULL {
                    return fail(ErrorCode::WRONG_TYPE, "'Use this colour' takes no value");
                }
                let hex = self.colour.hex();
                let chosen = sy_value::text(&hex);
                ask(|error| unsafe {
                    ((*self.host).return_to_checkpoint)(self.host, self.id, sy_string::of(CHOSEN), &chosen, error)
                })
            }
            _ => fail(ErrorCode::NOT_FOUND, format!("the screen has no action {action}")),
        }
    }
}

impl Screen {
    pub fn new(host: *const sy_host, id: sy_screen_id, page: Page, colour: Colour) -> Self {
        Screen { id, host, page, colour }
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

    /// Whoever asked for a colour has a checkpoint on the stack; without one there is nobody to give it to.
    fn put_use(&self, views: &Views) {
        let can_return = unsafe { ((*self.host).can_return)(self.host, self.id, sy_string::of(CHOSEN)) } != 0;
        views.put(sy_node {
            kind: SY_NODE_BUTTON,
            text: sy_string::of("Use this colour"),
            action: USE,
            flags: if can_return { 0 } else { SY_NODE_FLAG_DISABLED },
            ..sy_node::EMPTY
        });
        if !can_return {
            views.text("Nobody has asked for a colour.", SY_ROLE_SECONDARY);
        }
    }
}

/// A link to the screen of a colour.
pub fn put_link(views: &Views, label: &str, colour: Colour) {
    let hex = colour.hex();
    let to = Destination {
        route: "show".into(),
        arguments: vec![("hex".into(), Value::Text(hex.clone()))],
    };
    to.with_raw(|destination| {
        views.put(sy_node {
            kind: SY_NODE_LINK,
            text: sy_string::of(label),
            badge: sy_string::of(&format!("#{hex}")),
            destination,
            ..sy_node::EMPTY
        });
    });
}

/// A colour that somebody has written.
pub fn parsed(text: &str) -> Result<Colour, Failure> {
    Colour::parse(text).map_or_else(
        || {
            // A reason is one sentence, whatever was written.
            let shown: String = text.chars().take(40).collect();
            fail(
                ErrorCode::INVALID_ARGUMENT,
                format!("'{shown}' is no colour: write ff8800, #f80, '255, 136, 0' or a name such as teal"),
            )
        },
        Ok,
    )
}
