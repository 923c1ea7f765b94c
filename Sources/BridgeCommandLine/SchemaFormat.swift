/// The output format of `schema`.
package enum SchemaFormat: String, Sendable {
  case openrpc, asyncapi, markdown, html
  case jsonSchema = "json-schema"
}
