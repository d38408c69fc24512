import { defined } from '@posthorn/contracts'
import type { Header, OutboundContent, TemplateComponent } from '@posthorn/provider'
import type { StoredContent } from '../entities/chat.ts'
import { mapFileIds } from './accept.ts'
import { renderPoll } from './poll.ts'

type Outgoing = {
  type: string
  body: string | null
  previewUrl: boolean | null
  content: StoredContent | null
  /** The provider's id for the message that this one quotes or reacts to. */
  quotedProviderId: string | null
  /** Whether the recipient is a group. Groups support polls only as numbered text. */
  toGroup: boolean
  mediaIds?: ReadonlyMap<string, string>
}

type Template = NonNullable<StoredContent['template']>

/** A stored message with at most one file, and the provider's id for that file. */
type Sendable = Omit<Outgoing, 'mediaIds'> & { mediaId?: string }

/** Whether the provider accepts this content outside the 24-hour window. */
export const isAllowedOutsideWindow = ({ type, content }: Pick<Outgoing, 'type' | 'content'>): boolean =>
  type === 'template' || content?.native?.type === 'template'

/**
 * Returns a stored message in the provider's format. Outside the window, this can be a template sent in place of the content. Returns null
 * for a reaction to a message that the provider doesn't know.
 */
export function outboundContent({ mediaIds = new Map(), ...stored }: Outgoing): OutboundContent | null {
  const [mediaId] = mediaIds.values()
  const message = { ...stored, ...(mediaId === undefined ? {} : { mediaId }) }
  const content = message.content ?? {}
  const text = message.body ?? ''
  const policy = content.onWindowClosed
  if (content.sentInstead && typeof policy === 'object') return templateContent(policy.template, {})
  if (content.template)
    return templateContent(content.template, { mediaId: message.mediaId, filename: content.templateMedia?.filename })
  if (content.native) {
    const { type, content: given } = content.native
    const filled = mapFileIds(given, (file) => mediaIds.get(file) ?? file, '')
    return { type: 'native', providerType: type, content: filled }
  }
  if (content.media) return mediaContent(message, content.media)
  if (content.location) return locationContent(content.location, text)
  if (content.contacts) return contactsContent(content.contacts)
  if (content.poll) return renderPoll(content.poll, { asText: message.toGroup })
  if (content.buttons || content.list) return interactiveContent(message, content)
  const products = productContent(message, content)
  if (products) return products
  if (content.reaction !== undefined) {
    const providerId = message.quotedProviderId
    return providerId === null ? null : { type: 'reaction', providerId, emoji: content.reaction }
  }
  return { type: 'text', text, ...(message.previewUrl === null ? {} : { previewUrl: message.previewUrl }) }
}

/**
 * Returns media in the provider's format. Audio, voice notes and stickers have no caption. With neither an upload nor a URL, the link is
 * empty, and the content is never sent.
 */
function mediaContent(
  { type, body, mediaId }: Sendable,
  { url = '', filename }: NonNullable<StoredContent['media']>,
): OutboundContent {
  const source = mediaId === undefined ? { link: url } : { id: mediaId }
  const caption = body === null ? {} : { caption: body }
  switch (type) {
    case 'image':
    case 'video':
      return { type, source, ...caption }
    case 'audio':
    case 'voice':
    case 'sticker':
      return { type, source }
    default:
      return { type: 'document', source, ...caption, ...optional('filename', filename) }
  }
}

/** Returns a location, or a request for the customer's location. */
function locationContent(place: NonNullable<StoredContent['location']>, text: string): OutboundContent {
  if (place.request) return { type: 'location_request', text }
  const { latitude = 0, longitude = 0, name, address } = place
  return { type: 'location', latitude, longitude, ...optional('name', name), ...optional('address', address) }
}

const contactsContent = (cards: NonNullable<StoredContent['contacts']>): OutboundContent => ({
  type: 'contacts',
  contacts: cards.map(({ name, phone, phones = [], email, organization, url }) => ({
    name,
    phones: [...new Set([...(phone === undefined ? [] : [phone]), ...phones])],
    ...optional('email', email),
    ...optional('organization', organization),
    ...optional('url', url),
  })),
})

/** Returns buttons, a list, or a link button in the provider's format. */
function interactiveContent(message: Sendable, { buttons = [], list, header, footer }: StoredContent): OutboundContent {
  const above = header === undefined ? undefined : headerOf(message, header)
  const frame = { text: message.body ?? '', ...optional('header', above), ...optional('footer', footer) }
  if (list) {
    const sections = list.sections.map(({ title, rows }) => ({
      ...optional('title', title),
      rows: rows.map(({ id, title: name, description }) => ({
        id,
        title: name,
        ...optional('description', description),
      })),
    }))
    return { type: 'list', ...frame, button: list.button, sections }
  }
  const [first] = buttons
  if (first?.url) return { type: 'link', ...frame, label: first.text, url: first.url }
  return {
    type: 'buttons',
    ...frame,
    buttons: buttons.map(({ id, text: label }, i) => ({ id: id ?? `button_${i + 1}`, text: label })),
  }
}

