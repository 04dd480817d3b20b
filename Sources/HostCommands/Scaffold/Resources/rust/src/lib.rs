//! A list of items, and a screen for each of them.
//!
//! This file is the feature and its screens. `safe` passes what they say to the host and back, by the C
//! types in `abi`; all that is unsafe is in these two.
#![deny(unsafe_code)]

#[allow(unsafe_code)]
mod abi;
#[allow(unsafe_code)]
mod safe;

use safe::{Destination, ErrorCode, Failure, Feature, Host, Page, Screen, ScreenId, Value, View};
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

/// The library's entry, the one symbol that a host looks up.
#[allow(unsafe_code)]
#[no_mangle]
pub extern "C" fn switchyard_feature_entry() -> &'static abi::sy_library {
    safe::library::<TemplateNameFeature>()
}

// The items

#[derive(Debug)]
struct Item {
    identifier: i64,
    title: &'static str,
    text: &'static str,
}

static ITEMS: [Item; 3] = [
    Item {
        identifier: 1,
        title: "Look around",
        text: "A row leads to the screen of its item, and so does a link.",
    },
    Item {
        identifier: 2,
        title: "Change something",
        text: "Edit the source, build and test it, and copy it over the library that is installed.",
    },
    Item {
        identifier: 3,
        title: "Lead to another feature",
        text: "Declare an outgoing route; the host's wiring file says where it leads.",
    },
];

/// Which items are done, for as long as the feature runs.
#[derive(Default)]
struct Store {
    done: RefCell<HashSet<i64>>,
}

impl Store {
    fn is_done(&self, item: &Item) -> bool {
        self.done.borrow().contains(&item.identifier)
    }

    fn set_done(&self, item: &Item, is_done: bool) {
        if is_done {
            self.done.borrow_mut().insert(item.identifier);
        } else {
            self.done.borrow_mut().remove(&item.identifier);
        }
    }

    /// The first item that is not done; none when all are.
    fn next(&self) -> Option<&'static Item> {
        ITEMS.iter().find(|item| !self.is_done(item))
    }
}

// The feature

struct TemplateNameFeature {
    host: Rc<dyn Host>,
    store: Rc<Store>,
}

impl Feature for TemplateNameFeature {
    const ID: &'static str = "template-name";

    /// What the host knows of the feature without running it.
    const MANIFEST: &'static str = r#"{
  "manifest": 1,
  "id": "template-name",
  "name": "Template name",
  "version": "0.1.0",
  "summary": "A list of items, and a screen for each of them.",
  "abi": "1.1",
  "main": "list",
  "incoming": [
    {"name": "list", "summary": "All items."},
    {"name": "detail", "summary": "One item, by its number.", "parents": ["list"],
     "arguments": [{"name": "identifier", "type": "int"}]}
  ],
  "links": [
    {"scheme": "template-scheme", "host": "template-name", "pattern": "/list", "route": "list"},
    {"scheme": "template-scheme", "host": "template-name", "pattern": "/detail?id={identifier}",
     "route": "detail"}
  ]
}
"#;

    fn activate(host: Rc<dyn Host>) -> Result<Self, Failure> {
        let store = Rc::new(Store::default());
        Ok(TemplateNameFeature { host, store })
    }

    fn main_screen(&self, id: ScreenId) -> Result<Box<dyn Screen>, Failure> {
        let (host, store) = (self.host.clone(), self.store.clone());
        Ok(Box::new(ListScreen { id, host, store }))
    }

    fn resolve(&self, to: &Destination, id: ScreenId) -> Result<Option<Box<dyn Screen>>, Failure> {
        match (to.route.as_str(), to.arguments.as_slice()) {
            ("list", []) => self.main_screen(id).map(Some),
            ("detail", [(name, Value::Int(identifier))]) if name == "identifier" => {
                let item = ITEMS
                    .iter()
                    .find(|item| item.identifier == *identifier)
                    .ok_or_else(|| {
                        Failure::new(
                            ErrorCode::NOT_FOUND,
                            format!("there is no item {identifier}"),
                        )
                    })?;
                let (host, store) = (self.host.clone(), self.store.clone());
                Ok(Some(Box::new(DetailScreen {
                    id,
                    item,
                    host,
                    store,
                })))
            }
            ("list", _) => Err(Failure::new(
                ErrorCode::INVALID_ARGUMENT,
                "'list' takes no arguments",
            )),
            ("detail", _) => {
                let reason = "'detail' takes the integer 'identifier', and nothing else";
                Err(Failure::new(ErrorCode::INVALID_ARGUMENT, reason))
            }
            _ => Ok(None),
        }
    }
}

