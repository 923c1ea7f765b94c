// A host that logs a user in and out as described in the documentation of the SDK, survives a restart
// of the bridge, and prints the events.
//
// It uses the platform at 127.0.0.1:8090 (altcraft-bridge platform --listen 127.0.0.1:8090) or the one given as the
// argument. Run it in clients/go, with altcraft-bridge on the PATH or named by ALTCRAFT_BRIDGE:
//
//	go run ./examples/session
package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"time"

	altcraft "altcraft-bridge.example/go"
)

func main() {
	apiURL := "http://127.0.0.1:8090"
	if len(os.Args) > 1 {
		apiURL = os.Args[1]
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := run(ctx, apiURL); err != nil {
		log.Fatal(err)
	}
}

// session holds the current user.
type session struct{ user atomic.Value }

func (s *session) logIn(user altcraft.JSONObject) { s.user.Store(user) }

// jwt returns the JWT that the server of the host would create for the user.
func (s *session) jwt(context.Context, altcraft.ProviderGetJWTReason) (string, error) {
	matching, err := json.Marshal(s.user.Load())
	if err != nil {
		return "", err
	}
	claims, err := json.Marshal(altcraft.JSONObject{"matching": string(matching)})
	if err != nil {
		return "", err
	}
	text := base64.RawURLEncoding.EncodeToString
	return text([]byte(`{"alg":"none","typ":"JWT"}`)) + "." + text(claims) + ".signature", nil
}

func run(ctx context.Context, apiURL string) error {
	directory, err := os.MkdirTemp("", "altcraft-session-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(directory)
	client, err := altcraft.Spawn(ctx, altcraft.WithDataDir(filepath.Join(directory, "data")))
	if err != nil {
		return err
	}
	defer client.Close()

	var session session
	client.Handle(altcraft.Callbacks{
		ProviderGetJWT: session.jwt,
		ProviderGetToken: func(context.Context, altcraft.Provider) (string, error) {
			return "token-of-this-device", nil
		},
	})
	client.OnEvent(printEvent)
	anonymous := altcraft.JSONObject{"db_id": 1, "matching": "profile_id", "profile_id": "guest-1"}
	session.logIn(anonymous)
	if err := prepare(ctx, client, apiURL); err != nil {
		return err
	}

	// A person without an account uses the app, and is subscribed.
	if err := subscribe(ctx, client, "anonymous"); err != nil {
		return err
	}

	// Ann logs in: the device is handed over to her, or subscribed for her.
	session.logIn(altcraft.JSONObject{
		"db_id": 1, "matching": "email", "email": "ann@example.com",
	})
	if err := handOver(ctx, client, "ann"); err != nil {
		return err
	}

	if err := restart(ctx, client); err != nil {
		return err
	}

	// Ann logs out: the device is handed back to the anonymous user.
	session.logIn(anonymous)
	return handOver(ctx, client, "anonymous again")
}

func prepare(ctx context.Context, client *altcraft.Client, apiURL string) error {
	if err := client.Initialization(ctx, &altcraft.Configuration{APIURL: apiURL}); err != nil {
		return err
	}
	if err := client.SetJWTProvider(ctx, altcraft.ProviderSourceCallback); err != nil {
		return err
	}
	if err := client.SetFCMTokenProvider(ctx, altcraft.ProviderSourceCallback); err != nil {
		return err
	}
	_, err := client.Events.Subscribe(ctx, nil)
	return err
}

func subscribe(ctx context.Context, client *altcraft.Client, who string) error {
	receipt, err := client.PushSubscribe(ctx, &altcraft.PushSubscribeOptions{
		Cats: altcraft.Categories("news"),
		Wait: altcraft.WaitOutcome,
	})
	if err != nil {
		return err
	}
	fmt.Printf("%s: %s\n", who, receipt.Outcome.State)
	return nil
}

// handOver resumes the subscription of the current user, or creates one.
func handOver(ctx context.Context, client *altcraft.Client, who string) error {
	answer, err := client.UnSuspendPushSubscription(ctx)
	if err != nil {
		return err
	}
	if answer == nil || answer.Response == nil || answer.Response.Profile == nil ||
		answer.Response.Profile.Subscription == nil {
		return subscribe(ctx, client, who)
	}
	fmt.Printf("%s: %s\n", who, answer.Response.Profile.Subscription.Status)
	return nil
}

// restart kills the bridge, and waits until it runs again.
func restart(ctx context.Context, client *altcraft.Client) error {
	back := make(chan struct{})
	stop := client.OnReconnect(func(*altcraft.EventPosition) { close(back) })
	defer stop()
	if err := syscall.Kill(int(client.Info().PID), syscall.SIGKILL); err != nil {
		return err
	}
	select {
	case <-back:
		fmt.Println("the bridge is back")
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func printEvent(event altcraft.Event) {
	switch event := event.(type) {
	case *altcraft.PushSubscribeSucceededEvent:
		fmt.Println("event: subscribed, HTTP", event.Value.ResponseWithHTTPCode.HTTPCode)
	case *altcraft.PushTokenChangedEvent:
		fmt.Println("event: a token of", event.Value.Provider)
	case *altcraft.UnknownEvent:
		fmt.Println("event: news from a newer bridge:", event.Name)
	default:
		fmt.Println("event:", event.Info().Code, event.Info().Message)
	}
}
