// Written by `altcraft-bridge generate csharp` from the OpenRPC document. Do not edit.
using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace AltcraftBridge {
    /// <summary>The interface that this library was generated from.</summary>
    public static class Schema {
        public const string Version = "0.1.0";
        /// <summary>The digest of the document; bridge.info returns it as schemaDigest.</summary>
        public const string Digest = "sha256:dd24d7d7559c061c3a83aa16f11b1ec8403ce7de46f15ce8ec1ff259da2d36af";
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
