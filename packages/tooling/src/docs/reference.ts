import {
  allOperations,
  declaredSchema,
  type ErrorCode,
  type ErrorEntry,
  type EventKind,
  errorCatalog,
  eventCatalog,
  eventEnvelope,
  includesRole,
  isInternal,
  type LimitedBy,
  leastRoleOf,
  type MessageEvent,
  messageStatus,
  messageTransitions,
  outcomeUnknownTransitions,
  roles,
  statusEvents,
} from '@posthorn/contracts'
import { dialectRoutes } from '@posthorn/dialect'
import { commandsPage, readCommands } from './commands.ts'
import { code, page, table } from './markdown.ts'
import { fieldRows, jsonSchemaOf, operationsPage, typeOf } from './operations.ts'
import { readSettings, settingsPage } from './settings.ts'
import { tablesPage } from './tables.ts'

const intro = `Kinds of events that a webhook can subscribe to and that \`GET /v1/events\` returns. Every event has the same envelope; \`data\` is the
resource as the API returns it, with the additional fields that are listed here. A field within another has a path such as \`media.url\`,
within a list \`contacts[].name\`. A sample of each kind: \`GET /v1/events/kinds\`.`

const internalIntro = `Only the services exchange these kinds; they never reach a webhook.`

/** Returns the page about events: the envelope, and then every kind. */
const eventsPage = (): string => {
  const kinds = Object.keys(eventCatalog) as EventKind[]
  const earlierKinds: EventFields[] = []
  return page('Events', [
    intro,
    '## The envelope',
    fieldTable(eventFields(eventEnvelope)),
    '## Public kinds',
    ...kinds.filter((kind) => !isInternal(kind)).map((kind) => kindPart(kind, earlierKinds)),
    '## Internal kinds',
    internalIntro,
    ...kinds.filter(isInternal).map((kind) => kindPart(kind, earlierKinds)),
  ])
}

type Fields = ReadonlyMap<string, { type: string; meaning: string }>
type EventFields = { kind: EventKind; fields: Fields }

/** Describes an event kind, and adds it to `earlierKinds`. If it has all fields of an earlier kind, lists only the others. */
const kindPart = (kind: EventKind, earlierKinds: EventFields[]): string => {
  const { when, data } = eventCatalog[kind]
  const fields = eventFields(declaredSchema(data))
  const same = earlierKinds.find((other) =>
    [...other.fields].every(([name, { type }]) => fields.get(name)?.type === type),
  )
  earlierKinds.push({ kind, fields })
  const rest = new Map([...fields].filter(([name]) => !same?.fields.has(name)))
  const lead = same ? [`\`data\` is that of \`${same.kind}\`${rest.size > 0 ? ', and:' : '.'}`] : []
  return [`### ${kind}`, `${when}.`, ...lead, ...(rest.size > 0 ? [fieldTable(rest)] : [])].join('\n\n')
}

/** Returns the fields of an event by path, as the table shows them. */
const eventFields = (schema: Parameters<typeof jsonSchemaOf>[0]): Fields =>
  new Map(
    fieldRows(jsonSchemaOf(schema, 'output')).map(({ path, schema: field, isRequired }) => [
      path,
      { type: `${typeOf(field)}${isRequired ? '' : ', may be absent'}`, meaning: field.description ?? '' },
    ]),
  )

const fieldTable = (fields: Fields): string =>
  table(
    ['Field', 'Type', 'Meaning'],
    [...fields].map(([name, { type, meaning }]) => [code(name), type, meaning]),
  )

const errorsIntro = `Every error response has the same body: \`{ status, errorCode, message, errors, retryable, retryAfter?, requestId, docs }\`. The codes are also
in the \`error\` of a message that failed. \`retryable\` means that the same request can succeed later.
A code that ends in \`:not_found\` has status 404 for an id in the path, and 422 for an id in a field, such as \`quote\` or \`labels.0\`; \`errors\` names the field.`

/** Returns the page about error codes, by HTTP status. */
const errorsPage = (): string => {
  const entries = Object.entries(errorCatalog) as [ErrorCode, ErrorEntry][]
  const byStatus = Map.groupBy(entries, ([, { status }]) => status)
  const parts = [...byStatus]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([status, codes]) => [`## ${status}`, ...codes.map(errorPart)])
  return page('Errors', [errorsIntro, ...parts])
}

/** Returns the part of the page about one code, with the operations that return it. */
const errorPart = ([name, { message, retryable }]: [ErrorCode, ErrorEntry]): string => {
  const operations = allOperations()
    .filter(({ operation }) => operation.errors.includes(name))
    .map(({ service, noun, verb, operation }) => code(operation.rest ?? `${service}.${noun}.${verb}`))
  return [
    `### ${name}`,
    `${message}${retryable ? ' Retryable.' : ''}`,
    ...(operations.length > 0 ? [`Returned by ${operations.join(', ')}.`] : []),
  ].join('\n\n')
}

