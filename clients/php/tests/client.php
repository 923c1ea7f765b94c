<?php

// The features of this client, and the example of the README.

declare(strict_types=1);

require __DIR__ . '/work.php';
require __DIR__ . '/support.php';

use Altcraft\Bridge\{BigInteger, Bridge, BridgeClosedError, BridgeError, CallTimeoutError, Configuration, Event, InvalidParamsError, Job, Json, Receipt, Transport, UserTagMissingError, ValuesNotScalarError};

/** Calls the body with a client of its own process. */
function withBridge(Closure $body, mixed ...$options): void {
    $place = new Place();
    $bridge = Bridge::spawn("{$place->path}/data", ...['command' => command(), 'args' => LIMITS, ...$options]);
    $body($bridge);
    $bridge->close();
}

function fails(string $class, Closure $body): Throwable {
    try {
        $body();
    } catch (Throwable $error) {
        check($error instanceof $class, get_class($error) . ": {$error->getMessage()}");
        return $error;
    }
    throw new AssertionError("no $class");
}

runTests([
    'methods have typed parameters and results' => fn () => withBridge(function (Bridge $bridge) {
        check($bridge->initialization(new Configuration(apiUrl: 'http://127.0.0.1:9', rToken: 'r-1')) === true, 'initialization');
        $receipt = $bridge->mobileEvent('px', 'buy', payload: ['price' => 12.5], requestId: 'order-7');
        check($receipt instanceof Receipt && $receipt->requestId === 'order-7' && $receipt->outcome === null, text($receipt));
        $job = $bridge->outbox->get('order-7');
        check($job instanceof Job && $job->state === 'pending' && $job->method === 'mobileEvent', text($job));
        check($bridge->outbox->get('other') === null, 'a job that does not exist');
        check($bridge->outbox->list()->items[0] instanceof Job, 'a list of jobs');
        $error = fails(ValuesNotScalarError::class, fn () => $bridge->mobileEvent('px', 'buy', payload: ['list' => [1]]));
        check($error->reason === 'valuesNotScalar' && !$error->retryable && $error->getCode() > 0, $error->reason);
        fails(InvalidParamsError::class, fn () => $bridge->call('outbox.get', ['requestId' => 7]));
        fails(UnexpectedValueException::class, fn () => new Configuration(apiUrl: 7));
        fails(UnexpectedValueException::class, fn () => new Configuration(rToken: 'r-1'));
    }),
    'a time limit cancels a call, and calls may be pending while others are made' => fn () => withBridge(function (Bridge $bridge) {
        $bridge->initialization(['apiUrl' => 'http://127.0.0.1:9', 'rToken' => 'r-1']);
        $waiting = $bridge->begin('pushSubscribe', ['wait' => 'outcome']);
        check($bridge->bridge->ping() === 'pong' && !$waiting->isDone, 'the first call does not block the second');
        fails(CallTimeoutError::class, fn () => $bridge->await($waiting, 0.05));
        check($bridge->call('bridge.stats')->calls->requests > 3, 'it still answers');
    }),
    'handlers make calls, listeners that fail are reported, and a fault in one does not end the client' => function () {
        $warnings = [];
        withBridge(function (Bridge $bridge) use (&$warnings) {
            $bridge->handleProviderGetToken(fn (string $provider) => $bridge->bridge->ping() . "-$provider");
            $bridge->setFCMTokenProvider('callback');
            check($bridge->getPushToken()->token === 'pong-ios-firebase', 'the token');
            $bridge->on('*', fn () => throw new RuntimeException('a fault of a listener'));
            $bridge->events->subscribe();
            $bridge->initialization(['apiUrl' => 'http://127.0.0.1:9', 'rToken' => 'r-1']);
            check($bridge->waitUntil(fn () => $warnings !== [], 5), 'no warning');
            check(str_contains($warnings[0], 'a fault of a listener'), $warnings[0]);
            check($bridge->bridge->ping() === 'pong', 'it still answers');
        }, onWarning: function (string $message) use (&$warnings) {
            $warnings[] = $message;
        });
    },
    'an error of a handler in another encoding than UTF-8 is answered' => function () {
        $warnings = new ArrayObject();
        withBridge(function (Bridge $bridge) {
            $bridge->initialization(['apiUrl' => 'http://127.0.0.1:9', 'rToken' => 'r-1']);
            $bridge->handleProviderGetToken(fn () => throw new RuntimeException("caf\xe9"));
            $bridge->setFCMTokenProvider('callback');
            $bridge->getPushToken();
        }, onWarning: $warnings->append(...));
        check(count($warnings) === 0, text($warnings));
    },
    'the work for a message grows with its length, in both directions' => function () {
        [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        stream_set_blocking($theirs, false);
        $transport = (new ReflectionClass(Transport::class))->newInstanceWithoutConstructor();
        (new ReflectionMethod(Transport::class, '__construct'))->invoke($transport, [$ours, $ours], null, null);
        $line = str_repeat('x', 4_000_000);
        Work::$bytes = 0;
        $transport->send($line);
        for ($echo = ''; strlen($echo) <= 4_000_000; $transport->turn(0.01)) {
            $echo .= fread($theirs, 1 << 16);
        }
        check($echo === "$line\n", 'the line is sent');
        for (; $transport->lines->isEmpty(); $transport->turn(0.01)) {
            $echo = substr($echo, max(0, fwrite($theirs, $echo)));
        }
        check($transport->lines->dequeue() === $line, 'the line is received');
        check(Work::$bytes < 100_000_000, Work::$bytes . ' bytes were copied or searched for 8 MB');
    },
    'a call whose answer cannot be read fails' => function () {
        $place = new Place();
        $env = ['BRIDGE' => command(), 'SAYS' => "{$place->path}/says", 'PATH' => getenv('PATH')];
        $warnings = new ArrayObject();
        withBridge(function (Bridge $bridge) use ($env, $warnings) {
            $bridge->initialization(['apiUrl' => 'http://127.0.0.1:9', 'rToken' => 'r-1']);
            foreach (['"result":{"\\u0000":1}', '"error":{"code":"x","message":"m"}'] as $answer) {
                $call = $bridge->begin('pushSubscribe', ['wait' => 'outcome']);
                file_put_contents($env['SAYS'], "{\"jsonrpc\":\"2.0\",\"id\":{$call->id},$answer}\n", FILE_APPEND);
                fails(UnexpectedValueException::class, fn () => $bridge->await($call, 5));
            }
            $call = $bridge->begin('pushSubscribe', ['wait' => 'outcome']);
            file_put_contents($env['SAYS'], "{\"error\":\"broken\",\"id\":{$call->id},\"jsonrpc\":\"2.0\"}\n", FILE_APPEND);
            check(str_contains(fails(BridgeError::class, fn () => $bridge->await($call, 5))->getMessage(), '"broken"'), 'an error of another form');
            check(count($warnings) === 2 && $bridge->bridge->ping() === 'pong', text($warnings));
        }, command: ROOT . '/clients/conformance/newer-bridge', env: $env, onWarning: $warnings->append(...));
    },
    'events come in order to a listener that makes calls' => function () {
        $place = new Place();
        $env = ['BRIDGE' => command(), 'SAYS' => "{$place->path}/says", 'PATH' => getenv('PATH')];
        withBridge(function (Bridge $bridge) use ($env) {
            $seen = new ArrayObject();
            $bridge->on('unknown', function (Event $event) use ($bridge, $seen) {
                $bridge->bridge->ping();
                $seen->append($event->seq);
            });
            $event = ['epoch' => 'e', 'type' => 'event', 'code' => 999, 'name' => 'weather.changed', 'function' => 'f', 'message' => 'm', 'value' => null, 'date' => '2026-11-21T12:00:00.000Z', 'requestId' => null];
            $lines = array_map(fn ($seq) => text(['method' => 'event', 'params' => [...$event, 'seq' => $seq]]) . "\n", [1, 2, 3, 4, 5]);
            file_put_contents($env['SAYS'], implode('', $lines), FILE_APPEND);
            check($bridge->waitUntil(fn () => count($seen) === 5, 5), text($seen));
            check((array) $seen === [1, 2, 3, 4, 5], text($seen));
        }, command: ROOT . '/clients/conformance/newer-bridge', env: $env);
    },
    'an Error in a handler is answered, and one in a listener is a warning' => function () {
        $warnings = new ArrayObject();
        withBridge(function (Bridge $bridge) use ($warnings) {
            $bridge->initialization(['apiUrl' => 'http://127.0.0.1:9']);
            $bridge->setPushToken('ios-firebase', 't-1');
            $bridge->handleProviderGetJWT(fn () => strlen([]));
            $bridge->setJWTProvider('callback');
            fails(UserTagMissingError::class, fn () => $bridge->pushSubscribe());
            $bridge->on('*', fn () => strlen([]));
            $bridge->events->subscribe();
            fails(UserTagMissingError::class, fn () => $bridge->pushSubscribe());
            check($bridge->waitUntil(fn () => count($warnings) > 0, 5), 'no warning');
            check(str_contains($warnings[0], 'a listener of *'), $warnings[0]);
        }, onWarning: $warnings->append(...));
    },
    'lines of another form are warnings, and do not end a call' => function () {
        $place = new Place();
        $warnings = new ArrayObject();
        $env = ['BRIDGE' => command(), 'SAYS' => "{$place->path}/says", 'PATH' => getenv('PATH')];
        withBridge(function (Bridge $bridge) use ($env, $warnings) {
            $lines = ['[]', 'null', '1', '{"id":{},"result":1}', '{"method":"event","params":[1]}', '{"method":7}', 'no JSON'];
            file_put_contents($env['SAYS'], implode("\n", $lines) . "\n", FILE_APPEND);
            check($bridge->waitUntil(fn () => count($warnings) === count($lines), 5), text($warnings));
            check($bridge->bridge->ping() === 'pong', 'it still answers');
        }, command: ROOT . '/clients/conformance/newer-bridge', env: $env, onWarning: $warnings->append(...));
    },
    'calls in fibers of the application end, also in a fiber that a handler makes' => fn () => withBridge(function (Bridge $bridge) {
        $inFiber = function () use ($bridge) {
            $fiber = new Fiber(fn () => $bridge->bridge->ping());
            $fiber->start();
            return $fiber->isTerminated() ? $fiber->getReturn() : 'suspended';
        };
        check($inFiber() === 'pong', $inFiber());
        $bridge->handleProviderGetToken($inFiber);
        $bridge->setFCMTokenProvider('callback');
        check($bridge->getPushToken()?->token === 'pong', 'the token');
    }),
    'a stream of outcomes ends with its loop, and leaves no listener' => fn () => withBridge(function (Bridge $bridge) {
        $bridge->initialization(['apiUrl' => 'http://127.0.0.1:9', 'rToken' => 'r-1']);
        $bridge->pushSubscribe(requestId: 'order-7');
        $bridge->outbox->discard(requestId: 'order-7');
        foreach ($bridge->outcomeStream(0) as $outcome) {
            check($outcome->requestId === 'order-7' && $outcome->state === 'cleared', text($outcome));
            break;
        }
        unset($outcome);
        gc_collect_cycles();
        $listeners = (new ReflectionProperty(Bridge::class, 'listeners'))->getValue($bridge);
        check(array_filter($listeners) === [], text(array_map(count(...), $listeners)));
    }),
    'a client that was closed refuses calls, and its process has ended' => function () {
        $place = new Place();
        $bridge = Bridge::spawn("{$place->path}/data", command: command());
        $pid = $bridge->info->pid;
        $bridge->close();
        check(!posix_kill($pid, 0), 'the process runs');
        fails(BridgeClosedError::class, fn () => $bridge->bridge->ping());
        fails(BridgeClosedError::class, fn () => Bridge::connect("unix://{$place->path}/none"));
        fails(BridgeClosedError::class, fn () => Bridge::spawn("{$place->path}/data", command: "{$place->path}/none"));
    },
    'close sends what is left and lets the bridge answer the calls in flight' => function () {
        $place = new Place();
        $served = new Program('serve', '--data-dir', "{$place->path}/served", '--socket', "{$place->path}/run/bridge.sock");
        foreach ([Bridge::spawn("{$place->path}/data", command: command()), Bridge::connect("unix://{$place->path}/run/bridge.sock")] as $bridge) {
            $calls = array_map(fn () => $bridge->begin('bridge.check', ['method' => 'bridge.ping', 'params' => ['x' => str_repeat('x', 1000)]]), range(1, 500));
            $bridge->close();
            $open = array_filter($calls, fn ($call) => !$call->isDone || $call->error instanceof BridgeClosedError);
            check($open === [], count($open) . ' calls have no answer');
        }
    },
    'close kills a process that does not react, and fails its calls' => function () {
        $place = new Place();
        $bridge = Bridge::spawn("{$place->path}/data", command: command());
        posix_kill($bridge->info->pid, SIGSTOP);
        $call = $bridge->begin('bridge.ping');
        $start = microtime(true);
        $bridge->close();
        $isKilled = !posix_kill($bridge->info->pid, 0);
        posix_kill($bridge->info->pid, SIGKILL);
        check($isKilled && microtime(true) - $start < 9, 'the process runs');
        fails(BridgeClosedError::class, fn () => $bridge->await($call));
    },
    'close may be called twice, by a listener, by a handler and by onWarning, and is reported once' => function () {
        $place = new Place();
        $env = ['BRIDGE' => command(), 'SAYS' => "{$place->path}/says", 'PATH' => getenv('PATH')];
        $begin = [
            'a listener' => fn (Bridge $bridge) => $bridge->events->subscribe() && $bridge->begin('initialization', ['configuration' => ['apiUrl' => 'http://127.0.0.1:9', 'rToken' => 'r-1']]),
            'a handler' => fn (Bridge $bridge) => $bridge->setFCMTokenProvider('callback') !== 7 && $bridge->begin('getPushToken'),
            'onWarning' => fn (Bridge $bridge) => file_put_contents($env['SAYS'], "no JSON\n", FILE_APPEND),
        ];
        foreach ($begin as $what => $start) {
            [$bridge, $returns, $ends] = [null, new ArrayObject(), new ArrayObject()];
            $close = function () use (&$bridge, $returns) {
                $bridge->close();
                $bridge->close();
                $returns->append(true);
                return 't';
            };
            $bridge = Bridge::spawn("{$place->path}/data", command: ROOT . '/clients/conformance/newer-bridge', args: LIMITS, env: $env, onWarning: $close);
            $bridge->on('*', $close)->on('closed', fn () => $ends->append(true));
            $bridge->handleProviderGetToken($close);
            $start($bridge);
            check($bridge->waitUntil(fn () => count($returns) > 0, 9), "$what does not return");
            $bridge->run(0.2);
            check(count($ends) === 1, "$what: closed " . count($ends) . ' times');
            fails(BridgeClosedError::class, fn () => $bridge->bridge->ping());
        }
    },
    'a client that was closed while it reconnects starts no process' => function () {
        $place = new Place();
        file_put_contents("{$place->path}/start", "#!/bin/sh\necho $$ >>{$place->path}/starts\n[ \"$(wc -l <{$place->path}/starts)\" = 1 ] || exec sh -c 'echo later >&2; exec cat >/dev/null'\nexec " . command() . " \"$@\"\n");
        chmod("{$place->path}/start", 0700);
        $bridge = null;
        $bridge = Bridge::spawn("{$place->path}/data", command: "{$place->path}/start", onLog: function (string $text) use (&$bridge) {
            $bridge !== null && str_contains($text, 'later') && $bridge->close();
        });
        posix_kill($bridge->info->pid, SIGKILL);
        $bridge->run(1);
        fails(BridgeClosedError::class, fn () => $bridge->bridge->ping());
        $starts = file("{$place->path}/starts", FILE_IGNORE_NEW_LINES);
        check(count($starts) === 2 && !posix_kill((int) $starts[1], 0), text($starts));
    },
    'a fault in onLog or onWarning does not end a call' => fn () => withBridge(function (Bridge $bridge) {
        check($bridge->bridge->ping() === 'pong', 'it answers');
    }, args: ['--log-level', 'debug'], onLog: fn () => throw new RuntimeException('a fault'), onWarning: fn () => throw new RuntimeException('another fault')),
    'reconnections leave no file, and a killed process fails its calls' => fn () => withBridge(function (Bridge $bridge) {
        $reconnections = new ArrayObject();
        $bridge->on('reconnected', $reconnections->append(...));
        $before = count(scandir('/proc/self/fd'));
        for ($round = 1; $round <= 5; $round++) {
            posix_kill($bridge->info->pid, SIGSTOP);
            $calls = array_map(fn () => $bridge->begin('bridge.ping'), range(1, 100));
            posix_kill($bridge->info->pid, SIGKILL);
            array_map(fn ($call) => fails(BridgeClosedError::class, fn () => $bridge->await($call, 9)), $calls);
            check($bridge->waitUntil(fn () => count($reconnections) === $round, 9), 'it does not reconnect');
        }
        $after = count(scandir('/proc/self/fd'));
        check($after === $before, "$before files before, $after after");
    }),
    'a process is over when it has ended, even if another one holds its output' => function () {
        $place = new Place();
        file_put_contents("{$place->path}/start", "#!/bin/sh\nsleep 15 &\nexec " . command() . " \"$@\"\n");
        chmod("{$place->path}/start", 0700);
        $bridge = Bridge::spawn("{$place->path}/data", command: "{$place->path}/start");
        $reconnections = new ArrayObject();
        $bridge->on('reconnected', $reconnections->append(...));
        posix_kill($bridge->info->pid, SIGSTOP);
        $call = $bridge->begin('bridge.ping');
        posix_kill($bridge->info->pid, SIGKILL);
        $error = fails(BridgeClosedError::class, fn () => $bridge->await($call, 5));
        check($error->signal === SIGKILL, "signal {$error->signal}");
        check($bridge->waitUntil(fn () => count($reconnections) === 1, 5), 'it does not reconnect');
        $start = microtime(true);
        $bridge->close();
        check(microtime(true) - $start < 4, 'close waits for the other process');
    },
    'a new connection is seen at once' => fn () => withBridge(function (Bridge $bridge) {
        $times = new ArrayObject();
        $bridge->on('reconnected', fn () => $times->append(microtime(true)));
        posix_kill($bridge->info->pid, SIGKILL);
        check($bridge->waitUntil(fn () => count($times) === 1, 5), 'it does not reconnect');
        $late = microtime(true) - $times[0];
        check($late < 0.3, "$late s late");
    }),
    'a client that only makes calls reconnects' => fn () => withBridge(function (Bridge $bridge) {
        $pid = $bridge->info->pid;
        posix_kill($pid, 9);
        for ($end = microtime(true) + 10, $answer = null; $answer === null && microtime(true) < $end; usleep(1_000)) {
            try {
                $answer = $bridge->bridge->ping();
            } catch (BridgeClosedError) {
            }
        }
        check($answer === 'pong' && $bridge->info->pid !== $pid, 'it does not reconnect');
    }),
    'integers beyond int are objects, and texts that look like them stay texts' => function () {
        $text = '{"a":[18446744073709551615,9223372036854775807,-9223372036854775808],"b":"18446744073709551615","c":1.0,"d":{},"e":[]}';
        $value = Json::decode($text);
        check($value->a[0] instanceof BigInteger && is_int($value->a[1]) && is_int($value->a[2]), 'the kinds');
        check(Json::encode($value) === $text, Json::encode($value));
        fails(ValueError::class, fn () => new BigInteger('1e3'));
        fails(JsonException::class, fn () => Json::encode(NAN));
    },
    'the example of the README delivers an event' => function () {
        $readme = file_get_contents(__DIR__ . '/../README.md');
        check(preg_match('/```php\n(.*?)```/s', $readme, $block) === 1, 'no example');
        $platform = new Program('platform');
        $place = new Place();
        $code = str_replace(['https://pxl.example.com', "__DIR__ . '/vendor/autoload.php'", "'/var/lib/app/bridge'"], [$platform->ready->url, var_export(realpath(__DIR__ . '/../src/Bridge.php'), true), var_export("{$place->path}/data", true)], $block[1]);
        file_put_contents("{$place->path}/example.php", $code);
        putenv('ALTCRAFT_BRIDGE=' . command());
        exec('php ' . escapeshellarg("{$place->path}/example.php") . ' 2>&1', $output, $status);
        check($status === 0 && implode("\n", $output) === 'delivered', implode("\n", $output));
    },
]);
