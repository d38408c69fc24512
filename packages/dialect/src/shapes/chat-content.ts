import { z } from 'zod'
import type { SparseMessage, StoredFile } from '../api/lookups.ts'
import { longIdOf, shortIdOf, widOf, widOfPhone } from '../ids.ts'

export const mediaSchema = z.object({
  id: z.string().optional(),
  type: z.string(),
  message: z.string().optional(),
  chat: z.string().optional(),
  flow: z.enum(['in', 'out']).optional(),
  status: z.enum(['available', 'unavailable']),
  size: z.number().optional(),
  mime: z.string().optional(),
  extension: z.string().optional(),
  filename: z.string().optional(),
  caption: z.string().nullable(),
  format: z.enum(['native', 'gif', 'ptt']),
  createdAt: z.string().optional(),
  expiresAt: z.string().optional(),
  meta: z.object({
    duration: z.number().optional(),
    width: z.number().optional(),
    height: z.number().optional(),
    hasPreview: z.boolean(),
    aspectRatio: z.number().optional(),
  }),
  links: z.object({
    download: z.string().optional(),
    resource: z.string().optional(),
    message: z.string().optional(),
    chat: z.string().optional(),
    contact: z.string().optional(),
  }),
})

type DialectMedia = z.output<typeof mediaSchema>

/** Returns a file's extension in lower case: from its name, else the subtype of its media type. */
export function extensionOf(filename: string | undefined, mime: string | undefined): string | undefined {
  const named = /\.(\w{1,8})$/.exec(filename ?? '')?.[1]
  return named?.toLowerCase() ?? mime?.split(/[/;]/)[1]
}

/** Presents a message's media. `file` fills in details that the message lacks, such as size and type. */
export function mediaOf(message: SparseMessage, deviceId: string, file?: StoredFile): DialectMedia | undefined {
  const { media } = message
  if (!media) return undefined
  const { size, durationMs } = media
  const wid = widOf(message)
  const id = media.file && shortIdOf(media.file)
  const filename = media.filename ?? file?.filename
  const mime = media.mime ?? file?.mime
  const resource = id && `/v1/chat/${deviceId}/files/${id}`
  return {
    id,
    type: media.kind === 'voice' ? 'audio' : media.kind,
    message: longIdOf(message.id),
    chat: wid,
    flow: message.direction,
    status: media.file || media.url ? 'available' : 'unavailable',
    size: size ?? file?.size,
    mime,
    extension: extensionOf(filename, mime),
    filename,
    caption: message.message ?? null,
    format: media.kind === 'voice' ? 'ptt' : media.animated ? 'gif' : 'native',
    createdAt: message.createdAt,
    expiresAt: file?.expiresAt ?? undefined,
    meta: { duration: durationMs === undefined ? undefined : durationMs / 1000, hasPreview: false },
    links: {
      download: resource && `${resource}/download`,
      resource,
      message: `/v1/chat/${deviceId}/messages/${longIdOf(message.id)}`,
      chat: `/v1/chat/${deviceId}/chats/${wid}`,
      contact: `/v1/chat/${deviceId}/contacts/${wid}`,
    },
  }
}

/** Presents a stored file as media, without a message. */
export function mediaOfFile(file: StoredFile, deviceId: string): DialectMedia {
  const id = shortIdOf(file.id)
  const resource = `/v1/chat/${deviceId}/files/${id}`
  return {
    id,
    type: file.kind,
    status: 'available',
    size: file.size,
    mime: file.mime,
    extension: extensionOf(file.filename, file.mime),
    filename: file.filename,
    caption: null,
    format: 'native',
    createdAt: file.createdAt,
    expiresAt: file.expiresAt ?? undefined,
    meta: { hasPreview: false },
    links: { download: `${resource}/download`, resource },
  }
}

export const contentShape = {
  location: z
    .object({
      name: z.string().optional(),
      address: z.string().optional(),
      lat: z.number().optional(),
      lon: z.number().optional(),
      latitude: z.number().optional(),
      longitude: z.number().optional(),
    })
    .optional(),
  contacts: z
    .array(
      z.object({
        formattedName: z.string(),
        name: z.string(),
        firstName: z.string(),
        phones: z.array(z.object({ number: z.string(), waid: z.string() })),
      }),
    )
    .optional(),
  poll: z
    .object({
      name: z.string(),
      options: z.array(z.object({ name: z.string() })),
      count: z.int(),
      participants: z.array(z.unknown()),
    })
    .optional(),
  list: z.unknown().optional(),
  buttons: z.array(z.unknown()).optional(),
  order: z
    .object({
      id: z.string(),
      currency: z.string().optional(),
      items: z.number(),
      total: z.number(),
      products: z.array(
        z.object({
          id: z.string(),
          quantity: z.number(),
          price: z.number().optional(),
          currency: z.string().optional(),
        }),
      ),
    })
    .optional(),
  quoted: z
    .object({
      wid: z.string().optional(),
      kind: z.string().optional(),
      from: z.string().optional(),
      body: z.string().optional(),
      selectedId: z.string().optional(),
    })
    .optional(),
}

