package altcraft

import "encoding/json"

// Event is an event of the SDK: a pointer to its own type for each name, such as
// *PushSubscribeSucceededEvent, or *UnknownEvent.
type Event interface {
	// Info returns the members that all events have.
	Info() EventInfo
}

// Info is the event without its value.
func (e EventInfo) Info() EventInfo { return e }

// UnknownEvent is an event whose name or value this version of the interface does not
// know.
type UnknownEvent struct {
	EventInfo

	// Any JSON.
	Value any `json:"value"`
}

// EventList is a list of events, each of its own type.
type EventList []Event

// UnmarshalJSON reads any events, including unknown ones.
func (l *EventList) UnmarshalJSON(data []byte) error {
	var events []json.RawMessage
	if err := json.Unmarshal(data, &events); err != nil {
		return err
	}
	*l = make(EventList, len(events))
	for index, event := range events {
		(*l)[index] = parseEvent(event)
	}
	return nil
}

// parseEvent reads an event from any text; an unreadable one is an UnknownEvent.
func parseEvent(data []byte) Event {
	var name struct {
		Name string `json:"name"`
	}
	if decode(data, &name) == nil {
		if event := newEvent(name.Name); event != nil && decode(data, event) == nil {
			return event
		}
	}
	event := new(UnknownEvent)
	_ = decode(data, event)
	return event
}

// On calls listener for each event of one type, in order. The returned function removes the listener.
//
//	altcraft.On(client, func(event *altcraft.PushSubscribeSucceededEvent) { … })
func On[E Event](client *Client, listener func(E)) (stop func()) {
	return client.OnEvent(func(event Event) {
		if event, ok := event.(E); ok {
			listener(event)
		}
	})
}

// cursor is the position up to which events have been read.
type cursor struct {
	epoch string
	seq   int64
}
