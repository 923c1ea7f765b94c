package altcrafttest_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	altcraft "altcraft-bridge.example/go"
	"altcraft-bridge.example/go/altcrafttest"
)

// killed is the argument with which these tests start a process that they kill.
const killed = "killed"

func TestMain(m *testing.M) {
	if os.Getenv("ALTCRAFT_BRIDGE") == "" {
		path, err := filepath.Abs("../../../.build/debug/altcraft-bridge")
		if err != nil {
			panic(err)
		}
		os.Setenv("ALTCRAFT_BRIDGE", path)
	}
	if len(os.Args) == 2 && os.Args[1] == killed {
		fmt.Println(altcrafttest.StartPlatform(&trial{}).URL)
		select {}
	}
	os.Exit(m.Run())
}

// trial is a test whose failure is expected.
type trial struct {
	testing.TB
	failure  string
	cleanups []func()
}

func (t *trial) Helper()                           {}
func (t *trial) Cleanup(body func())               { t.cleanups = append(t.cleanups, body) }
func (t *trial) Fatal(args ...any)                 { t.failure = fmt.Sprint(args...); runtime.Goexit() }
func (t *trial) Fatalf(format string, args ...any) { t.Fatal(fmt.Sprintf(format, args...)) }

// failure returns the message with which the body ends its test.
func failure(body func(t testing.TB)) string {
	var t trial
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			for _, cleanup := range t.cleanups {
				cleanup()
			}
		}()
		body(&t)
	}()
	<-done
	return t.failure
}

func equal(t testing.TB, found, expected any) {
	t.Helper()
	if !reflect.DeepEqual(found, expected) {
		t.Fatalf("%#v, not %#v", found, expected)
	}
}

// send sends an event about a push, as the bridge does; returns the status and the body.
func send(p *altcrafttest.SimulatedPlatform, event, requestID string) (int, string, error) {
	body := strings.NewReader(`{"smid":"m-1","time":1700000000}`)
	request, err := http.NewRequest("POST", p.URL+"/event/push/"+event+"?matching_mode=email", body)
	if err != nil {
		return 0, "", err
	}
	request.GetBody = nil // The transport would send it again.
	jwt := altcrafttest.JWT(altcrafttest.Claims{DBID: 1, Email: "ann@example.com"})
	request.Header.Set("Authorization", "Bearer "+jwt)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Request-ID", requestID)
	answer, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(data), err
}

func status(t testing.TB, p *altcrafttest.SimulatedPlatform, event, requestID string) int {
	t.Helper()
	status, _, err := send(p, event, requestID)
	equal(t, err, nil)
	return status
}

func opens(p *altcrafttest.SimulatedPlatform) (counts []int) {
	for _, message := range p.State().PushEvents {
		counts = append(counts, message.Open)
	}
	return counts
}

func TestAnswersAreReplacedForAsManyRequestsAsTheTestSays(t *testing.T) {
	p := altcrafttest.StartPlatform(t)
	p.Fail(
		altcrafttest.Fault{Path: "/event/push/delivery", Status: 500},
		altcrafttest.Fault{Path: "/event/*", Method: "POST", Times: 1, Status: 503, Body: 1 << 60},
		altcrafttest.Fault{RequestID: "other", Nth: 1, Redirect: "http://127.0.0.1:9/"},
	)

	first, body, err := send(p, "open", "r")
	equal(t, err, nil)
	equal(t, body, fmt.Sprint(1<<60))
	equal(t, []int{first, status(t, p, "open", "r"), status(t, p, "open", "other")}, []int{503, 200, 307})
	equal(t, []int{status(t, p, "delivery", "r"), status(t, p, "delivery", "r")}, []int{500, 500})
	equal(t, opens(p), []int{1})
}

func TestPlatformFailsInEachWay(t *testing.T) {
	p := altcrafttest.StartPlatform(t)
	for _, example := range []struct {
		fault    altcrafttest.Fault
		executed []int
	}{
		{altcrafttest.Fault{Drop: "before"}, nil}, {altcrafttest.Fault{Drop: "after"}, []int{1}},
		{altcrafttest.Fault{TruncateBody: altcraft.Ptr(0)}, []int{1}},
	} {
		p.Reset()
		example.fault.Times = 1
		p.Fail(example.fault)

		if _, _, err := send(p, "open", "r"); err == nil {
			t.Errorf("%+v: no error", example.fault)
		}
		equal(t, opens(p), example.executed)
		equal(t, status(t, p, "open", "r"), 200)
	}
}

