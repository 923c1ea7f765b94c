package altcraft_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	altcraft "altcraft-bridge.example/go"
)

// vector is a line of schema/vectors.jsonl: a value of a type or a call of a method, with the verdict.
type vector struct {
	Given, Value, Params json.RawMessage
	Type, Method, Place  string
	Valid                bool
	Error                altcraft.JSONObject
}

func vectors(t *testing.T) []vector {
	t.Helper()
	file, err := os.Open("../../schema/vectors.jsonl")
	must(t, err)
	defer file.Close()
	var lines []vector
	for scanner := bufio.NewScanner(file); scanner.Scan(); {
		var line vector
		decoder := json.NewDecoder(strings.NewReader(scanner.Text()))
		decoder.UseNumber()
		must(t, decoder.Decode(&line))
		lines = append(lines, line)
	}
	return lines
}

// The types of the interface. A Subscription and a ProviderSource have one of several types, and each
// event has its value in a type of its own.
var typesByName = map[string]func() any{
	"Action":               func() any { return new(altcraft.Action) },
	"ActionField":          func() any { return new(altcraft.ActionField) },
	"AnswerValue":          func() any { return new(altcraft.AnswerValue) },
	"AppInfo":              func() any { return new(altcraft.AppInfo) },
	"Attachment":           func() any { return new(altcraft.Attachment) },
	"AuthorizationAnswer":  func() any { return new(altcraft.AuthorizationAnswer) },
	"BridgeInfo":           func() any { return new(altcraft.BridgeInfo) },
	"BridgeMetrics":        func() any { return new(altcraft.BridgeMetrics) },
	"BridgeSession":        func() any { return new(altcraft.BridgeSession) },
	"BridgeStats":          func() any { return new(altcraft.BridgeStats) },
	"BridgeTicket":         func() any { return new(altcraft.BridgeTicket) },
	"ButtonValue":          func() any { return new(altcraft.ButtonValue) },
	"Category":             func() any { return new(altcraft.Category) },
	"CcDataSubscription":   func() any { return new(altcraft.CCDataSubscription) },
	"ClearedValue":         func() any { return new(altcraft.ClearedValue) },
	"ClickResult":          func() any { return new(altcraft.ClickResult) },
	"Configuration":        func() any { return new(altcraft.Configuration) },
	"Device":               func() any { return new(altcraft.Device) },
	"EmailSubscription":    func() any { return new(altcraft.EmailSubscription) },
	"EndedJobValue":        func() any { return new(altcraft.EndedJobValue) },
	"Event":                func() any { return new(altcraft.EventInfo) },
	"EventCode":            func() any { return new(altcraft.EventCode) },
	"EventGap":             func() any { return new(altcraft.EventGap) },
	"EventPage":            func() any { return new(altcraft.EventPage) },
	"EventPosition":        func() any { return new(altcraft.EventPosition) },
	"ForeignPushValue":     func() any { return new(altcraft.ForeignPushValue) },
	"HubLink":              func() any { return new(altcraft.HubLink) },
	"Job":                  func() any { return new(altcraft.Job) },
	"JobPage":              func() any { return new(altcraft.JobPage) },
	"LatencyStep":          func() any { return new(altcraft.LatencyStep) },
	"MemberValue":          func() any { return new(altcraft.MemberValue) },
	"MobileAnswerValue":    func() any { return new(altcraft.MobileAnswerValue) },
	"NotificationCategory": func() any { return new(altcraft.NotificationCategory) },
	"NotificationContent":  func() any { return new(altcraft.NotificationContent) },
	"NotificationRequest":  func() any { return new(altcraft.NotificationRequest) },
	"NotificationResponse": func() any { return new(altcraft.NotificationResponse) },
	"NumberedOutcome":      func() any { return new(altcraft.NumberedOutcome) },
	"OutboxChanges":        func() any { return new(altcraft.OutboxChanges) },
	"OutboxFilter":         func() any { return new(altcraft.OutboxFilter) },
	"Outcome":              func() any { return new(altcraft.Outcome) },
	"OutcomePage":          func() any { return new(altcraft.OutcomePage) },
	"OutcomePosition":      func() any { return new(altcraft.OutcomePosition) },
	"ParsedPush":           func() any { return new(altcraft.ParsedPush) },
	"PendingCount":         func() any { return new(altcraft.PendingCount) },
	"Permission":           func() any { return new(altcraft.Permission) },
	"PresentationOptions":  func() any { return new(altcraft.PresentationOptions) },
	"ProfileData":          func() any { return new(altcraft.ProfileData) },
	"Provider":             func() any { return new(altcraft.Provider) },
	"ProviderValue":        func() any { return new(altcraft.ProviderValue) },
	"PushAnswerValue":      func() any { return new(altcraft.PushAnswerValue) },
	"PushButton":           func() any { return new(altcraft.PushButton) },
	"PushSubscription":     func() any { return new(altcraft.PushSubscription) },
	"Receipt":              func() any { return new(altcraft.Receipt) },
	"RequestId":            func() any { return new(altcraft.RequestID) },
	"Response":             func() any { return new(altcraft.Response) },
	"ResponseCategory":     func() any { return new(altcraft.ResponseCategory) },
	"ResponseWithHttp":     func() any { return new(altcraft.ResponseWithHTTP) },
	"Retry":                func() any { return new(altcraft.Retry) },
	"Scalars":              func() any { return new(altcraft.Scalars) },
	"ShownContent":         func() any { return new(altcraft.ShownContent) },
	"SmsSubscription":      func() any { return new(altcraft.SMSSubscription) },
	"StorageValue":         func() any { return new(altcraft.StorageValue) },
	"SubscriptionData":     func() any { return new(altcraft.SubscriptionData) },
	"TokenData":            func() any { return new(altcraft.TokenData) },
	"TraceItem":            func() any { return new(altcraft.TraceItem) },
	"UTM":                  func() any { return new(altcraft.UTM) },
	"UnknownButtonValue":   func() any { return new(altcraft.UnknownButtonValue) },
}