const extents = { works: 'works', differs: 'works with a difference', none: 'refused' } as const

/** Returns the page about the routes of the dialect, and how many work. */
const dialectPage = (): string => {
  const count = (extent: keyof typeof extents) => dialectRoutes.filter(({ support }) => support === extent).length
  const intro = `All ${dialectRoutes.length} routes of the established v1 dialect: ${count('works')} work, ${count('differs')} work with a
difference, ${count('none')} are refused with the sentence in the table. The [guide](../guides/dialect.md) shows how to move a program.`
  const rows = dialectRoutes.map(({ method, path, support, note }) => [
    code(`${method} /compat${path}`),
    extents[support],
    note,
  ])
  return page('Routes of the established v1 dialect', [intro, table(['Route', 'Extent', 'Difference or reason'], rows)])
}

export const referenceFolder = 'apps/docs/reference'

/** All generated reference pages, by file name. */
export const referencePages = async (root: string): Promise<Record<string, string>> => ({
  'operations.md': operationsPage(),
  'events.md': eventsPage(),
  'errors.md': errorsPage(),
  'statuses.md': statusesPage(),
  'roles.md': rolesPage(),
  'commands.md': commandsPage(await readCommands(root)),
  'dialect.md': dialectPage(),
  'settings.md': settingsPage(await readSettings(root)),
  'tables.md': tablesPage(root),
})

const rolesIntro = `The roles of members, and what each may do: a viewer reads, an agent answers, an admin manages, an owner also decides about admins and
owners. Keys have scopes instead. A role and a scope differ where an agent needs less than the scope of a key, or an admin more.`

const rolesNotes = `*password*: the member has entered it in the ten minutes before; a key needs none. \`GET /v1/me\` lists the operations of the caller under \`may\`.`

const ofNumbers = `## Keys and members that are limited to numbers

*their numbers*: what belongs to other numbers only does not exist. Lists, counts, exports and searches leave it out, and its id gets the response of an unknown
one. *refused*: the operation concerns all numbers, and the response is 403 \`numbers:limited\`.

- A contact belongs to the numbers that it has had a chat with. One that a limited caller creates belongs to the numbers of the caller.
- A file belongs to the numbers whose messages carry it. One that a limited caller uploads belongs to the numbers of the caller.
- What belongs to other numbers, too, is seen and used, but not deleted: to delete or merge such a contact, to change such a file or a shared view, and to delete
  a template of an account with other numbers is \`numbers:limited\`.
- The event log has the events of the numbers of the caller. Labels, saved replies, segments and the team are those of the workspace; a segment counts the contacts of the
  caller.`

/** How an operation treats a caller restricted to numbers. */
const limits: Record<LimitedBy, string> = { number: 'their numbers', workspace: 'refused', nothing: '' }

/** Returns the page that shows who may call each operation of the REST API. */
const rolesPage = (): string => {
  const rows = allOperations().flatMap(({ noun, verb, operation }) => {
    if (operation.rest === undefined || operation.scope === 'operator') return []
    const least = leastRoleOf(operation)
    const marks = roles.map((role) => (includesRole(role, least) ? 'yes' : ''))
    const scope = operation.scope === null ? '' : code(operation.scope)
    const limited = operation.limitedBy ? limits[operation.limitedBy] : ''
    return [
      [code(`${noun}.${verb}`), code(operation.rest), ...marks, operation.confirmed ? 'password' : '', scope, limited],
    ]
  })
  const heads = ['Operation', 'Request', ...roles, 'Besides', 'Scope of a key', 'Limited to numbers']
  return page('Roles', [rolesIntro, table(heads, rows), rolesNotes, ofNumbers])
}

const statusesIntro = `All statuses of a message: each row is a status, each column an event, each cell the status after it. An empty cell means that the event
changes nothing: late, repeated or reordered acknowledgments have no effect, and a message that the provider accepted never returns to the queue.`

const statusesNotes = `\`read\` without \`delivered\` fills the times of both. Incoming messages are \`received\`, then \`read\`. \`failed\` with
\`message:outcome_unknown\` means that the response of the provider was lost and no status arrived in time: any later status takes its place (last row).

The provider sends statuses in any order. A message that the recipient's phone confirmed is \`delivered\`, also when \`failed\` is reported before or
after it: \`message:ack\` can follow \`message:failed\`, and \`error\` is then removed.`

/** Returns the page that shows the status after each event. */
const statusesPage = (): string => {
  const row = (name: string, after: Partial<Record<MessageEvent, string>>) => [
    name,
    ...statusEvents.map((event) => after[event] ?? ''),
  ]
  const rows = messageStatus.options.map((status) => row(code(status), messageTransitions[status]))
  const all = [...rows, row('`failed`, outcome unknown', outcomeUnknownTransitions)]
  return page('Statuses of a message', [statusesIntro, table(['State', ...statusEvents], all), statusesNotes])
}
