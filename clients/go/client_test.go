package altcraft_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	altcraft "altcraft-bridge.example/go"
)

func equal(t testing.TB, found, expected any) {
	t.Helper()
	if !reflect.DeepEqual(found, expected) {
		t.Fatalf("%#v, not %#v", found, expected)
	}
}

func configure(t testing.TB, client *altcraft.Client, apiURL string) {
	t.Helper()
	must(t, client.Initialization(testContext(t),
		&altcraft.Configuration{APIURL: apiURL, RToken: "r-1"}))
}

func TestTypedMethodHasTypedAnswer(t *testing.T) {
	t.Parallel()
	ctx := testContext(t)
	client := spawn(t)

	pong, err := client.Bridge.Ping(ctx)
	must(t, err)
	equal(t, pong, "pong")
	field, err := client.ActionField(ctx, "_fname", altcraft.ActionFieldActionSet,
		&altcraft.ActionFieldOptions{Value: "Ann"})
	must(t, err)
	equal(t, field, altcraft.JSONObject{
		"_fname": map[string]any{"action": "set", "value": "Ann"},
	})
	page, err := client.Outbox.List(ctx, &altcraft.OutboxListOptions{Limit: altcraft.Ptr[int64](5)})
	must(t, err)
	equal(t, page, &altcraft.JobPage{Items: []altcraft.Job{}})
	job, err := client.Outbox.Get(ctx, "unknown")
	must(t, err)
	equal(t, job, (*altcraft.Job)(nil))
	equal(t, client.Info().Name, "altcraft-bridge")
}

func TestWorkOfAllKindsReachesThePlatform(t *testing.T) {
	t.Parallel()
	ctx := testContext(t)
	client := spawn(t)
	configure(t, client, startProgram(t, "platform").ready.URL)
	_, err := client.SetPushToken(ctx, "ios-apns", "00FF", &altcraft.SetPushTokenOptions{
		Encoding: altcraft.SetPushTokenEncodingHex,
	})
	must(t, err)

	receipt, err := client.PushSubscribe(ctx, &altcraft.PushSubscribeOptions{
		Sync: altcraft.Ptr(true), Cats: altcraft.Categories("news"),
		ProfileFields: altcraft.JSONObject{"_fname": "Ann", "points": int64(9007199254740993)},
		RequestID:     "first", Wait: altcraft.WaitOutcome,
	})
	must(t, err)
	equal(t, receipt.RequestID, "first")
	equal(t, receipt.Outcome.State, altcraft.JobStateDelivered)
	equal(t, *receipt.Outcome.EventCode, int64(altcraft.CodePushSubscribeSucceeded))
	for _, subscription := range []altcraft.Subscription{
		nil,
		altcraft.EmailSubscription{ResourceID: 1, Email: "ann@example.com"},
		altcraft.SMSSubscription{ResourceID: 1, Phone: "79001234567"},
		altcraft.PushSubscription{ResourceID: 1, Provider: "ios-apns", SubscriptionID: "s"},
		altcraft.CCDataSubscription{
			ResourceID: 1, Channel: altcraft.CCDataSubscriptionChannelViber,
			CCData: altcraft.JSONObject{"phone": "79001234567"},
		},
	} {
		receipt, err := client.MobileEvent(ctx, "px", "buy", &altcraft.MobileEventOptions{
			Payload: altcraft.JSONObject{"price": 12.5}, Subscription: subscription,
			Wait: altcraft.WaitOutcome,
		})
		must(t, err)
		equal(t, receipt.Outcome.State, altcraft.JobStateDelivered)
	}
	token, err := client.GetPushToken(ctx)
	must(t, err)
	equal(t, token, &altcraft.TokenData{Provider: "ios-apns", Token: "00ff"})
	must(t, client.ChangePushProviderPriorityList(ctx, nil))
	page, err := client.Events.List(ctx, nil)
	must(t, err)
	if _, ok := page.Events[0].(*altcraft.ConfigurationInstalledEvent); !ok {
		t.Fatalf("%T", page.Events[0])
	}
}

