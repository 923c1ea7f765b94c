package altcraft

import (
	"log"
	"time"
)

// Option says how a bridge is started or connected to, and how the client behaves.
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
	staysAway   bool
}

func newSettings(options []Option) settings {
	s := settings{warn: func(message string) { log.Print("altcraft: " + message) }}
	for _, option := range options {
		option(&s)
	}
	return s
}

// WithCommand names the program to start. By default it is that of the environment variable
// ALTCRAFT_BRIDGE, else altcraft-bridge beside this program, else altcraft-bridge on the PATH.
func WithCommand(path string) Option { return func(s *settings) { s.command = path } }

// WithDataDir says where a process of our own keeps its work.
func WithDataDir(path string) Option { return func(s *settings) { s.dataDir = path } }

// WithArgs gives the process more arguments of altcraft-bridge serve.
func WithArgs(args ...string) Option {
	return func(s *settings) { s.args = append(s.args, args...) }
}

// WithEnv gives the process variables, as NAME=VALUE, beside those of this process.
func WithEnv(variables ...string) Option {
	return func(s *settings) { s.env = append(s.env, variables...) }
}

// WithLog gets each line of the standard error of the process.
func WithLog(log func(line string)) Option { return func(s *settings) { s.log = log } }

// WithToken is for a TCP port that asks for a token.
func WithToken(token string) Option { return func(s *settings) { s.token = token } }

// WithTokenFile is for a TCP port that asks for a token, which is in this file: rpc.token in the
// data directory. It is read at each connection, for each start of the bridge makes a new one.
func WithTokenFile(path string) Option { return func(s *settings) { s.tokenFile = path } }

// WithCallbacks answers questions of the bridge from the start, as Client.Handle does.
func WithCallbacks(callbacks Callbacks) Option {
	return func(s *settings) { s.callbacks = callbacks }
}

// WithWarnings is told what is no error, as an interface of another version. By default it is
// logged by the package log.
func WithWarnings(warn func(message string)) Option { return func(s *settings) { s.warn = warn } }

// WithCallTimeout limits each call whose context has no deadline.
func WithCallTimeout(limit time.Duration) Option {
	return func(s *settings) { s.callTimeout = limit }
}

// WithoutReconnect lets the client end when its connection is lost, or its process has ended.
func WithoutReconnect() Option { return func(s *settings) { s.staysAway = true } }
