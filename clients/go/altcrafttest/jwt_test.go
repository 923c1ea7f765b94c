package altcrafttest_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	altcraft "altcraft-bridge.example/go"
	"altcraft-bridge.example/go/altcrafttest"
)

// jwt is the JWT of claims in JSON, or the reason why there is none.
func jwt(data json.RawMessage) (text string, err error) {
	var claims altcrafttest.Claims
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&claims); err != nil {
		return "", err
	}
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%v", reason)
		}
	}()
	return altcrafttest.JWT(claims), nil
}

// printed is the JWT that the command prints for these claims.
func printed(t testing.TB, data json.RawMessage) (string, error) {
	t.Helper()
	var members altcraft.JSONObject
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	decoder.UseNumber()
	equal(t, decoder.Decode(&members), nil)
	command := exec.Command(os.Getenv("ALTCRAFT_BRIDGE"), "jwt")
	for name, value := range members {
		command.Args = append(command.Args, fmt.Sprintf("%s=%v", name, value))
	}
	text, err := command.Output()
	return strings.TrimSpace(string(text)), err
}

func parts(t testing.TB, jwt string) (decoded []any) {
	t.Helper()
	texts := strings.Split(jwt, ".")
	equal(t, len(texts), 3)
	equal(t, texts[2], "")
	for _, text := range texts[:2] {
		data, err := base64.RawURLEncoding.DecodeString(text)
		equal(t, err, nil)
		var part any
		equal(t, json.Unmarshal(data, &part), nil)
		decoded = append(decoded, part)
	}
	return decoded
}

func TestJWTHasAndRefusesTheClaimsThatTheCommandHasAndRefuses(t *testing.T) {
	var cases struct{ Accepted, Refused []json.RawMessage }
	data, err := os.ReadFile("../../conformance/jwt.json")
	equal(t, err, nil)
	equal(t, json.Unmarshal(data, &cases), nil)

	for _, claims := range cases.Accepted {
		found, err := jwt(claims)
		equal(t, err, nil)
		expected, err := printed(t, claims)
		equal(t, err, nil)
		equal(t, parts(t, found), parts(t, expected))
	}
	for _, claims := range cases.Refused {
		if text, err := jwt(claims); err == nil {
			t.Errorf("%s: accepted as %s", claims, text)
		}
		if text, err := printed(t, claims); err == nil {
			t.Errorf("%s: printed as %s", claims, text)
		}
	}
	if len(cases.Accepted) < 5 || len(cases.Refused) < 5 {
		t.Error("there are too few cases")
	}
}
