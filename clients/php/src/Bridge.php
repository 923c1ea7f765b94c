<?php

declare(strict_types=1);

namespace Altcraft\Bridge;

foreach (['Connection', 'generated/Schema', 'generated/Values', 'generated/Types', 'generated/Errors', 'generated/Events', 'generated/Callbacks', 'generated/Methods'] as $file) {
    require_once __DIR__ . "/$file.php";
}

/** A call in progress. */
final class Call {
    public bool $isDone = false;
    public mixed $result = null;
    public ?\Throwable $error = null;

    public function __construct(public readonly int $id, public readonly string $method, public readonly \stdClass $params) {}

    public function settle(mixed $result, ?\Throwable $error): void {
        [$this->isDone, $this->result, $this->error] = [true, $result, $error];
    }
}

/**
 * The client. It has no thread: it deals with events and with requests of the bridge while a call waits, and in run().
 * A handler runs in a fiber, and may make calls, and wait by run().
 */
final class Bridge extends Methods {
    use Callbacks;

    // Calls that are repeated in this order on each connection; the first ones only for a new process.
    private const OF_PROCESS = ['setAppGroup', 'notificationManager.setPermission', 'backgroundTasks.registerBackgroundTask', 'bridge.setLogLevel'];
    private const REPEATED = [...self::OF_PROCESS, 'setJWTProvider', 'setAPNSTokenProvider', 'setFCMTokenProvider', 'setHMSTokenProvider',
        'notificationManager.setCustomPushProcessing', 'notificationManager.setCustomClickProcessing', 'events.subscribe', 'outcomes.subscribe'];

    public BridgeInfo $info;
    private Transport $transport;
    /** The calls in flight, the handlers that run, and the parameters of calls to repeat; those of subscriptions have their positions. */
    private array $calls = [], $fibers = [], $registrations = [], $handlers = [];
    private int $lastId = 0;
    private float $reopensAt = INF, $pause = 0.1;
    private bool $isOpen = false, $isEmitting = false;

    private function __construct(private \Closure $opener, private ?\Closure $token, private bool $reconnects, private ?\Closure $onWarning,
        private array $listeners = [], private \SplQueue $emissions = new \SplQueue()) {
        parent::__construct($this);
        $this->open();
        $this->isOpen = true;
    }

    /** Starts the bridge as a child process. The command is that of ALTCRAFT_BRIDGE, or the one on the PATH. */
    public static function spawn(string $dataDir, ?string $command = null, array $args = [], ?array $env = null, bool $reconnects = true, ?\Closure $onWarning = null, ?\Closure $onLog = null): self {
        $line = [$command ?? (getenv('ALTCRAFT_BRIDGE') ?: 'altcraft-bridge'), 'serve', '--stdio', '--parent-pid', (string) getmypid(), '--data-dir', $dataDir, ...$args];
        return new self(fn (\Closure $emit) => Transport::spawn($line, $env, $emit), null, $reconnects, $onWarning, ['log' => array_filter([$onLog])]);
    }

    /** Connects to `unix:///PATH` or `tcp://127.0.0.1:PORT`. The token, or its file, is needed for a port only. */
    public static function connect(string $address, ?string $token = null, ?string $tokenFile = null, bool $reconnects = true, ?\Closure $onWarning = null): self {
        $read = $token === null && $tokenFile === null ? null : fn () => $token ?? trim((string) @file_get_contents($tokenFile));
        return new self(fn () => Transport::connect($address), $read, $reconnects, $onWarning);
    }

    private function open(): void {
        $this->transport = ($this->opener)($this->emit(...));
        $this->token === null || $this->call('bridge.authenticate', ['token' => ($this->token)()], 30);
        $this->info = Record::read($this->call('bridge.info', [], 30), 'BridgeInfo');
        $this->info->schemaDigest === Schema::DIGEST || $this->warn("the bridge has another version of the interface: {$this->info->version}");
    }

