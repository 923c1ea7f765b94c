// Sourcegraph's jsonrpc2 for Go, over standard input and output, a Unix socket, TCP, or WebSocket.
package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"

	"github.com/gorilla/websocket"
	"github.com/sourcegraph/jsonrpc2"
	jsonrpc2ws "github.com/sourcegraph/jsonrpc2/websocket"
)

var events = make(chan struct{}, 100)
var answers = make(chan string, 1)

// with: begin
type pipes struct {
	io.Reader
	io.WriteCloser
}

func open(place string) (jsonrpc2.ObjectStream, error) {
	if strings.HasPrefix(place, "ws:") {
		token, err := os.ReadFile(os.Getenv("TOKEN"))
		if err != nil {
			return nil, err
		}
		dialer := websocket.Dialer{
			Subprotocols: []string{"altcraft-bridge.v1", "altcraft-bridge.token." + strings.TrimSpace(string(token))},
		}
		connection, _, err := dialer.Dial(place+"/rpc", nil)
		if err != nil {
			return nil, err
		}
		return jsonrpc2ws.NewObjectStream(connection), nil
	}
	stream, err := openStream(place)
	if err != nil {
		return nil, err
	}
	return jsonrpc2.NewBufferedStream(stream, jsonrpc2.VSCodeObjectCodec{}), nil
}

func openStream(place string) (io.ReadWriteCloser, error) {
	switch {
	case place == "stdio":
		bridge := exec.Command(os.Getenv("BRIDGE"), "serve", "--data-dir", os.Getenv("DATA"))
		input, err := bridge.StdinPipe()
		if err != nil {
			return nil, err
		}
		output, err := bridge.StdoutPipe()
		if err != nil {
			return nil, err
		}
		return pipes{output, input}, bridge.Start()
	case strings.HasPrefix(place, "/"):
		return net.Dial("unix", place)
	default:
		return net.Dial("tcp", "127.0.0.1:"+place)
	}
}

func handle(_ context.Context, _ *jsonrpc2.Conn, request *jsonrpc2.Request) (any, error) {
	if request.Notif {
		events <- struct{}{}
		return nil, nil
	}
	return <-answers, nil
}

func connect(place string) (*jsonrpc2.Conn, error) {
	stream, err := open(place)
	if err != nil {
		return nil, err
	}
	return jsonrpc2.NewConn(context.Background(), stream, jsonrpc2.HandlerWithError(handle)), nil
}

// with: end

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func code(err error) int64 {
	if failure, ok := err.(*jsonrpc2.Error); ok {
		return failure.Code
	}
	return 0
}

func main() {
	background := context.Background()
	answers <- "token-1"
	bridge, err := connect(os.Getenv("PLACE"))
	must(err)
	var pong string
	must(bridge.Call(background, "bridge.ping", nil, &pong))
	fmt.Println("call")
	must(bridge.Call(background, "setFCMTokenProvider", map[string]string{"provider": "callback"}, nil))
	var token struct{ Token string }
	must(bridge.Call(background, "getPushToken", nil, &token))
	if token.Token == "token-1" {
		fmt.Println("callback")
	}
	must(bridge.Call(background, "events.subscribe", nil, nil))
	if err := bridge.Call(background, "pushSubscribe", nil, nil); code(err) != 501 {
		panic(err)
	}
	<-events
	fmt.Println("events")
	var calls []jsonrpc2.Waiter
	for i := 0; i < 1000; i++ {
		call, err := bridge.DispatchCall(background, "bridge.ping", nil)
		must(err)
		calls = append(calls, call)
	}
	for _, call := range calls {
		must(call.Wait(background, &pong))
	}
	fmt.Println("pipelined")
	id := jsonrpc2.ID{Str: "cancelled", IsString: true}
	call, err := bridge.DispatchCall(background, "getPushToken", nil, jsonrpc2.PickID(id))
	must(err)
	must(bridge.Notify(background, "$/cancelRequest", map[string]any{"id": id}))
	answers <- ""
	if err := call.Wait(background, nil); code(err) != -32800 {
		panic(err)
	}
	fmt.Println("cancel")
}
