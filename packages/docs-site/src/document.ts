/** A group of nouns in the reference. Its name must differ from every noun, because both become anchors. */
type TagGroup = { name: string; tags: string[] }

const groups: TagGroup[] = [
  { name: 'Messaging', tags: ['messages', 'files', 'capabilities', 'queues', 'statistics'] },
  {
    name: 'Inbox',
    tags: 'chats labels notes replies views search automations notifications team invitations departments'.split(' '),
  },
  { name: 'People', tags: ['contacts', 'segments', 'imports', 'erasures'] },
  {
    name: 'Groups and channels',
    tags: ['groups', 'participants', 'joinRequests', 'invites', 'channels', 'subscribers', 'posts'],
  },
  { name: 'Receiving', tags: ['webhooks', 'secrets', 'deliveries', 'replays', 'events', 'egress'] },
  { name: 'Phone numbers', tags: ['numbers', 'sessions', 'profiles', 'templates', 'phones', 'updates'] },
]
/** The group of all nouns that have no other group. */
const lastGroup = 'Account'

/** Groups the document's nouns. Nouns that aren't listed in any group go into the last one. */
export function tagGroupsOf(document: { paths: Record<string, Record<string, { tags?: string[] }>> }): TagGroup[] {
  const used = Object.values(document.paths).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags ?? []))
  const present = new Set(used)
  const grouped = groups.map(({ name, tags }) => ({ name, tags: tags.filter((tag) => present.has(tag)) }))
  const rest = [...present].filter((tag) => !groups.some(({ tags }) => tags.includes(tag)))
  return [...grouped, { name: lastGroup, tags: rest }].filter(({ tags }) => tags.length > 0)
}

/** The fields of a JSON schema that the site uses. */
export type JsonSchema = {
  $ref?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  allOf?: JsonSchema[]
  unevaluatedProperties?: false
  description?: string
  examples?: unknown[]
  type?: string
}

type DocumentedParameter = {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  example?: unknown
  schema?: JsonSchema
}

/** The fields of an operation that the site uses. */
export type DocumentedOperation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: DocumentedParameter[]
  requestBody?: { content: Record<string, { example?: unknown; schema?: JsonSchema }> }
  responses: Record<string, DocumentedResponse>
}

type DocumentedResponse = {
  $ref?: string
  description?: string
  content?: Record<string, { example?: unknown; schema?: JsonSchema }>
}

/** The fields of the OpenAPI document that the site uses. */
export type ApiDocument = {
  info: { title: string; description?: string }
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, DocumentedOperation>>
  webhooks?: Record<string, Record<string, DocumentedOperation>>
  components?: {
    schemas?: Record<string, JsonSchema>
    parameters?: Record<string, DocumentedParameter>
    responses?: Record<string, DocumentedResponse>
  }
}

export type PlacedOperation = {
  method: string
  path: string
  tag: string
  href: string
  operation: DocumentedOperation
}

const methods = new Set(['get', 'post', 'put', 'patch', 'delete'])

/** Returns all operations of the document, in group order. */
export function operationsOf(document: ApiDocument): PlacedOperation[] {
  const order = tagGroupsOf(document).flatMap(({ tags }) => tags)
  const placed = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, documented]) => {
        const operation = withParameters(document, documented)
        const tag = operation.tags?.[0] ?? 'other'
        const verb = method.toUpperCase()
        // The anchor is the one that Scalar gives to an operation.
        return { method: verb, path, tag, href: `/docs/api#tag/${tag}/${verb}${path}`, operation }
      }),
  )
  return placed.toSorted((a, b) => order.indexOf(a.tag) - order.indexOf(b.tag))
}

/** Returns the name of the component that a part refers to; empty if it is no reference. */
const nameIn = (part: { $ref?: string } | undefined) => part?.$ref?.split('/').at(-1) ?? ''

/** Returns an operation with shared parameters inlined. Examples and missing descriptions come from their schemas. */
function withParameters({ components }: ApiDocument, operation: DocumentedOperation): DocumentedOperation {
  if (!operation.parameters) return operation
  const parameters = operation.parameters.map((each) => {
    const { schema, ...parameter } = components?.parameters?.[nameIn(each)] ?? each
    const { description, examples: [example] = [] } = components?.schemas?.[nameIn(schema)] ?? schema ?? {}
    return {
      ...(description !== undefined && { description }),
      ...parameter,
      ...(example !== undefined && { example }),
    }
  })
  return { ...operation, parameters }
}

/**
 * Returns the document as the reference shows it: nouns in groups, with readable names, most important first. Objects that extend others, and
 * responses with their own error codes, are written out.
 */
export function shownDocument(document: ApiDocument): ApiDocument {
  const groups = tagGroupsOf(document)
  const described = new Map((document.tags ?? []).map((tag) => [tag.name, tag]))
  const tags = groups.flatMap((group) =>
    group.tags.map((name) => ({ name, 'x-displayName': titleOfTag(name), ...described.get(name) })),
  )
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(Object.entries(item).map(([method, each]) => [method, withCodes(document, each)])),
  ])
  const shown = { ...document, tags, 'x-tagGroups': groups, paths: Object.fromEntries(paths) }
  return JSON.parse(JSON.stringify(shown), (_, value: JsonSchema | null) =>
    value?.allOf ? flattened(document, value) : value,
  ) as ApiDocument
}

/** Flattens an object schema that extends others into one with all fields, which readers see together and viewers needn't merge. */
function flattened(document: ApiDocument, schema: JsonSchema): JsonSchema {
  if (!schema.allOf) return schema
  const { allOf, unevaluatedProperties: _closed, ...rest } = schema
  const parts = allOf.map((each) => flattened(document, document.components?.schemas?.[nameIn(each)] ?? each))
  const properties: Record<string, JsonSchema> = {}
  for (const [name, field] of parts.flatMap((part) => Object.entries(part.properties ?? {}))) {
    const description = field.description ?? properties[name]?.description
    properties[name] = { ...field, ...(description !== undefined && { description }) }
  }
  const required = [...new Set(parts.flatMap((part) => part.required ?? []))]
  const examples = rest.examples ?? parts.flatMap((part) => part.examples ?? [])
  return { ...rest, type: 'object', properties, required, ...(examples.length > 0 && { examples }) }
}

/** Inlines shared responses next to whose reference an operation lists its error codes, because viewers ignore a text in that place. */
function withCodes({ components }: ApiDocument, operation: DocumentedOperation): DocumentedOperation {
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const { $ref: _reference, ...own } = response
    const shared = own.description === undefined ? undefined : components?.responses?.[nameIn(response)]
    return [status, shared === undefined ? response : { ...shared, ...own }]
  })
  return { ...operation, responses: Object.fromEntries(responses) as DocumentedOperation['responses'] }
}

/** Returns a noun in words, such as `Join requests`. */
export function titleOfTag(tag: string): string {
  const words = tag.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
