package altcraft

import (
	"encoding/json"
	"errors"
	"fmt"
	"syscall"
)

// ErrClosed is what errors.Is finds in every ClosedError.
var ErrClosed = errors.New("altcraft: the bridge is gone")

// BridgeError is a call that the bridge refused. Each reason has a type of its own, such as
// OutboxFullError, in which errors.As finds a *BridgeError too.
type BridgeError struct {
	// The method that was called.
	Method string

	Code    int64
	Message string

	// The name of the error: outboxFull.
	Reason string

	// All that came with it.
	Data JSONObject

	retryable bool
}

func (e *BridgeError) Error() string {
	return fmt.Sprintf("altcraft: %s: %s (%s, %d)", e.Method, e.Message, e.Reason, e.Code)
}

// Retryable says whether the same call may succeed later with nothing else changed.
func (e *BridgeError) Retryable() bool { return e.retryable }

// Retryable says whether err is an error of the bridge after which the same call may succeed later.
func Retryable(err error) bool {
	var failure *BridgeError
	return errors.As(err, &failure) && failure.Retryable()
}

// wireError is an error as it is answered.
type wireError struct {
	Code    int64           `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// tooLarge is what the bridge answers to a message that no frame can hold, though without the id of
// the call: so such a message is not sent at all.
func tooLarge(longest int64) *wireError {
	data := fmt.Sprintf(
		`{"reason":"tooLarge","retryable":false,"limit":"frameBytes","max":%d}`, longest)
	message := fmt.Sprintf("over the limit frameBytes of %d bytes", longest)
	return &wireError{Code: -32003, Message: message, Data: json.RawMessage(data)}
}

// of is the error of the type for its reason.
func (w *wireError) of(method string) error {
	failure := &BridgeError{Method: method, Code: w.Code, Message: w.Message}
	if decode(w.Data, &failure.Data) == nil {
		failure.Reason, _ = failure.Data["reason"].(string)
		failure.retryable, _ = failure.Data["retryable"].(bool)
	}
	err := failure.typed()
	if err != error(failure) {
		// What does not fit is still in Data.
		_ = decode(w.Data, err)
	}
	return err
}

// ClosedError says that the bridge is gone, or cannot be reached. What became of a call that was in
// flight is not known; a durable one that had a RequestID can be made again.
type ClosedError struct {
	Message string

	// Of a process that this client started and that has ended by itself; -1 otherwise.
	ExitCode int

	// What ended the process, 0 for nothing of that kind.
	Signal syscall.Signal

	// The last lines the process wrote to its standard error.
	StderrTail string

	// Why it cannot be reached, where that is known.
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

// Is says that every ClosedError is ErrClosed.
func (e *ClosedError) Is(target error) bool { return target == ErrClosed }

func (e *ClosedError) Unwrap() error { return e.Cause }
