#!/usr/bin/env bash
# Go's time.Time refuses a JSON string that has an escape in it, although it is the same string.
#
# Versions   Go 1.26.8, encoding/json and time of the standard library
# Behaviour  "2026-01-05T09:00:00\u002b09:00" is the string 2026-01-05T09:00:00+09:00, and read into a string it is. time.Time is
#            handed the raw text of the member, takes off the quotes, and parses what is between them. Writers that escape the
#            plus sign, as JSON allows, cannot send a time with an offset; a string and time.Parse(time.RFC3339, …) reads both.
# Output     as strings: <nil> <nil> alike: true
#            plain, as time.Time: true
#            escaped, as time.Time: false
# Exits with 0 where it is as seen, with 1 where it has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
go version
cat >main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"time"
)

func main() {
	plain, escaped := []byte(`"2026-01-05T09:00:00+09:00"`), []byte(`"2026-01-05T09:00:00\u002b09:00"`)
	var one, other string
	fmt.Println("as strings:", json.Unmarshal(plain, &one), json.Unmarshal(escaped, &other), "alike:", one == other)
	var moment time.Time
	fmt.Println("plain, as time.Time:", json.Unmarshal(plain, &moment) == nil)
	fmt.Println("escaped, as time.Time:", json.Unmarshal(escaped, &moment) == nil)
}
GO
go run main.go | tee seen
diff - seen <<'SEEN'
as strings: <nil> <nil> alike: true
plain, as time.Time: true
escaped, as time.Time: false
SEEN
