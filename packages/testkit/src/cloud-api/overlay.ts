/** A JSON Schema, or any object in one. */
export type Schema = { [keyword: string]: unknown }

export type Schemas = { [name: string]: Schema }

/** Returns the object at a path of names and list indexes, such as `Statuses.properties.status`. Throws if there is none. */
export function at(schemas: Schemas, path: string): Schema {
  const found = path.split('.').reduce<unknown>((value, key) => (value as Schema | undefined)?.[key], schemas)
  if (typeof found !== 'object' || found === null) throw new Error(`the document has no ${path}`)
  return found as Schema
}

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** Adds values to the `enum` of a schema. */
export function widen(schema: Schema, values: string[]): void {
  schema.enum = [...((schema.enum as string[] | undefined) ?? []), ...values]
}

/** Corrections of the published schemas of requests. */
export const outboundCorrections: ((schemas: Schemas) => void)[] = [
  closeMessagesAsWholes,
  stateTheEnvelope,
  acceptReadReceipts,
  acceptNumbersAndUris,
  letLanguagePolicyOut,
  widenTemplateComponents,
  widenInteractive,
  freeContactLabels,
]

/**
 * Corrects the published document: `additionalProperties: false` in one branch of `allOf` refuses the properties of the other branch.
 */
function closeMessagesAsWholes(schemas: Schemas): void {
  const messages = at(schemas, 'Message').oneOf as { $ref: string }[]
  for (const { $ref } of messages) {
    const name = $ref.slice('#/components/schemas/'.length)
    delete at(schemas, `${name}.allOf.1`).additionalProperties
    at(schemas, name).unevaluatedProperties = false
  }
}

/**
 * Corrects the published document: `recipient_type` is optional, three documented properties are missing, and `recipient` can replace
 * `to`.
 */
function stateTheEnvelope(schemas: Schemas): void {
  const base = at(schemas, 'BaseMessageProperties')
  base.required = ['messaging_product', 'type']
  base.anyOf = [{ required: ['to'] }, { required: ['recipient'] }]
  Object.assign(at(schemas, 'BaseMessageProperties.properties'), {
    biz_opaque_callback_data: { type: 'string', maxLength: 512 },
    recipient_identity_key_hash: { type: 'string' },
    recipient: { type: 'string' },
  })
}

/**
 * Corrects the published document: read receipts are posted to the same path, and the discriminators refer to schemas without the
 * property.
 */
function acceptReadReceipts(schemas: Schemas): void {
  const message = at(schemas, 'Message')
  message.oneOf = [...(message.oneOf as Schema[]), ref('MarkMessageRequestPayload')]
  delete message.discriminator
}

/**
 * Corrects the published document: coordinates are numbers in the document's own examples, and `url` isn't a JSON Schema format. With
 * `uri-reference`, 42 of 50 examples pass; `uri` also refuses three placeholders `http(s)://…` (39 of 50). Requiring links to be http or
 * https is our own rule.
 */
function acceptNumbersAndUris(schemas: Schemas): void {
  const location = at(schemas, 'LocationMessage.allOf.1.properties.location.properties')
  location.latitude = { type: ['string', 'number'] }
  location.longitude = { type: ['string', 'number'] }
  at(schemas, 'MediaObject.oneOf.1.properties.link').format = 'uri-reference'
}

/** Corrects the published document: `policy` is optional. */
function letLanguagePolicyOut(schemas: Schemas): void {
  at(schemas, 'LanguageObject').required = ['code']
}

/**
 * Corrects the published document: the pattern of `index` is wrong, and there are more kinds of buttons; one example is in capitals.
 */
function widenTemplateComponents(schemas: Schemas): void {
  const component = at(schemas, 'TemplateComponent')
  delete component.discriminator
  const index = {
    anyOf: [
      { type: 'integer', minimum: 0, maximum: 9 },
      { type: 'string', pattern: '^[0-9]$' },
    ],
  }
  const kinds = ['copy_code', 'flow', 'mpm', 'voice_call', 'order_details']
  for (const properties of [
    at(schemas, 'TemplateComponent.properties'),
    at(schemas, 'ButtonComponent.allOf.1.properties'),
  ]) {
    properties.index = index
    widen(properties.sub_type as Schema, [...kinds, 'CATALOG'])
  }
  widen(at(schemas, 'TemplateComponent.properties.type'), ['carousel', 'limited_time_offer', 'order_status'])
}

const furtherInteractive = [
  'cta_url',
  'location_request_message',
  'address_message',
  'order_details',
  'order_status',
  'carousel',
  'voice_call',
  'request_contact_info',
]

const furtherActions = [
  'send_location',
  'address_message',
  'review_and_pay',
  'review_order',
  'voice_call',
  'request_contact_info',
]

/**
 * Corrects the published document: kinds of interactive messages and their actions are missing, and a body may match several kinds of
 * action.
 */
function widenInteractive(schemas: Schemas): void {
  widen(at(schemas, 'InteractiveObject.properties.type'), furtherInteractive)
  const action = at(schemas, 'ActionObject')
  const url = {
    type: 'object',
    required: ['display_text', 'url'],
    properties: { display_text: { type: 'string', maxLength: 20 }, url: { type: 'string', format: 'uri' } },
  }
  action.anyOf = [
    ...(action.oneOf as Schema[]),
    { required: ['name', 'parameters'], properties: { name: { const: 'cta_url' }, parameters: url } },
    { required: ['name'], properties: { name: { enum: furtherActions } } },
    { required: ['cards'], properties: { cards: { type: 'array', minItems: 2, maxItems: 10 } } },
  ]
  delete action.oneOf
}

/** Corrects the published document: labels of phone numbers, emails, addresses and URLs are free text. */
function freeContactLabels(schemas: Schemas): void {
  for (const name of ['PhoneObject', 'EmailObject', 'UrlObject', 'AddressObject'])
    at(schemas, `${name}.properties`).type = { type: 'string' }
}
