<?php

// Written by `altcraft-bridge generate php` from the OpenRPC document. Do not edit.

declare(strict_types=1);

namespace Altcraft\Bridge;

/** The interface that this package was generated from. */
final class Schema {
    public const VERSION = "0.1.0";
    /** The digest of the document; `bridge.info` returns it as `schemaDigest`. */
    public const DIGEST = "sha256:dd24d7d7559c061c3a83aa16f11b1ec8403ce7de46f15ce8ec1ff259da2d36af";
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
