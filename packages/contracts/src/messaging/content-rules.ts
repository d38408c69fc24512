import type { z } from 'zod'
import { placeholderFaults } from '../placeholders/index.ts'
import { providerBounds as bounds, headerMediaKinds, isBlank } from '../provider-rules/index.ts'
import { contentKinds, mediaKindOf, mediaTypeFault } from './content.ts'

type Context = z.core.$RefinementCtx
type Fields = Record<string, unknown>
type Path = (string | number)[]

const withText: readonly string[] = ['media', 'buttons', 'list', 'product', 'products', 'catalog']
const withOptionalText: readonly string[] = ['media', 'product']
/** Kinds of content that can have a header or footer. */
const framed: Readonly<Record<'header' | 'footer', readonly string[]>> = {
  header: ['buttons', 'list', 'products'],
  footer: ['buttons', 'list', 'product', 'products', 'catalog'],
}

/**
 * Applies rules that involve several fields of a message's content. Skips fields that are invalid on their own, which are reported
 * elsewhere.
 */
export function checkContent(input: Fields, ctx: Context): void {
  const refuse: Refuse = (path, message, maximum) =>
    ctx.addIssue(
      maximum === undefined
        ? { code: 'custom', path, message }
        : { code: 'too_big', origin: 'string', maximum, input, path, message },
    )
  const kinds = contentKinds.filter((kind) => input[kind] !== undefined)
  const [kind] = kinds
  const [, second] = kinds
  if (second) refuse([second], `send one kind of content, not ${kinds.join(' and ')}`)
  checkText(input, kind, refuse)
  for (const [part, kindsWith] of Object.entries(framed))
    if (input[part] !== undefined && !kindsWith.includes(kind ?? ''))
      refuse([part], `is allowed only with ${kindsWith.join(', ')}`)
  if (kind !== 'reaction' && input['reactionMessage']) refuse(['reactionMessage'], 'is allowed only with reaction')
  for (const named of kinds) rules[named]?.(input, refuse)
}

/** Refuses placeholders in a message to a channel that cannot be replaced. A message to one person is sent as written. */
export function checkPlaceholders(input: Fields, ctx: Context): void {
  for (const { path, message } of placeholderFaults(input)) ctx.addIssue({ code: 'custom', path, message })
}

/** `maximum`: the most characters that a text may have, if it is too long. */
type Refuse = (path: Path, message: string, maximum?: number) => void

/**
 * Checks whether a message has text if its kind of content needs it, and none if it can't have any, and that the text is neither too long
 * nor, unless it is a caption, blank. Without other content, text is required.
 */
function checkText(input: Fields, kind: string | undefined, refuse: Refuse): void {
  const { message } = input
  const asksForLocation = object(input['location'])?.['request'] === true
  if (kind === undefined) {
    if (message === undefined) refuse(['message'], 'is required')
    return
  }
  const takesText = asksForLocation || withText.includes(kind)
  if (message === undefined) {
    if (takesText && !withOptionalText.includes(kind)) refuse(['message'], 'is required: it is the body')
  } else if (!takesText) {
    refuse(['message'], `is not allowed with ${kind}`)
  } else if (typeof message === 'string') {
    const { max } = kind === 'media' ? bounds.caption : bounds.bodyText
    if (message.length > max) refuse(['message'], `must be at most ${max} characters with ${kind}`, max)
    if (kind !== 'media' && isBlank(message)) refuse(['message'], 'must not be blank')
  }
}

