import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as formats from 'ajv-formats'
import { parse } from 'yaml'
import { at, outboundCorrections, ref, type Schema, type Schemas, widen } from './overlay.ts'

/** Corrections of the published schemas of callbacks and of QR codes. */
const inboundCorrections: ((schemas: Schemas) => void)[] = [
  pointAtInboundSchemas,
  acceptNewerMessages,
  acceptNewerStatuses,
  acceptGroupsAsDocumented,
  dropQrCodePattern,
]

/** The schema of an incoming message by the schema of the same name for outgoing messages, which the document refers to by mistake. */
const outboundNamesakes: Record<string, string> = {
  TextMessage: 'TextMessage_2',
  ReactionMessage: 'ReactionMessage_1',
  AudioMessage: 'AudioMessage_1',
  DocumentMessage: 'DocumentMessage_1',
  ImageMessage: 'ImageMessage_1',
  StickerMessage: 'StickerMessage_1',
  VideoMessage: 'VideoMessage_1',
  LocationMessage: 'LocationMessage_1',
}

/** Corrects the published document: incoming messages refer to the schemas of outgoing messages with the same name. */
function pointAtInboundSchemas(schemas: Schemas): void {
  const incoming = at(schemas, 'IncomingMessage')
  delete incoming.discriminator
  const names = (incoming.oneOf as { $ref: string }[]).map(({ $ref }) => $ref.slice('#/components/schemas/'.length))
  const inbound = names.map((name) => outboundNamesakes[name] ?? name)
  incoming.oneOf = inbound.map(ref)
  for (const name of [...inbound, 'SystemMessage']) at(schemas, `${name}.allOf`)['0'] = ref('BaseMessageProperties_1')
  at(schemas, 'ContactSharingMessage.allOf.1.properties.contacts').items = ref('ContactObject_1')
  at(schemas, 'UnsupportedMessage.allOf.1.properties.errors').items = {
    type: 'object',
    required: ['code', 'title'],
    properties: { code: { type: 'integer' }, title: { type: 'string' } },
  }
}

/**
 * Corrects the published document: phone numbers can be hidden, replies have a plain context, and several fields are optional or
 * newer.
 */
function acceptNewerMessages(schemas: Schemas): void {
  at(schemas, 'BaseMessageProperties_1').required = ['id', 'timestamp']
  at(schemas, 'ReferralObject').required = ['source_url', 'source_id', 'source_type']
  at(schemas, 'TextMessage_2.allOf.1.properties').context = { type: 'object' }
  at(schemas, 'ReactionMessage_1.allOf.1.properties.reaction').required = ['message_id']
  at(schemas, 'LocationMessage_1.allOf.1.properties.location').required = ['latitude', 'longitude']
  at(schemas, 'StickerMessage_1.allOf.1.properties.sticker.allOf.1').required = []
  at(schemas, 'DocumentMessage_1.allOf.1.properties.document.allOf.1').required = []
  at(schemas, 'AudioMessage_1.allOf.1.properties.audio.allOf.1').required = []
  for (const [name, content] of [
    ['ButtonMessage', 'button'],
    ['InteractiveMessageReply', 'interactive'],
  ] as const) {
    at(schemas, `${name}.allOf.1.properties`).context = { type: 'object' }
    at(schemas, `${name}.allOf.1`).required = ['type', content]
  }
  const reply = at(schemas, 'InteractiveMessageReply.allOf.1.properties.interactive')
  delete reply.discriminator
  widen((reply.properties as Schemas).type ?? {}, ['nfm_reply', 'call_permission_reply'])
  schemas.EditMessage = laterMessage('edit')
  schemas.RevokeMessage = laterMessage('revoke')
  const incoming = at(schemas, 'IncomingMessage')
  incoming.oneOf = [...(incoming.oneOf as Schema[]), ref('EditMessage'), ref('RevokeMessage')]
}

/** Returns the schema of a message that edits or revokes an earlier one. */
function laterMessage(type: 'edit' | 'revoke'): Schema {
  const content = { type: 'object', required: ['original_message_id'] }
  return {
    allOf: [
      ref('BaseMessageProperties_1'),
      { type: 'object', required: ['type', type], properties: { type: { const: type }, [type]: content } },
    ],
  }
}

/** Corrects the published document: `played` is newer, recipients can be hidden, and errors can come without messages or statuses. */
function acceptNewerStatuses(schemas: Schemas): void {
  widen(at(schemas, 'Statuses.properties.status'), ['played'])
  at(schemas, 'Statuses').required = ['id', 'status', 'timestamp']
  at(schemas, 'Conversation.properties.expiration_timestamp').type = ['string', 'integer']
  const value = at(schemas, 'Change.properties.value')
  value.oneOf = [
    ...(value.oneOf as Schema[]),
    {
      type: 'object',
      required: ['messaging_product', 'metadata', 'errors'],
      properties: { errors: { type: 'array', items: ref('StatusError') } },
    },
  ]
}

