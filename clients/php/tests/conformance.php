<?php

// The scenarios that every client runs, over one kind of connection: conformance.php spawn|socket|tcp

declare(strict_types=1);

require __DIR__ . '/support.php';

use Altcraft\Bridge\{Bridge, BridgeClosedError, BridgeError, Call, CallTimeoutError, Event, Json};

/** The members of each step, beside the first one, which names the kind of step. */
const STEPS = [
    'call' => ['with', 'result', 'error', 'until', 'timesOut'], 'begin' => ['with', 'as'], 'cancel' => [],
    'end' => ['result', 'error', 'cancelled', 'closed'], 'handle' => ['answer', 'afterMs', 'fails', 'never'],
    'asked' => ['with'], 'subscribe' => [], 'event' => ['like'], 'unknown' => ['like'], 'gap' => ['count'],
    'outcomes' => ['ends'], 'platform' => [], 'sent' => ['count', 'like'], 'kill' => [], 'reconnected' => [],
    'gone' => [], 'says' => [], 'start' => ['status', 'log'], 'connect' => ['error'],
];

/** Runs the steps of one scenario. */
final class Player {
    private Place $place;
    private Program $platform;
    private ?Program $served = null;
    private Bridge $bridge;
    private int $port = 0;
    /** @var list<stdClass> */
    private array $events = [];
    private array $unknown = [];
    private array $gaps = [];
    private array $requests = [];
    private array $warnings = [];
    private int $losses = 0;
    private int $reconnections = 0;
    private int $seen = 0;
    /** @var array<string, Call> */
    private array $calls = [];

    public function __construct(private string $way, private stdClass $scenario) {
        $this->place = new Place();
        $this->platform = new Program('platform');
    }

    public function play(): void {
        $this->way === 'spawn' || $this->serve();
        $this->bridge = $this->open();
        $this->bridge->on('*', fn (Event $event) => $this->events[] = (object) (array) $event->jsonSerialize())
            ->on('unknown', fn (Event $event) => $this->unknown[] = $event->jsonSerialize())
            ->on('gap', fn ($gap) => $this->gaps[] = $gap->jsonSerialize())
            ->on('disconnected', fn () => $this->losses++)->on('reconnected', fn () => $this->reconnections++);
        foreach ($this->scenario->steps as $step) {
            $kind = array_key_first((array) $step);
            check(isset(STEPS[$kind]) && array_diff(array_keys((array) $step), [$kind, ...STEPS[$kind]]) === [], 'unknown step ' . text($step));
            try {
                $this->$kind($step);
            } catch (Throwable $error) {
                throw new AssertionError(text($step) . ': ' . get_class($error) . ": {$error->getMessage()} " . $error->getTraceAsString(), 0, $error);
            }
        }
        $named = array_column($this->scenario->steps, 'unknown');
        check(array_diff(array_column($this->unknown, 'name'), $named) === [], 'unknown events');
        check($this->warnings === [], implode("\n", $this->warnings));
        $this->bridge->close();
    }

    private function limits(): array {
        $more = array_map(fn ($limit) => ['--limit', $limit], $this->scenario->limits ?? []);
        return [...LIMITS, ...array_merge([], ...$more)];
    }

    private function open(?string $token = null): Bridge {
        $warn = function (string $message) {
            $this->warnings[] = $message;
        };
        if ($this->way === 'spawn') {
            $says = array_filter($this->scenario->steps, fn ($step) => isset($step->says));
            $env = ['BRIDGE' => command(), 'SAYS' => "{$this->place->path}/says", 'PATH' => getenv('PATH'), 'HOME' => $this->place->path];
            $command = $says === [] ? command() : ROOT . '/clients/conformance/newer-bridge';
            return Bridge::spawn("{$this->place->path}/data", command: $command, args: $this->limits(), env: $env, onWarning: $warn);
        }
        if ($this->way === 'socket') {
            return Bridge::connect("unix://{$this->place->path}/run/bridge.sock", onWarning: $warn);
        }
        $file = $token === null ? "{$this->place->path}/data/rpc.token" : null;
        return Bridge::connect("tcp://127.0.0.1:{$this->port}", token: $token, tokenFile: $file, onWarning: $warn);
    }

