<?php

// Shared by the tests: the programs, a platform, and the comparison with a sample.

declare(strict_types=1);

require_once __DIR__ . '/../src/Bridge.php';

const ROOT = __DIR__ . '/../../..';
const LIMITS = ['--limit', 'retryFirstSeconds=0.05', '--limit', 'retryMaxSeconds=0.2', '--limit', 'callbackSeconds=1'];

function command(): string {
    return getenv('ALTCRAFT_BRIDGE') ?: realpath(ROOT . '/.build/debug/altcraft-bridge');
}

function check(bool $isSo, string $what): void {
    $isSo || throw new AssertionError($what);
}

function text(mixed $value): string {
    return Altcraft\Bridge\Json::encode($value);
}

/** A temporary directory, which ends with the test. */
final class Place {
    public readonly string $path;

    public function __construct() {
        $this->path = sys_get_temp_dir() . '/altcraft-php-' . bin2hex(random_bytes(6));
        mkdir($this->path, 0700);
    }

    public function __destruct() {
        $files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator($this->path, FilesystemIterator::SKIP_DOTS), RecursiveIteratorIterator::CHILD_FIRST);
        foreach ($files as $file) {
            $file->isDir() ? @rmdir($file->getPathname()) : @unlink($file->getPathname());
        }
        @rmdir($this->path);
    }
}

/** A program of this project, once it is ready; it ends with the test. */
final class Program {
    private mixed $process;
    private mixed $log;
    public readonly stdClass $ready;

    public function __construct(string ...$args) {
        $null = ['file', '/dev/null', 'r+'];
        $this->process = proc_open([command(), ...$args], [$null, $null, ['pipe', 'w']], $pipes);
        $this->log = $pipes[2];
        for ($text = ''; ($line = fgets($this->log)) !== false; $text .= $line) {
            if ($line[0] === '{') {
                $this->ready = json_decode($line);
                return;
            }
        }
        throw new AssertionError("{$args[0]} ended: $text");
    }

    public function __destruct() {
        proc_terminate($this->process, 9);
        fclose($this->log);
        proc_close($this->process);
    }
}

/** Returns true if a value has all members of the sample. */
function isLike(mixed $sample, mixed $value): bool {
    if ($sample instanceof stdClass) {
        foreach ($sample as $name => $member) {
            if (!is_object($value) || !property_exists($value, (string) $name) || !isLike($member, $value->$name)) {
                return false;
            }
        }
        return is_object($value);
    }
    if (is_array($sample)) {
        return is_array($value) && count($sample) === count($value)
            && !in_array(false, array_map(isLike(...), $sample, $value), true);
    }
    return $sample instanceof Altcraft\Bridge\BigInteger ? $sample == $value : $sample === $value;
}

/** Adds a line to the results, from which the table of capabilities is made. */
function record(array $result): void {
    $folder = getenv('CONFORMANCE_RESULTS');
    $folder && file_put_contents("$folder/php.jsonl", json_encode($result) . "\n", FILE_APPEND | LOCK_EX);
}

/** Runs the tests by name, and ends with their status. */
function runTests(array $tests): never {
    $failed = 0;
    foreach ($tests as $name => $test) {
        try {
            $test();
        } catch (Throwable $error) {
            $failed++;
            echo "failed: $name: " . get_class($error) . ": {$error->getMessage()}\n  {$error->getFile()}:{$error->getLine()}\n";
        }
        gc_collect_cycles();
    }
    echo count($tests) - $failed . " passed, $failed failed\n";
    exit($failed === 0 ? 0 : 1);
}
