package altcrafttest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	altcraft "altcraft-bridge.example/go"
)

// Claims are the claims of a JWT for tests: DBID and an identifier, and registered claims such as Exp.
// A claim with its zero value is omitted.
type Claims struct {
	DBID           int64  `json:"db_id,omitempty"`
	Email          string `json:"email,omitempty"`
	Phone          string `json:"phone,omitempty"`
	ProfileID      string `json:"profile_id,omitempty"`
	FieldName      string `json:"field_name,omitempty"`
	FieldValue     string `json:"field_value,omitempty"`
	Provider       string `json:"provider,omitempty"`
	SubscriptionID string `json:"subscription_id,omitempty"`
	// Matching is the way to match a profile; by default that of the first identifier, in this order.
	Matching string `json:"matching,omitempty"`

	Exp int64  `json:"exp,omitempty"` // Seconds since 1970, as Iat and Nbf.
	Iat int64  `json:"iat,omitempty"`
	Nbf int64  `json:"nbf,omitempty"`
	Iss string `json:"iss,omitempty"`
	Sub string `json:"sub,omitempty"`
	Aud string `json:"aud,omitempty"`
	Jti string `json:"jti,omitempty"`
}

// matchings are the ways to match a profile, with the identifiers of each.
var matchings = []struct {
	name        string
	identifiers []string
}{
	{"email", []string{"email"}},
	{"phone", []string{"phone"}},
	{"profile_id", []string{"profile_id"}},
	{"custom", []string{"field_name", "field_value"}},
	{"push_sub", []string{"provider", "subscription_id"}},
}

// JWT returns an unsigned JWT, as altcraft-bridge jwt prints it, which a real platform rejects. It
// panics if DBID or an identifier is missing, or a claim is blank or negative.
func JWT(claims Claims) string {
	data, _ := json.Marshal(claims)
	var matching altcraft.JSONObject
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	_ = decoder.Decode(&matching)
	for name, value := range matching {
		text := strings.TrimSpace(fmt.Sprint(value))
		if _, isNumber := value.(json.Number); text == "" || isNumber && text[0] == '-' {
			panic(fmt.Sprintf("altcrafttest: %s must not be %q", name, text))
		}
	}
	payload := altcraft.JSONObject{"matching": matching}
	for _, name := range []string{"exp", "iat", "nbf", "iss", "sub", "aud", "jti"} {
		if value, isGiven := matching[name]; isGiven {
			payload[name] = value
			delete(matching, name)
		}
	}
	isNamed := claims.Matching != ""
	hasIdentifier := false
	for _, kind := range matchings {
		given := 0
		for _, name := range kind.identifiers {
			if _, isGiven := matching[name]; isGiven {
				given++
			}
		}
		if given > 0 && given < len(kind.identifiers) {
			panic(fmt.Sprintf("altcrafttest: a JWT needs both or none of %v", kind.identifiers))
		}
		if given > 0 && !hasIdentifier && !isNamed {
			matching["matching"] = kind.name
		}
		hasIdentifier = hasIdentifier || given > 0
	}
	if claims.DBID == 0 || !hasIdentifier {
		panic("altcrafttest: a JWT needs DBID and an identifier, such as Email")
	}
	return encoded(altcraft.JSONObject{"alg": "none", "typ": "JWT"}) + "." + encoded(payload) + "."
}

func encoded(part altcraft.JSONObject) string {
	data, _ := json.Marshal(part)
	return base64.RawURLEncoding.EncodeToString(data)
}