    public function call(string $method, array|\stdClass $params = [], ?float $timeout = null): mixed {
        return $this->await($this->begin($method, $params), $timeout);
    }

    /** Makes a call without waiting for it. */
    public function begin(string $method, array|\stdClass $params = []): Call {
        microtime(true) < $this->reopensAt || $this->reopen();
        $call = new Call(++$this->lastId, $method, (object) $params);
        $line = Json::encode(['jsonrpc' => '2.0', 'id' => $call->id, 'method' => $method, 'params' => $call->params]);
        $max = $this->info->limits->frameBytes ?? PHP_INT_MAX;
        $data = (object) ['reason' => 'tooLarge', 'retryable' => false, 'limit' => 'frameBytes', 'max' => $max];
        $error = strlen($line) > $max ? new TooLargeError(-32003, "the limit frameBytes of $max bytes is exceeded", $data) : $this->transport->end;
        $error === null ? $this->transport->send($line) : $call->settle(null, $error);
        return $call->isDone ? $call : $this->calls[$call->id] = $call;
    }

    /** Returns the result of a call. After a time limit the call is cancelled. */
    public function await(Call $call, ?float $timeout = null): mixed {
        if (!$this->waitUntil(fn () => $call->isDone, $timeout)) {
            $this->cancel($call);
            throw new CallTimeoutError("{$call->method}: no answer within $timeout s");
        }
        return $call->error === null ? $call->result : throw $call->error;
    }

    public function cancel(Call $call): void {
        if (isset($this->calls[$call->id])) {
            unset($this->calls[$call->id]);
            $this->transport->send(Json::encode(['jsonrpc' => '2.0', 'method' => '$/cancelRequest', 'params' => ['id' => $call->id]]));
            $call->settle(null, new CallTimeoutError("{$call->method}: cancelled"));
        }
    }

    /** Deals with events and requests for that many seconds. In a handler, other calls and handlers continue meanwhile. */
    public function run(float $seconds): void {
        $this->waitUntil(fn () => false, $seconds);
    }

    /** Returns false if the condition is not met in time. */
    public function waitUntil(\Closure $isMet, ?float $seconds = null): bool {
        for ($end = microtime(true) + ($seconds ?? INF); !$isMet(); $isInFiber ? \Fiber::suspend() : $this->turn(max(0, $end - microtime(true)))) {
            if (microtime(true) >= $end) {
                return false;
            }
            $isInFiber = in_array(\Fiber::getCurrent(), $this->fibers, true);
        }
        return true;
    }

    /** Registers the handler of a request of the bridge. It gets the parameters in the order of the interface. */
    public function handle(string $name, callable $handler): static {
        $this->handlers[$name] = $handler;
        return $this;
    }

    /** Registers a listener of an event by name, or of `*`, `unknown`, `gap`, `outcome`, `disconnected`, `reconnected`, `closed`. */
    public function on(string $kind, callable $listener): static {
        $this->listeners[$kind][] = $listener;
        return $this;
    }

    /**
     * Yields each outcome after that number of that epoch, and a gap for those that are no longer kept, with the reason
     * `rolledBack` if the position is not of this data directory: then all kept ones follow. Ends with the client.
     */
    public function outcomeStream(?int $after = null, ?string $epoch = null): \Generator {
        $items = new \SplQueue();
        $mine = ['outcome' => $items->enqueue(...), 'outcomesGap' => $items->enqueue(...), 'closed' => fn () => $items->enqueue(null)];
        array_map($this->on(...), array_keys($mine), $mine);
        try {
            $this->outcomes->subscribe($after, $epoch);
            while ($this->waitUntil(fn () => !$items->isEmpty()) && ($item = $items->dequeue()) !== null) {
                yield $item;
            }
        } finally {
            $isOther = fn ($listener) => !in_array($listener, $mine, true);
            $this->listeners = array_map(fn ($listeners) => array_values(array_filter($listeners, $isOther)), $this->listeners);
            unset($this->registrations['outcomes.subscribe']);
            $this->transport->end === null && $this->begin('outcomes.unsubscribe');
        }
    }

