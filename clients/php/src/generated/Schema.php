<?php

// Written by `altcraft-bridge generate php` from the OpenRPC document. Do not edit.

declare(strict_types=1);

namespace Altcraft\Bridge;

/** The interface that this package was generated from. */
final class Schema {
    public const VERSION = "0.1.0";
    /** The digest of the document; `bridge.info` returns it as `schemaDigest`. */
    public const DIGEST = "sha256:8861bbdffc598ed677790729e5cb87b4db799f651eb068dd7b57f852d6fc63f1";
    /** The methods that other names stand for. */
    public const ALIASES = [
        "initialize" => "initialization",
        "nse.setAppGroup" => "setAppGroup",
        "nse.setJWTProvider" => "setJWTProvider",
        "nse.mobileEvent" => "mobileEvent",
        "subscribeToEvents" => "events.subscribe",
        "unsubscribeFromEvent" => "events.unsubscribe",
    ];
}
