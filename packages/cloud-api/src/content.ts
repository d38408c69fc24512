import { defined, type InputOf, type MountedCaller, messaging, shortened, webAddress } from '@posthorn/contracts'
import { type Fields, fieldsOf, hasOnly, itemsOf, refuse, requiredText, textOf } from './fault.ts'
import { ownerOfMedia } from './ids.ts'
import { checkNative } from './native.ts'

/**
 * Content in the contract's fields, which the inbox shows completely. If they can't express all of it, it is sent in the provider's format
 * (`native`) instead, so that no part is lost.
 */
export type Content = Partial<InputOf<typeof messaging.messages.send>>

/** Media to send; undefined if only the provider has them. */
type Media = { file: string } | { url: string } | undefined

/** Finds media that a message names by id or link. */
export type FindMedia = (media: Fields, path: string) => Promise<Media>

const mediaPath = /(?:^|\.)(?:image|video|audio|document|sticker)$/

/**
 * Replaces media that only we can read with stored files. The provider gets its own ids when the message is sent. Goes one after the other,
 * because a workspace may have only a few files fetched at once.
 */
async function withFiles(value: unknown, findMedia: FindMedia, path: string): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value
  const entries: [string, unknown][] = []
  for (const [name, each] of Object.entries(value) as [string, unknown][]) {
    const isMedia =
      typeof each === 'string' &&
      each !== '' &&
      (name === 'id' ? ownerOfMedia(each) : name === 'link' && mediaPath.test(path))
    const found = isMedia ? await findMedia({ [name]: each }, path) : undefined
    const place = Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`
    entries.push(found && 'file' in found ? ['id', found.file] : [name, await withFiles(each, findMedia, place)])
  }
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries)
}

/** Returns content in the provider's format. Refuses what the provider would, and stores media that the provider can't fetch. */
export async function nativeContent(type: string, value: unknown, findMedia: FindMedia): Promise<Content> {
  checkNative(type, value)
  if (!/^[a-z][a-z_]{0,39}$/.test(type)) refuse(100, `Param 'type' is not a type of message: ${shortened(type, 40)}.`)
  return { native: { type, content: (await withFiles(value, findMedia, type)) as never } }
}

/** Creates a function that finds a message's media: the file for an id, or the URL of a link. Downloads, once, what the provider can't fetch. */
export function mediaFinder({ ask }: MountedCaller): FindMedia {
  const downloads = new Map<string, Promise<{ id: string }>>()
  return async ({ id, link }, path) => {
    const [mediaId, url] = [textOf(id, `${path}.id`), textOf(link, `${path}.link`)]
    if ((mediaId === undefined) === (url === undefined))
      return refuse(mediaId ? 131009 : 131008, `Parameter '${path}' must have either 'id' or 'link'.`)
    if (url !== undefined) {
      if (webAddress.safeParse(url).success) return { url }
      if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
        return refuse(131009, `Parameter '${path}.link' must be an http or https URL.`)
      const download = downloads.get(url) ?? ask(messaging.files.create, { url })
      downloads.set(url, download)
      return { file: (await download).id }
    }
    const owner = ownerOfMedia(mediaId ?? '')
    if (owner === undefined) return undefined
    return { file: owner.startsWith('file_') ? owner : await receivedFile(ask, owner) }
  }
}

/** Returns the file to which a received message's media was downloaded. */
async function receivedFile(ask: MountedCaller['ask'], id: string): Promise<string> {
  const { media } = await ask(messaging.messages.get, { id })
  return media?.file ?? refuse(131009, 'These media are not available; they may still be fetched.')
}

/** The longest filename of our fields. A longer one is forwarded unchanged, because the provider documents no limit. */
const filenameMax = 240

/**
 * Reads media; undefined if our fields can't express them, or only the provider has them. The last name in `path` is their kind. Only documents have a
 * filename; that of other kinds is ignored.
 */
export async function mediaOf(value: unknown, path: string, findMedia: FindMedia) {
  const { filename, ...source } = fieldsOf(value ?? refuse(131008, `Parameter '${path}' is required.`), path)
  const found = await findMedia(source, path)
  const name = path.endsWith('document') ? textOf(filename, `${path}.filename`) : undefined
  if (found === undefined || !hasOnly(source, ['id', 'link']) || (name?.length ?? 0) > filenameMax) return undefined
  return { ...found, ...defined({ filename: name }) }
}

export const headerKinds = ['image', 'video', 'document'] as const

/** Reads the header of an interactive message. `native`: the header can only be expressed in the provider's format. */
async function headerOf(value: unknown, findMedia: FindMedia): Promise<Pick<Content, 'header'> | 'native'> {
  if (value === undefined) return {}
  const header = fieldsOf(value, 'interactive.header')
  const type = requiredText(header['type'], 'interactive.header.type').toLowerCase()
  if (type === 'text')
    return hasOnly(header, ['type', 'text'])
      ? { header: requiredText(header['text'], 'interactive.header.text') }
      : 'native'
  const kind = headerKinds.find((each) => each === type)
  const media = kind && (await mediaOf(header[kind], `interactive.header.${kind}`, findMedia))
  return media && hasOnly(header, ['type', kind]) ? { header: { media: { ...media, kind } } } : 'native'
}

/** Returns the text of a body or footer. */
const wordsOf = (value: unknown, path: string): string | undefined =>
  value === undefined ? undefined : textOf(fieldsOf(value, path)['text'], `${path}.text`)

/** Reads reply buttons. Like the readers below, returns undefined if the action has parts that our fields can't express. */
function buttonsOf(action: Fields): Content | undefined {
  if (!hasOnly(action, ['buttons'])) return undefined
  const replies = itemsOf(action['buttons'], 'interactive.action.buttons').map((button, i) => {
    const path = `interactive.action.buttons[${i}]`
    if (button['type'] !== 'reply') refuse(131009, `Parameter '${path}.type' must be 'reply'.`)
    return { reply: fieldsOf(button['reply'], `${path}.reply`), path }
  })
  return {
    buttons: replies.map(({ reply, path }) => ({
      id: requiredText(reply['id'], `${path}.reply.id`),
      text: requiredText(reply['title'], `${path}.reply.title`),
    })),
  }
}

/** Reads an action's sections: the title of each, and what `read` returns for it. */
function sectionsOf<T extends object>(action: Fields, read: (section: Fields, path: string) => T) {
  return itemsOf(action['sections'], 'interactive.action.sections').map((section, i) => {
    const path = `interactive.action.sections[${i}]`
    return { ...defined({ title: textOf(section['title'], `${path}.title`) }), ...read(section, path) }
  })
}

function listOf(action: Fields): Content | undefined {
  if (!hasOnly(action, ['button', 'sections'])) return undefined
  const sections = sectionsOf(action, (section, path) => ({
    rows: itemsOf(section['rows'], `${path}.rows`).map((row, n) => {
      const at = `${path}.rows[${n}]`
      return {
        id: requiredText(row['id'], `${at}.id`),
        title: requiredText(row['title'], `${at}.title`),
        ...defined({ description: textOf(row['description'], `${at}.description`) }),
      }
    }),
  }))
  return { list: { button: requiredText(action['button'], 'interactive.action.button'), sections } }
}

function linkOf(action: Fields): Content | undefined {
  const path = 'interactive.action.parameters'
  const parameters = fieldsOf(action['parameters'], path)
  const url = requiredText(parameters['url'], `${path}.url`)
  const isOurs = hasOnly(action, ['name', 'parameters']) && hasOnly(parameters, ['display_text', 'url'])
  if (!isOurs || !webAddress.safeParse(url).success) return undefined
  return { buttons: [{ text: requiredText(parameters['display_text'], `${path}.display_text`), url }] }
}

function productOf(action: Fields): Content | undefined {
  if (!hasOnly(action, ['catalog_id', 'product_retailer_id'])) return undefined
  return {
    product: {
      catalogId: requiredText(action['catalog_id'], 'interactive.action.catalog_id'),
      productId: requiredText(action['product_retailer_id'], 'interactive.action.product_retailer_id'),
    },
  }
}

function productsOf(action: Fields): Content | undefined {
  if (!hasOnly(action, ['catalog_id', 'sections'])) return undefined
  const sections = sectionsOf(action, (section, path) => ({
    productIds: itemsOf(section['product_items'], `${path}.product_items`).map((item, n) =>
      requiredText(item['product_retailer_id'], `${path}.product_items[${n}].product_retailer_id`),
    ),
  }))
  return { products: { catalogId: requiredText(action['catalog_id'], 'interactive.action.catalog_id'), sections } }
}

function catalogOf(action: Fields): Content | undefined {
  if (!hasOnly(action, ['name', 'parameters']) || action['parameters'] === undefined) return undefined
  const [path, name] = ['interactive.action.parameters', 'thumbnail_product_retailer_id'] as const
  const parameters = fieldsOf(action['parameters'], path)
  const thumbnail = textOf(parameters[name], `${path}.${name}`)
  const isOurs = thumbnail !== undefined && hasOnly(parameters, [name])
  return isOurs ? { catalog: { thumbnailProductId: thumbnail } } : undefined
}

/** Actions that our fields can express: how to read each, and the components that may surround it. */
const expressible: Readonly<Record<string, { read: (action: Fields) => Content | undefined; parts: string }>> = {
  button: { read: buttonsOf, parts: 'header body footer' },
  list: { read: listOf, parts: 'header body footer' },
  cta_url: { read: linkOf, parts: 'header body footer' },
  location_request_message: { read: () => ({ location: { request: true } }), parts: 'body' },
  product: { read: productOf, parts: 'body footer' },
  product_list: { read: productsOf, parts: 'header body footer' },
  catalog_message: { read: catalogOf, parts: 'body footer' },
}

/** Returns an interactive message in our fields; undefined if they can't express all of it. */
export async function interactiveContent(fields: Fields, findMedia: FindMedia): Promise<Content | undefined> {
  const type = requiredText(fields['type'], 'interactive.type').toLowerCase()
  const known = expressible[type]
  if (known === undefined || !hasOnly(fields, ['type', 'action', ...known.parts.split(' ')])) return undefined
  const action = known.read(
    fieldsOf(fields['action'] ?? refuse(131008, "Parameter 'interactive.action' is required."), 'interactive.action'),
  )
  const header = await headerOf(fields['header'], findMedia)
  if (action === undefined || header === 'native') return undefined
  const message = wordsOf(fields['body'], 'interactive.body')
  const footer = wordsOf(fields['footer'], 'interactive.footer')
  return { ...action, ...header, ...defined({ message, footer }) }
}