const furtherGroupTypes = [
  'group_participants_add',
  'group_join_request_created',
  'group_join_request_revoked',
  'group_participants_remove',
  'group_suspend',
  'group_suspend_cleared',
]

/**
 * Corrects the published document. In its examples, times are strings, most fields are missing, participants are numbers, and there are more
 * types. It also lists `group_participant_update` as a name of `field`, where the example has `group_participants_update`.
 */
function acceptGroupsAsDocumented(schemas: Schemas): void {
  const groups = at(schemas, 'Groups')
  groups.required = ['timestamp', 'type']
  at(schemas, 'Groups.properties.timestamp').type = ['string', 'integer']
  widen(at(schemas, 'Groups.properties.type'), furtherGroupTypes)
  for (const name of ['input', 'wa_id']) at(schemas, `GroupParticipant.properties.${name}`).type = ['string', 'integer']
  delete at(schemas, 'Change.properties.field').enum
}

/** Corrects the published document: the pattern refuses the codes in the examples. */
function dropQrCodePattern(schemas: Schemas): void {
  for (const name of ['QrCodeDetails', 'QrCodeResponse', 'QrCodeResponse_1', 'UpdateQrCodeRequest']) {
    const code = (schemas[name]?.properties as Schemas | undefined)?.code
    if (code !== undefined) delete code.pattern
  }
}

/** The provider's own document, next to the repository or at the path set in the environment. We may not copy it. */
const documentPath =
  process.env.CLOUD_API_DOCUMENT ??
  fileURLToPath(new URL('../../../../../shared/reference/cloud-api/business-messaging-api_v23.0.yaml', import.meta.url))

/** Whether the document exists. Without it, only handwritten checks run. */
export const hasDocument = existsSync(documentPath)

export type Example = { name: string; value: Record<string, unknown> }

type Operation = {
  requestBody: { content: { 'application/json': { examples: Record<string, { value: Example['value'] }> } } }
}
type Paths = Record<string, Record<string, { requestBody?: { content?: Record<string, unknown> } } | undefined>>
type Document = { paths: Record<string, { post: Operation }>; components: { schemas: Schemas } }

const read = once((): Document => parse(readFileSync(documentPath, 'utf8')) as Document)

/** The document's 50 example requests for the messages path. */
export const sendExamples = (): Example[] => examplesOf('/{Version}/{Phone-Number-ID}/messages')

/** The document's 16 example callbacks. */
export const callbackExamples = (): Example[] => examplesOf('/whatsapp/webhooks')

/** Returns violations of the document's schema, corrected or as published, one per line; empty if valid. */
export function violations(schema: string, value: unknown, edition: 'corrected' | 'published' = 'corrected'): string[] {
  return faultsAt(edition, `/components/schemas/${schema}`, value)
}

/** Returns the media types that the document accepts for a request body, by path and method. `none`: no body. Undefined: no such path. */
export function requestTypes(path: string, method: string): string[] | 'none' | undefined {
  const operation = (read().paths as unknown as Paths)[path]?.[method.toLowerCase()]
  if (operation === undefined) return undefined
  const types = Object.keys(operation.requestBody?.content ?? {})
  return types.length === 0 ? 'none' : types
}

/** Returns a JSON body's violations of the corrected schema for a path and method. */
export function requestViolations(path: string, method: string, body: unknown): string[] {
  const place = ['paths', path, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema']
  const pointer = place.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  return faultsAt('corrected', `/${pointer}`, body)
}

/** Validates a value against the schema at a JSON pointer of the document. */
function faultsAt(edition: keyof typeof validators, pointer: string, value: unknown): string[] {
  const validate = validators[edition]().getSchema(`cloud-api#${pointer}`)
  if (validate === undefined) throw new Error(`the document has no ${pointer}`)
  if (validate(value) === true) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || '/'} ${message ?? 'is not valid'}`,
  )
}

const validators = {
  corrected: once(() => validator(corrected(read().components.schemas))),
  published: once(() => validator(read().components.schemas)),
}

/** Compiles the schemas. `strict` is off because OpenAPI schemas have keywords that JSON Schema does not know, such as `example`. */
function validator(schemas: Schemas): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false })
  formats.default.default(ajv)
  return ajv.addSchema({ $id: 'cloud-api', components: { schemas }, paths: read().paths })
}

/** Returns the named request bodies that the document has as examples for a path. */
function examplesOf(path: string): Example[] {
  const examples = read().paths[path]?.post.requestBody.content['application/json'].examples ?? {}
  return Object.entries(examples).map(([name, { value }]) => ({ name, value }))
}

/** Makes the value when it is first needed and keeps it, because parsing the document and compiling its schemas is slow. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/**
 * Corrects a copy of the document's schemas. As published, the document rejects all of its examples. Each correction says what is wrong.
 */
function corrected(published: Schemas): Schemas {
  const schemas = structuredClone(published)
  for (const correct of [...outboundCorrections, ...inboundCorrections]) correct(schemas)
  return schemas
}
