package altcraft_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	altcraft "altcraft-bridge.example/go"
)

// command is the bridge that the tests start.
func command(t testing.TB) string {
	t.Helper()
	path := os.Getenv("ALTCRAFT_BRIDGE")
	if path == "" {
		path = "../../.build/debug/altcraft-bridge"
	}
	path, err := filepath.Abs(path)
	must(t, err)
	return path
}

// limits make the bridge retry quickly.
var limits = []string{
	"--limit", "retryFirstSeconds=0.05", "--limit", "retryMaxSeconds=0.2",
	"--limit", "callbackSeconds=1",
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// temporaryDirectory has a path that is short enough for sockets.
func temporaryDirectory(t testing.TB) string {
	t.Helper()
	path, err := os.MkdirTemp("", "altcraft-go-")
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(path) })
	return path
}

func testContext(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// spawn starts a client with its own bridge process.
func spawn(t testing.TB, options ...altcraft.Option) *altcraft.Client {
	t.Helper()
	options = append([]altcraft.Option{
		altcraft.WithCommand(command(t)),
		altcraft.WithDataDir(filepath.Join(temporaryDirectory(t), "data")),
		altcraft.WithArgs(limits...),
	}, options...)
	client, err := altcraft.Spawn(testContext(t), options...)
	must(t, err)
	t.Cleanup(func() { _ = client.Close() })
	return client
}

// program is a program that the test started, with its ready line.
type program struct {
	command *exec.Cmd
	ready   struct {
		URL    string   `json:"url"`
		Listen []string `json:"listen"`
	}
	ended chan struct{}
}

func startProgram(t testing.TB, args ...string) *program {
	t.Helper()
	p := &program{command: exec.Command(command(t), args...), ended: make(chan struct{})}
	stderr, err := p.command.StderrPipe()
	must(t, err)
	must(t, p.command.Start())
	t.Cleanup(p.kill)
	lines := bufio.NewScanner(stderr)
	isReady := false
	for !isReady && lines.Scan() {
		isReady = json.Unmarshal(lines.Bytes(), &p.ready) == nil
	}
	go func() {
		defer close(p.ended)
		for lines.Scan() {
		}
		_ = p.command.Wait()
	}()
	if !isReady {
		t.Fatalf("%v: it has ended", args)
	}
	return p
}

func (p *program) kill() {
	_ = p.command.Process.Kill()
	<-p.ended
}

// eventually waits up to ten seconds for a condition.
func eventually(t testing.TB, what string, isSo func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); {
		if isSo() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("it never happened: %s", what)
}

func parse(t testing.TB, data []byte) any {
	t.Helper()
	var value any
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	must(t, decoder.Decode(&value))
	return value
}

// plain is the value as any JSON.
func plain(t testing.TB, value any) any {
	t.Helper()
	data, err := json.Marshal(value)
	must(t, err)
	return parse(t, data)
}

// isLike reports whether a value has all members of the sample.
func isLike(sample, value any) bool {
	switch sample := sample.(type) {
	case map[string]any:
		object, ok := value.(map[string]any)
		for name, member := range sample {
			other, has := object[name]
			ok = ok && has && isLike(member, other)
		}
		return ok
	case []any:
		list, ok := value.([]any)
		ok = ok && len(list) == len(sample)
		for index := 0; ok && index < len(sample); index++ {
			ok = isLike(sample[index], list[index])
		}
		return ok
	default:
		return reflect.DeepEqual(sample, value)
	}
}

// isOfReason reports whether an error has the type of its reason.
func isOfReason(err error, reason string) bool {
	name := reflect.TypeOf(err).Elem().Name()
	return strings.EqualFold(strings.TrimSuffix(name, "Error"), strings.TrimSuffix(reason, "Error"))
}

// record adds a line to the results, from which the table of capabilities is made.
func record(t testing.TB, result map[string]any) {
	t.Helper()
	folder := os.Getenv("CONFORMANCE_RESULTS")
	if folder == "" {
		return
	}
	flags := os.O_APPEND | os.O_CREATE | os.O_WRONLY
	file, err := os.OpenFile(filepath.Join(folder, "go.jsonl"), flags, 0o644)
	must(t, err)
	defer file.Close()
	must(t, json.NewEncoder(file).Encode(result))
}
