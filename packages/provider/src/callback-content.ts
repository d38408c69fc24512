import type { EventData } from '@posthorn/contracts'
import { asNumber, asObject, asText, itemsOf } from './json.ts'

type Item = Record<string, unknown>

/** An incoming message in our terms; its text stands beside it. */
export type IncomingContent = NonNullable<EventData<'provider:message'>['content']>

/** Reads what a message holds (cloud-api.md 5.5). A type or form nobody knows is `unsupported`, with the provider's word for it. */
export function incomingContent(item: Item, type: string): IncomingContent {
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined
  const content = read?.(item[type] ?? {}) ?? { type: 'unsupported', unsupported: unsupportedWord(item, type) }
  const context = asObject(item.context)
  const forwarded = context?.forwarded === true || context?.frequently_forwarded === true
  const referral = referralOf(asObject(item.referral))
  return { ...content, ...(forwarded && { forwarded }), ...(referral && { referral }) }
}

const readers: Readonly<Record<string, (value: unknown) => IncomingContent | undefined>> = {
  text: () => ({ type: 'text' }),
  image: (value) => media('image', value),
  video: (value) => media('video', value),
  audio: (value) => media(asObject(value)?.voice === true ? 'voice' : 'audio', value),
  document: (value) => media('document', value),
  sticker: (value) => media('sticker', value),
  location,
  contacts: (value) => ({ type: 'contacts', contacts: itemsOf(value).map(card) }),
  interactive,
  button: (value) => {
    const { payload, text } = asObject(value) ?? {}
    return { type: 'reply', reply: { kind: 'template', ...texts({ id: payload, text }) } }
  },
  order: (value) => ({ type: 'order', purchase: purchase(asObject(value) ?? {}) }),
  system: (value) => {
    const { type, wa_id: waId, user_id: userId } = asObject(value) ?? {}
    const phone = asText(waId)
    return {
      type: 'system',
      system: { event: asText(type) ?? 'unknown', ...texts({ userId }), ...(phone && { phone: phoneOf(phone) }) },
    }
  },
  reaction: (value) => {
    const { message_id: id, emoji } = asObject(value) ?? {}
    return about('reaction', id, { emoji: asText(emoji) ?? '' })
  },
  edit: (value) => {
    const edit = asObject(value) ?? {}
    const message = asObject(edit.message) ?? {}
    const content = asObject(message[asText(message.type) ?? 'text']) ?? {}
    return about('edit', edit.original_message_id, texts({ text: content.body ?? content.caption }))
  },
  revoke: (value) => about('revoke', asObject(value)?.original_message_id, {}),
}

function media(kind: string, value: unknown): IncomingContent {
  const { id, mime_type: mime, sha256, filename, animated } = asObject(value) ?? {}
  const isAnimated = typeof animated === 'boolean' ? { animated } : {}
  return { type: kind, media: { kind, ...texts({ providerId: id, mime, sha256, filename }), ...isAnimated } }
}

function location(value: unknown): IncomingContent | undefined {
  const { latitude, longitude, name, address } = asObject(value) ?? {}
  const [north, east] = [asNumber(latitude), asNumber(longitude)]
  if (north === undefined || east === undefined) return undefined
  return { type: 'location', location: { latitude: north, longitude: east, ...texts({ name, address }) } }
}

function card(value: unknown): NonNullable<IncomingContent['contacts']>[number] {
  const { name, phones, emails, org, urls } = asObject(value) ?? {}
  const numbers = itemsOf(phones).flatMap((phone) => {
    const { wa_id: waId, phone: written } = asObject(phone) ?? {}
    return phoneOf(asText(waId) ?? asText(written) ?? '') || []
  })
  const { formatted_name: whole, first_name: first } = asObject(name) ?? {}
  return {
    name: asText(whole) ?? asText(first) ?? '',
    ...(numbers.length > 0 && { phones: numbers }),
    ...texts({
      email: asObject(itemsOf(emails)[0])?.email,
      organization: asObject(org)?.company,
      url: asObject(itemsOf(urls)[0])?.url,
    }),
  }
}

function interactive(value: unknown): IncomingContent | undefined {
  const { type, button_reply: button, list_reply: row, nfm_reply: form } = asObject(value) ?? {}
  if (type === 'button_reply') return reply('button', asObject(button))
  if (type === 'list_reply') return reply('list', asObject(row))
  if (type !== 'nfm_reply') return undefined
  const { name, body, response_json: data } = asObject(form) ?? {}
  return { type: 'reply', reply: { kind: 'form', ...texts({ id: name, text: body, data }) } }
}

function reply(kind: 'button' | 'list', chosen: Item | undefined): IncomingContent {
  const { id, title, description } = chosen ?? {}
  return { type: 'reply', reply: { kind, ...texts({ id, text: title, description }) } }
}

function purchase(order: Item): NonNullable<IncomingContent['purchase']> {
  const items = itemsOf(order.product_items).map((value) => {
    const item = asObject(value) ?? {}
    const [quantity, price] = [asNumber(item.quantity), asNumber(item.item_price)]
    return {
      productId: asText(item.product_retailer_id) ?? '',
      ...(quantity !== undefined && { quantity }),
      ...(price !== undefined && { price }),
      ...texts({ currency: item.currency }),
    }
  })
  return { items, ...texts({ catalogId: order.catalog_id }) }
}

function about(type: string, id: unknown, more: { emoji?: string; text?: string }): IncomingContent | undefined {
  const providerId = asText(id)
  return providerId === undefined ? undefined : { type, about: { providerId, ...more } }
}

function referralOf(referral: Item | undefined): IncomingContent['referral'] {
  if (!referral) return undefined
  return texts({
    url: referral.source_url,
    id: referral.source_id,
    type: referral.source_type,
    headline: referral.headline,
    body: referral.body,
    mediaUrl: referral.image_url ?? referral.video_url ?? referral.thumbnail_url,
    clickId: referral.ctwa_clid,
  })
}

function unsupportedWord(item: Item, type: string): string {
  const form = asText(asObject(item[type])?.type)
  return form ?? type
}

/** Digits become E.164; anything else stays as it is. */
function phoneOf(text: string): string {
  const digits = text.replace(/[\s()+.-]/g, '')
  return /^\d{5,15}$/.test(digits) ? `+${digits}` : text
}

function texts<K extends string>(fields: Record<K, unknown>): { [P in K]?: string } {
  const given = Object.entries(fields).flatMap(([name, value]) => {
    const text = asText(value)
    return text === undefined ? [] : [[name, text]]
  })
  return Object.fromEntries(given) as { [P in K]?: string }
}
