import { webAddress } from '@posthorn/contracts'
import type { Content, FindMedia, Media } from './content.ts'
import { refuse } from './fault.ts'
import { defined, type Fields, fieldsOf, hasOnly, itemsOf, requiredText, textOf } from './fields.ts'

const headerKinds = ['image', 'video', 'document'] as const

type HeaderKind = (typeof headerKinds)[number]

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
  return kind === undefined ? 'native' : mediaHeader(kind, header, findMedia)
}

/** Reads a header with media. `native`: our fields can't express it, or only the provider has the media. */
async function mediaHeader(
  kind: HeaderKind,
  header: Fields,
  findMedia: FindMedia,
): Promise<Pick<Content, 'header'> | 'native'> {
  const path = `interactive.header.${kind}`
  const { filename, ...source } = fieldsOf(header[kind] ?? refuse(131008, `Parameter '${path}' is required.`), path)
  const found: Media = await findMedia(source, path)
  if (found === undefined || !hasOnly(source, ['id', 'link']) || !hasOnly(header, ['type', kind])) return 'native'
  return { header: { media: { ...found, kind, ...defined({ filename: textOf(filename, `${path}.filename`) }) } } }
}

/** Returns the text of a body or footer. */
function wordsOf(value: unknown, path: string): string | undefined {
  return value === undefined ? undefined : textOf(fieldsOf(value, path)['text'], `${path}.text`)
}

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

function listOf(action: Fields): Content | undefined {
  if (!hasOnly(action, ['button', 'sections'])) return undefined
  const path = 'interactive.action.sections'
  const sections = itemsOf(action['sections'], path).map((section, i) => ({
    ...defined({ title: textOf(section['title'], `${path}[${i}].title`) }),
    rows: itemsOf(section['rows'], `${path}[${i}].rows`).map((row, n) => {
      const at = `${path}[${i}].rows[${n}]`
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
  const path = 'interactive.action.sections'
  const sections = itemsOf(action['sections'], path).map((section, i) => ({
    ...defined({ title: textOf(section['title'], `${path}[${i}].title`) }),
    productIds: itemsOf(section['product_items'], `${path}[${i}].product_items`).map((item, n) =>
      requiredText(item['product_retailer_id'], `${path}[${i}].product_items[${n}].product_retailer_id`),
    ),
  }))
  return { products: { catalogId: requiredText(action['catalog_id'], 'interactive.action.catalog_id'), sections } }
}

function catalogOf(action: Fields): Content | undefined {
  if (!hasOnly(action, ['name', 'parameters']) || action['parameters'] === undefined) return undefined
  const parameters = fieldsOf(action['parameters'], 'interactive.action.parameters')
  const thumbnail = textOf(parameters['thumbnail_product_retailer_id'], 'thumbnail_product_retailer_id')
  const isOurs = thumbnail !== undefined && hasOnly(parameters, ['thumbnail_product_retailer_id'])
  return isOurs ? { catalog: { thumbnailProductId: thumbnail } } : undefined
}

/** Actions that our fields can express: how to read each, and the components that may surround it. */
const actions: Readonly<Record<string, { read: (action: Fields) => Content | undefined; parts: string }>> = {
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
  const known = actions[type]
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
