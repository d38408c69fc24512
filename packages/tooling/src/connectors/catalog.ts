import {
  type Action,
  type CommonAction,
  type CommonField,
  commonActions,
  commonTriggers,
  type EventKind,
  excludedOperations,
  type Field,
  type Group,
  type Trigger,
} from '@posthorn/connectors/description'
import { errorCatalog, eventCatalog, exampleEvent, exampleMessage, publicKinds } from '@posthorn/contracts'
import type { OpenApiDocument } from '../sdk/document.ts'
import { type ClientOperation, clientOperations } from '../sdk/model.ts'
import { fieldAt, fieldsOf, wordsOf } from './fields.ts'

/** Everything that platforms offer: common actions, every operation by noun, common triggers, and kinds of events. */
export type Catalog = { common: Action[]; groups: Group[]; triggers: Trigger[]; events: EventKind[] }

/** Creates the catalog from the OpenAPI document. */
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

function eventWith(event: string, data: object) {
  return { ...exampleEvent, event, data }
}

function groupsOf(document: OpenApiDocument, operations: readonly ClientOperation[]): Group[] {
  const tags = (document as OpenApiDocument & { tags?: { name: string; description: string }[] }).tags ?? []
  return tags.flatMap(({ name, description }) => {
    const actions = operations.filter(({ noun }) => noun === name).map((each) => actionOf(document, each))
    return actions.length === 0 ? [] : [{ noun: name, label: wordsOf(name), help: description, actions }]
  })
}

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

type Common = { operations: readonly ClientOperation[]; common: CommonAction }

function commonActionOf(document: OpenApiDocument, { operations, common }: Common): Action {
  const operation = operations.find(({ noun, verb }) => `${noun}.${verb}` === common.operation)
  if (operation === undefined) throw new Error(`${common.key}: there is no operation ${common.operation}`)
  const { noun, verb, answer } = operation
  const fields = common.fields.map((each) => commonFieldOf(document, { operation, given: each }))
  const sample = sampleOf(document, operation)
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

type CommonPart = { operation: ClientOperation; given: CommonField }

function commonFieldOf(document: OpenApiDocument, { operation, given }: CommonPart): Field {
  const { name, at = name } = given
  const found = fieldAt(document, operation, at)
  const kind = given.kind ?? found.kind
  return {
    name,
    label: given.label ?? wordsOf(name),
    help: given.help ?? found.help,
    kind,
    ...(given.required && { required: true as const }),
    at,
    ...(kind === 'choice' && found.choices && { choices: found.choices }),
    ...(found.list && { list: found.list }),
  }
}

type Example = { example?: unknown; examples?: Record<string, { value?: unknown }> }

/** Returns a successful response's example in the document; for a list, its first item. */
function sampleOf({ paths }: OpenApiDocument, { path, method }: ClientOperation): unknown {
  const responses = Object.entries(paths[path]?.[method.toLowerCase()]?.responses ?? {})
  const [, success] = responses.find(([status]) => status.startsWith('2')) ?? []
  const { example, examples } = (success?.content?.['application/json'] ?? {}) as Example
  const value = example ?? Object.values(examples ?? {})[0]?.value
  return Array.isArray(value) ? (value[0] as unknown) : value
}