func TestPlatformAnswersLateOrNever(t *testing.T) {
	p := altcrafttest.StartPlatform(t)
	p.Fail(
		altcrafttest.Fault{Path: "/event/push/delivery", Delay: 200 * time.Millisecond},
		altcrafttest.Fault{Path: "/event/push/open", Hang: true},
	)
	begin := time.Now()
	equal(t, status(t, p, "delivery", "r"), 200)
	if took := time.Since(begin); took < 190*time.Millisecond {
		t.Errorf("it took %v", took)
	}

	over := make(chan error)
	go func() {
		_, _, err := send(p, "open", "r")
		over <- err
	}()
	found := p.WaitForRequests(1, altcrafttest.Match{Path: "/event/push/open"}, 10*time.Second)
	p.Stop()

	equal(t, found[0].Fault, altcraft.JSONObject{"hang": true})
	equal(t, found[0].Status, 0)
	if err := <-over; err == nil {
		t.Error("it was answered")
	}
}

func TestRequestsAreWaitedForAndNamedIfTheyAreTooFew(t *testing.T) {
	p := altcrafttest.StartPlatform(t)
	errors := make(chan error, 2)
	for _, id := range []string{"a", "b"} {
		go func(id string) {
			_, _, err := send(p, "open", id)
			errors <- err
		}(id)
	}
	equal(t, len(p.WaitForRequests(2, altcrafttest.Match{Method: "POST"}, 10*time.Second)), 2)
	equal(t, []error{<-errors, <-errors}, []error{nil, nil})
	status(t, p, "delivery", "a")

	repeated := p.Requests(altcrafttest.Match{RequestID: "a"})
	equal(t, []int{repeated[0].Attempt, repeated[1].Attempt}, []int{1, 2})
	equal(t, repeated[1].Body.(altcraft.JSONObject)["time"], json.Number("1700000000"))
}

func TestTooFewRequestsEndTheTestWithTheirNames(t *testing.T) {
	var arrived error
	failed := failure(func(t testing.TB) {
		p := altcrafttest.StartPlatform(t)
		_, _, arrived = send(p, "open", "a")
		p.WaitForRequests(2, altcrafttest.Match{RequestID: "a"}, 10*time.Millisecond)
	})

	equal(t, arrived, nil)
	equal(t, failed, "1 of 2 requests arrived within 10ms\nPOST /event/push/open a: 200")
}

func TestScriptChangesTheSettingsAndResetRemovesEverything(t *testing.T) {
	p := altcrafttest.StartPlatform(t)
	p.Script(altcraft.JSONObject{"rules": []altcraft.JSONObject{
		{"times": 1, "fault": altcraft.JSONObject{"status": 503}},
	}})

	equal(t, []int{status(t, p, "open", "r"), status(t, p, "open", "r")}, []int{503, 200})
	p.Reset()

	equal(t, opens(p), []int(nil))
	equal(t, p.Requests(altcrafttest.Match{}), []altcrafttest.Request{})
}

func TestPushIsSentReceivedOnceInItsOrderTakenAndCounted(t *testing.T) {
	ctx, p := context.Background(), altcrafttest.StartPlatform(t)
	client, err := altcraft.Spawn(ctx, altcraft.WithDataDir(t.TempDir()+"/data"))
	equal(t, err, nil)
	defer client.Close()
	configuration := altcraft.Configuration{APIURL: p.URL, RToken: "r"}
	equal(t, client.Initialization(ctx, &configuration), nil)
	_, err = client.SetPushToken(ctx, "ios-apns", "a b&c", nil)
	equal(t, err, nil)
	_, err = client.PushSubscribe(ctx, &altcraft.PushSubscribeOptions{Wait: altcraft.WaitOutcome})
	equal(t, err, nil)

	id, pushes := p.SendPush(altcrafttest.Campaign{
		Message: altcraft.JSONObject{"title": "First"}, Structure: altcraft.ParsedPushStructureAPNS,
		Audience: altcraft.JSONObject{"token": "a b&c"},
	})
	p.SendPush(altcrafttest.Campaign{Message: altcraft.JSONObject{"title": "Second"}})
	received := p.WaitForPush("a b&c", 10*time.Second)
	shown, err := client.TakePush(ctx, received.Message)
	equal(t, err, nil)
	delivered := p.WaitForRequests(
		1, altcrafttest.Match{Path: "/event/push/delivery"}, 10*time.Second)[0]

	equal(t, []any{received.Campaign, pushes}, []any{id, 1})
	equal(t, shown.Title, "First")
	equal(t, shown.UID, delivered.Body.(altcraft.JSONObject)["smid"])
	second, err := client.ParsePush(ctx, p.WaitForPush("a b&c", 10*time.Second).Message)
	equal(t, err, nil)
	equal(t, second.Title, "Second")
	equal(t, failure(func(t testing.TB) {
		altcrafttest.StartPlatform(t).WaitForPush("t", time.Millisecond)
	}), "no push arrived within 1ms")
}

