<?php

// Written by `altcraft-bridge generate php` from the OpenRPC document. Do not edit.

declare(strict_types=1);

namespace Altcraft\Bridge;

/** The interface that this package was generated from. */
final class Schema {
    public const VERSION = "0.1.0";
    /** The digest of the document; `bridge.info` returns it as `schemaDigest`. */
    public const DIGEST = "sha256:0fe9a8ff71815be1cc8cbb9104d9589a698d853fa9c6d036b9374350ea61474d";
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
