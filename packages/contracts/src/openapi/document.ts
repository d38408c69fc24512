import { z } from 'zod'
import { errorCode, fieldError } from '../fault.ts'
import { named, paging } from '../schemas.ts'
import { declaredSchema } from '../shown.ts'
import { type Collected, collectSchemas, referToEqual } from './components.ts'
import { eventAccepted, eventSchemas, eventUnion, loggedEvent, webhookHeaders, webhookRequest } from './events.ts'
import {
  capitalized,
  componentName,
  type DocumentedRoute,
  documentedRoutes,
  nameIn,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  referencesIn,
  type SchemaObject,
  schemaPath,
} from './model.ts'
import {
  answerSchema,
  documentedOperation,
  exampleAnswer,
  formSchema,
  generatedOperations,
  idempotencyKey,
  parameter,
  takesForm,
} from './operation.ts'
import { commonRefusal, headers } from './refusals.ts'
import { groupFields, inlineSingles, type SharedParts, shareRepeated, withOwnSchemas } from './shared-parts.ts'

const tags = [
  { name: 'messages', description: 'Messages in both directions: send, read, change, cancel, trace' },
  { name: 'chats', description: 'Conversations of a number with one person, a group or a broadcast channel' },
  { name: 'labels', description: 'Labels of the workspace, for sorting chats' },
  { name: 'notes', description: 'Private notes about a chat, which the customer never sees' },
  { name: 'replies', description: 'Texts that a team sends often' },
  { name: 'views', description: 'Saved chat filters of the team and its members' },
  { name: 'automations', description: 'Rules that assign, label and answer chats, and their runs' },
  {
    name: 'notifications',
    description: 'What a member needs to know: mentions, assignments, failed messages, and problems',
  },
  { name: 'files', description: 'Files to send, and received files' },
  { name: 'contacts', description: 'People, with their identities, tags, custom fields, blocks and opt-outs' },
  { name: 'segments', description: 'Saved filters of contacts' },
  { name: 'imports', description: 'Imports of many contacts from a table' },
  { name: 'erasures', description: 'Progress of erasing people' },
  { name: 'groups', description: 'WhatsApp groups, created by a number of the workspace' },
  { name: 'participants', description: 'People in a group, and invitations to it' },
  { name: 'joinRequests', description: 'Requests to join a group that needs approval' },
  { name: 'invites', description: 'The invite link of a group' },
  { name: 'channels', description: 'Audiences for one message to many people' },
  { name: 'subscribers', description: 'People who are subscribed to a broadcast channel' },
  { name: 'posts', description: 'Messages to everyone in a broadcast channel, with counts per status' },
  { name: 'numbers', description: 'Connected numbers, and simulator numbers for tests' },
  { name: 'sessions', description: 'Verification, registration and session of a number with the provider' },
  { name: 'profiles', description: 'The business profile that customers see' },
  { name: 'templates', description: 'Message templates of a number, and their approval' },
  { name: 'capabilities', description: 'The kinds of messages that a number can send, and their formats' },
  { name: 'queues', description: 'The queue of a number: pause, drain, move or cancel waiting messages' },
  { name: 'statistics', description: 'Counts and delays of messages and deliveries' },
  { name: 'phones', description: 'Phone number checks' },
  { name: 'updates', description: 'Provider updates that Posthorn does not understand' },
  { name: 'webhooks', description: 'URLs that events are delivered to' },
  { name: 'deliveries', description: 'Deliveries of events to webhooks, with every attempt' },
  { name: 'secrets', description: 'Signing secrets of webhooks' },
  { name: 'replays', description: 'Past events, delivered again' },
  { name: 'events', description: 'The numbered log of everything that happened, to read, follow or receive' },
  { name: 'restore', description: 'Work on hold across the installation after a restore' },
  { name: 'egress', description: 'Addresses and format of outgoing requests, for firewalls and receivers' },
  { name: 'search', description: 'One search across chats, contacts, messages, templates, numbers, webhooks and keys' },
  { name: 'me', description: 'The API key of the request: its workspace, scopes and limits' },
  { name: 'keys', description: 'API keys of the workspace' },
  { name: 'workspace', description: 'The workspace of the API key, and its settings' },
  { name: 'team', description: 'Members of the workspace, who can be assigned chats' },
  { name: 'invitations', description: 'Invitations to the team' },
  { name: 'departments', description: 'Groups of team members' },
  { name: 'audit', description: 'The log of actions that need the `manage` scope' },
]

const inbox = ['chats', 'labels', 'notes', 'replies', 'views', 'automations', 'notifications', 'departments', 'search']
const administration = [
  'me',
  'keys',
  'workspace',
  'team',
  'invitations',
  'audit',
  'erasures',
  'updates',
  'restore',
  'egress',
]

