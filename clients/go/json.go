package altcraft

import (
	"bytes"
	"encoding/json"
)

// JSONObject is a JSON object with any members. Numbers that were read are json.Number, with all
// their digits; int64 and uint64 are written with all theirs.
type JSONObject = map[string]any

// Ptr returns a pointer, for optional parameters whose zero value has a meaning: altcraft.Ptr(false).
func Ptr[T any](value T) *T { return &value }

// Categories returns active categories with these names.
func Categories(names ...string) []Category {
	categories := make([]Category, len(names))
	for index, name := range names {
		categories[index] = Category{Name: name, Active: Ptr(true)}
	}
	return categories
}

// decode reads JSON without losing digits.
func decode(data []byte, value any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	return decoder.Decode(value)
}

// encode writes JSON on one line, without escaping HTML characters.
func encode(value any) ([]byte, error) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSuffix(line.Bytes(), []byte("\n")), err
}

// orEmpty replaces a nil list by an empty one, for members that require a list.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