/// An item's screen as a destination.
fn detail(item: &Item) -> Destination {
    Destination {
        route: "detail".into(),
        arguments: vec![("identifier".into(), Value::Int(item.identifier))],
    }
}

// The screens

/// All items as rows that lead to them, and a button that leads to the next one to do.
struct ListScreen {
    id: ScreenId,
    host: Rc<dyn Host>,
    store: Rc<Store>,
}

impl ListScreen {
    const NEXT: u64 = 1;
}

impl Screen for ListScreen {
    fn render(&self) -> Page {
        let mut rows: Vec<View> = ITEMS
            .iter()
            .map(|item| View::Link {
                text: item.title.into(),
                badge: if self.store.is_done(item) {
                    "done".into()
                } else {
                    String::new()
                },
                to: detail(item),
            })
            .collect();
        rows.push(View::Button {
            text: "Next".into(),
            action: Self::NEXT,
            is_disabled: self.store.next().is_none(),
        });
        Page {
            title: "Template name".into(),
            views: vec![View::List(rows)],
        }
    }

    fn perform(&mut self, action: u64, value: Value) -> Result<(), Failure> {
        match (action, value) {
            (Self::NEXT, Value::Null) => match self.store.next() {
                Some(item) => self.host.navigate(self.id, &detail(item)),
                None => Err(Failure::new(
                    ErrorCode::INVALID_STATE,
                    "every item is done, so none is next",
                )),
            },
            (Self::NEXT, _) => Err(Failure::new(
                ErrorCode::WRONG_TYPE,
                "a button takes no value",
            )),
            _ => Err(Failure::no_action(action)),
        }
    }
}

/// One item: what it says, whether it is done, and the way back.
struct DetailScreen {
    id: ScreenId,
    item: &'static Item,
    host: Rc<dyn Host>,
    store: Rc<Store>,
}

impl DetailScreen {
    const DONE: u64 = 1;
    const BACK: u64 = 2;
}

impl Screen for DetailScreen {
    fn render(&self) -> Page {
        Page {
            title: self.item.title.into(),
            views: vec![
                View::Text(self.item.text.into()),
                View::Toggle {
                    text: "Done".into(),
                    is_on: self.store.is_done(self.item),
                    action: Self::DONE,
                },
                View::Button {
                    text: "Back".into(),
                    action: Self::BACK,
                    is_disabled: false,
                },
            ],
        }
    }