func TestParametersAreEncodedAsIntended(t *testing.T) {
	for expected, value := range map[string]any{
		`{"profileFields":null,"customFields":null,"cats":null}`: altcraft.PushSubscribeOptions{},
		`{"profileFields":{},"customFields":null,"cats":[],"replace":false}`: altcraft.PushSubscribeOptions{
			ProfileFields: altcraft.JSONObject{}, Cats: []altcraft.Category{},
			Replace: altcraft.Ptr(false),
		},
		`[{"name":"news","active":true}]`: altcraft.Categories("news"),
		`"callback"`:                      altcraft.ProviderSourceCallback,
		`{"options":[]}`:                  &altcraft.PresentationOptions{},
		`{"token":"t"}`:                   altcraft.ProviderSourceToken{Token: "t"},
		`{"channel":"sms","resource_id":1,"phone":"7","custom_fields":null,"cats":null}`: altcraft.Subscription(altcraft.SMSSubscription{
			ResourceID: 1, Phone: "7",
		}),
	} {
		text, err := json.Marshal(value)
		must(t, err)
		equal(t, string(text), expected)
	}
}

func TestCallCanBeCancelled(t *testing.T) {
	t.Parallel()
	client := spawn(t)
	configure(t, client, "https://platform.example")
	outcome := &altcraft.PushSubscribeOptions{Wait: altcraft.WaitOutcome}

	soon, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err := client.PushSubscribe(soon, outcome)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	canceled, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	_, err = client.PushSubscribe(canceled, outcome)
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if _, err = client.Bridge.Ping(canceled); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	_, err = client.Bridge.Ping(testContext(t))
	must(t, err)
}

func TestCancelledCallIsCancelledAtTheBridge(t *testing.T) {
	fake := startFake(t, map[string]string{"slow": ""})
	warnings := make(chan string, 1)
	client := fake.dial(altcraft.WithCallTimeout(30*time.Millisecond),
		altcraft.WithWarnings(func(message string) { warnings <- message }))

	err := client.Call(context.Background(), "slow", nil, nil)

	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	eventually(t, "the cancellation", func() bool { return len(fake.received("$/cancelRequest")) == 1 })
	equal(t, string(fake.received("$/cancelRequest")[0].Params), `{"id":`+string(fake.received("slow")[0].ID)+`}`)
	equal(t, fake.received("slow")[0].Params, json.RawMessage(nil))
	fake.write(`{"jsonrpc":"2.0","id":`+string(fake.received("slow")[0].ID)+`,"result":1}`, `no message`)
	_, err = client.Bridge.Ping(context.Background())
	must(t, err)
	if warning := <-warnings; !strings.Contains(warning, "invalid message") {
		t.Fatal(warning)
	}
}

func TestErrorThatIsNoObjectFailsItsCall(t *testing.T) {
	t.Parallel()
	fake := startFake(t, map[string]string{"slow": ""})
	client := fake.dial()
	ended := make(chan error, 1)
	go func() { ended <- client.Call(testContext(t), "slow", nil, nil) }()
	eventually(t, "the call", func() bool { return len(fake.received("slow")) == 1 })

	fake.write(`{"jsonrpc":"2.0","id":` + string(fake.received("slow")[0].ID) + `,"error":"broken"}`)

	var failure *altcraft.BridgeError
	if err := <-ended; !errors.As(err, &failure) || !strings.Contains(failure.Message, `"broken"`) {
		t.Fatal(err)
	}
}

func TestHalfALineAtTheEndOfAConnectionIsNoMessage(t *testing.T) {
	t.Parallel()
	fake := startFake(t, map[string]string{"slow": ""})
	warnings := make(chan string, 1)
	client := fake.dial(altcraft.WithWarnings(func(message string) { warnings <- message }))
	ended := make(chan error, 1)
	go func() { ended <- client.Call(testContext(t), "slow", nil, nil) }()
	eventually(t, "the call", func() bool { return len(fake.received("slow")) == 1 })

	_, err := fake.conn.Write([]byte(`{"jsonrpc":"2.0","id":2,"result":"h`))
	must(t, err)
	fake.drop()

	if err := <-ended; !errors.Is(err, altcraft.ErrClosed) {
		t.Fatal(err)
	}
	equal(t, len(warnings), 0)
}

func TestFailedStartIsReportedWithTheReason(t *testing.T) {
	t.Parallel()
	_, err := altcraft.Spawn(testContext(t), altcraft.WithCommand("/nowhere/altcraft-bridge"))
	if !errors.Is(err, altcraft.ErrClosed) || !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	_, err = altcraft.Spawn(testContext(t), altcraft.WithCommand(command(t)),
		altcraft.WithArgs("--limit", "nonsense=1"))
	var closed *altcraft.ClosedError
	if !errors.As(err, &closed) || closed.ExitCode != 64 || !strings.Contains(closed.StderrTail, "nonsense") {
		t.Fatalf("%#v", err)
	}
	_, err = altcraft.Dial(testContext(t), "unix", "/nowhere/s")
	if !errors.Is(err, altcraft.ErrClosed) || altcraft.Retryable(err) {
		t.Fatal(err)
	}
}

