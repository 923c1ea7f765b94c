package altcraft

import (
	"encoding/json"
	"sort"
)

// registration is a call that is to be made again when there is another connection.
type registration struct {
	method string
	params json.RawMessage
}

// registrations are the latest call of each method, in the order in which they were made.
type registrations []registration

// add takes only the methods that register something.
func (r *registrations) add(method string, params json.RawMessage) {
	method = nameOf(method)
	others := registrations{}
	for _, other := range *r {
		if other.method != method {
			others = append(others, other)
		}
	}
	*r = append(others, registration{method, params})
}

// calls are those of the connection and, where it leads to another process, those of the process:
// the app group first, as the others may go by it.
func (r registrations) calls(isOtherProcess bool) []registration {
	var calls []registration
	for _, call := range r {
		if isOtherProcess || isOfConnection[call.method] {
			calls = append(calls, call)
		}
	}
	sort.SliceStable(calls, func(one, other int) bool {
		return calls[one].method == "setAppGroup" && calls[other].method != "setAppGroup"
	})
	return calls
}

func isRegistration(method string) bool {
	_, ok := isOfConnection[nameOf(method)]
	return ok
}

// nameOf is one name for each thing that can be registered.
func nameOf(method string) string {
	switch method {
	case "nse.setAppGroup":
		return "setAppGroup"
	case "nse.setJWTProvider":
		return "setJWTProvider"
	}
	return method
}

// isOfConnection has the methods whose effect ends with the connection; false for those whose
// effect ends with the process.
var isOfConnection = map[string]bool{
	"setJWTProvider":                               true,
	"setAPNSTokenProvider":                         true,
	"setFCMTokenProvider":                          true,
	"setHMSTokenProvider":                          true,
	"notificationManager.setCustomPushProcessing":  true,
	"notificationManager.setCustomClickProcessing": true,
	"notificationManager.setPermission":            false,
	"backgroundTasks.registerBackgroundTask":       false,
	"bridge.setLogLevel":                           false,
	"setAppGroup":                                  false,
}
