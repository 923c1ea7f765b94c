<?php

// Written by `altcraft-bridge generate php` from the OpenRPC document. Do not edit.

declare(strict_types=1);

namespace Altcraft\Bridge;

/** An integer that int cannot hold. */
final class BigInteger implements \JsonSerializable {
    public function __construct(public readonly string $digits) {
        preg_match('/^-?(0|[1-9]\d*)$/D', $digits) || throw new \ValueError("$digits is not an integer");
    }

    public function jsonSerialize(): string {
        return Json::mark() . $this->digits;
    }
}

/** Reads and writes JSON without losing a digit. An object is a stdClass. */
final class Json {
    /** A text in front of the digits of a BigInteger, which cannot be guessed. */
    public static function mark(): string {
        static $mark;
        return $mark ??= 'integer-' . bin2hex(random_bytes(16)) . ':';
    }

    public static function decode(string $text): mixed {
        $long = '/"(?:[^"\\\\]++|\\\\.)*+"(*SKIP)(*FAIL)|(?<![\d.eE+-])-?\d{19,}(?![\d.eE])/s';
        $mark = fn (array $found) => is_int(json_decode($found[0])) ? $found[0] : '"' . self::mark() . $found[0] . '"';
        $marked = preg_match('/\d{19}/', $text) ? preg_replace_callback($long, $mark, $text) : $text;
        $value = json_decode($marked, false, 512, JSON_THROW_ON_ERROR);
        return $marked === $text ? $value : self::unmarked($value);
    }

    public static function encode(mixed $value, int $options = JSON_THROW_ON_ERROR): string {
        $options |= JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION;
        return preg_replace('/"' . self::mark() . '(-?\d+)"/', '$1', json_encode($value, $options));
    }

    private static function unmarked(mixed $value): mixed {
        return match (true) {
            is_string($value) && str_starts_with($value, self::mark()) => new BigInteger(substr($value, strlen(self::mark()))),
            $value instanceof \stdClass => (object) array_map(self::unmarked(...), (array) $value),
            is_array($value) => array_map(self::unmarked(...), $value),
            default => $value,
        };
    }
}

/** An object of the interface. It keeps members that this version of the interface does not name. */
abstract class Record implements \JsonSerializable {
    /** The type of each member: a scalar, a class, `?` in front for null, `[]` behind for a list. */
    protected const TYPES = [];
    protected const REQUIRED = [];

    private \stdClass $members;

    final public function __construct(mixed ...$members) {
        $this->members = (object) $members;
        foreach (static::REQUIRED as $name) {
            property_exists($this->members, $name) || throw new \UnexpectedValueException(static::class . ": $name is missing");
        }
        foreach ($members as $name => $value) {
            if (isset(static::TYPES[$name])) {
                $this->$name = self::read($value, static::TYPES[$name]);
            }
        }
    }

    /** Returns a value as the type. Throws an UnexpectedValueException if it has another form. */
    public static function read(mixed $value, string $type): mixed {
        if ($type[0] === '?') {
            return $value === null ? null : self::read($value, substr($type, 1));
        }
        if (str_ends_with($type, '[]')) {
            is_array($value) && array_is_list($value) || throw new \UnexpectedValueException("expected a list");
            return array_map(fn ($item) => self::read($item, substr($type, 0, -2)), $value);
        }
        $class = __NAMESPACE__ . '\\' . $type;
        if (is_subclass_of($class, self::class)) {
            return $value instanceof $class ? $value : new $class(...(array) self::read($value, 'object'));
        }
        $fits = match ($type) {
            'string' => is_string($value),
            'int' => is_int($value),
            'number' => is_int($value) || is_float($value) || $value instanceof BigInteger,
            'bool' => is_bool($value),
            'object' => $value instanceof \stdClass || $value === [] || is_array($value) && !array_is_list($value),
            'null' => $value === null,
            'mixed' => true,
        };
        return $fits ? ($type === 'object' ? (object) $value : $value) : throw new \UnexpectedValueException("expected $type, got " . get_debug_type($value));
    }

    public function jsonSerialize(): \stdClass {
        return $this->members;
    }
}
