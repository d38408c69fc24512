/** A JSON schema of the document, as far as the site reads it. */
export type JsonSchema = { $ref?: string; properties?: Record<string, JsonSchema>; description?: string }

/** An operation of the document, as far as the site reads it. */
export type DocumentedOperation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean; description?: string; example?: unknown }[]
  requestBody?: { content: Record<string, { example?: unknown; schema?: JsonSchema }> }
  responses: Record<string, { description?: string; content?: Record<string, { example?: unknown }> }>
}

/** The OpenAPI document, as far as the site reads it. */
export type ApiDocument = {
  info: { title: string; description?: string }
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, DocumentedOperation>>
  webhooks?: Record<string, { post?: DocumentedOperation }>
  components?: { schemas?: Record<string, JsonSchema> }
}

/** An operation with its line and its address in the reference. */
export type PlacedOperation = {
  method: string
  path: string
  tag: string
  href: string
  operation: DocumentedOperation
}

const methods = new Set(['get', 'post', 'put', 'patch', 'delete'])

/** Returns all operations of the document, in its order. */
export function operationsOf(document: ApiDocument): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => {
        const tag = operation.tags?.[0] ?? 'other'
        return { method: method.toUpperCase(), path, tag, href: `/docs/api#${anchorOf(tag, method, path)}`, operation }
      }),
  )
}

/** Returns the anchor that the reference gives to an operation. */
function anchorOf(tag: string, method: string, path: string): string {
  return `tag/${tag}/${method.toUpperCase()}${path}`
}

/** Returns the name of a tag for people. */
export function titleOfTag(tag: string): string {
  const words = tag.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
