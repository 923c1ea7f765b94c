// Written by `altcraft-bridge generate csharp` from the OpenRPC document. Do not edit.
using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace AltcraftBridge {
    /// <summary>The interface that this library was generated from.</summary>
    public static class Schema {
        public const string Version = "0.1.0";
        /// <summary>The digest of the document; bridge.info returns it as schemaDigest.</summary>
        public const string Digest = "sha256:8861bbdffc598ed677790729e5cb87b4db799f651eb068dd7b57f852d6fc63f1";
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