func TestUnknownFaultIsRefusedInTheWordsOfThePlatform(t *testing.T) {
	for _, example := range []struct {
		fault    altcrafttest.Fault
		expected string
	}{
		{altcrafttest.Fault{Times: 1}, "POST /__script: script $.rules[0].fault: must have one of"},
		{altcrafttest.Fault{Drop: "later"}, "must be one of before, after"},
	} {
		failed := failure(func(t testing.TB) { altcrafttest.StartPlatform(t).Fail(example.fault) })
		if !strings.Contains(failed, example.expected) {
			t.Error(failed)
		}
	}
}

func TestPlatformThatCannotStartEndsTheTestWithTheReason(t *testing.T) {
	address := strings.TrimPrefix(altcrafttest.StartPlatform(t).URL, "http://")
	taken := failure(func(t testing.TB) { altcrafttest.StartPlatform(t, "--listen", address) })
	t.Setenv("ALTCRAFT_BRIDGE", "/none")
	missing := failure(func(t testing.TB) { altcrafttest.StartPlatform(t) })

	if !strings.Contains(taken, address+" is already in use") ||
		!strings.Contains(missing, "cannot be started: fork/exec /none: no such file") {
		t.Error(taken, missing)
	}
}

func isOver(url string) bool {
	answer, err := http.Get(url + "/__state")
	if err == nil {
		_ = answer.Body.Close()
	}
	return err != nil
}

func TestPlatformEndsWithStopWithItsTestAndWithAKilledProcess(t *testing.T) {
	p := altcrafttest.StartPlatform(t)
	p.Stop()
	p.Stop()
	equal(t, isOver(p.URL), true)
	var url string
	failed := failure(func(t testing.TB) {
		url = altcrafttest.StartPlatform(t).URL
		t.Fatalf("over: %v", isOver(url))
	})
	equal(t, failed, "over: false")
	equal(t, isOver(url), true)

	test := exec.Command(os.Args[0], killed)
	output, err := test.StdoutPipe()
	equal(t, err, nil)
	equal(t, test.Start(), nil)
	url, err = bufio.NewReader(output).ReadString('\n')
	equal(t, err, nil)
	url = strings.TrimSpace(url)
	equal(t, isOver(url), false)
	equal(t, test.Process.Kill(), nil)
	_ = test.Wait()

	for end := time.Now().Add(20 * time.Second); !isOver(url); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it runs on")
		}
	}
}

// The test of a lost answer in the README, as it stands, in another module.
func TestLostAnswerOfTheREADME(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	equal(t, err, nil)
	_, section, _ := strings.Cut(string(readme), "## Testing a host\n")
	_, section, _ = strings.Cut(section, "```go\n")
	program, _, isFound := strings.Cut(section, "```")
	equal(t, isFound, true)
	source, err := filepath.Abs("..")
	equal(t, err, nil)
	directory := t.TempDir()
	run := func(program string) (string, error) {
		for name, text := range map[string]string{
			"go.mod": "module example\n\ngo 1.19\n\nrequire altcraft-bridge.example/go v0.0.0\n\n" +
				"replace altcraft-bridge.example/go => " + source + "\n",
			"host_test.go": program,
		} {
			equal(t, os.WriteFile(filepath.Join(directory, name), []byte(text), 0o600), nil)
		}
		test := exec.Command("go", "test", "-vet=all", ".")
		test.Dir = directory
		output, err := test.CombinedOutput()
		return string(output), err
	}

	output, err := run(program)
	if err != nil {
		t.Fatal(output)
	}
	without := strings.NewReplacer(`Drop: "after"`, "Delay: 1e6", "10*time.Second", "time.Second/10")
	output, err = run(without.Replace(program))
	if err == nil || !strings.Contains(output, "1 of 2 requests arrived within 100ms") {
		t.Fatal(output)
	}
}
