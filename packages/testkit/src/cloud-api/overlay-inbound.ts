import { at, ref, type Schema, type Schemas, widen } from './schema.ts'

/** Corrections of callbacks, items 9–13 of cloud-api.md 11.2. */
export const inboundCorrections: ((schemas: Schemas) => void)[] = [
  pointAtInboundSchemas,
  acceptNewerMessages,
  acceptNewerStatuses,
  acceptGroupsAsDocumented,
  freeQrCodes,
]

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

/** 9. Incoming messages refer to the schemas of outgoing ones with the same name. */
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

/** 10. Phones can be hidden, replies have a plain context, and several fields are optional or newer. */
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

function laterMessage(type: 'edit' | 'revoke'): Schema {
  const content = { type: 'object', required: ['original_message_id'] }
  return {
    allOf: [
      ref('BaseMessageProperties_1'),
      { type: 'object', required: ['type', type], properties: { type: { const: type }, [type]: content } },
    ],
  }
}

/** 11. `played` is newer, recipients can be hidden, and errors can come without messages or statuses. */
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

/** 12. Times are texts, most fields are optional, participants are numbers in the examples, and types are missing. */
function acceptGroupsAsDocumented(schemas: Schemas): void {
  const groups = at(schemas, 'Groups')
  groups.required = ['timestamp', 'type']
  at(schemas, 'Groups.properties.timestamp').type = ['string', 'integer']
  widen(at(schemas, 'Groups.properties.type'), furtherGroupTypes)
  for (const name of ['input', 'wa_id']) at(schemas, `GroupParticipant.properties.${name}`).type = ['string', 'integer']
  delete at(schemas, 'Change.properties.field').enum
}

/** 13. The pattern refuses the codes in the examples. */
function freeQrCodes(schemas: Schemas): void {
  for (const name of ['QrCodeDetails', 'QrCodeResponse', 'QrCodeResponse_1', 'UpdateQrCodeRequest']) {
    const code = (schemas[name]?.properties as Schemas | undefined)?.code
    if (code !== undefined) delete code.pattern
  }
}
