package altcraft

import (
	"encoding/json"
	"sort"
)

// registration is a call to repeat on a new connection.
type registration struct {
	method string
	params json.RawMessage
}

// registrations are the latest call of each method, in order.
type registrations []registration

// add ignores methods that register nothing.
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

// calls returns the calls whose effect ended with the connection and, if another process is connected,
// those whose effect ended with the process. The app group is first, because others may depend on it.
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

// nameOf returns one name for each kind of registration.
func nameOf(method string) string {
	switch method {
	case "nse.setAppGroup":
		return "setAppGroup"
	case "nse.setJWTProvider":
		return "setJWTProvider"
	}
	return method
}

// isOfConnection has the methods whose effect ends with the connection as true, and those whose
// effect ends with the process as false.
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