    private function serve(): void {
        $where = $this->way === 'socket' ? ['--socket', "{$this->place->path}/run/bridge.sock"] : ['--listen', "127.0.0.1:{$this->port}", '--require-token'];
        $this->served = new Program('serve', '--data-dir', "{$this->place->path}/data", ...$where, ...$this->limits());
        $parts = explode(':', $this->served->ready->listen[0]);
        $this->port = (int) end($parts);
    }

    private function params(stdClass $step): stdClass {
        $text = strtr(text($step->with ?? new stdClass()), ['$PLATFORM' => $this->platform->ready->url, '$LONG' => str_repeat('x', 65_536)]);
        return Json::decode($text);
    }

    private function eventually(string $what, Closure $isSo): void {
        check($this->bridge->waitUntil($isSo, 10), "it never happened: $what");
    }

    private function any(array $items, mixed $sample): bool {
        return array_filter($items, fn ($item) => isLike($sample, $item)) !== [];
    }

    private function http(string $path, ?stdClass $body = null): stdClass {
        $options = $body === null ? [] : ['method' => 'POST', 'content' => text($body), 'header' => 'Content-Type: application/json'];
        return Json::decode(file_get_contents($this->platform->ready->url . $path, false, stream_context_create(['http' => $options])));
    }

    private function expect(Closure $call, stdClass $step): void {
        try {
            $result = $call();
        } catch (CallTimeoutError $error) {
            check(isset($step->timesOut) || isset($step->cancelled), $error->getMessage());
            return;
        } catch (BridgeClosedError $error) {
            check(isset($step->closed), "closed: {$error->getMessage()}");
            if ($this->way === 'spawn') {
                check($error->signal === $step->closed->signal && str_contains($error->log, $step->closed->log), "signal {$error->signal}, {$error->log}");
            }
            return;
        } catch (BridgeError $error) {
            $found = (object) ['reason' => $error->reason, 'code' => $error->getCode(), 'retryable' => $error->retryable, 'data' => $error->data];
            check(isset($step->error) && isLike($step->error, $found), text($found));
            check(strcasecmp(preg_replace('/Error$/', '', (new ReflectionClass($error))->getShortName()), preg_replace('/Error$/', '', $error->reason)) === 0, get_class($error));
            return;
        }
        check(!isset($step->error) && !isset($step->cancelled) && !isset($step->closed) && !isset($step->timesOut), 'it succeeded: ' . text($result));
        check(!property_exists($step, 'result') || isLike($step->result, $result), text($result));
    }

    private function call(stdClass $step): void {
        if (isset($step->until)) {
            $this->eventually("{$step->call} answers that", fn () => isLike($step->until, $this->bridge->call($step->call, $this->params($step))));
            return;
        }
        $seconds = isset($step->timesOut) ? $step->timesOut / 1000 : null;
        $this->expect(fn () => $this->bridge->call($step->call, $this->params($step), $seconds), $step);
    }

    private function begin(stdClass $step): void {
        $this->calls[$step->as] = $this->bridge->begin($step->begin, $this->params($step));
    }

    private function cancel(stdClass $step): void {
        $this->bridge->cancel($this->calls[$step->cancel]);
    }

    private function end(stdClass $step): void {
        $this->expect(fn () => $this->bridge->await($this->calls[$step->end], 30), $step);
    }

    private function handle(stdClass $step): void {
        $this->bridge->handle($step->handle, function (...$parameters) use ($step) {
            $this->requests[] = [$step->handle, $parameters];
            isset($step->never) && $this->bridge->run(3600);
            isset($step->fails) && throw new RuntimeException($step->fails);
            $this->bridge->run(($step->afterMs ?? 0) / 1000);
            return $step->answer;
        });
    }

