package main

/*
#cgo CFLAGS: -std=gnu11 -fvisibility=hidden -I${SRCDIR}/../../Sources/FeatureABI/include
#include "bridge.h"
*/
import "C"

import (
	_ "embed"
	"fmt"
	"runtime/cgo"
)

//go:embed manifest.json
var manifest string

// answer runs the body of a function of a table: no panic leaves the library, and each failure has a reason.
func answer(sink *C.sy_error, body func() error) (status C.sy_status) {
	defer func() {
		if reason := recover(); reason != nil {
			status = leave(sink, failure{C.SY_ERROR_OTHER, fmt.Sprint("a defect of the feature: ", reason)})
		}
	}()
	switch err := body().(type) {
	case nil:
		return C.SY_OK
	case notMine:
		return C.SY_NOT_MINE
	case failure:
		return leave(sink, err)
	default:
		return leave(sink, failure{C.SY_ERROR_OTHER, err.Error()})
	}
}

//export libraryManifest
func libraryManifest(sink *C.sy_text_sink, reason *C.sy_error) C.sy_status {
	return answer(reason, func() error {
		writeText(sink, manifest)
		return nil
	})
}

//export libraryActivate
func libraryActivate(host *C.sy_host, feature **C.sy_feature, reason *C.sy_error) C.sy_status {
	return answer(reason, func() error {
		handle := cgo.NewHandle(&zonesFeature{host: host})
		made := C.bridge_make_feature(C.uintptr_t(handle))
		if made == nil {
			handle.Delete()
			return failure{C.SY_ERROR_LIMIT, "there is no memory for the feature"}
		}
		*feature = made
		return nil
	})
}

// featureResolve makes the screen of a destination, and the main screen for none.
//
//export featureResolve
func featureResolve(feature C.uintptr_t, destination *C.sy_destination, id C.sy_screen_id, screen **C.sy_screen,
	reason *C.sy_error) C.sy_status {
	return answer(reason, func() error {
		page, err := resolve(destination)
		if err != nil {
			return err
		}
		host := cgo.Handle(feature).Value().(*zonesFeature).host
		handle := cgo.NewHandle(&zonesScreen{host: host, id: id, page: page})
		made := C.bridge_make_screen(C.uintptr_t(handle))
		if made == nil {
			handle.Delete()
			return failure{C.SY_ERROR_LIMIT, "there is no memory for another screen"}
		}
		*screen = made
		return nil
	})
}

//export release
func release(handle C.uintptr_t) { cgo.Handle(handle).Delete() }

func screenOf(handle C.uintptr_t) *zonesScreen { return cgo.Handle(handle).Value().(*zonesScreen) }

//export screenRender
func screenRender(screen C.uintptr_t, sink *C.sy_view_sink, reason *C.sy_error) C.sy_status {
	return answer(reason, func() error {
		screenOf(screen).page.render(&views{sink: sink})
		return nil
	})
}

//export screenPerform
func screenPerform(screen C.uintptr_t, event *C.sy_event, reason *C.sy_error) C.sy_status {
	return answer(reason, func() error {
		screen := screenOf(screen)
		if err := screen.page.perform(uint64(event.action), event.value); err != nil {
			return err
		}
		invalidate(screen.host, screen.id)
		return nil
	})
}

//export screenSave
func screenSave(screen C.uintptr_t, sink *C.sy_state_sink, reason *C.sy_error) C.sy_status {
	return answer(reason, func() error {
		bytes := screenOf(screen).page.state()
		if bytes == nil {
			return notMine{}
		}
		writeState(sink, bytes)
		return nil
	})
}

//export screenRestore
func screenRestore(screen C.uintptr_t, state *C.sy_state, reason *C.sy_error) C.sy_status {
	return answer(reason, func() error {
		if err := screenOf(screen).page.restore(int(state.state_version), bytesOf(state.bytes)); err != nil {
			return failure{C.SY_ERROR_INVALID_ARGUMENT, err.Error()}
		}
		return nil
	})
}

// A shared library has no main function of its own, but Go asks for one.
func main() {}
