import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A JSON Schema of the document, as far as types are made of it. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
  default?: unknown
  format?: string
}

/** A parameter of an operation in path, query or header. */
export type Parameter = { in: string; name: string; required?: boolean; description?: string; schema?: Schema }
/** A body by its content types. */
export type Content = Record<string, { schema?: Schema; example?: unknown }>
/** An operation as the document describes it. */
export type DocumentOperation = {
  operationId: string
  summary?: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { headers?: Record<string, unknown>; content?: Content }>
}
/** The OpenAPI document, as far as clients and samples are made of it. */
export type OpenApiDocument = {
  paths: Record<string, Record<string, DocumentOperation>>
  webhooks?: Record<string, { post: DocumentOperation }>
  components: { schemas: Record<string, Schema> }
}

/** Returns the OpenAPI document of the code. Tooling may not import apps, so a process of its own prints it. */
export function readDocument(root: string): OpenApiDocument {
  const program = fileURLToPath(new URL('./print-document.ts', import.meta.url))
  const folder = join(root, 'apps/gateway/src/rest')
  const args = ['--conditions=source', program, join(folder, 'route.ts'), join(folder, 'openapi/document.ts')]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
  if (status !== 0) throw new Error(`the OpenAPI document cannot be read: ${stderr}`)
  return JSON.parse(stdout) as OpenApiDocument
}