// script is a program that is not a bridge.
func script(t testing.TB, text string) altcraft.Option {
	path := filepath.Join(temporaryDirectory(t), "script")
	must(t, os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700))
	return altcraft.WithCommand(path)
}

func TestStartCanBeCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	begun := time.Now()

	_, err := altcraft.Spawn(ctx, script(t, "sleep 60"))

	if !errors.Is(err, context.DeadlineExceeded) || time.Since(begun) > 5*time.Second {
		t.Fatal(err, time.Since(begun))
	}
}

func TestEndOfProcessIsNoticedAlthoughAChildHoldsItsOutput(t *testing.T) {
	t.Parallel()
	_, err := altcraft.Spawn(testContext(t), script(t, "echo the last line >&2; sleep 5 & exit 3"))

	var closed *altcraft.ClosedError
	if !errors.As(err, &closed) || closed.ExitCode != 3 || closed.StderrTail != "the last line" {
		t.Fatal(err)
	}
}

func TestKilledProcessFailsTheCallsInFlight(t *testing.T) {
	t.Parallel()
	client := spawn(t, altcraft.WithoutReconnect())
	configure(t, client, "https://platform.example")
	failure := make(chan error)
	go func() {
		_, err := client.PushSubscribe(context.Background(),
			&altcraft.PushSubscribeOptions{Wait: altcraft.WaitOutcome})
		failure <- err
	}()
	_, err := client.Bridge.Ping(testContext(t))
	must(t, err)

	must(t, syscall.Kill(int(client.Info().PID), syscall.SIGKILL))

	err = <-failure
	var closed *altcraft.ClosedError
	if !errors.As(err, &closed) || closed.Signal != syscall.SIGKILL ||
		!strings.Contains(closed.StderrTail, `"ready":true`) {
		t.Fatal(err)
	}
	if _, err = client.Bridge.Ping(testContext(t)); !errors.Is(err, altcraft.ErrClosed) {
		t.Fatal(err)
	}
}

func TestClosingStopsTheProcessInOrder(t *testing.T) {
	t.Parallel()
	var lines atomic.Int32
	client := spawn(t, altcraft.WithLog(func(string) { lines.Add(1) }))
	pid := int(client.Info().PID)
	group, err := syscall.Getpgid(pid)
	must(t, err)
	equal(t, group, pid)
	configure(t, client, "https://platform.example")
	waiting := make(chan error)
	go func() {
		receipt, err := client.PushSubscribe(context.Background(),
			&altcraft.PushSubscribeOptions{Wait: altcraft.WaitOutcome, RequestID: "waits"})
		if err == nil && receipt.Outcome.State != altcraft.JobStatePending {
			err = fmt.Errorf("state %s", receipt.Outcome.State)
		}
		waiting <- err
	}()
	eventually(t, "the job", func() bool {
		job, err := client.Outbox.Get(testContext(t), "waits")
		return err == nil && job != nil
	})

	must(t, client.Close())

	must(t, <-waiting)
	if err := syscall.Kill(pid, 0); !errors.Is(err, syscall.ESRCH) {
		t.Fatal(err)
	}
	if _, err := client.Bridge.Ping(testContext(t)); !errors.Is(err, altcraft.ErrClosed) {
		t.Fatal(err)
	}
	must(t, client.Close())
	if lines.Load() == 0 {
		t.Fatal("nothing was logged")
	}
}

func TestBridgeThatWasShutDownIsNotRestarted(t *testing.T) {
	t.Parallel()
	client := spawn(t)
	client.OnDisconnect(func(err error) { t.Error(err) })

	must(t, client.Bridge.Shutdown(testContext(t)))

	eventually(t, "its end", func() bool {
		_, err := client.Bridge.Ping(testContext(t))
		return errors.Is(err, altcraft.ErrClosed)
	})
	equal(t, syscall.Kill(int(client.Info().PID), 0), error(syscall.ESRCH))
}

func TestTCPWithToken(t *testing.T) {
	t.Parallel()
	data := filepath.Join(temporaryDirectory(t), "data")
	served := startProgram(t, "serve", "--listen", "127.0.0.1:0", "--require-token", "--data-dir", data)
	address := strings.TrimPrefix(served.ready.Listen[0], "tcp:")

	client, err := altcraft.Dial(testContext(t), "tcp", address,
		altcraft.WithTokenFile(filepath.Join(data, "rpc.token")))
	must(t, err)
	_, err = client.Bridge.Ping(testContext(t))
	must(t, err)
	must(t, client.Close())

	_, err = altcraft.Dial(testContext(t), "tcp", address, altcraft.WithToken("wrong"))
	var unauthorized *altcraft.UnauthorizedError
	if !errors.As(err, &unauthorized) {
		t.Fatal(err)
	}
}

