<?php

// The vectors: values of each type and calls of each method, right and wrong ones, with the verdict.

declare(strict_types=1);

require __DIR__ . '/support.php';

use Altcraft\Bridge\{Bridge, BridgeError, Json, Record};

$texts = file(ROOT . '/schema/vectors.jsonl', FILE_IGNORE_NEW_LINES);
$vectors = array_map(Json::decode(...), $texts);

/** Returns the reason why a class cannot read a value; null if it can, and keeps it. */
function problem(string $type, mixed $value): ?string {
    try {
        $record = Record::read($value, $type);
    } catch (UnexpectedValueException $error) {
        return $error->getMessage();
    }
    return text($record) === text($value) ? null : 'it is now ' . text($record);
}

runTests([
    'classes read and keep the right values, and refuse those of another form' => function () use ($vectors) {
        [$right, $wrong, $refused] = [0, 0, 0];
        foreach ($vectors as $line) {
            if (!isset($line->type) || !is_subclass_of("Altcraft\\Bridge\\{$line->type}", Record::class)) {
                continue;
            }
            $problem = problem($line->type, $line->value);
            if (!$line->valid) {
                $wrong++;
                $refused += $problem === null ? 0 : 1;
                check($problem !== null || is_object($line->value) || $line->value === [], text($line));
            } elseif ($problem === null || !str_contains(text($line->value), '9223372036854775808')) {
                $right++;
                check($problem === null, text($line) . ": $problem");
            }
        }
        check($right > 700 && $refused > $wrong / 2, "$right right values, $refused of $wrong wrong ones refused");
        record(['vectors' => 'values', 'right' => $right, 'wrong' => $refused, 'of' => $wrong]);
    },
    'the bridge gets each call as it was made' => function () use ($vectors) {
        $place = new Place();
        $bridge = Bridge::spawn("{$place->path}/data", command: command());
        $lines = array_filter($vectors, fn ($line) => isset($line->method));
        check(count($lines) > 4_000, 'too few calls');
        $bridge->call($vectors[0]->given->method, $vectors[0]->given->params);
        $calls = array_map(fn ($line) => $bridge->begin('bridge.check', ['method' => $line->method, 'params' => $line->params]), $lines);
        foreach ($lines as $index => $line) {
            try {
                $bridge->await($calls[$index], 60);
                $verdict = 'valid';
            } catch (BridgeError $error) {
                $parameter = property_exists($error->data, 'parameter') ? ['parameter' => $error->data->parameter] : [];
                $verdict = (object) (['code' => $error->getCode(), 'reason' => $error->reason] + $parameter);
            }
            check(text($verdict) === text($line->error ?? 'valid'), text($line) . ': ' . text($verdict));
        }
        $bridge->close();
        record(['vectors' => 'calls', 'right' => count($lines)]);
    },
    'values are written as they were read' => function () use ($texts, $vectors) {
        foreach ($texts as $index => $text) {
            check(str_replace('1.0e+308', '1e308', text($vectors[$index])) === $text, $text);
        }
    },
]);
