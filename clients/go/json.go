package altcraft

import (
	"bytes"
	"encoding/json"
)

// JSONObject is a JSON object with any members. The numbers in one that was read are json.Number,
// with all their digits; of those that are written int64 and uint64 keep all theirs.
type JSONObject = map[string]any

// Ptr is for optional parameters whose zero value would say something: altcraft.Ptr(false).
func Ptr[T any](value T) *T { return &value }

// Categories makes active categories of their names.
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

// encode writes JSON on one line, texts as they are.
func encode(value any) ([]byte, error) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSuffix(line.Bytes(), []byte("\n")), err
}

// orEmpty makes no list an empty one, where the bridge asks for a list.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