/** Groups nouns into three tiers for readers: what a help desk needs, administration and, with all others, messaging. */
const tagGroupsOf = (names: readonly string[]): { name: string; tags: string[] }[] => [
  { name: 'Messaging', tags: names.filter((name) => !inbox.includes(name) && !administration.includes(name)) },
  { name: 'Inbox', tags: names.filter((name) => inbox.includes(name)) },
  { name: 'Administration', tags: names.filter((name) => administration.includes(name)) },
]

/** Minimum number of uses before `X or null` becomes a component. */
const placesMin = 3

const place = new RegExp(`"anyOf":\\[\\{"\\$ref":"${schemaPath}(\\w+)"\\},\\{"type":"null"\\}\\]`, 'g')

/** Replaces frequent `X or null` with references to a component `XOrNull`, to keep the document small. Returns the names X. */
function withNullComponents<T>(value: T): { value: T; names: string[] } {
  const text = JSON.stringify(value)
  const counts = Map.groupBy(text.matchAll(place), ([, name = '']) => name)
  const isOften = (name: string) => (counts.get(name)?.length ?? 0) >= placesMin
  const replaced = text.replaceAll(place, (written, name: string) =>
    isOften(name) ? `"$ref":"${schemaPath}${name}OrNull"` : written,
  )
  return { value: JSON.parse(replaced) as T, names: [...counts.keys()].filter(isOften) }
}

/** Returns the components `XOrNull`, with the description of X. */
function nullComponents(components: Record<string, SchemaObject>, names: string[]): Record<string, SchemaObject> {
  const made = names.map((name): [string, SchemaObject] => {
    const { description } = components[name] ?? {}
    const anyOf: SchemaObject[] = [{ $ref: schemaPath + name }, { type: 'null' }]
    return [`${name}OrNull`, { ...(description !== undefined && { description }), anyOf }]
  })
  return Object.fromEntries(made)
}

export const errorBody = named(
  'Error',
  z.object({
    status: z.int().meta({ description: 'The HTTP status', example: 400 }),
    errorCode,
    message: z.string().describe('What is wrong, and how to fix it'),
    errors: z.array(fieldError).describe('All invalid fields'),
    retryable: z.boolean().describe('True when the same request may succeed later'),
    retryAfter: z.number().nullable().describe('Seconds to wait before a retry, as in `Retry-After`; null: not known'),
    requestId: z.string().describe('Id of the request, as in `X-Request-Id`; quote it when you ask for help'),
    docs: z.string().describe('URL of the page about this error'),
  }),
)

const info = {
  title: 'Posthorn',
  version: '1.0.0',
  summary: "Business messaging as REST over WhatsApp's Cloud API",
  description:
    "Business messaging as REST over WhatsApp's Cloud API. A request is stored before the response, a message is sent at most once, and every step is reported to your webhooks. Changes to `/v1` are backward compatible. A field without a value is `null`.\n\nEvery response includes `X-Request-Id`: the one you sent, or one we generate. Responses to a valid key include `RateLimit-Policy` and `RateLimit`. A repeated `POST` gets the stored response with `Idempotent-Replayed: true`. `confirmation:required` means that a member must confirm their password first. The `docs` field of an error links to its page.",
}

/** Creates the OpenAPI 3.1 document for the contract, as served. */
export const openApiDocument = (publicUrl?: string): OpenApiDocument => withOwnSchemas(namedDocument(publicUrl))

/**
 * Creates the document with a named schema for each body and response, based on the operations that trpc-to-openapi generates. The SDKs are
 * generated from it, because their types need names.
 */
export function namedDocument(publicUrl?: string): OpenApiDocument {
  const routes = documentedRoutes()
  const schemas = documentedSchemas(routes)
  const parts: SharedParts = {
    schemas,
    responses: { EventAccepted: eventAccepted },
    parameters: sharedParameters(schemas),
  }
  const paths: Record<string, Record<string, OperationObject>> = {}
  const generated = generatedOperations(routes, info)
  for (const route of routes) {
    const operation = documentedOperation(route, generated.get(route.id), parts)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation }
  }
  shareRepeated(paths, parts)
  inlineSingles(paths, parts.responses)
  const used = tags.filter(({ name }) => routes.some(({ noun }) => noun === name))
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: publicUrl ?? '/' }],
    tags: used,
    'x-tagGroups': tagGroupsOf(used.map(({ name }) => name)),
    security: [{ Token: [] }, { Bearer: [] }],
    paths,
    webhooks: { event: { post: webhookRequest } },
    components: {
      schemas: sorted(schemas.components),
      responses: sorted(parts.responses),
      parameters: sorted(parts.parameters),
      headers,
      securitySchemes,
    },
  }
}

