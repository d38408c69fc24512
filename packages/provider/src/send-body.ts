import { userIdForm } from '@posthorn/contracts'

/** Media that the provider downloads from a link, or that was uploaded and has an id from the provider. */
type MediaSource = { link: string } | { id: string }

/** A contact card. Phone numbers are in E.164 with a plus sign. */
type ContactCard = { name: string; phones: string[]; email?: string; organization?: string; url?: string }

type TemplateParameter = {
  type: 'text' | 'payload' | 'image' | 'video' | 'document' | 'coupon_code'
  /** Set for a named parameter. */
  name?: string
  text?: string
  /** Set for media: the URL that the provider downloads, or the id of an upload. */
  link?: string
  id?: string
  filename?: string
}

/** A part of a template: header, body, or the button at `index`. */
export type TemplateComponent = {
  type: 'header' | 'body' | 'button'
  subType?: string
  index?: number
  parameters: TemplateParameter[]
}

/** Shown above the body: text of up to 60 characters, or media. Above a list, only text. */
export type Header = string | { type: 'image' | 'video' | 'document'; source: MediaSource; filename?: string }

type Framed = { text: string; header?: Header; footer?: string }

/** Content of a message, as a union by `type`. The contract checks the bounds. */
export type OutboundContent =
  | { type: 'text'; text: string; previewUrl?: boolean }
  | { type: 'image' | 'video'; source: MediaSource; caption?: string }
  | { type: 'document'; source: MediaSource; caption?: string; filename?: string }
  | { type: 'audio' | 'voice' | 'sticker'; source: MediaSource }
  | { type: 'location'; latitude: number; longitude: number; name?: string; address?: string }
  | { type: 'location_request'; text: string }
  | { type: 'contacts'; contacts: ContactCard[] }
  /** An empty `emoji` removes the reaction. */
  | { type: 'reaction'; providerId: string; emoji: string }
  | ({ type: 'buttons'; buttons: { id: string; text: string }[] } & Framed)
  | ({ type: 'link'; label: string; url: string } & Framed)
  | ({
      type: 'list'
      button: string
      sections: { title?: string; rows: { id: string; title: string; description?: string }[] }[]
    } & Framed)
  | { type: 'product'; catalogId: string; productId: string; text?: string; footer?: string }
  | ({ type: 'products'; catalogId: string; sections: { title?: string; productIds: string[] }[] } & Framed)
  | { type: 'catalog'; text: string; footer?: string; thumbnailProductId: string }
  | { type: 'template'; name: string; language: string; components: TemplateComponent[] }
  /** `content` is sent under the provider's own type. */
  | { type: 'native'; providerType: string; content: unknown }

export type OutboundMessage = OutboundContent & {
  /** E.164 with a plus sign, or a provider's user id (BSUID, such as `US.13491208655302741918`). */
  to: string
  /** `to` is the provider's id for a group. */
  toGroup?: boolean
  quotedProviderId?: string
  /** Returned in every status of the message: `<message id>:<attempt>`, up to 512 characters. */
  callbackTag: string
}

type Json = Record<string, unknown>

/** Returns the body of `POST /{phone number id}/messages`. JSON leaves out the fields that are undefined. */
export function sendBody(message: OutboundMessage): Json {
  const quoted = message.type === 'reaction' ? undefined : message.quotedProviderId
  return {
    messaging_product: 'whatsapp',
    recipient_type: message.toGroup ? 'group' : 'individual',
    ...(!message.toGroup && userIdForm.test(message.to) ? { recipient: message.to } : { to: message.to }),
    context: quoted === undefined ? undefined : { message_id: quoted },
    ...contentOf(message),
    biz_opaque_callback_data: message.callbackTag,
  }
}

/** Returns the provider's type and the content under that name: `{ type: 'text', text: … }`. */
function contentOf(content: OutboundContent): Json {
  switch (content.type) {
    case 'text':
      return withType('text', { body: content.text, preview_url: content.previewUrl })
    case 'image':
    case 'video':
      return withType(content.type, { ...content.source, caption: content.caption })
    case 'document':
      return withType('document', { ...content.source, caption: content.caption, filename: content.filename })
    case 'audio':
    case 'sticker':
      return withType(content.type, content.source)
    case 'voice':
      return withType('audio', { ...content.source, voice: true })
    case 'location':
      return withType('location', {
        latitude: content.latitude,
        longitude: content.longitude,
        name: content.name,
        address: content.address,
      })
    case 'contacts':
      return withType('contacts', content.contacts.map(cardOf))
    case 'reaction':
      return withType('reaction', { message_id: content.providerId, emoji: content.emoji })
    case 'template':
      return withType('template', {
        name: content.name,
        language: { code: content.language, policy: 'deterministic' },
        components: content.components.length > 0 ? content.components.map(componentOf) : undefined,
      })
    case 'native':
      return withType(content.providerType, content.content)
    default:
      return withType('interactive', interactiveOf(content))
  }
}