func TestTokenOfTheNextBridgeIsReadAgain(t *testing.T) {
	t.Parallel()
	data := filepath.Join(temporaryDirectory(t), "data")
	args := []string{"serve", "--require-token", "--data-dir", data, "--listen"}
	served := startProgram(t, append(args, "127.0.0.1:0")...)
	address := strings.TrimPrefix(served.ready.Listen[0], "tcp:")
	client, err := altcraft.Dial(testContext(t), "tcp", address,
		altcraft.WithTokenFile(filepath.Join(data, "rpc.token")))
	must(t, err)
	defer client.Close()
	reconnected := make(chan struct{}, 1)
	client.OnReconnect(func(*altcraft.EventPosition) { reconnected <- struct{}{} })

	served.kill()
	startProgram(t, append(args, address)...)

	<-reconnected
	_, err = client.Bridge.Ping(testContext(t))
	must(t, err)
}

func TestInterfaceOfAnotherVersionIsAWarning(t *testing.T) {
	warnings := make(chan string, 2)
	fake := startFake(t, map[string]string{
		"bridge.info": `{"version":"9.9.9","schemaDigest":"sha256:0","news":[1]}`,
	})

	fake.dial(altcraft.WithWarnings(func(message string) { warnings <- message }))

	warning := <-warnings
	if !strings.Contains(warning, "9.9.9") || !strings.Contains(warning, altcraft.InterfaceVersion) {
		t.Fatal(warning)
	}
	equal(t, len(warnings), 0)
}

func TestClientMayBeClosedByAWarning(t *testing.T) {
	t.Parallel()
	fake := startFake(t, map[string]string{"slow": ""})
	closed := make(chan struct{})
	var client *altcraft.Client
	client = fake.dial(altcraft.WithWarnings(func(string) {
		_ = client.Close()
		close(closed)
	}))
	ended := make(chan error, 1)
	go func() { ended <- client.Call(testContext(t), "slow", nil, nil) }()
	eventually(t, "the call", func() bool { return len(fake.received("slow")) == 1 })

	fake.write(`no JSON`)

	select {
	case <-closed:
	case <-time.After(10 * time.Second):
		t.Fatal("Close does not return")
	}
	if err := <-ended; !errors.Is(err, altcraft.ErrClosed) {
		t.Fatal(err)
	}
}

func TestEventsHaveTheirTypesAndAnyEventIsDecoded(t *testing.T) {
	fake := startFake(t, nil)
	client := fake.dial()
	events := make(chan altcraft.Event, 10)
	client.OnEvent(func(event altcraft.Event) { events <- event })
	stop := client.OnEvent(func(event altcraft.Event) { t.Error("a listener that was taken back") })
	stop()

	fake.event(`{"epoch":"e","seq":1,"code":201,"name":"pushToken.changed","value":{"provider":"ios-apns"}}`)
	fake.event(`{"epoch":"e","seq":2,"code":999,"name":"new.one","value":{"a":18446744073709551615}}`)
	fake.event(`{"seq":3,"name":"pushToken.changed","value":"of another form"}`)
	fake.event(`{"seq":"three","name":7}`)
	fake.event(`[]`)
	fake.write(`{"jsonrpc":"2.0","method":"some.notice"}`)
	fake.event(`{"seq":4,"name":"push.foreign","value":null}`)

	equal(t, <-events, altcraft.Event(&altcraft.PushTokenChangedEvent{
		EventInfo: altcraft.EventInfo{Epoch: "e", Seq: 1, Code: 201, Name: "pushToken.changed"},
		Value:     altcraft.ProviderValue{Provider: "ios-apns"},
	}))
	equal(t, <-events, altcraft.Event(&altcraft.UnknownEvent{
		EventInfo: altcraft.EventInfo{Epoch: "e", Seq: 2, Code: 999, Name: "new.one"},
		Value:     map[string]any{"a": json.Number("18446744073709551615")},
	}))
	for expected := 0; expected < 3; expected++ {
		if event, ok := (<-events).(*altcraft.UnknownEvent); !ok {
			t.Fatalf("%#v", event)
		}
	}
	equal(t, (<-events).(*altcraft.PushForeignEvent).Value, (*altcraft.ForeignPushValue)(nil))
}

