package main

import (
	"strings"
	"testing"
	"time"
)

func at(t *testing.T, text, name string) time.Time {
	t.Helper()
	zone, err := loadZone(name)
	if err != nil {
		t.Fatal(err)
	}
	moment, err := parseTime(text, zone)
	if err != nil {
		t.Fatal(err)
	}
	return moment
}

func TestEveryZoneOnOfferIsEmbedded(t *testing.T) {
	t.Setenv("ZONEINFO", "/nonexistent")
	for _, name := range zoneNames {
		if _, err := loadZone(name); err != nil {
			t.Error(err)
		}
	}
}

func TestOffsetsHaveMinutesOnlyWhereTheyAreNotZero(t *testing.T) {
	for name, expected := range map[string]string{
		"UTC": "UTC+0", "Europe/Vienna": "UTC+1", "Asia/Kolkata": "UTC+5:30", "America/New_York": "UTC-5",
	} {
		if found := offset(at(t, "2026-01-15 12:00", name)); found != expected {
			t.Errorf("%s: %s, expected %s", name, found, expected)
		}
	}
}

func TestANextChangeIsToldOnlyByZonesThatHaveOne(t *testing.T) {
	for name, expected := range map[string]string{
		"UTC":           "Its offset does not change.",
		"Europe/Vienna": "Next change: after 2026-03-29 01:59, from UTC+1 to UTC+2",
	} {
		if found := nextChange(at(t, "2026-01-15 12:00", name)); found != expected {
			t.Errorf("%s: %s, expected %s", name, found, expected)
		}
	}
}

func TestAnInvitationHasTheTimeOfEachZone(t *testing.T) {
	found := invitation(at(t, "2026-11-23 14:00", "Europe/Vienna"), []string{"UTC", "Asia/Tokyo"})
	if found != "2026-11-23 13:00 UTC, 2026-11-23 22:00 Asia/Tokyo" {
		t.Error(found)
	}
}

func TestErrorsQuoteWhatWasTyped(t *testing.T) {
	if _, err := parseTime("tomorrow", time.UTC); err == nil || !strings.Contains(err.Error(), "'tomorrow'") {
		t.Error(err)
	}
	for _, name := range []string{"", "Local", "Mars/Olympus", "../../etc/passwd"} {
		if _, err := loadZone(name); err == nil || !strings.Contains(err.Error(), "'"+name+"'") {
			t.Error(name, err)
		}
	}
}

func TestASavedPageIsRestored(t *testing.T) {
	saved := comparePage{Time: "2026-11-23 14:0", Zone: "Asia/Tokyo", Offsets: true}
	var restored comparePage
	if err := restored.restore(stateVersion, saved.state()); err != nil || restored != saved {
		t.Error(restored, err)
	}
	for _, bytes := range []string{"", "{", `{"Zone": "Mars/Olympus"}`} {
		if err := restored.restore(stateVersion, []byte(bytes)); err == nil {
			t.Errorf("%q was taken", bytes)
		}
	}
	if err := restored.restore(stateVersion+1, saved.state()); err == nil {
		t.Error("another version's bytes were taken")
	}
}