    private function asked(stdClass $step): void {
        $isAsked = fn ($request) => $request[0] === $step->asked
            && isLike(array_values((array) ($step->with ?? [])), array_slice(json($request[1]), 0, count((array) ($step->with ?? []))));
        $this->eventually("{$step->asked} is asked", fn () => array_filter($this->requests, $isAsked) !== []);
    }

    private function subscribe(stdClass $step): void {
        $this->bridge->events->subscribe(...(array) $step->subscribe);
    }

    private function event(stdClass $step): void {
        $sample = (object) ['name' => $step->event, ...(array) ($step->like ?? [])];
        $this->eventually('event ' . text($sample), fn () => $this->any($this->events, $sample));
    }

    private function unknown(stdClass $step): void {
        $sample = (object) ['name' => $step->unknown, ...(array) ($step->like ?? [])];
        $this->eventually('event ' . text($sample), fn () => $this->any($this->unknown, $sample));
    }

    private function gap(stdClass $step): void {
        $this->eventually('a gap', fn () => $this->any($this->gaps, $step->gap));
        if (isset($step->count)) {
            check(count($this->gaps) === $step->count && isLike($step->gap, end($this->gaps)), text($this->gaps));
        }
    }

    private function outcomes(stdClass $step): void {
        $ends = [];
        foreach ($this->bridge->outcomeStream($step->outcomes) as $end) {
            $ends[] = $end->jsonSerialize();
            if (count($ends) === count($step->ends)) {
                break;
            }
        }
        check(isLike($step->ends, $ends), text($ends));
    }

    private function platform(stdClass $step): void {
        check($this->http('/__script', $step->platform)->ok === true, 'the script');
    }

    private function sent(stdClass $step): void {
        $path = '/__requests?path=' . rawurlencode($step->sent) . '&count=1';
        $this->eventually("{$step->count} requests", function () use ($path, $step, &$requests) {
            $requests = $this->http($path)->requests;
            return count($requests) >= $step->count;
        });
        check(count($requests) === $step->count && isLike($step->like ?? new stdClass(), end($requests)), text($requests));
    }

    private function kill(stdClass $step): void {
        $this->seen = $this->reconnections;
        posix_kill($this->bridge->info->pid, SIGKILL);
        if ($this->served !== null) {
            $this->served = null;
            $this->serve();
        }
    }

    private function reconnected(stdClass $step): void {
        $this->eventually('reconnected', fn () => $this->reconnections > $this->seen);
    }

    private function gone(stdClass $step): void {
        $this->eventually('its end', function () {
            try {
                $this->bridge->call('bridge.ping');
            } catch (BridgeClosedError) {
                return true;
            } catch (BridgeError) {
            }
            return false;
        });
        $this->bridge->run(0.3);
        check([$this->losses, $this->reconnections] === [0, 0], 'it reconnected');
    }

    private function says(stdClass $step): void {
        file_put_contents("{$this->place->path}/says", text($step->says) . "\n", FILE_APPEND);
    }

    private function start(stdClass $step): void {
        try {
            Bridge::spawn("{$this->place->path}/other", command: command(), args: $step->start);
        } catch (BridgeClosedError $error) {
            check($error->exitCode === $step->status && str_contains($error->log, $step->log), "status {$error->exitCode}, {$error->log}");
            return;
        }
        throw new AssertionError('it started');
    }

    private function connect(stdClass $step): void {
        $this->expect(fn () => $this->open($step->connect), $step);
    }
}

/** Returns the value as JSON that was read. */
function json(mixed $value): mixed {
    return Json::decode(text($value));
}

$way = $argv[1];
$scenarios = Json::decode(file_get_contents(ROOT . '/clients/conformance/scenarios.json'))->scenarios;
$tests = [];
foreach ($scenarios as $scenario) {
    if (in_array($scenario->only ?? $way, [$way], true) && (!isset($argv[2]) || str_contains($scenario->name, $argv[2]))) {
        $tests["$way: {$scenario->name}"] = function () use ($way, $scenario) {
            (new Player($way, $scenario))->play();
            record(['scenario' => $scenario->name, 'way' => $way]);
        };
    }
}
runTests($tests);