func TestListenersMayCallTheBridge(t *testing.T) {
	t.Parallel()
	ctx := testContext(t)
	client := spawn(t)
	pongs := make(chan string, 1)
	altcraft.On(client, func(*altcraft.ConfigurationInstalledEvent) {
		pong, _ := client.Bridge.Ping(ctx)
		pongs <- pong
	})
	_, err := client.Events.Subscribe(ctx, &altcraft.EventsSubscribeOptions{
		Codes: []int64{altcraft.CodeConfigurationInstalled},
	})
	must(t, err)

	configure(t, client, "https://platform.example")

	equal(t, <-pongs, "pong")
}

func TestReconnectionRestoresTheState(t *testing.T) {
	fake := startFake(t, map[string]string{
		"events.subscribe": `{"epoch":"e-1","seq":4,"oldest":1,"gap":null}`,
	})
	client := fake.dial()
	ctx := testContext(t)
	disconnected := make(chan error, 1)
	reconnected := make(chan *altcraft.EventPosition, 1)
	client.OnDisconnect(func(err error) { disconnected <- err })
	client.OnReconnect(func(position *altcraft.EventPosition) { reconnected <- position })
	gaps := make(chan altcraft.EventGap, 1)
	client.OnGap(func(gap altcraft.EventGap) { gaps <- gap })
	must(t, client.SetJWTProvider(ctx, altcraft.ProviderSourceToken{Token: "old"}))
	must(t, client.Call(ctx, "nse.setJWTProvider", altcraft.JSONObject{"provider": "callback"}, nil))
	must(t, client.SetAppGroup(ctx, "group"))
	_, err := client.Events.Subscribe(ctx, &altcraft.EventsSubscribeOptions{Codes: []int64{230}})
	must(t, err)
	fake.event(`{"epoch":"e-1","seq":7,"name":"new.one"}`)
	fake.write(`{"jsonrpc":"2.0","method":"events.gap","params":{"epoch":"e-1","from":8,"to":9,"count":2,"reason":"overflow"}}`)
	equal(t, <-gaps, altcraft.EventGap{
		From: 8, To: altcraft.Ptr[int64](9), Count: altcraft.Ptr[int64](2), Reason: altcraft.EventGapReasonOverflow,
	})

	fake.drop()

	if err := <-disconnected; !errors.Is(err, altcraft.ErrClosed) {
		t.Fatal(err)
	}
	equal(t, (<-reconnected).Seq, int64(4))
	equal(t, len(fake.received("nse.setJWTProvider")), 0)
	equal(t, len(fake.received("setJWTProvider")), 1)
	equal(t, string(fake.received("setJWTProvider")[0].Params), `{"provider":"callback"}`)
	// The process is the same one, with its app group.
	equal(t, len(fake.received("setAppGroup")), 0)
	equal(t, string(fake.received("events.subscribe")[0].Params), `{"since":9,"epoch":"e-1","codes":[230]}`)
}

// restartable makes the fake report a new process after a call of restart.
func (f *fakeBridge) restartable(position string) (restart func()) {
	var isRestarted atomic.Bool
	answers := f.answers
	f.answers = func(method string) (string, bool) {
		switch {
		case !isRestarted.Load():
			return answers(method)
		case method == "bridge.info":
			return strings.Replace(fakeInfo, "e-1", "e-2", 1), true
		case method == "events.subscribe":
			return position, true
		}
		return answers(method)
	}
	return func() {
		isRestarted.Store(true)
		f.drop()
	}
}

func TestRestartedProcessGetsTheAppGroupFirst(t *testing.T) {
	fake := startFake(t, nil)
	restart := fake.restartable("")
	client := fake.dial()
	ctx := testContext(t)
	reconnected := make(chan *altcraft.EventPosition, 1)
	client.OnReconnect(func(position *altcraft.EventPosition) { reconnected <- position })
	must(t, client.SetHMSTokenProvider(ctx, altcraft.ProviderSourceCallback))
	must(t, client.NotificationManager.SetPermission(ctx, true))
	must(t, client.SetAppGroup(ctx, "old"))
	must(t, client.Bridge.SetLogLevel(ctx, altcraft.BridgeSetLogLevelInfo))
	must(t, client.Call(ctx, "nse.setAppGroup", altcraft.JSONObject{"groupName": "group"}, nil))
	must(t, client.BackgroundTasks.RegisterBackgroundTask(ctx, nil))

	restart()

	<-reconnected
	equal(t, fake.methods(), []string{
		"bridge.info", "setAppGroup", "setHMSTokenProvider", "notificationManager.setPermission",
		"bridge.setLogLevel", "backgroundTasks.registerBackgroundTask",
	})
	equal(t, string(fake.received("setAppGroup")[0].Params), `{"groupName":"group"}`)
}

