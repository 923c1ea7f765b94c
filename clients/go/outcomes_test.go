package altcraft_test

import (
	"context"
	"syscall"
	"testing"
	"time"

	altcraft "altcraft-bridge.example/go"
)

func TestOutcomesContinueAfterTheirPosition(t *testing.T) {
	fake := startFake(t, map[string]string{"outcomes.subscribe": `{"first":1,"last":4}`})
	client := fake.dial()
	after := int64(2)
	stream, err := client.StreamOutcomes(context.Background(), &after, "e-1")
	must(t, err)
	send := func(method, params string) {
		fake.write(`{"jsonrpc":"2.0","method":"` + method + `","params":` + params + `}`)
	}
	send("outcome", `{"epoch":"e-1","outcome":3}`)
	send("outcomes.gap", `{"epoch":"e-1","from":4,"to":6,"reason":"notKept"}`)
	send("outcome", `{"epoch":"e-1","outcome":6}`)
	send("outcome", `{"epoch":"e-2","outcome":7}`)
	expectOutcome(t, stream, 3)
	if item := <-stream; item.Gap == nil || *item.Gap != (altcraft.OutcomeGap{Epoch: "e-1", From: 4, To: 6, Reason: "notKept"}) {
		t.Errorf("no gap: %+v", item)
	}
	expectOutcome(t, stream, 7)

	fake.drop()
	eventually(t, "subscribed again", func() bool { return len(fake.received("outcomes.subscribe")) == 1 })
	if got := string(fake.received("outcomes.subscribe")[0].Params); got != `{"after":7,"epoch":"e-2"}` {
		t.Errorf("resumed with %s", got)
	}
	send("outcome", `{"epoch":"e-2","outcome":8}`)
	expectOutcome(t, stream, 8)
	// An older copy of the data directory was put back: the numbers begin again.
	send("outcomes.gap", `{"epoch":"e-1","from":1,"to":2,"reason":"rolledBack"}`)
	send("outcome", `{"epoch":"e-1","outcome":3}`)
	if item := <-stream; item.Gap == nil || item.Gap.Reason != "rolledBack" {
		t.Errorf("no rollback: %+v", item)
	}
	expectOutcome(t, stream, 3)
	must(t, client.Close())
	if item, isOpen := <-stream; isOpen {
		t.Errorf("not closed: %+v", item)
	}
}

func TestEachEndComesOnceAlsoWhenTheProcessIsKilled(t *testing.T) {
	ctx := context.Background()
	client := spawn(t)
	end := func(count int) {
		params := altcraft.JSONObject{"configuration": altcraft.JSONObject{
			"apiUrl": "http://127.0.0.1:9", "rToken": "r"}}
		must(t, client.Call(ctx, "initialization", params, nil))
		for ; count > 0; count-- {
			must(t, client.Call(ctx, "pushSubscribe", nil, nil))
		}
		must(t, client.Call(ctx, "clear", nil, nil))
	}
	end(3)
	back := make(chan bool, 1)
	client.OnReconnect(func(*altcraft.EventPosition) { back <- true })
	after := int64(1)
	stream, err := client.StreamOutcomes(ctx, &after, "")
	must(t, err)
	expectOutcome(t, stream, 2)
	expectOutcome(t, stream, 3)
	must(t, syscall.Kill(int(client.Info().PID), syscall.SIGKILL))
	<-back
	end(2)
	expectOutcome(t, stream, 4)
	expectOutcome(t, stream, 5)
}

func TestTheEndOfTheStreamEndsTheSubscription(t *testing.T) {
	fake := startFake(t, map[string]string{
		"outcomes.subscribe": `{"first":1,"last":4}`, "outcomes.unsubscribe": "true"})
	client := fake.dial()
	ctx, cancel := context.WithCancel(context.Background())
	stream, err := client.StreamOutcomes(ctx, nil, "")
	must(t, err)
	cancel()
	if item, isOpen := <-stream; isOpen {
		t.Errorf("not closed: %+v", item)
	}
	eventually(t, "unsubscribed", func() bool { return len(fake.received("outcomes.unsubscribe")) == 1 })
	must(t, client.Close())
}

func expectOutcome(t *testing.T, stream <-chan altcraft.OutcomeItem, number int64) {
	t.Helper()
	select {
	case item := <-stream:
		if item.Outcome == nil || item.Outcome.Outcome != number {
			t.Errorf("not %d: %+v", number, item)
		}
	case <-time.After(time.Minute):
		t.Fatalf("no outcome %d", number)
	}
}
