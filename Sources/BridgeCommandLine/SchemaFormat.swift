/// The output format of `schema`.
package enum SchemaFormat: String, Sendable { case openrpc, markdown, html }
