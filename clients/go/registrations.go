package altcraft

import "encoding/json"

// registration is a call that is to be made again when there is another connection.
type registration struct {
	method string
	params json.RawMessage
}

// registrations are the latest call of each method, in the order in which they were made.
type registrations []registration

func (r *registrations) add(method string, params json.RawMessage) {
	others := registrations{}
	for _, other := range *r {
		if other.method != method {
			others = append(others, other)
		}
	}
	*r = append(others, registration{method, params})
}

// calls are those of the connection and, where it leads to another process, those of the process.
func (r registrations) calls(isOtherProcess bool) []registration {
	var calls []registration
	for _, call := range r {
		if isOtherProcess || isOfConnection[call.method] {
			calls = append(calls, call)
		}
	}
	return calls
}

func isRegistration(method string) bool {
	_, ok := isOfConnection[method]
	return ok
}

// isOfConnection has the methods whose effect ends with the connection; false for those whose
// effect ends with the process.
var isOfConnection = map[string]bool{
	"setJWTProvider":                               true,
	"nse.setJWTProvider":                           true,
	"setAPNSTokenProvider":                         true,
	"setFCMTokenProvider":                          true,
	"setHMSTokenProvider":                          true,
	"notificationManager.setCustomPushProcessing":  true,
	"notificationManager.setCustomClickProcessing": true,
	"notificationManager.setPermission":            false,
	"backgroundTasks.registerBackgroundTask":       false,
	"bridge.setLogLevel":                           false,
	"setAppGroup":                                  false,
	"nse.setAppGroup":                              false,
}
