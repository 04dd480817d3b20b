//! The screen of the colours that a service has, which the host fetches by HTTP.

use crate::abi::*;
use crate::boundary::fail;
use crate::colour::Colour;
use crate::http::{Http, Pending, Request, Response};
use crate::safe::{ErrorCode, Failure};
use crate::screen::put_link;
use crate::table::Content;
use crate::views::Views;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// In the origin that the manifest asks for.
const URL: &str = "http://localhost:8000/palette.txt";

const LOAD: u64 = 1;

enum State {
    Loading,
    Failed(String),
    Loaded(Vec<(Colour, String)>),
}

pub struct Palette {
    host: *const sy_host,
    id: sy_screen_id,
    /// The function of the request changes it.
    state: Rc<RefCell<State>>,
    /// The request ends with the screen.
    request: Option<Pending>,
}

impl Palette {
    pub fn new(host: *const sy_host, id: sy_screen_id) -> Self {
        Palette {
            host,
            id,
            state: Rc::new(RefCell::new(State::Loading)),
            request: None,
        }
    }

    fn load(&mut self) {
        *self.state.borrow_mut() = State::Loading;
        let (host, id, state) = (self.host, self.id, self.state.clone());
        let request = Request::get(URL).timeout(Duration::from_secs(10));
        let sent = unsafe { Http::of(host) }.and_then(|http| {
            http.send(&request, move |response| {
                *state.borrow_mut() = State::of(response);
                unsafe { ((*host).invalidate)(host, id) };
            })
        });
        match sent {
            Ok(request) => self.request = Some(request),
            Err(failure) => *self.state.borrow_mut() = State::Failed(failure.reason),
        }
        unsafe { ((*host).invalidate)(host, id) };
    }
}

impl State {
    fn of(response: Result<Response, Failure>) -> Self {
        let text = response.and_then(Response::successful).and_then(Response::text);
        match text.and_then(|text| parsed(&text)) {
            Ok(colours) => State::Loaded(colours),
            Err(failure) => State::Failed(failure.reason),
        }
    }
}

/// The colours of a text, each in a line: its number or its name, a space, and what the service calls it.
fn parsed(text: &str) -> Result<Vec<(Colour, String)>, Failure> {
    let lines = text.lines().map(|line| {
        let colour = line
            .split_once(' ')
            .and_then(|(colour, name)| Some((Colour::parse(colour)?, name.to_owned())));
        colour.map_or_else(
            || {
                let shown: String = line.chars().take(40).collect();
                fail(
                    ErrorCode::OTHER,
                    format!("the service has '{shown}' instead of a colour and its name"),
                )
            },
            Ok,
        )
    });
    lines.collect()
}

impl Content for Palette {
    fn render(&self, views: &Views) {
        views.title("Palette");
        let state = self.state.borrow();
        match &*state {
            State::Loading => views.put(sy_node {
                kind: SY_NODE_PROGRESS,
                text: sy_string::of("Loading the palette"),
                ..sy_node::EMPTY
            }),
            State::Failed(reason) => {
                views.text(&format!("The palette could not be loaded: {reason}."), SY_ROLE_DANGER);
                views.button("Try again", LOAD);
            }
            State::Loaded(colours) => {
                for (colour, name) in colours {
                    put_link(views, name, *colour);
                }
                views.button("Refresh", LOAD);
            }
        }
    }

    fn perform(&mut self, action: u64, value: &sy_value) -> Result<(), Failure> {
        if action != LOAD || matches!(*self.state.borrow(), State::Loading) {
            return fail(ErrorCode::NOT_FOUND, format!("the screen has no action {action}"));
        }
        if value.kind != SY_VALUE_NULL {
            return fail(ErrorCode::WRONG_TYPE, "the button takes no value");
        }
        self.load();
        Ok(())
    }

    fn appear(&mut self) {
        if self.request.is_none() {
            self.load();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(text: &str) -> String {
        parsed(text).unwrap_err().reason
    }

    #[test]
    fn a_palette_is_a_colour_and_a_name_in_each_line() {
        let colours = parsed("008080 Deep sea\r\ngold Crown\n").unwrap();
        assert_eq!(
            colours,
            [
                (Colour(0, 128, 128), "Deep sea".into()),
                (Colour(255, 215, 0), "Crown".into())
            ]
        );
        assert_eq!(parsed("").unwrap(), []);
        assert_eq!(
            reason("gold Crown\n\n"),
            "the service has '' instead of a colour and its name"
        );
        assert_eq!(
            reason("<html>\n"),
            "the service has '<html>' instead of a colour and its name"
        );
    }
}
