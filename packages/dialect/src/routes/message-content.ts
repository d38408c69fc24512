import { defined, Fault, fail, failField, type InputOf, mediaKindOf, messaging } from '@posthorn/contracts'
import { findFileId, findMessageId, type Message, requirePhone } from '../api/lookups.ts'
import { type Fields, fieldsIn, flagOf, printed, textOf } from '../api/request.ts'
import type { Session } from '../api/route.ts'
import { fileTextIn, mediaAt } from './files.ts'
import { templateOf } from './message-template.ts'

export type SendInput = InputOf<typeof messaging.messages.send>

/** The dialect's formats. A `gif` is sent as any other video. */
const formats = ['native', 'gif', 'ptt']

/** Returns media for the main API (a stored file, or a URL), and their caption, which there is the message's text. */
async function mediaToSend(session: Session, value: unknown): Promise<{ media: object; caption: string | undefined }> {
  const media = fieldsIn(value, 'media')
  if (flagOf(media, 'viewOnce', 'media.viewOnce'))
    failField('media.viewOnce', 'cannot be sent over the official channel')
  const format = textOf(media, 'format') ?? 'native'
  if (!formats.includes(format)) failField('media.format', 'must be native, gif or ptt')
  const file = fileTextIn(media)
  const filename = textOf(media, 'filename')
  const url = textOf(media, 'url') ?? (file === undefined ? failField('media.url', 'is required, or media.file') : '')
  const source =
    file === undefined ? await mediaAt(session, url, 'media.url') : { file: await findFileId(session, file) }
  const kind = format === 'ptt' ? { kind: 'voice' } : {}
  const caption = textOf(media, 'message') ?? textOf(media, 'caption')
  return { media: { ...source, ...kind, ...defined({ filename }) }, caption }
}

/** Returns a location for the main API: a request for the customer's, or coordinates as a pair or in two fields. Looks up no address. */
function locationOf(value: unknown): object {
  const location = fieldsIn(value, 'location')
  if (flagOf(location, 'request', 'location.request')) return { request: true }
  const pair = location['coordinates']
  // As a number, an empty text, null or an empty array would be 0.
  const [latitude = Number.NaN, longitude = Number.NaN] = (
    Array.isArray(pair) ? pair : [location['latitude'] ?? location['lat'], location['longitude'] ?? location['lon']]
  ).map((each: unknown) => Number(printed(each ?? '').trim() || Number.NaN))
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) {
    const path = 'location.coordinates'
    const message = 'is required; addresses are not looked up'
    throw new Fault('location:coordinates_required', {
      errors: [{ path, code: 'location:coordinates_required', message }],
    })
  }
  const name = textOf(location, 'name')
  const address = textOf(location, 'address')
  return { latitude, longitude, ...(name ? { name } : {}), ...(address ? { address } : {}) }
}

type Button = { id?: string; text: string; url?: string; kind: string; value?: string }

/** Reads buttons. One without a kind is a link if it has a `url`, and else a reply. */
function buttonsOf(value: unknown): Button[] {
  if (!Array.isArray(value) || value.length === 0) return failField('buttons', 'must be an array of buttons')
  return value.map((each, i) => {
    const button = fieldsIn(each, `buttons.${i}`)
    const text = textOf(button, 'text') ?? failField(`buttons.${i}.text`, 'is required')
    const id = textOf(button, 'id')
    const target = textOf(button, 'value')
    const kind = textOf(button, 'kind') ?? (textOf(button, 'url') ? 'url' : 'reply')
    const url = kind === 'url' ? (textOf(button, 'url') ?? target) : undefined
    return { kind, text, ...(id ? { id } : {}), ...(url ? { url } : {}), ...(target ? { value: target } : {}) }
  })
}

const buttonsMax = 3
const buttonTextMax = 20

