import { z } from 'zod'
import { type EventKind, eventCatalog, eventEnvelope, publicKinds } from '../events.ts'
import { named, schemaNames } from '../schemas.ts'
import { declaredSchema } from '../shown.ts'
import { deliveryHeaders } from '../webhooks/webhook.ts'
import {
  capitalized,
  type OperationObject,
  type ParameterObject,
  type ResponseObject,
  type SchemaObject,
  schemaPath,
} from './model.ts'

/** Name of an event's component, such as `MessageInEvent`. */
const eventName = (kind: EventKind): string => `${kind.split(/[:_]/).map(capitalized).join('')}Event`

/** Fields of all events. Each kind has its own `event` and `data`. */
const envelope = named('EventEnvelope', z.object(eventEnvelope.shape))

/** Returns the schemas of all public events, based on the envelope. Data without a named schema is named after its event. */
export function eventSchemas(): Record<string, z.ZodType> {
  const events = publicKinds.map((kind): [string, z.ZodType] => {
    const { when } = eventCatalog[kind]
    const data = declaredSchema(eventCatalog[kind].data)
    if (!schemaNames.has(data)) named(eventName(kind).replace(/Event$/, 'Data'), data)
    const own = { event: z.literal(kind), data }
    return [eventName(kind), named(eventName(kind), envelope.extend(own).describe(when), envelope)]
  })
  return { ...Object.fromEntries(events), ErasedEvent: named('ErasedEvent', erasedEvent, envelope) }
}

export const erasedEvent = envelope.extend({
  data: z
    .object({
      id: z.string().nullable().describe('Id of the object that the event is about; null if it could name a person'),
      erased: z.boolean().describe('`true`: the person was erased; `false`: the stored event cannot be read'),
    })
    .describe('Rest of the data'),
})

/** A logged event, without its data if the person it is about was erased or it can't be read. */
export const loggedEvent: SchemaObject = {
  description: 'An event of the log; with `erased` in its data, its other data is not available',
  anyOf: [{ $ref: `${schemaPath}Event` }, { $ref: `${schemaPath}ErasedEvent` }],
}

/** Returns the union of all event schemas, discriminated by `event`. */
export function eventUnion(): SchemaObject {
  const references = publicKinds.map((kind): [string, string] => [kind, schemaPath + eventName(kind)])
  return {
    description: 'An event as posted to webhooks, streamed and kept in the log; `event` is its kind',
    oneOf: references.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'event', mapping: Object.fromEntries(references) },
  }
}

const { id, timestamp, signature, replay, traceparent } = deliveryHeaders

function header({ name, meaning }: { name: string; meaning: string }, required: boolean): ParameterObject {
  return { name, in: 'header', description: meaning, ...(required && { required }), schema: { type: 'string' } }
}

export const webhookHeaders: Record<string, ParameterObject> = {
  WebhookId: header(id, true),
  WebhookTimestamp: header(timestamp, true),
  WebhookSignature: header(signature, true),
  WebhookReplay: header(replay, false),
  Traceparent: header(traceparent, false),
}

export const eventAccepted: ResponseObject = {
  description: 'The event is accepted. After any other status, it is delivered again later',
}

export const webhookRequest: OperationObject = {
  operationId: 'receive',
  tags: ['events'],
  summary: 'Receive an event',
  description: 'Every event of a webhook is delivered as this request. `event` is its kind, which determines `data`.',
  security: [],
  parameters: Object.keys(webhookHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  requestBody: { required: true, content: { 'application/json': { schema: { $ref: `${schemaPath}Event` } } } },
  responses: { '2XX': { $ref: '#/components/responses/EventAccepted' } },
}
