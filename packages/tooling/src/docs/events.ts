import { type EventKind, eventCatalogue, eventEnvelope, isInternal } from '@posthorn/contracts'
import { jsonSchemaOf, typeOf } from './json-schema.ts'
import { code, page, table } from './markdown.ts'

const intro = `What a webhook can subscribe to, and what \`GET /v1/events\` answers. Every event comes in the same envelope; \`data\` is the resource
as the API answers it, with what is named here besides. A sample of each kind: \`GET /v1/events/kinds\`.`

const internalIntro = `These kinds travel between the services only and never reach a webhook.`

/** The page of all kinds of events, public ones first. */
export const eventsPage = (): string => {
  const kinds = Object.keys(eventCatalogue) as EventKind[]
  const shown: EventFields[] = []
  return page('Events', [
    intro,
    '## The envelope',
    fieldTable(fieldsOf(eventEnvelope)),
    '## Public kinds',
    ...kinds.filter((kind) => !isInternal(kind)).map((kind) => kindPart(kind, shown)),
    '## Inside the house',
    internalIntro,
    ...kinds.filter(isInternal).map((kind) => kindPart(kind, shown)),
  ])
}

type Fields = ReadonlyMap<string, string>
type EventFields = { kind: EventKind; fields: Fields }

/** A kind; where an earlier one has all but some of its fields, only those are listed. */
const kindPart = (kind: EventKind, shown: EventFields[]): string => {
  const { when, data } = eventCatalogue[kind]
  const fields = fieldsOf(data)
  const same = shown.find((earlier) => [...earlier.fields].every(([name, type]) => fields.get(name) === type))
  shown.push({ kind, fields })
  const rest = new Map([...fields].filter(([name]) => !same?.fields.has(name)))
  const lead = same ? [`\`data\` is that of \`${same.kind}\`${rest.size > 0 ? ', and:' : '.'}`] : []
  return [`### ${kind}`, `${when}.`, ...lead, ...(rest.size > 0 ? [fieldTable(rest)] : [])].join('\n\n')
}

const fieldsOf = (schema: Parameters<typeof jsonSchemaOf>[0]): Fields => {
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'output')
  const entries = Object.entries(properties).map(
    ([name, field]) => [name, `${typeOf(field)}${required.includes(name) ? '' : ', may be absent'}`] as const,
  )
  return new Map(entries)
}

const fieldTable = (fields: Fields): string =>
  table(
    ['Field', 'Type'],
    [...fields].map(([name, type]) => [code(name), type]),
  )
