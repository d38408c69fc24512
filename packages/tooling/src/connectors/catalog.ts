import {
  type Action,
  type CommonAction,
  type CommonField,
  commonActions,
  commonTriggers,
  type EventKind,
  excludedOperations,
  type Field,
  type FieldKind,
  type Group,
  type ListName,
  type Trigger,
} from '@posthorn/connectors/description'
import {
  allOperations,
  errorCatalog,
  eventCatalog,
  exampleEvent,
  exampleMessage,
  publicKinds,
} from '@posthorn/contracts'
import { exampleAnswer } from '@posthorn/contracts/openapi'
import { type ClientOperation, clientOperations, type OpenApiDocument, type Schema } from '../sdk/model.ts'

/** Paging fields. The connectors page by themselves: n8n up to a limit that it asks for, the others return the first items. */
const paging = new Set(['cursor', 'size'])

/** Lists of choices by the name of a field. */
const listOfField: Readonly<Record<string, ListName>> = {
  number: 'numbers',
  group: 'groups',
  channel: 'channels',
  segment: 'segments',
  member: 'members',
  label: 'labels',
  labels: 'labels',
  template: 'templates',
}
/** Finds the list of choices for a field `id` in the path of its operation. */
const listInPath = /^\/v1\/(numbers|groups|channels|segments|labels)\/\{id\}/

/** Returns a name in words, with a capital first letter: `quietHours` becomes `Quiet hours`. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** Returns an operation's fields, except those that page through a list. Required ones come first. */
function fieldsOf(document: OpenApiDocument, operation: ClientOperation): Field[] {
  const { properties = {}, required = [] } = operation.input
  const fields = Object.entries(properties)
    .filter(([name]) => operation.answer !== 'pages' || !paging.has(name))
    .map(([name, schema]) => fieldOf(document, { name, schema, isRequired: required.includes(name) }, operation.path))
  return fields.toSorted((a, b) => Number(b.required ?? false) - Number(a.required ?? false))
}

/** Describes a field of an operation: its control, its texts, and where its value goes in the input. */
function fieldOf(
  document: OpenApiDocument,
  { name, schema, isRequired }: { name: string; schema: Schema; isRequired: boolean },
  path: string,
): Field {
  const plain = resolved(document, schema)
  const choices = choicesOf(plain)
  const kind = kindOf(document, name, plain)
  const list = listOf(name, path)
  return {
    name,
    label: wordsOf(name),
    help: schema.description ?? plain.description ?? '',
    kind,
    ...(isRequired && { required: true as const }),
    ...(isNullable(document, schema) && { nullable: true as const }),
    at: name,
    ...(kind === 'choice' && { choices }),
    ...(list && kind !== 'json' && { list }),
  }
}

/** Returns the field at a path such as `media.url`. The name of a template counts as a field `template`, because that has the choices. */
function fieldAt(document: OpenApiDocument, operation: ClientOperation, fieldPath: string): Field {
  const names = fieldPath.split('.')
  let schema: Schema | undefined = operation.input
  for (const name of names) schema = resolved(document, schema ?? {}).properties?.[name]
  if (schema === undefined) throw new Error(`${operation.noun}.${operation.verb} has no field ${fieldPath}`)
  const name = fieldPath === 'template.name' ? 'template' : (names.at(-1) ?? fieldPath)
  return fieldOf(document, { name, schema, isRequired: false }, operation.path)
}

/** Whether null is a value of the schema, which clears what it stands for. */
function isNullable(document: OpenApiDocument, schema: Schema): boolean {
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) return isNullable(document, document.components.schemas[name] ?? {})
  const { enum: values = [], anyOf, oneOf } = schema
  const others = anyOf ?? oneOf ?? []
  return typesOf(schema).includes('null') || values.includes(null) || others.some(({ type }) => type === 'null')
}

const typesOf = ({ type = [] }: Schema): string[] => [type].flat()

/** Follows references, and unwraps a schema whose only other alternative is null. */
function resolved(document: OpenApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) return resolved(document, document.components.schemas[name] ?? {})
  const values = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null')
  const [only] = values
  return only && values.length === 1 ? resolved(document, only) : schema
}

const choicesOf = ({ enum: choices = [] }: Schema): string[] => choices.filter((each) => typeof each === 'string')

/** Returns the kind of control that suits a schema. Times are recognized by their names, because the clients' document has only strings. */
function kindOf(document: OpenApiDocument, name: string, schema: Schema): FieldKind {
  const { format = '' } = schema
  // Scalars that may be null have two types.
  const [type] = typesOf(schema).filter((each) => each !== 'null')
  if (format.startsWith('upload')) return 'bytes'
  if (choicesOf(schema).length > 0) return 'choice'
  if (type === 'boolean') return 'boolean'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'array') return isText(resolved(document, schema.items ?? {})) ? 'texts' : 'json'
  if (!isText(schema)) return 'json'
  if (/(^(after|before)|After|Before|At)$/.test(name)) return 'time'
  return name === 'message' ? 'lines' : 'text'
}