func TestCursorIsOneOfTheNewRunAfterARestart(t *testing.T) {
	for name, example := range map[string][2]string{
		"all that is kept of its run follows": {`"seq":9,"oldest":3`, `{"since":2,"epoch":"e-2","codes":null}`},
		"nothing of its run is kept":          {`"seq":9,"oldest":null`, `{"since":9,"epoch":"e-2","codes":null}`},
	} {
		t.Run(name, func(t *testing.T) {
			fake := startFake(t, map[string]string{
				"events.subscribe": `{"epoch":"e-1","seq":4,"oldest":1,"gap":null}`,
			})
			gap := `{"from":5,"to":null,"count":null,"reason":"restart"}`
			restart := fake.restartable(`{"epoch":"e-2",` + example[0] + `,"gap":` + gap + `}`)
			client := fake.dial()
			reconnected := make(chan *altcraft.EventPosition, 1)
			client.OnReconnect(func(position *altcraft.EventPosition) { reconnected <- position })
			_, err := client.Events.Subscribe(testContext(t), nil)
			must(t, err)
			restart()
			<-reconnected

			fake.drop()

			<-reconnected
			equal(t, string(fake.received("events.subscribe")[0].Params), example[1])
		})
	}
}

func TestCancelledSubscriptionStaysCancelled(t *testing.T) {
	fake := startFake(t, map[string]string{
		"events.subscribe": `{"epoch":"e-1","seq":4,"oldest":1,"gap":null}`,
	})
	client := fake.dial()
	reconnected := make(chan *altcraft.EventPosition, 1)
	client.OnReconnect(func(position *altcraft.EventPosition) { reconnected <- position })
	_, err := client.Events.Subscribe(testContext(t), nil)
	must(t, err)
	must(t, client.Events.Unsubscribe(testContext(t)))

	fake.drop()

	equal(t, <-reconnected, (*altcraft.EventPosition)(nil))
	equal(t, len(fake.received("events.subscribe")), 0)
}

func TestRestartedProcessGetsTheStateOfThePreviousOne(t *testing.T) {
	t.Parallel()
	ctx := testContext(t)
	client := spawn(t)
	reconnected := make(chan struct{}, 1)
	client.OnReconnect(func(*altcraft.EventPosition) { reconnected <- struct{}{} })
	must(t, client.SetAppGroup(ctx, "group"))
	must(t, client.SetUserDefaultsValue(ctx, "s", "k", &altcraft.SetUserDefaultsValueOptions{Value: uint64(1 << 63)}))

	must(t, syscall.Kill(int(client.Info().PID), syscall.SIGKILL))

	<-reconnected
	value, err := client.Bridge.GetUserDefaultsValue(ctx, "s", "k")
	must(t, err)
	equal(t, value, any(json.Number("9223372036854775808")))
}

func TestRequestsOfTheBridgeAreAnswered(t *testing.T) {
	fake := startFake(t, nil)
	var isOver atomic.Bool
	client := fake.dial(altcraft.WithCallbacks(altcraft.Callbacks{
		ProviderGetToken: func(ctx context.Context, provider altcraft.Provider) (string, error) {
			if provider == "never" {
				<-ctx.Done()
				isOver.Store(true)
			}
			return string(provider) + "-token", nil
		},
		NotificationManagerOnForegroundNotification: func(
			_ context.Context, request altcraft.NotificationRequest,
		) (*altcraft.PresentationOptions, error) {
			return &altcraft.PresentationOptions{Options: []string{request.Content.Title}}, nil
		},
	}))
	client.Handle(altcraft.Callbacks{
		ProviderGetJWT: func(context.Context, altcraft.ProviderGetJWTReason) (string, error) {
			return "", errors.New("signed out")
		},
	})
	client.HandleFunc("ends.itself", func(context.Context, json.RawMessage) (any, error) {
		runtime.Goexit()
		return nil, nil
	})
	client.HandleFunc("unheard.of", func(context.Context, json.RawMessage) (any, error) {
		return make(chan int), nil
	})
	request := func(id, method, params string) {
		fake.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":"%s","method":"%s","params":%s}`, id, method, params))
	}

	request("never", "provider.getToken", `{"provider":"never"}`)
	for method, example := range map[string][2]string{
		"provider.getToken":                            {`{"provider":"ios-apns"}`, `"ios-apns-token"`},
		"notificationManager.onForegroundNotification": {`{"request":{"content":{"title":"T"}}}`, `{"options":["T"]}`},
		"provider.getJWT":                              {`{"reason":"request"}`, `{"code":-32000,"message":"signed out"}`},
		"provider.deleteToken":                         {`{}`, `{"code":-32000,"message":"no handler for provider.deleteToken"}`},
		"ends.itself":                                  {`{}`, `{"code":-32000,"message":"the handler ended its goroutine"}`},
		"unheard.of":                                   {`{}`, `{"code":-32000,"message":"json: unsupported type: chan int"}`},
	} {
		request(method, method, example[0])
		eventually(t, "an answer to "+method, func() bool {
			for _, answer := range fake.received("") {
				if string(answer.ID) == `"`+method+`"` {
					return string(answer.Result)+string(answer.Error) == example[1]
				}
			}
			return false
		})
	}
	must(t, client.Close())
	eventually(t, "the end of a request", isOver.Load)
}

