import {
  providerBounds as bounds,
  type Id,
  type InputOf,
  type MountedCaller,
  messaging,
  webAddress,
} from '@posthorn/contracts'
import { z } from 'zod'
import { refuse } from './fault.ts'
import { type Fields, textOf } from './fields.ts'
import { ownerOfMedia } from './ids.ts'

/** Returns the schema of an object with a text. */
const words = (max: number) => z.looseObject({ text: z.string().min(1).max(max) })
/** Returns the schema of an action with this name. */
const named = (name: string, parameters?: z.ZodType) =>
  z.looseObject({ name: z.literal(name), ...(parameters ? { parameters } : {}) })

const contacts = z
  .array(
    z.looseObject({
      name: z.looseObject({ formatted_name: z.string().min(1) }).refine((name) => Object.keys(name).length > 1, {
        message: 'needs one part of the name beside formatted_name',
      }),
    }),
  )
  .min(1)
  .max(bounds.contacts.max)

const media = z
  .looseObject({
    id: z.string().optional(),
    link: z.url().optional(),
    caption: z.string().max(bounds.caption.max).optional(),
  })
  .refine(({ id, link }) => (id === undefined) !== (link === undefined), { message: 'must have either id or link' })

const flow = z
  .looseObject({
    flow_message_version: z.union([z.string(), z.number()]),
    flow_cta: z.string().min(1).max(30),
    flow_id: z.union([z.string(), z.number()]).optional(),
    flow_name: z.string().optional(),
  })
  .refine(({ flow_id: id, flow_name: name }) => (id === undefined) !== (name === undefined), {
    message: 'must have either flow_id or flow_name',
  })

const cards = z.looseObject({
  cards: z
    .array(z.looseObject({ card_index: z.int().min(0).max(9) }))
    .min(2)
    .max(10),
})

/** Documented actions of interactive kinds. Any other kind must have an action, but its contents aren't checked. */
const actions: Readonly<Record<string, z.ZodType>> = {
  flow: named('flow', flow),
  carousel: cards,
  address_message: named('address_message', z.looseObject({ country: z.string().length(2) })),
  call_permission_request: named('call_permission_request'),
  voice_call: named('voice_call'),
  request_contact_info: named('request_contact_info'),
  order_details: named('review_and_pay', z.looseObject({})),
  order_status: named('review_order', z.looseObject({})),
}

/** Returns the schema of an interactive message with this action. */
const interactiveWith = (action: z.ZodType) =>
  z.looseObject({
    type: z.string().min(1),
    header: z
      .looseObject({ type: z.string().min(1), text: z.string().max(bounds.headerText.max).optional() })
      .optional(),
    body: words(bounds.bodyText.max).optional(),
    footer: words(bounds.footerText.max).optional(),
    action,
  })

// Created once, because creating a schema costs far more than applying it.
const describedKinds = new Map(Object.entries(actions).map(([type, action]) => [type, interactiveWith(action)]))
const otherKind = interactiveWith(z.looseObject({}))
const otherContent = z.union([z.looseObject({}), z.array(z.looseObject({}))])

const template = z.looseObject({
  name: z.string().min(1).max(512),
  language: z.looseObject({ code: z.string().min(2) }),
  components: z.array(z.looseObject({ type: z.string().min(1) })).optional(),
})

/** Returns what content of a type must look like. Undocumented types may have any content. */
function schemaOf(type: string, value: unknown): z.ZodType {
  if (type === 'contacts') return contacts
  if (type === 'template') return template
  if (type === 'interactive') return describedKinds.get(String(Object(value).type).toLowerCase()) ?? otherKind
  if (['image', 'video', 'audio', 'document', 'sticker'].includes(type)) return media
  return otherContent
}

/** Refuses content that the provider would refuse. The message is sent later, so only this can tell the program. */
export function checkNative(type: string, value: unknown): void {
  const result = schemaOf(type, value).safeParse(value)
  if (!result.success) {
    const [issue] = result.error.issues
    const path = [type, ...(issue?.path ?? [])].join('.')
    const isMissing = issue !== undefined && issue.path.length > 0 && valueAt(value, issue.path) === undefined
    return refuse(
      isMissing ? 131008 : 131009,
      `Parameter '${path}' ${isMissing ? 'is required' : `is not valid: ${issue?.message}`}.`,
    )
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => (Object(inner) as Record<PropertyKey, unknown>)[key], value)
}

/** Replaces media ids of stored files with the files. The provider gets its own ids when the message is sent. */
async function withFiles(value: unknown, findMedia: FindMedia, path: string): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((each, i) => withFiles(each, findMedia, `${path}[${i}]`)))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(async ([name, each]: [string, unknown]) => {
    const isOwn = name === 'id' && typeof each === 'string' && ownerOfMedia(each) !== undefined
    const found = isOwn ? await findMedia({ id: each }, path) : undefined
    return [name, found && 'file' in found ? found.file : await withFiles(each, findMedia, `${path}.${name}`)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Returns content in the provider's format, for content that our fields can't express. */
export async function nativeContent(type: string, value: unknown, findMedia: FindMedia): Promise<Content> {
  if (!/^[a-z][a-z_]{0,39}$/.test(type)) refuse(100, `Param 'type' is not a type of message: ${type.slice(0, 40)}.`)
  return { native: { type, content: (await withFiles(value, findMedia, type)) as never } }
}

export type Content = Partial<InputOf<typeof messaging.messages.send>>

/** Media to send; undefined if only the provider has them. */
export type Media = { file: string } | { url: string } | undefined

/** Finds media that a message names by id or link. */
export type FindMedia = (media: Fields, path: string) => Promise<Media>

/** Creates a function that finds media: the file for an id, or the URL of a link. Downloads media that the provider can't fetch. */
export function mediaFinder({ ask }: MountedCaller): FindMedia {
  return async ({ id, link }, path) => {
    const [mediaId, url] = [textOf(id, `${path}.id`), textOf(link, `${path}.link`)]
    if ((mediaId === undefined) === (url === undefined))
      return refuse(mediaId ? 131009 : 131008, `Parameter '${path}' must have either 'id' or 'link'.`)
    if (url !== undefined) {
      if (webAddress.safeParse(url).success) return { url }
      if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
        return refuse(131009, `Parameter '${path}.link' must be an http or https URL.`)
      return { file: (await ask(messaging.files.create, { url })).id }
    }
    const owner = ownerOfMedia(mediaId ?? '')
    if (owner === undefined) return undefined
    return { file: owner.startsWith('file_') ? owner : await receivedFile(ask, owner as Id<'msg'>) }
  }
}

/** Returns the file to which a received message's media was downloaded. */
async function receivedFile(ask: MountedCaller['ask'], id: Id<'msg'>): Promise<string> {
  const { media } = await ask(messaging.messages.get, { id })
  return media?.file ?? refuse(131009, 'These media are not available; they may still be fetched.')
}