    /** Ends the connection; the bridge answers the calls in flight first. */
    public function close(): void {
        [$this->reconnects, $this->isOpen, $this->reopensAt] = [false, false, INF];
        $this->transport->finish();
        for ($end = microtime(true) + 6; $this->transport->end === null && microtime(true) < $end; $this->turn(0.1));
        $this->transport->close(0);
        $this->lost($this->transport->end);
        $this->emit('closed', null);
    }

    private function warn(string $message): void {
        try {
            $this->onWarning === null ? error_log("altcraft-bridge: $message") : ($this->onWarning)($message);
        } catch (\Throwable $error) {
            error_log("altcraft-bridge: $message; onWarning failed: {$error->getMessage()}");
        }
    }

    /** Calls the listeners. Events that a listener causes by its calls follow, so that all get the events in order. */
    private function emit(string $kind, mixed $item): void {
        array_map(fn ($listener) => $this->emissions->enqueue([$kind, $item, $listener]), $this->listeners[$kind] ?? []);
        $this->listeners = $kind === 'closed' ? [] : $this->listeners;
        while (!$this->isEmitting && !$this->emissions->isEmpty()) {
            [$kind, $item, $listener] = $this->emissions->dequeue();
            try {
                $this->isEmitting = true;
                $listener($item);
            } catch (\Throwable $error) {
                $this->warn("a listener of $kind failed: {$error->getMessage()}");
            } finally {
                $this->isEmitting = false;
            }
        }
    }

    private function turn(float $seconds): void {
        array_map(fn ($fiber) => $fiber->isSuspended() && $fiber->resume(), $fibers = $this->fibers);
        $this->fibers = array_filter($this->fibers, fn ($fiber) => !$fiber->isTerminated());
        $this->transport->turn($fibers === [] ? $seconds : min($seconds, 0.01));
        while (!$this->transport->lines->isEmpty()) {
            $line = $this->transport->lines->dequeue();
            try {
                $this->dispatch(Json::decode($line));
            } catch (\Throwable $error) {
                $text = 'an invalid message: ' . substr($line, 0, 200) . ": {$error->getMessage()}";
                $this->warn($text);
                $id = preg_match('/^{"jsonrpc":"2.0","id":(\d+),"(result|error)"/', $line, $found) ? (int) $found[1] : 0;
                ($this->calls[$id] ?? null)?->settle(null, new \UnexpectedValueException($text));
                unset($this->calls[$id]);
            }
        }
        $this->transport->end === null || $this->lost($this->transport->end);
        microtime(true) < $this->reopensAt || $this->reopen();
    }

    private function dispatch(\stdClass $message): void {
        $call = $this->calls[$message->id ?? 0] ?? null;
        $error = isset($message->error) ? Errors::of($message->error->code ?? -32603, $message->error->message ?? 'the bridge sent an invalid error: ' . Json::encode($message->error), $message->error->data ?? new \stdClass()) : null;
        if (isset($message->method, $message->id)) {
            ($this->fibers[] = new \Fiber($this->answer(...)))->start($message, $this->transport);
        } elseif (isset($message->method)) {
            $this->notified($message->method, $message->params ?? new \stdClass());
        } elseif ($call !== null) {
            $error === null && $this->succeeded(Schema::ALIASES[$call->method] ?? $call->method, $call->params, $message->result);
            unset($this->calls[$call->id]);
            $call->settle($message->result ?? null, $error);
        } elseif (!isset($message->id)) {
            $this->warn("the bridge refused a message: {$error?->getMessage()}");
        }
    }

