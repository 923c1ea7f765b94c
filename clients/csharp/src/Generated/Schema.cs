// Written by `altcraft-bridge generate csharp` from the OpenRPC document. Do not edit.
using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace AltcraftBridge {
    /// <summary>The interface that this library was generated from.</summary>
    public static class Schema {
        public const string Version = "0.1.0";
        /// <summary>The digest of the document; bridge.info returns it as schemaDigest.</summary>
        public const string Digest = "sha256:0fe9a8ff71815be1cc8cbb9104d9589a698d853fa9c6d036b9374350ea61474d";
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
