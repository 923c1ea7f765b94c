package altcraft

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"altcraft-bridge.example/go/internal/program"
)

// stream is a bidirectional stream to the bridge.
type stream interface {
	io.Reader
	io.Writer

	// tryWrite writes without blocking, and returns the number of bytes written.
	tryWrite(data []byte) int

	// closeWrite closes the write side.
	closeWrite()

	// kill ends the stream immediately.
	kill()

	// wait is called at the end of input, and returns the reason.
	wait() *ClosedError
}

// exitTimeout is the time that the bridge may take to exit by itself.
const exitTimeout = 6 * time.Second

// socket is a connection to a running bridge.
type socket struct{ net.Conn }

func dial(ctx context.Context, network, address string) (stream, error) {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, network, address)
	if err != nil {
		return nil, &ClosedError{
			Message: "the bridge cannot be reached", ExitCode: -1, Cause: err,
		}
	}
	return socket{conn}, nil
}

func (s socket) tryWrite(data []byte) int {
	conn, ok := s.Conn.(syscall.Conn)
	if !ok {
		return 0
	}
	return tryWrite(conn, data)
}

func (s socket) closeWrite() {
	if half, ok := s.Conn.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
}

func (s socket) kill() { _ = s.Close() }

func (s socket) wait() *ClosedError {
	_ = s.Close()
	return &ClosedError{Message: "the connection to the bridge has ended", ExitCode: -1}
}

// tryWrite needs a nonblocking descriptor. It leaves errors to Write, which fails again.
func tryWrite(conn syscall.Conn, data []byte) (written int) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return 0
	}
	_ = raw.Write(func(descriptor uintptr) bool {
		written, err = syscall.Write(int(descriptor), data)
		return true
	})
	if err != nil || written < 0 {
		return 0
	}
	return written
}

// process is a child process with its standard input and output.
type process struct {
	command *exec.Cmd
	stdin   *os.File
	stdout  *os.File
	stderr  *os.File
	tail    tail

	// Closed at the end of the standard error.
	logged chan struct{}

	// Closed when the process has ended.
	exited chan struct{}
}

func start(options settings) (stream, error) {
	path, err := program.Find(options.command)
	if err != nil {
		return nil, cannotStart(err)
	}
	args := append([]string{"serve", "--stdio"}, options.args...)
	if options.dataDir != "" {
		args = append(args, "--data-dir", options.dataDir)
	}
	p := &process{
		command: exec.Command(path, args...),
		logged:  make(chan struct{}), exited: make(chan struct{}),
	}
	p.command.Env = append(os.Environ(), options.env...)
	// Its own process group: an interrupt from the keyboard is handled by this process.
	p.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := p.start(); err != nil {
		return nil, cannotStart(err)
	}
	go p.readLog(options.log)
	go p.await()
	return p, nil
}

func cannotStart(err error) error {
	return &ClosedError{Message: "the bridge cannot be started", ExitCode: -1, Cause: err}
}

// start starts the process on pipes that are files, so that its end is visible while a child of it
// still holds them open.
func (p *process) start() error {
	var theirs [3]*os.File
	var err error
	open := func(reader, writer **os.File) {
		if err == nil {
			*reader, *writer, err = os.Pipe()
		}
	}
	open(&theirs[0], &p.stdin)
	open(&p.stdout, &theirs[1])
	open(&p.stderr, &theirs[2])
	if err == nil {
		p.command.Stdin, p.command.Stdout, p.command.Stderr = theirs[0], theirs[1], theirs[2]
		err = p.command.Start()
	}
	for _, file := range theirs {
		_ = file.Close()
	}
	if err != nil {
		p.closeAll()
	}
	return err
}

func (p *process) closeAll() {
	for _, file := range []*os.File{p.stdin, p.stdout, p.stderr} {
		_ = file.Close()
	}
}

func (p *process) readLog(log func(line string)) {
	defer close(p.logged)
	reader := bufio.NewReader(p.stderr)
	for {
		text, err := reader.ReadString('\n')
		if line := strings.TrimRight(text, "\r\n"); line != "" {
			p.tail.add(line)
			if log != nil {
				log(line)
			}
		}
		if err != nil {
			return
		}
	}
}

// await reads the remaining output for a moment after the process has ended.
func (p *process) await() {
	_ = p.command.Wait()
	soon := time.Now().Add(time.Second)
	_ = p.stdout.SetReadDeadline(soon)
	_ = p.stderr.SetReadDeadline(soon)
	close(p.exited)
}

func (p *process) Read(buffer []byte) (int, error) { return p.stdout.Read(buffer) }

func (p *process) Write(data []byte) (int, error) { return p.stdin.Write(data) }

func (p *process) tryWrite(data []byte) int { return tryWrite(p.stdin, data) }

func (p *process) closeWrite() { _ = p.stdin.Close() }

func (p *process) kill() {
	select {
	case <-p.exited:
	default:
		_ = syscall.Kill(-p.command.Process.Pid, syscall.SIGKILL)
	}
}

func (p *process) wait() *ClosedError {
	_ = p.stdin.Close()
	timer := time.AfterFunc(exitTimeout, p.kill)
	<-p.exited
	timer.Stop()
	<-p.logged
	p.closeAll()
	failure := &ClosedError{ExitCode: p.command.ProcessState.ExitCode(), StderrTail: p.tail.text()}
	how := fmt.Sprintf("status %d", failure.ExitCode)
	if status, ok := p.command.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		failure.Signal = status.Signal()
		how = "signal " + failure.Signal.String()
	}
	failure.Message = "the bridge has ended with " + how
	return failure
}

// tail is the last part of the standard error of a process.
type tail struct{ lines []string }

func (t *tail) add(line string) {
	t.lines = append(t.lines, line)
	if len(t.lines) > 20 {
		t.lines = t.lines[1:]
	}
}

func (t *tail) text() string {
	text := strings.Join(t.lines, "\n")
	if len(text) > 4096 {
		text = strings.ToValidUTF8(text[len(text)-4096:], "")
	}
	return text
}