const isText = (schema: Schema): boolean =>
  typesOf(schema).includes('string') ||
  choicesOf(schema).length > 0 ||
  (schema.anyOf?.some(({ type }) => type === 'string') ?? false)

/** Returns the list from which a person chooses a value, if there is one. */
function listOf(name: string, path: string): ListName | undefined {
  return name === 'id' ? (listInPath.exec(path)?.[1] as ListName | undefined) : listOfField[name]
}

/** What platforms offer: common actions, all operations whose responses have no secrets by noun, common triggers, and kinds of events. */
export type Catalog = { common: Action[]; groups: Group[]; triggers: Trigger[]; events: EventKind[] }

/** Builds the catalog from the document and the common actions, so that a new operation reaches the platforms without code for it. */
export function catalogOf(document: OpenApiDocument): Catalog {
  const operations = clientOperations(document).filter(
    ({ noun, verb }) => !excludedOperations.includes(`${noun}.${verb}`),
  )
  return {
    common: commonActions.map((common) => commonActionOf(document, { operations, common })),
    groups: groupsOf(document, operations),
    triggers: commonTriggers.map((trigger) => ({ ...trigger, sample: sampleEvents[trigger.kind] })),
    events: publicKinds.map((kind) => ({
      kind,
      label: wordsOf(kind.replaceAll(/[:_]/g, ' ')),
      help: eventCatalog[kind].when,
    })),
  }
}

/** Sample events that triggers show before the first real one. */
const sampleEvents = {
  'message:in': exampleEvent,
  'message:ack': eventWith('message:ack', { ...exampleMessage, status: 'delivered', ack: 'delivered' }),
  'message:failed': eventWith('message:failed', {
    ...exampleMessage,
    status: 'failed',
    error: { errorCode: 'message:expired', message: errorCatalog['message:expired'].message, retryable: false },
  }),
}

/** Returns the sample event with another kind and data. */
function eventWith(event: string, data: object) {
  return { ...exampleEvent, event, data }
}

/** Returns the operations by noun, in the order of the document. */
function groupsOf(document: OpenApiDocument, operations: readonly ClientOperation[]): Group[] {
  const tags = (document as OpenApiDocument & { tags?: { name: string; description: string }[] }).tags ?? []
  return tags.flatMap(({ name, description }) => {
    const actions = operations.filter(({ noun }) => noun === name).map((each) => actionOf(document, each))
    return actions.length === 0 ? [] : [{ noun: name, label: wordsOf(name), help: description, actions }]
  })
}

/** Describes an operation as an action, with the first sentence of its description. */
function actionOf(document: OpenApiDocument, operation: ClientOperation): Action {
  const { noun, verb, summary, description, answer, uploads } = operation
  return {
    key: `${noun}.${verb}`,
    noun,
    verb,
    label: summary,
    help: description.split(/(?<=\.) /)[0] ?? '',
    answer,
    ...(uploads && { uploads: true as const }),
    fields: fieldsOf(document, operation),
  }
}

/** Describes a common action. Its texts are its own; the rest comes from its operation. */
function commonActionOf(
  document: OpenApiDocument,
  { operations, common }: { operations: readonly ClientOperation[]; common: CommonAction },
): Action {
  const operation = operations.find(({ noun, verb }) => `${noun}.${verb}` === common.operation)
  if (operation === undefined) throw new Error(`${common.key}: there is no operation ${common.operation}`)
  const { noun, verb, answer } = operation
  const fields = common.fields.map((each) => commonFieldOf(document, { operation, common: each }))
  const sample = sampleOf(operation)
  return {
    key: common.key,
    noun,
    verb,
    label: common.label,
    help: common.help,
    answer,
    fields,
    ...(common.fixed && { fixed: common.fixed }),
    ...(sample !== undefined && { sample }),
  }
}

/** Describes a field of a common action. What the action does not say comes from the document. */
function commonFieldOf(
  document: OpenApiDocument,
  { operation, common }: { operation: ClientOperation; common: CommonField },
): Field {
  const { name, at = name } = common
  const documented = fieldAt(document, operation, at)
  const kind = common.kind ?? documented.kind
  return {
    name,
    label: common.label ?? wordsOf(name),
    help: common.help ?? documented.help,
    kind,
    ...(common.required && { required: true as const }),
    at,
    ...(kind === 'choice' && documented.choices && { choices: documented.choices }),
    ...(documented.list && { list: documented.list }),
  }
}

/** Returns the contract's example of an operation's response; for a list, its first item; for a download, nothing. */
function sampleOf({ noun, verb, answer }: ClientOperation): unknown {
  const placed = allOperations().find((each) => each.noun === noun && each.verb === verb)
  if (placed === undefined || answer === 'body') return undefined
  const value = exampleAnswer(placed.operation)
  return Array.isArray(value) ? (value[0] as unknown) : value
}
