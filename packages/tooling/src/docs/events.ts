import { declaredSchema, type EventKind, eventCatalog, eventEnvelope, isInternal } from '@posthorn/contracts'
import { fieldRows, jsonSchemaOf, typeOf } from './json-schema.ts'
import { code, page, table } from './markdown.ts'

const intro = `Kinds of events that a webhook can subscribe to and that \`GET /v1/events\` returns. Every event has the same envelope; \`data\` is the
resource as the API returns it, with the additional fields that are listed here. A field within another has a path such as \`media.url\`,
within a list \`contacts[].name\`. A sample of each kind: \`GET /v1/events/kinds\`.`

const internalIntro = `Only the services exchange these kinds; they never reach a webhook.`

/** The page of all event kinds, public ones first. */
export const eventsPage = (): string => {
  const kinds = Object.keys(eventCatalog) as EventKind[]
  const shown: EventFields[] = []
  return page('Events', [
    intro,
    '## The envelope',
    fieldTable(fieldsOf(eventEnvelope)),
    '## Public kinds',
    ...kinds.filter((kind) => !isInternal(kind)).map((kind) => kindPart(kind, shown)),
    '## Internal kinds',
    internalIntro,
    ...kinds.filter(isInternal).map((kind) => kindPart(kind, shown)),
  ])
}

type Fields = ReadonlyMap<string, { type: string; meaning: string }>
type EventFields = { kind: EventKind; fields: Fields }

/** Describes a kind. If an earlier one has almost the same fields, only the others are listed. */
const kindPart = (kind: EventKind, shown: EventFields[]): string => {
  const { when, data } = eventCatalog[kind]
  const fields = fieldsOf(declaredSchema(data))
  const same = shown.find((earlier) => [...earlier.fields].every(([name, { type }]) => fields.get(name)?.type === type))
  shown.push({ kind, fields })
  const rest = new Map([...fields].filter(([name]) => !same?.fields.has(name)))
  const lead = same ? [`\`data\` is that of \`${same.kind}\`${rest.size > 0 ? ', and:' : '.'}`] : []
  return [`### ${kind}`, `${when}.`, ...lead, ...(rest.size > 0 ? [fieldTable(rest)] : [])].join('\n\n')
}

const fieldsOf = (schema: Parameters<typeof jsonSchemaOf>[0]): Fields =>
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