/** Returns buttons if the provider can show them. Otherwise returns undefined, and the buttons become numbered lines. */
function channelButtons(buttons: readonly Button[]): object[] | undefined {
  if (buttons.some(({ text }) => text.length > buttonTextMax)) return undefined
  const [only] = buttons
  if (buttons.length === 1 && only?.url) return [{ text: only.text, url: only.url }]
  if (buttons.length > buttonsMax || buttons.some(({ kind }) => kind !== 'reply')) return undefined
  return buttons.map(({ id, text }) => ({ text, ...(id ? { id } : {}) }))
}

/** Returns buttons as numbered lines of text, with their URL or value. */
const numbered = (buttons: readonly Button[]): string =>
  buttons.map(({ text, url, value }, i) => [`${i + 1}. ${text}`, url ?? value].filter(Boolean).join(': ')).join('\n')

/** Returns a list for the main API, and the texts that the dialect puts inside it. Adds the button text and row ids, which are required. */
function listOf(value: unknown): {
  list: object
  message: string | undefined
  header: string | undefined
  footer: string | undefined
} {
  const list = fieldsIn(value, 'list')
  const rowsIn = (fields: Fields, name: string, path: string) => {
    const rows = fields[name]
    if (!Array.isArray(rows)) return failField(`${path}.${name}`, 'must be an array')
    return rows.map((row, i) => fieldsIn(row, `${path}.${name}.${i}`))
  }
  return {
    message: textOf(list, 'description'),
    header: textOf(list, 'title'),
    footer: textOf(list, 'footer'),
    list: {
      button: textOf(list, 'button') ?? 'Options',
      sections: rowsIn(list, 'sections', 'list').map((section, i) => ({
        ...(textOf(section, 'title') ? { title: textOf(section, 'title') } : {}),
        rows: rowsIn(section, 'rows', `list.sections.${i}`).map((row, j) => ({
          id: textOf(row, 'id') ?? `${i + 1}-${j + 1}`,
          title: textOf(row, 'title') ?? '',
          ...(textOf(row, 'description') ? { description: textOf(row, 'description') } : {}),
        })),
      })),
    },
  }
}

/** Returns contacts for the main API. A phone number may be given as a wid. */
function contactsOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return value.map((each: unknown, i) => {
    const contact = fieldsIn(each, `contacts.${i}`)
    const phone = textOf(contact, 'phone')
    return phone === undefined ? contact : { ...contact, phone: requirePhone(phone, `contacts.${i}.phone`) }
  })
}

/** Returns a product for the main API: an id, or an object with the id and its catalog. */
function productOf(value: unknown): { catalogId: string; productId: string } {
  const product: Fields = typeof value === 'string' ? { id: value } : fieldsIn(value, 'product')
  const productId = textOf(product, 'id') ?? textOf(product, 'product') ?? failField('product.id', 'is required')
  const reason = 'is required: the id of the catalog that is connected to the business account'
  return { productId, catalogId: textOf(product, 'catalog') ?? failField('product.catalog', reason) }
}

/** Returns a poll for the main API. Programs also write its flag as text. */
function pollOf(value: unknown): SendInput['poll'] {
  const poll = fieldsIn(value, 'poll')
  return { ...poll, ...defined({ multiple: flagOf(poll, 'multiple', 'poll.multiple') }) } as SendInput['poll']
}

/** Joins a header, text, and footer if the provider can't show them separately. */
const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join('\n\n')

/** Returns a body's texts with its list, product or buttons. Refuses two of these. What the provider can't show separately becomes text. */
function interactiveOf(body: Fields): Record<string, unknown> {
  const [kind, second] = ['list', 'product', 'buttons'].filter((name) => body[name] !== undefined)
  if (second !== undefined) failField(second, `cannot be given beside ${kind}`)
  const [header, footer] = [textOf(body, 'header'), textOf(body, 'footer')]
  const message = textOf(body, 'message')
  if (body['list'] !== undefined) {
    const { list, ...texts } = listOf(body['list'])
    return { list, message: message ?? texts.message, header: header ?? texts.header, footer: footer ?? texts.footer }
  }
  if (body['product'] !== undefined)
    return { product: productOf(body['product']), message: joined(header, message) || undefined, footer }
  if (body['buttons'] === undefined) return { message: joined(header, message, footer) || undefined }
  const buttons = buttonsOf(body['buttons'])
  const shown = channelButtons(buttons)
  if (shown) return { buttons: shown, message, header, footer }
  return { message: joined(header, message, numbered(buttons), footer) }
}

