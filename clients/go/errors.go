package altcraft

import (
	"encoding/json"
	"errors"
	"fmt"
	"syscall"
)

// ErrClosed matches every ClosedError in errors.Is.
var ErrClosed = errors.New("altcraft: the connection to the bridge is closed")

// BridgeError is the error of a call that the bridge refused. Each reason has its own type, such as
// OutboxFullError; errors.As finds a *BridgeError in it too.
type BridgeError struct {
	// The method that was called.
	Method string

	Code    int64
	Message string

	// The name of the error: outboxFull.
	Reason string

	// The data of the error.
	Data JSONObject

	retryable bool
}

func (e *BridgeError) Error() string {
	return fmt.Sprintf("altcraft: %s: %s (%s, %d)", e.Method, e.Message, e.Reason, e.Code)
}

// Retryable reports whether the same call may succeed later without a change.
func (e *BridgeError) Retryable() bool { return e.retryable }

// Retryable reports whether err is an error of the bridge after which the same call may succeed later.
func Retryable(err error) bool {
	var failure *BridgeError
	return errors.As(err, &failure) && failure.Retryable()
}

// wireError is the error object of a response.
type wireError struct {
	Code    int64           `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// readError returns the error of a response, even if it is not an object.
func readError(text json.RawMessage) *wireError {
	var failure wireError
	if json.Unmarshal(text, &failure) != nil {
		return &wireError{Code: -32603, Message: "the bridge sent an invalid error: " + string(text)}
	}
	return &failure
}

// tooLarge returns the error of the bridge for a message over its limit. The bridge would answer
// without the id of the call, so such a message is not sent.
func tooLarge(longest int64) *wireError {
	data := fmt.Sprintf(
		`{"reason":"tooLarge","retryable":false,"limit":"frameBytes","max":%d}`, longest)
	message := fmt.Sprintf("the limit frameBytes of %d bytes is exceeded", longest)
	return &wireError{Code: -32003, Message: message, Data: json.RawMessage(data)}
}

// of returns the error of the type for its reason.
func (w *wireError) of(method string) error {
	failure := &BridgeError{Method: method, Code: w.Code, Message: w.Message}
	if decode(w.Data, &failure.Data) == nil {
		failure.Reason, _ = failure.Data["reason"].(string)
		failure.retryable, _ = failure.Data["retryable"].(bool)
	}
	err := failure.typed()
	if err != error(failure) {
		// A member of another type is still in Data.
		_ = decode(w.Data, err)
	}
	return err
}

// ClosedError reports that the connection to the bridge is lost, or cannot be opened. The outcome of
// a call in flight is unknown; a durable one with a RequestID can be repeated.
type ClosedError struct {
	Message string

	// The exit code of a process that this client started and that ended by itself; -1 otherwise.
	ExitCode int

	// The signal that ended the process; 0 if none did.
	Signal syscall.Signal

	// The last lines the process wrote to its standard error.
	StderrTail string

	// The reason why the bridge cannot be reached, if it is known.
	Cause error
}

func (e *ClosedError) Error() string {
	text := "altcraft: " + e.Message
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	if e.StderrTail != "" {
		text += "\n" + e.StderrTail
	}
	return text
}

// Is reports that every ClosedError matches ErrClosed.
func (e *ClosedError) Is(target error) bool { return target == ErrClosed }

func (e *ClosedError) Unwrap() error { return e.Cause }