type Content = z.output<z.ZodObject<typeof contentShape>>

export type QuotedFacts = Pick<SparseMessage, 'type' | 'direction'> & { message?: string | null | undefined }

type ContentContext = { devicePhone: string; quoted?: QuotedFacts | undefined }

const replies: Readonly<Record<string, string>> = { list: 'list_response' }
const types: Readonly<Record<string, string>> = {
  voice: 'audio',
  location_request: 'location',
  products: 'product',
  catalog: 'product',
  system: 'event',
  unsupported: 'text',
}

/** Returns the dialect's type of a message. A tap on a list's row is a `list_response`, any other tap a `buttons_response`. */
export function typeOf({ type, reply }: Pick<SparseMessage, 'type' | 'reply'>): string {
  if (type === 'reply') return replies[reply?.kind ?? ''] ?? 'buttons_response'
  return types[type] ?? type
}

/** Returns a message's text, that of the element the customer tapped, or a reaction's emoji. A poll is shown apart and has none. */
export function bodyOf({ type, message, reply, poll, reaction }: SparseMessage): string | undefined {
  if (poll) return undefined
  if (type === 'reply') return reply?.text ?? message
  return message ?? reaction
}

/** Presents contact cards. One that doesn't state a first name gets the first word of its name. */
const contactsOf = ({ contacts }: SparseMessage): Content['contacts'] =>
  contacts?.map(({ name, names, phone, phones = phone ? [phone] : [] }) => ({
    formattedName: name,
    name,
    firstName: names?.first ?? name.split(' ')[0] ?? name,
    phones: phones.map((number) => ({ number, waid: number.replace(/\D/g, '') })),
  }))

/** Returns a product order with the id of its message, because the provider gives orders none. Rounds the total: decimal sums are inexact. */
function orderOf({ id, purchase }: SparseMessage): Content['order'] {
  if (!purchase) return undefined
  const products = purchase.items.map(({ productId, quantity = 1, price, currency }) => ({
    id: productId,
    quantity,
    price,
    currency,
  }))
  const sum = (value: (product: (typeof products)[number]) => number) =>
    products.reduce((total, product) => total + value(product), 0)
  return {
    id: longIdOf(id),
    currency: products.find(({ currency }) => currency !== undefined)?.currency,
    items: sum(({ quantity }) => quantity),
    total: Math.round(sum(({ quantity, price = 0 }) => quantity * price) * 1e6) / 1e6,
    products,
  }
}

/**
 * Returns the quoted message: with its sender and text if it was read, and with the provider's id if it isn't stored here. If the customer
 * tapped a row or button, its id is always included.
 */
function quotedOf(message: SparseMessage, { devicePhone, quoted }: ContentContext): Content['quoted'] {
  const { quote, quoteProviderId, reply } = message
  if (quote === undefined && quoteProviderId === undefined && reply?.id === undefined) return undefined
  const from = quoted?.direction === 'out' ? widOfPhone(devicePhone) : quoted && widOf(message)
  return {
    wid: quote ? longIdOf(quote) : quoteProviderId,
    kind: quoted && typeOf(quoted),
    from,
    body: quoted?.message ?? undefined,
    selectedId: reply?.id,
  }
}

/** Presents the parts of a message that aren't text or media. Coordinates have both a short and a long name in the dialect. */
export function contentOf(message: SparseMessage, context: ContentContext): Content {
  const { location, poll } = message
  const { latitude, longitude } = location ?? {}
  return {
    location: location && {
      name: location.name,
      address: location.address,
      lat: latitude,
      lon: longitude,
      latitude,
      longitude,
    },
    contacts: contactsOf(message),
    poll: poll && {
      name: poll.name,
      options: poll.options.map((name) => ({ name })),
      count: poll.voters ?? 0,
      participants: [],
    },
    list: message.list,
    buttons: message.buttons,
    order: orderOf(message),
    quoted: quotedOf(message, context),
  }
}
