package main

import (
	"fmt"
	"strings"
	"time"
	_ "time/tzdata" // the zones themselves: a confined worker may not read the system's
)

// layout is how a time is typed and shown.
const layout = "2006-01-02 15:04"

// zoneNames are the zones on offer, from west to east.
var zoneNames = []string{
	"America/Los_Angeles", "America/New_York", "America/Sao_Paulo", "UTC", "Europe/London", "Europe/Vienna",
	"Africa/Nairobi", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney",
}

// loadZone is time.LoadLocation without its two special names, "" and "Local".
func loadZone(name string) (*time.Location, error) {
	if name == "" || name == "Local" {
		return nil, fmt.Errorf("'%s' is no time zone; expected a name such as 'Europe/Vienna'", name)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("there is no time zone '%s'; expected a name such as 'Europe/Vienna'", name)
	}
	return zone, nil
}

// parseTime reads what was typed as a time of that zone.
func parseTime(text string, zone *time.Location) (time.Time, error) {
	parsed, err := time.ParseInLocation(layout, strings.TrimSpace(text), zone)
	if err != nil {
		return time.Time{}, fmt.Errorf("'%s' is not a time such as '2026-11-23 14:00'", text)
	}
	return parsed, nil
}

// offset is the zone's distance from UTC at that moment: "UTC+5:30".
func offset(moment time.Time) string {
	_, seconds := moment.Zone()
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	text := fmt.Sprintf("UTC%c%d", sign, seconds/3600)
	if minutes := seconds / 60 % 60; minutes != 0 {
		text += fmt.Sprintf(":%02d", minutes)
	}
	return text
}

// nextChange says when the zone's offset changes next, in the zone's own time before the change.
func nextChange(moment time.Time) string {
	_, end := moment.ZoneBounds()
	if end.IsZero() {
		return "Its offset does not change."
	}
	before := end.Add(-time.Minute)
	return fmt.Sprintf("Next change: after %s, from %s to %s", before.Format(layout), offset(before), offset(end))
}

// invitation is one text with the moment in every zone.
func invitation(moment time.Time, names []string) string {
	parts := make([]string, 0, len(names))
	for _, name := range names {
		if zone, err := loadZone(name); err == nil {
			parts = append(parts, moment.In(zone).Format(layout)+" "+name)
		}
	}
	return strings.Join(parts, ", ")
}
