//! Looks at colours, and chooses one for who asks. In Rust against FeatureABI.h alone, without a crate.
#![allow(non_snake_case)]

// `abi` and `safe` are files of the package that `switchyard new --language rust` writes, and have its format.
#[rustfmt::skip]
mod abi;
mod boundary;
mod colour;
mod http;
mod palette;
#[rustfmt::skip]
mod safe;
mod screen;
mod table;
mod views;

use abi::*;
use boundary::{fail, string_argument};
use colour::Colour;
use palette::Palette;
use safe::{answer, quietly, size_of, ErrorCode};
use screen::{Page, Screen};

/// The feature between activate and deactivate.
struct Feature {
    table: sy_feature,
    host: *const sy_host,
}

const ORANGE: Colour = Colour(255, 136, 0);

unsafe extern "C" fn main_screen(
    table: *const sy_feature,
    id: sy_screen_id,
    screen: *mut *const sy_screen,
    error: *const sy_error,
) -> sy_status {
    answer(error, || {
        let feature = &*(*table).instance.cast::<Feature>();
        *screen = table::make(Screen::new(feature.host, id, Page::Inspect, ORANGE));
        Ok(SY_OK)
    })
}

unsafe extern "C" fn resolve(
    table: *const sy_feature,
    destination: *const sy_destination,
    id: sy_screen_id,
    screen: *mut *const sy_screen,
    error: *const sy_error,
) -> sy_status {
    answer(error, || {
        let feature = &*(*table).instance.cast::<Feature>();
        let destination = &*destination;
        let page = match destination.route.read()?.as_str() {
            "show" => Page::Inspect,
            "choose" => Page::Choose,
            "swatch" => Page::Swatch,
            "palette" if destination.argument_count == 0 => {
                *screen = table::make(Palette::new(feature.host, id));
                return Ok(SY_OK);
            }
            "palette" => return fail(ErrorCode::INVALID_ARGUMENT, "colour/palette takes no arguments"),
            _ => return Ok(SY_NOT_MINE),
        };
        let colour = match string_argument(destination, "hex")? {
            Some(hex) => screen::parsed(&hex)?,
            None if page == Page::Swatch => {
                return fail(
                    ErrorCode::INVALID_ARGUMENT,
                    "colour/swatch takes the text 'hex': there is none",
                );
            }
            None => ORANGE,
        };
        *screen = table::make(Screen::new(feature.host, id, page, colour));
        Ok(SY_OK)
    })
}

unsafe extern "C" fn deactivate(table: *const sy_feature) {
    quietly(|| drop(Box::from_raw((*table).instance.cast::<Feature>())));
}

unsafe extern "C" fn activate(
    _: *const sy_library,
    host: *const sy_host,
    _: *const sy_context,
    activated: *mut *const sy_feature,
    error: *const sy_error,
) -> sy_status {
    answer(error, || {
        let table = sy_feature {
            size: size_of::<sy_feature>(),
            reserved: 0,
            instance: std::ptr::null_mut(),
            make_main_screen: main_screen,
            resolve,
            resolve_url: None,
            receive: None,
            deactivate,
        };
        let feature = Box::into_raw(Box::new(Feature { table, host }));
        (*feature).table.instance = feature.cast();
        *activated = &raw const (*feature).table;
        Ok(SY_OK)
    })
}

unsafe extern "C" fn manifest(_: *const sy_library, sink: *const sy_text_sink, error: *const sy_error) -> sy_status {
    answer(error, || {
        ((*sink).text)(sink, sy_string::of(include_str!("manifest.json")));
        Ok(SY_OK)
    })
}

static LIBRARY: sy_library = sy_library {
    magic: SY_MAGIC,
    size: size_of::<sy_library>(),
    abi_major: SY_ABI_MAJOR,
    abi_minor: SY_ABI_MINOR,
    instance: std::ptr::null_mut(),
    manifest,
    activate,
    extension: None,
};

/// The library's entry.
#[no_mangle]
pub extern "C" fn switchyard_feature_entry() -> *const sy_library {
    &LIBRARY
}
