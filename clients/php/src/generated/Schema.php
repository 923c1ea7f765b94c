<?php

// Written by `altcraft-bridge generate php` from the OpenRPC document. Do not edit.

declare(strict_types=1);

namespace Altcraft\Bridge;

/** The interface that this package was generated from. */
final class Schema {
    public const VERSION = "0.1.0";
    /** The digest of the document; `bridge.info` returns it as `schemaDigest`. */
    public const DIGEST = "sha256:8ef980560f9c089e93f633a57f0236adc5f2a87ca9920a1ece3e13a664db9e0a";
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