func TestErrorsHaveTypesAndData(t *testing.T) {
	fake := startFake(t, map[string]string{
		"full": `{"code":-32010,"message":"full","data":{"reason":"outboxFull","retryable":true,"limit":"outboxBytes","max":18446744073709551615,"retryAfterMs":250}}`,
		"new":  `{"code":1,"message":"new","data":{"reason":"unheardOf","retryable":false}}`,
		"bare": `{"code":-32603,"message":"bare"}`,
	})
	client := fake.dial()
	ctx := testContext(t)

	err := client.Call(ctx, "full", nil, nil)
	var full *altcraft.OutboxFullError
	var refused *altcraft.BridgeError
	if !errors.As(err, &full) || !errors.As(err, &refused) {
		t.Fatalf("%T", err)
	}
	equal(t, full.Limit, "outboxBytes")
	equal(t, full.RetryAfterMs, int64(250))
	equal(t, full.Data["max"], any(json.Number("18446744073709551615")))
	equal(t, full.Retryable() && altcraft.Retryable(fmt.Errorf("wrapped: %w", err)), true)
	equal(t, err.Error(), "altcraft: full: full (outboxFull, -32010)")

	err = client.Call(ctx, "new", nil, nil)
	if _, ok := err.(*altcraft.BridgeError); !ok || altcraft.Retryable(err) || errors.As(err, &full) {
		t.Fatalf("%T", err)
	}
	refused = nil
	equal(t, errors.As(client.Call(ctx, "bare", nil, nil), &refused), true)
	equal(t, refused.Code, int64(-32603))
	if err := client.Call(ctx, "bare", make(chan int), nil); err == nil || errors.As(err, &full) {
		t.Fatal(err)
	}
}

func TestLinesMayBeLong(t *testing.T) {
	long := strings.Repeat("é<&>\u2028", 1<<20)
	fake := startFake(t, map[string]string{"long": `"` + long + `"`})
	client := fake.dial()

	var result string
	must(t, client.Call(testContext(t), "long", []string{long}, &result))

	equal(t, result == long, true)
	var params []string
	must(t, json.Unmarshal(fake.received("long")[0].Params, &params))
	equal(t, params[0] == long, true)
}

func TestConcurrentCallsAreAnswered(t *testing.T) {
	t.Parallel()
	client := spawn(t)
	ctx := testContext(t)
	var group sync.WaitGroup
	for caller := 0; caller < 16; caller++ {
		group.Add(1)
		go func(caller int) {
			defer group.Done()
			for call := 0; call < 50; call++ {
				field, err := client.ActionField(ctx, "key", altcraft.ActionFieldActionIncr,
					&altcraft.ActionFieldOptions{Value: caller*1000 + call})
				expected := json.Number(fmt.Sprint(caller*1000 + call))
				if err != nil || field["key"].(map[string]any)["value"] != expected {
					t.Errorf("%v, %v", field, err)
				}
			}
		}(caller)
	}
	group.Wait()
}

// The program at the start of the README, as it stands, in another module.
func TestProgramOfTheREADME(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("README.md")
	must(t, err)
	_, rest, _ := strings.Cut(string(readme), "```go\n")
	program, _, found := strings.Cut(rest, "```")
	equal(t, found, true)
	platform := startProgram(t, "platform").ready.URL
	source, err := filepath.Abs(".")
	must(t, err)
	directory := temporaryDirectory(t)
	for name, text := range map[string]string{
		"go.mod": "module example\n\ngo 1.19\n\nrequire altcraft-bridge.example/go v0.0.0\n\n" +
			"replace altcraft-bridge.example/go => " + source + "\n",
		"main.go": strings.ReplaceAll(program, "https://pxl.example.com", platform),
	} {
		must(t, os.WriteFile(filepath.Join(directory, name), []byte(text), 0o600))
	}

	equal(t, run(t, directory, "go", "run", "."), "delivered\n")
}

