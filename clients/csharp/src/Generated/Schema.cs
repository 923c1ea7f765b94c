// Written by `altcraft-bridge generate csharp` from the OpenRPC document. Do not edit.
using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace AltcraftBridge {
    /// <summary>The interface that this library was generated from.</summary>
    public static class Schema {
        public const string Version = "0.1.0";
        /// <summary>The digest of the document; bridge.info returns it as schemaDigest.</summary>
        public const string Digest = "sha256:8ef980560f9c089e93f633a57f0236adc5f2a87ca9920a1ece3e13a664db9e0a";
        /// <summary>The methods that other names stand for.</summary>
        public static readonly IReadOnlyDictionary<string, string> Aliases = new Dictionary<string, string> {
            { "initialize", "initialization" },
            { "nse.setAppGroup", "setAppGroup" },
            { "nse.setJWTProvider", "setJWTProvider" },
            { "nse.mobileEvent", "mobileEvent" },
            { "subscribeToEvents", "events.subscribe" },
            { "unsubscribeFromEvent", "events.unsubscribe" },
        };
    }
}