// sumTypes are the types without a value of their own.
var sumTypes = map[string]bool{"EventValue": true, "ProviderSource": true, "Subscription": true}

// notKept is the member that a type leaves to another place: events have their value in a type of their
// own, and a subscription is sent with its channel only.
var notKept = map[string]string{
	"CcDataSubscription": "type", "EmailSubscription": "type", "Event": "value",
	"PushSubscription": "type", "SmsSubscription": "type",
}

// Types keep each right value that int64 can hold. Go's decoder takes null and a missing member for the zero value, any
// text for a choice, and ignores unknown members; it refuses values of another form.
func TestVectorsOfTypes(t *testing.T) {
	right, wrong, refused := 0, 0, 0
	for _, line := range vectors(t) {
		make, isKnown := typesByName[line.Type]
		if line.Type == "" || sumTypes[line.Type] {
			continue
		}
		if !isKnown {
			t.Fatalf("%s is not in the table of this test", line.Type)
		}
		target := make()
		decoder := json.NewDecoder(bytes.NewReader(line.Value))
		decoder.UseNumber()
		err := decoder.Decode(target)
		if !line.Valid {
			wrong++
			if err != nil {
				refused++
			} else if isOfOtherForm(target, parse(t, line.Value), line.Place) {
				t.Errorf("%s accepts %s", line.Type, line.Value)
			}
			continue
		}
		if err != nil && bytes.Contains(line.Value, []byte("9223372036854775808")) {
			continue
		}
		right++
		read := parse(t, line.Value)
		if object, ok := read.(map[string]any); ok {
			delete(object, notKept[line.Type])
		}
		if err != nil {
			t.Errorf("%s refuses %s: %v", line.Type, line.Value, err)
		} else if !keeps(read, plain(t, target)) {
			t.Errorf("%s does not keep %s: %v", line.Type, line.Value, plain(t, target))
		}
	}
	if right < 750 || refused < wrong/2 {
		t.Errorf("%d right values, %d of %d wrong ones refused", right, refused, wrong)
	}
	record(t, map[string]any{"vectors": "values", "right": right, "wrong": refused, "of": wrong})
}

// isOfOtherForm reports whether an object has another kind of value, for a type that is an object.
func isOfOtherForm(target, value any, place string) bool {
	_, isObject := value.(map[string]any)
	isStruct := reflect.TypeOf(target).Elem().Kind() == reflect.Struct
	return isStruct && place == "" && value != nil && !isObject
}

// keeps reports whether the written value has all members of the one that was read, except nulls and
// members that the type does not name.
func keeps(read, written any) bool {
	switch read := read.(type) {
	case map[string]any:
		object, ok := written.(map[string]any)
		for name, member := range read {
			if member != nil && name != "unknownMember" && !isZero(member) {
				ok = ok && keeps(member, object[name])
			}
		}
		return ok
	case []any:
		list, ok := written.([]any)
		ok = ok && len(list) == len(read)
		for index := 0; ok && index < len(read); index++ {
			ok = keeps(read[index], list[index])
		}
		return ok
	case json.Number:
		other, ok := written.(json.Number)
		first, _, _ := big.ParseFloat(string(read), 10, 200, big.ToNearestEven)
		second, _, err := big.ParseFloat(string(other), 10, 200, big.ToNearestEven)
		return ok && err == nil && first.Cmp(second) == 0
	default:
		return reflect.DeepEqual(read, written)
	}
}

// isZero reports whether an optional member with this value may be left out.
func isZero(value any) bool {
	switch value := value.(type) {
	case string:
		return value == ""
	case bool:
		return !value
	case json.Number:
		return value == "0"
	case []any:
		return len(value) == 0
	case map[string]any:
		return len(value) == 0
	}
	return false
}

// The bridge gets each call as it was made.
func TestVectorsOfCalls(t *testing.T) {
	ctx := testContext(t)
	client, err := altcraft.Spawn(
		ctx, altcraft.WithCommand(command(t)),
		altcraft.WithDataDir(filepath.Join(temporaryDirectory(t), "data")))
	must(t, err)
	t.Cleanup(func() { _ = client.Close() })
	calls := 0
	for _, line := range vectors(t) {
		if line.Given != nil {
			var given struct {
				Method string
				Params json.RawMessage
			}
			must(t, json.Unmarshal(line.Given, &given))
			must(t, client.Call(ctx, given.Method, given.Params, nil))
		}
		if line.Method == "" {
			continue
		}
		calls++
		call := map[string]any{"method": line.Method, "params": parse(t, line.Params)}
		if err := client.Call(ctx, "bridge.check", call, nil); !isVerdict(err, line) {
			t.Errorf("%s %s: %v", line.Method, line.Params, err)
		}
	}
	if calls < 4_000 {
		t.Errorf("only %d calls", calls)
	}
	record(t, map[string]any{"vectors": "calls", "right": calls})
}

func isVerdict(err error, line vector) bool {
	var failure *altcraft.BridgeError
	if !errors.As(err, &failure) {
		return err == nil && line.Valid
	}
	found := altcraft.JSONObject{"code": failure.Code, "reason": failure.Reason}
	if parameter, has := failure.Data["parameter"]; has {
		found["parameter"] = parameter
	}
	wanted := line.Error
	if code, ok := wanted["code"].(json.Number); ok {
		wanted["code"], _ = code.Int64()
	}
	return reflect.DeepEqual(found, wanted) && isOfReason(err, failure.Reason)
}