    private function answer(\stdClass $request, Transport $transport): void {
        $answer = ['jsonrpc' => '2.0', 'id' => $request->id];
        try {
            $handler = $this->handlers[$request->method] ?? throw new \RuntimeException("no handler for {$request->method}");
            $result = $handler(...$this->parameters($request->method, $request->params));
            $line = Json::encode($answer + ['result' => $result]);
        } catch (\Throwable $error) {
            $line = Json::encode($answer + ['error' => ['code' => -32000, 'message' => $error->getMessage()]], JSON_INVALID_UTF8_SUBSTITUTE);
        }
        $transport->send($line);
    }

    private function notified(string $method, \stdClass $params): void {
        [$subscription, $member, $type, $kinds] = match ($method) {
            'event' => ['events', 'since', 'Event', isset(Events::CODES[$params->name ?? '']) ? ['*', $params->name] : ['unknown']],
            'events.gap' => ['events', 'since', 'EventGap', ['gap']],
            'outcome' => ['outcomes', 'after', 'NumberedOutcome', ['outcome']],
            'outcomes.gap' => ['outcomes', 'after', 'object', ['outcomesGap']],
            default => ['', '', 'object', []],
        };
        $item = Record::read($params, $type);
        $position = $this->registrations["$subscription.subscribe"] ?? null;
        if ($position !== null && $subscription === 'outcomes') {
            [$position->after, $position->epoch] = [$params->outcome ?? $params->to ?? $position->after, $params->epoch ?? null];
        } elseif ($position !== null && ($position->epoch ?? null) === ($params->epoch ?? null)) {
            $position->$member = max($position->$member, $params->seq ?? $params->to ?? 0);
        }
        array_map(fn ($kind) => $this->emit($kind, $item), $kinds);
    }

    private function succeeded(string $method, \stdClass $params, mixed $result): void {
        if (in_array($method, self::REPEATED, true)) {
            $this->registrations[$method] = $call = clone $params;
        }
        if ($method === 'events.subscribe') {
            $oldest = $result->oldest === null ? $result->seq : $result->oldest - 1;
            [$call->epoch, $call->since] = [$result->epoch, $result->gap === null ? $params->since ?? $result->seq : $oldest];
            $result->gap === null || $this->emit('gap', Record::read($result->gap, 'EventGap'));
        } elseif ($method === 'outcomes.subscribe') {
            isset($call->after) || [$call->after, $call->epoch] = [$result->last, $result->epoch ?? null];
        } elseif (str_ends_with($method, '.unsubscribe')) {
            unset($this->registrations[str_replace('.un', '.', $method)]);
        } elseif ($method === 'bridge.shutdown') {
            $this->reconnects = false;
        }
    }

    private function lost(BridgeClosedError $error): void {
        [$calls, $this->calls, $this->fibers] = [$this->calls, [], []];
        array_walk($calls, fn ($call) => $call->settle(null, $error));
        if ($this->isOpen) {
            [$this->isOpen, $this->reopensAt] = [false, $this->reconnects ? microtime(true) + $this->pause : INF];
            $this->emit($this->reconnects ? 'disconnected' : 'closed', $error);
        }
        usleep(2_000);
    }

    private function reopen(): void {
        [$this->reopensAt, $epoch] = [INF, $this->info->epoch];
        try {
            $this->open();
            foreach (array_diff(self::REPEATED, $epoch === $this->info->epoch ? self::OF_PROCESS : []) as $method) {
                try {
                    isset($this->registrations[$method]) && $this->call($method, clone $this->registrations[$method], 30);
                } catch (BridgeError $error) {
                    $error->retryable ? throw $error : $this->warn("$method could not be registered again: {$error->getMessage()}");
                }
            }
            $this->transport->end === null || throw $this->transport->end;
            [$this->pause, $this->isOpen] = [0.1, true];
            $this->emit('reconnected', $this->info);
        } catch (\RuntimeException) {
            $this->transport->close();
            $this->pause = min(2 * $this->pause, 10);
            $this->reopensAt = $this->reconnects ? microtime(true) + $this->pause : INF;
        }
    }
}