type Interactive = Extract<
  OutboundContent,
  { type: 'buttons' | 'link' | 'list' | 'location_request' | 'product' | 'products' | 'catalog' }
>

/** Returns a message with something to tap. The provider has one type for all of them. */
function interactiveOf(content: Interactive): Json {
  if (content.type === 'location_request')
    return { type: 'location_request_message', body: { text: content.text }, action: { name: 'send_location' } }
  const frame = frameOf(content)
  switch (content.type) {
    case 'buttons': {
      const buttons = content.buttons.map(({ id, text }) => ({ type: 'reply', reply: { id, title: text } }))
      return { type: 'button', ...frame, action: { buttons } }
    }
    case 'link': {
      const parameters = { display_text: content.label, url: content.url }
      return { type: 'cta_url', ...frame, action: { name: 'cta_url', parameters } }
    }
    case 'list':
      return { type: 'list', ...frame, action: { button: content.button, sections: content.sections } }
    case 'product': {
      const { catalogId, productId } = content
      return { type: 'product', ...frame, action: { catalog_id: catalogId, product_retailer_id: productId } }
    }
    case 'products':
      return { type: 'product_list', ...frame, action: productsAction(content) }
    case 'catalog': {
      const parameters = { thumbnail_product_retailer_id: content.thumbnailProductId }
      return { type: 'catalog_message', ...frame, action: { name: 'catalog_message', parameters } }
    }
  }
}

/** Returns the parts around an interactive message's body. A product may have no body. */
const frameOf = ({ header, text, footer }: { text?: string; header?: Header; footer?: string }): Json => ({
  header: header === undefined ? undefined : headerOf(header),
  body: text === undefined ? undefined : { text },
  footer: footer === undefined ? undefined : { text: footer },
})

const productsAction = ({ catalogId, sections }: Extract<OutboundContent, { type: 'products' }>): Json => ({
  catalog_id: catalogId,
  sections: sections.map(({ title, productIds }) => ({
    title,
    product_items: productIds.map((id) => ({ product_retailer_id: id })),
  })),
})

/** Writes a header: text, or media. */
function headerOf(content: Header): Json {
  if (typeof content === 'string') return { type: 'text', text: content }
  const { type, filename } = content
  return withType(type, { ...content.source, filename })
}

function cardOf({ name, phones, email, organization, url }: ContactCard): Json {
  return {
    // The provider requires one component of the name in addition to the full name.
    name: { formatted_name: name, first_name: name },
    phones: phones.length > 0 ? phones.map((phone) => ({ phone, type: 'CELL', wa_id: phone.slice(1) })) : undefined,
    emails: email === undefined ? undefined : [{ email, type: 'WORK' }],
    urls: url === undefined ? undefined : [{ url, type: 'WORK' }],
    org: organization === undefined ? undefined : { company: organization },
  }
}

/** Returns the values for a part of a template. */
const componentOf = ({ type, subType, index, parameters }: TemplateComponent): Json => ({
  type,
  sub_type: subType,
  index: index?.toString(),
  parameters: parameters.map((parameter) => ({ type: parameter.type, ...valueOf(parameter) })),
})

/** Returns a parameter's value under the name that the provider uses for its type. */
function valueOf({ type, name, text, link, id, filename }: TemplateComponent['parameters'][number]): Json {
  switch (type) {
    case 'text':
      return { text, parameter_name: name }
    case 'payload':
      return { payload: text }
    case 'coupon_code':
      return { coupon_code: text }
    default:
      return {
        [type]: { link: id === undefined ? link : undefined, id, filename: type === 'document' ? filename : undefined },
      }
  }
}

/** Returns content with its type, as the provider expects it: `{ type: 'text', text: content }`. */
const withType = (type: string, content: unknown): Json => ({ type, [type]: content })