/** Returns products or a catalog in the provider's format. Returns undefined for other content. */
function productContent({ body }: Sendable, content: StoredContent): OutboundContent | undefined {
  const { product, products, catalog, header } = content
  const footer = optional('footer', content.footer)
  if (product) {
    const { catalogId = '', productId = '' } = product
    return { type: 'product', catalogId, productId, ...optional('text', body ?? undefined), ...footer }
  }
  const text = body ?? ''
  if (catalog) return { type: 'catalog', text, ...footer, thumbnailProductId: catalog.thumbnailProductId }
  if (!products) return undefined
  const above = typeof header === 'string' ? { header } : {}
  const sections = products.sections.map(({ title, productIds }) => ({ ...optional('title', title), productIds }))
  return { type: 'products', text, ...above, ...footer, catalogId: products.catalogId, sections }
}

/** Returns a text or media header in the provider's format. Media has the id of its upload, or its URL if it isn't stored here. */
function headerOf({ mediaId }: Sendable, header: NonNullable<StoredContent['header']>): Header {
  if (typeof header === 'string') return header
  const { kind, url = '', filename } = header.media
  const source = mediaId === undefined ? { link: url } : { id: mediaId }
  if (kind === 'image' || kind === 'video') return { type: kind, source }
  return { type: 'document', source, ...optional('filename', filename) }
}

type Uploaded = { mediaId?: string | undefined; filename?: string | undefined }

/** Returns a template in the provider's format, either with its components as given or with its variables. */
function templateContent({ name, language, variables, components }: Template, uploaded: Uploaded): OutboundContent {
  const filled = components?.map((each) => component(each, uploaded))
  return { type: 'template', name, language, components: filled ?? bodyComponents(variables) }
}

/** Returns a template's component in the provider's format. The provider's id for the uploaded file takes the place of our id. */
function component(
  { type, subType, index, parameters }: NonNullable<Template['components']>[number],
  { mediaId, filename }: Uploaded,
): TemplateComponent {
  return {
    type,
    ...optional('subType', subType),
    ...optional('index', index),
    parameters: parameters.map((parameter) => ({
      type: parameter.type,
      ...optional('name', parameter.name),
      ...optional('text', parameter.text),
      ...optional('link', parameter.url),
      ...optional('id', parameter.file ? mediaId : undefined),
      ...optional('filename', parameter.type === 'document' && parameter.file ? filename : parameter.filename),
    })),
  }
}

/** Returns a list with the component for variables, which are given by position or by name, or an empty one without variables. */
function bodyComponents(variables: Template['variables']): TemplateComponent[] {
  if (!variables) return []
  const parameters = Array.isArray(variables)
    ? variables.map((text) => ({ type: 'text' as const, text }))
    : Object.entries(variables).map(([name, text]) => ({ type: 'text' as const, name, text }))
  return parameters.length > 0 ? [{ type: 'body', parameters }] : []
}

/** Returns an object with this field, or an empty one if the value is undefined, so that the field is left out of the request. */
const optional = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: V }

/**
 * Returns the content of a message to a channel as fields of POST /v1/messages. Channels exist only here, so the groups service makes a
 * post of it: one message for each subscriber. Leaves out the text taken from native content, which contains it.
 */
export function postContentOf(message: Pick<Outgoing, 'body' | 'previewUrl' | 'content'>): Record<string, unknown> {
  const { body, previewUrl, content } = message
  const { media, location, contacts, poll, buttons, list, product, products, catalog } = content ?? {}
  const { header, footer, template, native, onWindowClosed } = content ?? {}
  return defined({
    message: native ? undefined : (body ?? undefined),
    previewUrl: previewUrl ?? undefined,
    media: media && mediaFields(media),
    location,
    contacts,
    poll,
    buttons,
    list,
    product,
    products,
    catalog,
    header: typeof header === 'object' ? { media: mediaFields(header.media) } : header,
    footer,
    template,
    native,
    onWindowClosed,
  })
}

/** Returns media as a caller would name it: by our file, or by URL if it isn't stored here. */
function mediaFields(media: NonNullable<StoredContent['media']>): Record<string, unknown> {
  const { kind, file, url, filename, mime } = media
  return { kind, ...(file ? { file } : { url }), ...(filename && { filename }), ...(mime && { mime }) }
}