/** Content fields that the provider, or this product, can't send. */
const impossible = ['vote', 'event', 'attend', 'confirm', 'selectId', 'variables'] as const

/** Refuses content that the provider doesn't have, rather than sending a message without it. */
function refuseImpossible(body: Fields): void {
  const field = impossible.find((name) => body[name] !== undefined)
  if (field === undefined) return
  if (typeof body[field] !== 'object' && typeof body[field] !== 'string') failField(field, 'must be an object')
  fail('feature:unsupported', {
    message: `The official channel does not offer ${field} in messages; send a text instead.`,
  })
}

/** Translates a body's content to the main API's fields. */
export async function sentContent(session: Session, body: Fields): Promise<Partial<SendInput>> {
  refuseImpossible(body)
  const { media, caption } =
    body['media'] === undefined ? { media: undefined, caption: undefined } : await mediaToSend(session, body['media'])
  const texts = interactiveOf(body)
  if (caption && texts['message'] && caption !== texts['message'])
    failField('media.message', 'cannot be given with another message; a file has one caption')
  const content: Record<string, unknown> = {
    ...texts,
    message: texts['message'] ?? caption,
    media,
    location: body['location'] === undefined ? undefined : locationOf(body['location']),
    contacts: contactsOf(body['contacts']),
    poll: body['poll'] === undefined ? undefined : pollOf(body['poll']),
    template: body['template'] === undefined ? undefined : await templateOf(session, body['template']),
  }
  const reaction = textOf(body, 'reaction')
  if (reaction !== undefined) {
    const target = textOf(body, 'reactionMessage') ?? failField('reactionMessage', 'is required')
    content['reaction'] = reaction
    content['reactionMessage'] = await findMessageId(session, target)
  }
  const quote = textOf(body, 'quote')
  if (quote !== undefined) content['quote'] = await findMessageId(session, quote)
  return defined(content) as Partial<SendInput>
}

const uncaptioned = ['audio', 'voice', 'sticker']

/** Whether content has no field for text. A text next to it must then be sent separately. */
async function hasNoTextField(session: Session, { location, contacts, poll, media }: SendInput): Promise<boolean> {
  if (contacts || poll || (location && location.request !== true)) return true
  if (!media) return false
  const kind =
    mediaKindOf(media) ?? (media.file ? (await session.ask(messaging.files.get, { id: media.file })).kind : '')
  return uncaptioned.includes(kind)
}

/** Fields that say to whom, from which number, how urgently and when a message is sent. */
const shared = 'phone userId chat group channel number priority deliverAt expiresAt expiresIn'.split(' ')

/**
 * Sends a message. If its content has no field for text, first sends the text as a separate message in the same batch, which keeps their
 * order. Reference, quote, labels and actions belong to the content, whose message is returned.
 */
export async function sendWithText(session: Session, input: SendInput, asked: unknown): Promise<Message> {
  if (input.message === undefined || !(await hasNoTextField(session, input))) {
    return session.ask(messaging.messages.send, input, asked)
  }
  const { message, previewUrl, typing, order: _order, ...content } = input
  const inBoth = Object.entries<unknown>(content).filter(([name]) => shared.includes(name))
  const text = { message, previewUrl, typing, ...Object.fromEntries(inBoth) }
  const messages = [defined(text) as SendInput, content]
  const [, sent] = await session.ask(messaging.messages.batch, { messages }, asked)
  return sent as Message
}
