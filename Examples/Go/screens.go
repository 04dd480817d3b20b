package main

// #include "FeatureABI.h"
import "C"

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// zonesFeature is the feature between activate and deactivate.
type zonesFeature struct{ host *C.sy_host }

type zonesScreen struct {
	host *C.sy_host
	id   C.sy_screen_id
	page page
}

// page is what a screen shows. All calls come on one thread, so nothing needs a lock.
type page interface {
	render(*views)
	perform(action uint64, value *C.sy_value) error
	state() []byte // nil: nothing to save
	restore(version int, bytes []byte) error
}

const (
	actionTime    = 1
	actionZone    = 2
	actionOffsets = 3
)

// stateVersion is the form of what comparePage saves.
const stateVersion = 1

// resolve makes the page of a destination; nil is the main screen.
func resolve(destination *C.sy_destination) (page, error) {
	now := time.Now().UTC()
	if destination == nil {
		return newComparePage(now.Format(layout)), nil
	}
	route := stringOf(destination.route)
	var takes string
	switch route {
	case "compare":
		takes = "time"
	case "zone":
		takes = "name"
	default:
		return nil, notMine{}
	}
	given := ""
	for i, argument := range argumentsOf(destination) {
		text, ok := stringValue(argument.value)
		if argument.name != takes || !ok || i > 0 {
			return nil, invalidArgument(fmt.Sprintf("zones/%s takes the text '%s' and no more", route, takes))
		}
		given = text
	}
	if route == "compare" {
		if given == "" {
			given = now.Format(layout)
		}
		return newComparePage(given), nil
	}
	zone, err := loadZone(given)
	if err != nil && given == "" {
		return nil, invalidArgument("zones/zone takes the text 'name', such as 'Europe/Vienna', and it is missing")
	} else if err != nil {
		return nil, notFound(err.Error())
	}
	return zonePage{now.In(zone)}, nil
}

// comparePage shows one time in all zones. Its members are what is saved.
type comparePage struct {
	Time    string // as typed, which need not be a time
	Zone    string // of that time
	Offsets bool   // whether the rows tell the offset instead of the time
}

func newComparePage(text string) *comparePage { return &comparePage{Time: text, Zone: "UTC"} }

// moment is the typed time.
func (p *comparePage) moment() (time.Time, error) {
	zone, err := loadZone(p.Zone)
	if err != nil {
		return time.Time{}, err
	}
	return parseTime(p.Time, zone)
}

func (p *comparePage) render(v *views) {
	v.title("Time zones")
	v.put(node{kind: C.SY_NODE_TEXT_FIELD, text: "Time", value: p.Time, action: actionTime})
	options := make([]node, len(zoneNames))
	for i, name := range zoneNames {
		options[i] = node{kind: C.SY_NODE_OPTION, text: name, value: name}
	}
	v.put(node{kind: C.SY_NODE_PICKER, text: "Time zone", value: p.Zone, action: actionZone}, options...)
	v.put(node{kind: C.SY_NODE_TOGGLE, text: "Show offsets", value: p.Offsets, action: actionOffsets})
	moment, err := p.moment()
	if err != nil {
		v.put(node{kind: C.SY_NODE_TEXT, text: err.Error(), role: C.SY_ROLE_DANGER})
		return
	}
	v.group(node{kind: C.SY_NODE_LIST}, func() {
		for _, name := range zoneNames {
			zone, err := loadZone(name)
			if err != nil {
				continue
			}
			badge := moment.In(zone).Format(layout)
			if p.Offsets {
				badge = offset(moment.In(zone))
			}
			v.put(node{kind: C.SY_NODE_LINK, text: name, key: name, badge: badge,
				route: "zone", name: "name", argument: name})
		}
	})
	v.put(node{kind: C.SY_NODE_LINK, text: "Share these times",
		route: "share", name: "text", argument: invitation(moment, zoneNames)})
}

func (p *comparePage) perform(action uint64, value *C.sy_value) error {
	switch action {
	case actionTime:
		text, ok := stringValue(value)
		if !ok {
			return wrongType("'Time' takes a text")
		}
		p.Time = text
	case actionZone:
		name, ok := stringValue(value)
		if !ok {
			return wrongType("'Time zone' takes the name of a zone as a text")
		}
		if _, err := loadZone(name); err != nil {
			return notFound(err.Error())
		}
		p.Zone = name
	case actionOffsets:
		is, ok := boolValue(value)
		if !ok {
			return wrongType("'Show offsets' takes yes or no")
		}
		p.Offsets = is
	default:
		return notFound(fmt.Sprintf("the screen has no action %d; its actions are 1 to 3", action))
	}
	return nil
}

func (p *comparePage) state() []byte {
	bytes, err := json.Marshal(p)
	if err != nil {
		return nil
	}
	return bytes
}

func (p *comparePage) restore(version int, bytes []byte) error {
	if version != stateVersion {
		return fmt.Errorf("the state is of form %d; this version of the feature reads form %d", version, stateVersion)
	}
	var read comparePage
	if err := json.Unmarshal(bytes, &read); err != nil {
		return fmt.Errorf("the state is not what this feature has saved: %w", err)
	}
	if _, err := loadZone(read.Zone); err != nil {
		return err
	}
	*p = read
	return nil
}

// zonePage shows one zone at the moment when it was opened.
type zonePage struct{ moment time.Time }

func (p zonePage) render(v *views) {
	name, _ := p.moment.Zone()
	v.title(p.moment.Location().String())
	v.put(node{kind: C.SY_NODE_TEXT, text: p.moment.Format(layout) + " " + name})
	v.put(node{kind: C.SY_NODE_TEXT, text: offset(p.moment)})
	v.put(node{kind: C.SY_NODE_TEXT, text: nextChange(p.moment), role: C.SY_ROLE_SECONDARY})
	v.put(node{kind: C.SY_NODE_LINK, text: "Compare this time",
		route: "compare", name: "time", argument: p.moment.UTC().Format(layout)})
}

func (p zonePage) perform(action uint64, _ *C.sy_value) error {
	return notFound(fmt.Sprintf("the screen has no action %d: nothing on it can be used", action))
}

func (p zonePage) state() []byte { return nil }

func (p zonePage) restore(int, []byte) error {
	return errors.New("this screen keeps no state: its time is that of its opening")
}