const rules: Partial<Record<(typeof contentKinds)[number], (input: Fields, refuse: Refuse) => void>> = {
  media: ({ media, message }, refuse) => {
    const kind = checkMedia(object(media), ['media'], refuse)
    const silent = kind === 'audio' || kind === 'voice' || kind === 'sticker'
    if (silent && message !== undefined) refuse(['message'], `is not allowed with ${kind}, which has no caption`)
  },
  location: ({ location }, refuse) => {
    const place = object(location)
    if (!place) return
    const coordinates = ['latitude', 'longitude']
    if (place['request'] !== true) {
      for (const name of coordinates) if (place[name] === undefined) refuse(['location', name], 'is required')
      return
    }
    for (const name of [...coordinates, 'name', 'address'])
      if (place[name] !== undefined) refuse(['location', name], 'is not allowed with request')
  },
  contacts: ({ contacts }, refuse) => {
    for (const [i, card] of items(contacts).entries()) checkCard(card, ['contacts', i], refuse)
  },
  poll: ({ poll }, refuse) => requireDifferent(object(poll)?.['options'], ['poll', 'options'], refuse),
  buttons: ({ buttons, header }, refuse) => {
    checkHeader(object(header), refuse)
    const list = items(buttons)
    requireDifferent(
      list.map((button) => button['text']),
      ['buttons'],
      refuse,
    )
    requireDifferent(
      list.map((button, i) => button['id'] ?? `button_${i + 1}`),
      ['buttons'],
      refuse,
    )
    for (const [i, button] of list.entries())
      if (button['url'] !== undefined && button['phone'] !== undefined)
        refuse(['buttons', i, 'phone'], 'is not allowed with url')
  },
  list: ({ list, header }, refuse) => {
    if (object(header)) refuse(['header'], 'must be text with a list; media are allowed only with buttons')
    const sections = items(object(list)?.['sections'])
    const rows = sections.flatMap((section) => items(section['rows']))
    if (rows.length > bounds.rows.max) refuse(['list', 'sections'], `must be at most ${bounds.rows.max} rows in total`)
    requireDifferent(
      rows.map((row) => row['id']),
      ['list', 'sections'],
      refuse,
    )
    requireTitles(sections, ['list', 'sections'], refuse)
  },
  products: ({ products, header }, refuse) => {
    if (header === undefined) refuse(['header'], 'is required: it is the title above the products')
    if (object(header)) refuse(['header'], 'must be text with products; media are allowed only with buttons')
    const sections = items(object(products)?.['sections'])
    const count = sections.reduce((sum, { productIds }) => sum + (Array.isArray(productIds) ? productIds.length : 0), 0)
    if (count > bounds.products.max)
      refuse(['products', 'sections'], `must be at most ${bounds.products.max} products in total`)
    requireTitles(sections, ['products', 'sections'], refuse)
  },
  reaction: (input, refuse) => {
    if (!input['reactionMessage']) refuse(['reactionMessage'], 'is required with reaction')
    if (input['quote']) refuse(['quote'], 'is not allowed with reaction')
  },
}

/** Requires a title for each section if there are several, because the provider does. */
function requireTitles(sections: Fields[], path: Path, refuse: Refuse): void {
  for (const [i, section] of sections.entries())
    if (sections.length > 1 && section['title'] === undefined)
      refuse([...path, i, 'title'], 'is required when there are several sections')
}

/** Refuses a card that both names a contact and has its own fields, or that has neither a contact nor a name and phone number. */
function checkCard(card: Fields, path: Path, refuse: Refuse): void {
  if (card['contact']) {
    for (const name of Object.keys(card))
      if (name !== 'contact' && card[name] !== undefined) refuse([...path, name], 'is not allowed with contact')
    return
  }
  if (card['name'] === undefined) refuse([...path, 'name'], 'is required')
  if (card['phone'] === undefined && card['phones'] === undefined)
    refuse([...path, 'phone'], 'is required unless phones is given')
}

/** Requires exactly one source. Media at a URL also need a kind that can be derived, which is returned, and a media type that fits it. */
function checkMedia(media: Fields | undefined, path: Path, refuse: Refuse): string | undefined {
  const { file, url } = media ?? {}
  if ((url === undefined) === !file) refuse([...path, 'file'], 'send exactly one of file and url')
  if (file) return undefined
  const kind = mediaKindOf(strings(media))
  if (kind === undefined)
    refuse([...path, 'kind'], 'is required: mime and the file name extension do not show the kind')
  const fault = mediaTypeFault(kind, media?.['mime'])
  if (fault !== undefined) refuse([...path, 'mime'], fault)
  return kind
}

/** Refuses a header whose media can't be used with buttons. The kind of a stored file may be known only to the service. */
function checkHeader(header: Fields | undefined, refuse: Refuse): void {
  if (!header) return
  const media = object(header['media'])
  const kind = checkMedia(media, ['header', 'media'], refuse) ?? media?.['kind']
  if (kind !== undefined && !(headerMediaKinds as readonly unknown[]).includes(kind))
    refuse(['header', 'media', 'kind'], `must be one of ${headerMediaKinds.join(', ')}`)
}

/** Refuses a list with equal values. */
function requireDifferent(values: unknown, path: Path, refuse: Refuse): void {
  if (Array.isArray(values) && new Set(values).size < values.length) refuse(path, 'must all be different')
}

/** Returns a value if it is an object. Rules also run on invalid input, so a field may have any type. */
function object(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

/** Returns the fields that are strings, as valid fields would be. */
function strings(value: Fields | undefined): Record<string, never> {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, field]) => typeof field === 'string')) as never
}

/** Returns a list's entries as objects; none if the value isn't a list. */
function items(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map((item: unknown) => object(item) ?? {}) : []
}