// The functions of the README for outcomes: they compile as they stand, and a job that ends is followed.
func TestOutcomesOfTheREADME(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("README.md")
	must(t, err)
	_, section, _ := strings.Cut(string(readme), "## Outcomes\n")
	section, _, _ = strings.Cut(section, "\n## ")
	functions := ""
	for _, block := range strings.Split(section, "```go\n")[1:] {
		code, _, _ := strings.Cut(block, "```")
		functions += code
	}
	source, err := filepath.Abs(".")
	must(t, err)
	directory := temporaryDirectory(t)
	program := `package main

import (
	"context"
	"fmt"
	"os"
	"time"

	altcraft "altcraft-bridge.example/go"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	client, err := altcraft.Spawn(context.Background(), altcraft.WithDataDir("data"))
	check(err)
	defer client.Close()
	check(client.Initialization(ctx, &altcraft.Configuration{APIURL: "http://127.0.0.1:9", RToken: "r"}))
	_, err = client.PushSubscribe(ctx, &altcraft.PushSubscribeOptions{RequestID: "a"})
	check(err)
	check(client.Clear(ctx))
	check(follow(ctx, client, "position"))
	check(client.Initialization(context.Background(), &altcraft.Configuration{APIURL: "http://127.0.0.1:9", RToken: "r"}))
	check(retryRejected(context.Background(), client))
}

` + functions
	for name, text := range map[string]string{
		"go.mod": "module example\n\ngo 1.19\n\nrequire altcraft-bridge.example/go v0.0.0\n\n" +
			"replace altcraft-bridge.example/go => " + source + "\n",
		"main.go": program,
	} {
		must(t, os.WriteFile(filepath.Join(directory, name), []byte(text), 0o600))
	}

	equal(t, run(t, directory, "go", "run", "."), "a cleared\nmap[done:0 matched:0]\n")
	position, err := os.ReadFile(filepath.Join(directory, "position"))
	must(t, err)
	if number, epoch, _ := strings.Cut(string(position), " "); number != "1" || len(epoch) != 8 {
		t.Errorf("the position is %q", position)
	}
}

func TestExampleLogsInAndOutAndSurvivesARestart(t *testing.T) {
	t.Parallel()
	printed := run(t, ".", "go", "run", "./examples/session", startProgram(t, "platform").ready.URL)

	for _, line := range []string{
		"anonymous: delivered", "ann: delivered", "the bridge is back",
		"anonymous again: subscribed", "event: subscribed, HTTP 200", "event: a token of ios-firebase",
	} {
		if !strings.Contains(printed, line+"\n") {
			t.Errorf("%q was not printed:\n%s", line, printed)
		}
	}
}

func run(t testing.TB, directory string, words ...string) string {
	t.Helper()
	program := exec.Command(words[0], words[1:]...)
	program.Dir = directory
	program.Env = append(os.Environ(), "ALTCRAFT_BRIDGE="+command(t))
	output, err := program.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	return string(output)
}

// The cost of a call with the client, and on the same socket without it.
func BenchmarkPing(b *testing.B) {
	directory := temporaryDirectory(b)
	socket := filepath.Join(directory, "run", "s")
	startProgram(b, "serve", "--socket", socket, "--data-dir", filepath.Join(directory, "data"))
	b.Run("client", func(b *testing.B) {
		ctx := testContext(b)
		client, err := altcraft.Dial(ctx, "unix", socket)
		must(b, err)
		defer client.Close()
		b.ResetTimer()
		for index := 0; index < b.N; index++ {
			_, err := client.Bridge.Ping(ctx)
			must(b, err)
		}
	})
	b.Run("socket", func(b *testing.B) {
		conn, err := net.Dial("unix", socket)
		must(b, err)
		defer conn.Close()
		reader := bufio.NewReader(conn)
		b.ResetTimer()
		for index := 0; index < b.N; index++ {
			_, err := conn.Write([]byte(`{"jsonrpc":"2.0","id":1,"method":"bridge.ping"}` + "\n"))
			must(b, err)
			_, err = reader.ReadBytes('\n')
			must(b, err)
		}
	})
}