const securitySchemes = {
  Token: { type: 'apiKey', in: 'header', name: 'Token', description: 'An API key' },
  Bearer: { type: 'http', scheme: 'bearer', description: 'The same API key, as `Authorization: Bearer <key>`' },
}

/** Collects the schemas of all operations and events. Bodies and unnamed responses become components named after their operation. */
function documentedSchemas(routes: DocumentedRoute[]): Collected {
  const events = eventSchemas()
  const answers = Object.fromEntries(routes.map((route) => [route.id, declaredSchema(route.operation.output)]))
  const collected = collectSchemas(requestSchemas(routes), { ...answers, ...events, error: errorBody })
  const { value: schemas, names } = withNullComponents(collected)
  const components = { ...schemas.components, ...nullComponents(schemas.components, names) }
  schemas.components = components
  for (const route of routes) {
    const body = schemas.requests[`${route.id} body`]
    const { rule } = route.operation
    if (body) components[componentName(route, 'Body')] = { ...(rule && { description: rule }), ...body }
    if (takesForm(route))
      components[componentName(route, 'Form')] = formSchema(route, schemas.requests[`${route.id} form`])
    moveAnswer(route, schemas)
    moveExample(route, schemas)
  }
  dropRepeatedExamples(components)
  components['Event'] = eventUnion()
  components['LoggedEvent'] = loggedEvent
  components['Refused'] = commonRefusal()
  return { ...schemas, components: groupFields(referToEqual(components)) }
}

/** Turns an unnamed response, or the entries of an unnamed list, into a component, so that the SDKs have a name for it. */
function moveAnswer(route: DocumentedRoute, schemas: Collected): void {
  if (route.operation.stream || route.operation.download) return
  const answer = answerSchema(route, { schemas })
  const entry = answer.items ?? answer
  if (entry.$ref !== undefined || (!entry.properties && !entry.anyOf)) return
  const name = componentName(route, 'Answer')
  schemas.components[name] = entry
  const reference = { $ref: `#/components/schemas/${name}` }
  schemas.answers[route.id] = answer.items ? { type: 'array', items: reference } : reference
}

/**
 * Gives a response's component the example from the first operation that returns it; `successContent` leaves such an example out. For a
 * list, this is the component for its entries. Skips components that combine others, to keep the document small.
 */
function moveExample(route: DocumentedRoute, schemas: Collected): void {
  if (route.operation.stream || route.operation.download) return
  const answer = answerSchema(route, { schemas })
  const [value] = answer.items ? (exampleAnswer(route.operation) as unknown[]) : [exampleAnswer(route.operation)]
  const component = schemas.components[nameIn((answer.items ?? answer).$ref ?? '')]
  if (component && !component.allOf && !component.anyOf && value !== undefined) component.examples ??= [value]
}

/** Removes examples that contain the example of a referenced component, because readers can derive them. */
function dropRepeatedExamples(components: Collected['components']): void {
  const textOf = (component: SchemaObject | undefined) => JSON.stringify(component?.examples?.[0] ?? null)
  for (const component of Object.values(components)) {
    if (component.examples === undefined || component.type !== 'object') continue
    const within = referencesIn(component).map((name) => textOf(components[name]))
    if (within.some((text) => text.startsWith('{') && textOf(component).includes(text))) delete component.examples
  }
}

/** Collects the schemas of all requests, keyed by the operation's id and the field's name, `form` or `body`. */
function requestSchemas(routes: DocumentedRoute[]): Record<string, z.ZodType> {
  const schemas: Record<string, z.ZodType> = {}
  for (const { id, method, placed, given, operation } of routes) {
    for (const [name, field] of Object.entries(placed)) schemas[`${id} ${name}`] = field
    if (operation.upload) schemas[`${id} form`] = operation.upload.fields
    if (method !== 'GET' && Object.keys(given).length > 0) schemas[`${id} body`] = z.strictObject(given)
    if (method === 'GET') for (const [name, field] of Object.entries(given)) schemas[`${id} ${name}`] = field
  }
  for (const [name, field] of Object.entries(paging)) schemas[`paging ${name}`] = field
  return schemas
}

/** Returns the parameters that are shared from the start: paging, Idempotency-Key, and the headers of webhook requests. */
function sharedParameters(schemas: Collected): Record<string, ParameterObject> {
  const pages = Object.entries(paging).map(([name, zod]): [string, ParameterObject] => [
    capitalized(name),
    parameter({ id: 'paging' }, { name, zod, place: 'query' }, { schemas }),
  ])
  return { ...Object.fromEntries(pages), IdempotencyKey: idempotencyKey, ...webhookHeaders }
}

/** Sorts components by name, so that a new operation moves none of the others. */
const sorted = <T>(entries: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1)))
