<?php

declare(strict_types=1);

namespace Altcraft\Bridge;

/** A connection as lines over streams that never block: those of a process, or a socket. */
final class Transport {
    /** `$input` is the line that has not ended. */
    private string $input = '', $output = '', $log = '';
    private int $written = 0;
    private bool $isFinishing = false;
    public ?BridgeClosedError $end = null;

    /** The pipes are the input and output of the bridge, and the log of the process. `$lines` are the messages that arrived. */
    private function __construct(private array $pipes, private mixed $process = null, private ?\Closure $emit = null, public readonly \SplQueue $lines = new \SplQueue(), private array $status = ['running' => true]) {
        array_map(fn ($pipe) => stream_set_blocking($pipe, false), $pipes);
    }

    /** @param list<string> $command */
    public static function spawn(array $command, ?array $environment, \Closure $emit): self {
        $process = @proc_open($command, [['pipe', 'r'], ['pipe', 'w'], ['pipe', 'w']], $pipes, null, $environment);
        return $process ? new self($pipes, $process, $emit) : throw new BridgeClosedError("cannot start {$command[0]}");
    }

    public static function connect(string $address): self {
        $socket = @stream_socket_client($address, $code, $message, 10);
        return $socket ? new self([$socket, $socket]) : throw new BridgeClosedError("no bridge at $address: $message");
    }

    /** Sends a line, and what is left of those before, as far as the bridge reads it. */
    public function send(string $line = ''): void {
        $this->output .= $line === '' || $this->isFinishing ? '' : "$line\n";
        $count = $this->output === '' || $this->end !== null ? 0 : @fwrite($this->pipes[0], substr($this->output, $this->written, 1 << 16));
        $this->written += $count === false ? strlen($this->output) : $count;
        if (2 * $this->written >= strlen($this->output)) {
            [$this->output, $this->written] = [substr($this->output, $this->written), 0];
        }
        if ($this->isFinishing && $this->output === '' && $this->end === null && is_resource($this->pipes[0])) {
            $this->process === null ? @stream_socket_shutdown($this->pipes[0], STREAM_SHUT_WR) : fclose($this->pipes[0]);
        }
    }

    /** Closes the output after the lines so far. The bridge answers the calls in flight, and ends its output. */
    public function finish(): void {
        $this->isFinishing = true;
        $this->send();
    }

    /** Waits up to that many seconds for a part of a message. Another process may hold the output of one that has ended. */
    public function turn(float $seconds): void {
        $this->status = $this->process === null || !$this->status['running'] ? $this->status : proc_get_status($this->process);
        [$read, $write, $none] = [array_slice($this->pipes, 1), $this->output === '' ? [] : [$this->pipes[0]], []];
        if ($this->end !== null || @stream_select($read, $write, $none, 0, (int) (min($seconds, 0.5) * 1e6)) === false) {
            return;
        }
        $this->send();
        $this->readLog();
        $text = (string) @fread($this->pipes[1], 1 << 16);
        foreach (explode("\n", $text) as $index => $piece) {
            if ($index > 0) {
                $this->input === '' || $this->lines->enqueue($this->input);
                $this->input = '';
            }
            // This appends in place; `.` would copy the line for each piece.
            $this->input .= $piece;
        }
        $text === '' && (!$this->status['running'] || feof($this->pipes[1])) && $this->close();
    }

    private function readLog(): void {
        $text = isset($this->pipes[2]) ? (string) @fread($this->pipes[2], 1 << 16) : '';
        $this->log = substr($this->log . $text, -4096);
        $text === '' || ($this->emit)('log', $text);
    }

    /** Ends the connection. A process that does not end in that many seconds is killed. */
    public function close(float $seconds = 10): void {
        if ($this->end !== null) {
            return;
        }
        $this->end = new BridgeClosedError('the connection to the bridge is lost');
        is_resource($this->pipes[0]) && fclose($this->pipes[0]);
        if ($this->process !== null) {
            for ($end = microtime(true) + $seconds; $this->status['running'] && ($this->status = proc_get_status($this->process))['running']; usleep(2_000)) {
                $this->readLog();
                fread($this->pipes[1], 1 << 16);
                microtime(true) < $end || proc_terminate($this->process, 9);
            }
            $this->readLog();
            [$code, $signal] = $this->status['signaled'] ? [null, $this->status['termsig']] : [$this->status['exitcode'], null];
            $this->end = new BridgeClosedError("the bridge has ended\n{$this->log}", $code, $signal, $this->log);
        }
    }
}

/** The connection is lost, or cannot be opened. The outcome of a call in flight is unknown. */
final class BridgeClosedError extends \RuntimeException {
    public function __construct(string $message, public readonly ?int $exitCode = null, public readonly ?int $signal = null, public readonly string $log = '') {
        parent::__construct($message);
    }
}

/** The time limit of a call has passed. A job that was accepted before continues. */
final class CallTimeoutError extends \RuntimeException {}
