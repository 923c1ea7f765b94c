package altcraft

import (
	"log"
	"time"
)

// Option configures the start of a bridge or the connection to it, and the behavior of the client.
type Option func(*settings)

type settings struct {
	command     string
	dataDir     string
	args        []string
	env         []string
	log         func(line string)
	token       string
	tokenFile   string
	callbacks   Callbacks
	warn        func(message string)
	callTimeout time.Duration
	staysClosed bool
}

func newSettings(options []Option) settings {
	s := settings{warn: func(message string) { log.Print("altcraft: " + message) }}
	for _, option := range options {
		option(&s)
	}
	return s
}

// WithCommand names the program to start. By default it is the one that the environment variable
// ALTCRAFT_BRIDGE names, else altcraft-bridge next to this program, else altcraft-bridge on the PATH.
func WithCommand(path string) Option { return func(s *settings) { s.command = path } }

// WithDataDir sets the data directory of the started bridge.
func WithDataDir(path string) Option { return func(s *settings) { s.dataDir = path } }

// WithArgs adds arguments of altcraft-bridge serve.
func WithArgs(args ...string) Option {
	return func(s *settings) { s.args = append(s.args, args...) }
}

// WithEnv adds environment variables of the process, as NAME=VALUE.
func WithEnv(variables ...string) Option {
	return func(s *settings) { s.env = append(s.env, variables...) }
}

// WithLog receives each line of the standard error of the process.
func WithLog(log func(line string)) Option { return func(s *settings) { s.log = log } }

// WithToken sets the token of a TCP port that requires one.
func WithToken(token string) Option { return func(s *settings) { s.token = token } }

// WithTokenFile names the file with the token of a TCP port that requires one: rpc.token in the data
// directory. It is read for each connection, because each start of the bridge writes a new token.
func WithTokenFile(path string) Option { return func(s *settings) { s.tokenFile = path } }

// WithCallbacks registers handlers of requests of the bridge from the start, like Client.Handle.
func WithCallbacks(callbacks Callbacks) Option {
	return func(s *settings) { s.callbacks = callbacks }
}

// WithWarnings receives problems that are not errors, such as another version of the interface, in
// order with the events. By default the package log logs them.
func WithWarnings(warn func(message string)) Option { return func(s *settings) { s.warn = warn } }

// WithCallTimeout limits each call whose context has no deadline.
func WithCallTimeout(limit time.Duration) Option {
	return func(s *settings) { s.callTimeout = limit }
}

// WithoutReconnect ends the client when its connection is lost or its process ends.
func WithoutReconnect() Option { return func(s *settings) { s.staysClosed = true } }
