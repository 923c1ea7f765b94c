<?php

// Written by `altcraft-bridge generate php` from the OpenRPC document. Do not edit.

declare(strict_types=1);

namespace Altcraft\Bridge;

/** The interface that this package was generated from. */
final class Schema {
    public const VERSION = "0.1.0";
    /** The digest of the document; `bridge.info` returns it as `schemaDigest`. */
    public const DIGEST = "sha256:7d948b2325d9afba3fae0f5bf0ab3b592846a6b2ad38046e3d1322e19893d6e4";
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