    fn perform(&mut self, action: u64, value: Value) -> Result<(), Failure> {
        match (action, value) {
            (Self::DONE, Value::Bool(is_done)) => {
                self.store.set_done(self.item, is_done);
                self.host.invalidate_all();
                Ok(())
            }
            (Self::DONE, _) => Err(Failure::new(ErrorCode::WRONG_TYPE, "'Done' takes a bool")),
            (Self::BACK, Value::Null) => self.host.back(self.id),
            (Self::BACK, _) => Err(Failure::new(
                ErrorCode::WRONG_TYPE,
                "a button takes no value",
            )),
            _ => Err(Failure::no_action(action)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A host that remembers what it was asked.
    #[derive(Default)]
    struct HostMock {
        requests: RefCell<Vec<String>>,
    }

    impl Host for HostMock {
        fn navigate(&self, screen: ScreenId, to: &Destination) -> Result<(), Failure> {
            self.requests
                .borrow_mut()
                .push(format!("{screen} navigates to {to:?}"));
            Ok(())
        }

        fn back(&self, screen: ScreenId) -> Result<(), Failure> {
            self.requests
                .borrow_mut()
                .push(format!("{screen} goes back"));
            Ok(())
        }

        fn invalidate_all(&self) {
            self.requests.borrow_mut().push("all are invalid".into());
        }
    }

    fn start() -> (TemplateNameFeature, Rc<HostMock>) {
        let host = Rc::new(HostMock::default());
        let feature = TemplateNameFeature::activate(host.clone()).expect("it starts");
        (feature, host)
    }

    fn item_screen(
        feature: &TemplateNameFeature,
        identifier: i64,
    ) -> Result<Box<dyn Screen>, Failure> {
        let to = Destination {
            route: "detail".into(),
            arguments: vec![("identifier".into(), Value::Int(identifier))],
        };
        Ok(feature.resolve(&to, 7)?.expect("'detail' is a route"))
    }

    #[test]
    fn a_route_has_its_screen() {
        let (feature, _) = start();
        let list = Destination {
            route: "list".into(),
            arguments: vec![],
        };
        let screen = feature
            .resolve(&list, 7)
            .expect("it has a screen")
            .expect("'list' is a route");
        assert_eq!(screen.render().title, "Template name");
        assert_eq!(
            item_screen(&feature, 2)
                .expect("it has a screen")
                .render()
                .title,
            "Change something"
        );
        let other = Destination {
            route: "other".into(),
            arguments: vec![],
        };
        assert!(feature
            .resolve(&other, 7)
            .expect("it is not refused")
            .is_none());
    }

    #[test]
    fn an_item_that_is_not_there_is_not_found() {
        let (feature, _) = start();
        let failure = item_screen(&feature, 99).err().expect("it fails");
        assert_eq!(
            failure,
            Failure::new(ErrorCode::NOT_FOUND, "there is no item 99")
        );
    }

    #[test]
    fn arguments_are_checked() {
        let (feature, _) = start();
        let number = Value::Text("2".into());
        for (route, arguments) in [
            ("detail", vec![]),
            ("detail", vec![("identifier".into(), number.clone())]),
            ("list", vec![("identifier".into(), number)]),
        ] {
            let to = Destination {
                route: route.into(),
                arguments,
            };
            let failure = feature.resolve(&to, 7).err().expect("it fails");
            assert_eq!(failure.code, ErrorCode::INVALID_ARGUMENT);
        }
    }

    #[test]
    fn what_is_done_is_marked_in_the_list() {
        let (feature, host) = start();
        let mut screen = item_screen(&feature, 1).expect("it has a screen");
        screen
            .perform(DetailScreen::DONE, Value::Bool(true))
            .expect("it is done");
        assert_eq!(*host.requests.borrow(), ["all are invalid"]);
        let list = feature.main_screen(8).expect("it has a screen").render();
        let rows = match &list.views[0] {
            View::List(rows) => rows,
            other => panic!("{other:?} is no list"),
        };
        let badges: Vec<&str> = rows
            .iter()
            .filter_map(|row| match row {
                View::Link { badge, .. } => Some(badge.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(badges, ["done", "", ""]);
    }

    #[test]
    fn the_buttons_navigate() {
        let (feature, host) = start();
        feature.store.set_done(&ITEMS[0], true);
        let mut list = feature.main_screen(8).expect("it has a screen");
        list.perform(ListScreen::NEXT, Value::Null)
            .expect("it leads on");
        let mut screen = item_screen(&feature, 1).expect("it has a screen");
        screen
            .perform(DetailScreen::BACK, Value::Null)
            .expect("it leads back");
        let next = format!("8 navigates to {:?}", detail(&ITEMS[1]));
        assert_eq!(*host.requests.borrow(), [next.as_str(), "7 goes back"]);
    }

    #[test]
    fn what_a_screen_does_not_show_is_refused() {
        let (feature, _) = start();
        let mut screen = item_screen(&feature, 1).expect("it has a screen");
        for (action, value, code) in [
            (DetailScreen::DONE, Value::Null, ErrorCode::WRONG_TYPE),
            (DetailScreen::BACK, Value::Bool(true), ErrorCode::WRONG_TYPE),
            (99, Value::Null, ErrorCode::NOT_FOUND),
        ] {
            let failure = screen.perform(action, value).expect_err("it fails");
            assert_eq!(failure.code, code);
        }
    }
}
