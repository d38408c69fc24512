import {
  failField,
  headerMediaKinds,
  mediaKindOf,
  type messaging,
  textCharactersMax,
  withNames,
} from '@posthorn/contracts'
import { cutText } from '@posthorn/provider'
import type { z } from 'zod'
import type { StoredContent } from '../entities/chat.ts'

export type SendInput = z.output<typeof messaging.messages.send.input>

type Media = NonNullable<SendInput['media']>

/** Content fields. An update to a waiting message can replace only these. */
type ContentInput = Pick<
  SendInput,
  | 'message'
  | 'media'
  | 'location'
  | 'contacts'
  | 'poll'
  | 'buttons'
  | 'list'
  | 'product'
  | 'products'
  | 'catalog'
  | 'header'
  | 'footer'
  | 'template'
  | 'native'
> &
  Partial<Pick<SendInput, 'reaction' | 'onWindowClosed'>>

type FileToSend = { id: string; kind: string; mime: string; filename: string; sha256: string }

export type StorableContent = { type: string; body: string | null; content: StoredContent | null }

/** Returns the content to store for a validated request. `files`: those it refers to. The contract ensures a single kind. */
export function acceptContent(input: ContentInput, files: readonly FileToSend[]): StorableContent {
  const [file] = files
  const native = acceptNative(input, files)
  const kind = native ?? (file && input.media ? acceptFile(input, file) : acceptKind(input, file))
  const { onWindowClosed: closed = 'fail' } = input
  const onWindowClosed = closed === 'fail' ? {} : { onWindowClosed: closed }
  const content = { ...kind.content, ...onWindowClosed }
  const body = input.message ?? (input.native ? wordsOf(input.native.content) : undefined) ?? null
  return { type: kind.type, body, content: Object.keys(content).length > 0 ? content : null }
}

/** Kinds of files, and the other kinds that each can be sent as. */
const sendableAs: Partial<Record<string, readonly string[]>> = {
  audio: ['voice', 'document'],
  image: ['document'],
  video: ['document'],
}

/** Returns the content of a message that is an uploaded file. */
function acceptFile({ media, message }: ContentInput, file: FileToSend): { type: string; content: StoredContent } {
  const kind = sendableKind(media?.kind, file, 'media.kind')
  if (message !== undefined && ['audio', 'voice', 'sticker'].includes(kind))
    failField('message', `is not allowed with ${kind}, which has no caption`)
  const { id, mime, filename, sha256 } = file
  return { type: kind, content: { media: { kind, file: id, mime, filename: media?.filename ?? filename, sha256 } } }
}

/** Returns the requested kind, which defaults to the file's own. Refuses a kind that the file can't be sent as. */
function sendableKind(requestedKind: Media['kind'], file: FileToSend, path: string): string {
  const kind = requestedKind ?? file.kind
  if (kind !== file.kind && !sendableAs[file.kind]?.includes(kind))
    failField(path, `a file of kind ${file.kind} cannot be sent as ${kind}`)
  return kind
}

/** Returns the header of an interactive message: text, an uploaded file, or media at a URL. */
function acceptHeader({ header }: ContentInput, file: FileToSend | undefined): Pick<StoredContent, 'header'> {
  if (header === undefined || typeof header === 'string') return header === undefined ? {} : { header }
  const { media } = header
  if (!file) return { header: { media: linkedMedia(media) } }
  const path = 'header.media.kind'
  const kind = sendableKind(media.kind, file, path)
  if (!(headerMediaKinds as readonly string[]).includes(kind))
    failField(path, `a file of kind ${kind} cannot be a header of buttons: use one of ${headerMediaKinds.join(', ')}`)
  const { id, mime, filename, sha256 } = file
  return { header: { media: { kind, file: id, mime, filename: media.filename ?? filename, sha256 } } }
}

/** Returns the uploaded file in a template's header, with the name that the recipient sees. */
function acceptTemplateFile(
  { template }: ContentInput,
  file: FileToSend | undefined,
): Pick<StoredContent, 'templateMedia'> {
  const named = headerFileOf(template)
  if (!named || !file) return {}
  const kind = sendableKind(named.type as Media['kind'], file, `${named.path}.type`)
  const { id, mime, filename, sha256 } = file
  return { templateMedia: { kind, file: id, mime, filename: named.filename ?? filename, sha256 } }
}

/** Returns media that the provider downloads from a URL itself. It is sent as a document if nothing tells its kind. */
function linkedMedia(media: Media): NonNullable<StoredContent['media']> {
  const kind = mediaKindOf(media) ?? 'document'
  const { url, filename, mime } = media
  return { kind, ...(url && { url }), ...(filename && { filename }), ...(mime && { mime }) }
}

/** Returns the type and content of anything other than native content and uploaded files. */
function acceptKind(input: ContentInput, file: FileToSend | undefined): { type: string; content: StoredContent } {
  const { media, location, contacts, poll, reaction, template } = input
  if (media) {
    const shown = linkedMedia(media)
    return { type: shown.kind, content: { media: shown } }
  }
  if (location) return { type: location.request ? 'location_request' : 'location', content: { location } }
  if (contacts) return { type: 'contacts', content: { contacts: withNames(contacts) } }
  if (poll) return { type: 'poll', content: { poll } }
  const framed = acceptFramed(input)
  if (framed) {
    const footer = input.footer === undefined ? {} : { footer: input.footer }
    return { type: framed.type, content: { ...framed.content, ...acceptHeader(input, file), ...footer } }
  }
  if (reaction !== undefined) return { type: 'reaction', content: { reaction: reaction === '-' ? '' : reaction } }
  if (template) return { type: 'template', content: { template, ...acceptTemplateFile(input, file) } }
  return { type: 'text', content: {} }
}

/** Returns native content, with the types of the files that it names. Undefined for other content. */
function acceptNative(
  { native }: ContentInput,
  files: readonly FileToSend[],
): { type: string; content: StoredContent } | undefined {
  if (native === undefined) return undefined
  const nativeMedia = files.map(({ id, mime }) => ({ file: id, mime }))
  return { type: 'native', content: { native, ...(files.length > 0 && { nativeMedia }) } }
}

/** Returns the visible text of native content, its body or caption, for chats and searches. Cut, because native content has no limit. */
function wordsOf(content: unknown): string | undefined {
  const { body, caption } = Object(content) as { body?: unknown; caption?: unknown }
  const words = caption ?? (Object(body) as { text?: unknown }).text
  return typeof words === 'string' && words !== '' ? cutText(words, textCharactersMax) : undefined
}

/** Returns the type and content of a message that can have a header or a footer, without these. */
function acceptFramed({
  buttons,
  list,
  product,
  products,
  catalog,
}: ContentInput): { type: string; content: StoredContent } | undefined {
  if (buttons) {
    // A reply names its button by id, so one without gets its position, as the contract promises.
    const named = buttons.map((button, i) => ({ id: `button_${i + 1}`, ...button }))
    return { type: 'buttons', content: { buttons: named } }
  }
  if (list) return { type: 'list', content: { list } }
  if (product) return { type: 'product', content: { product } }
  if (products) return { type: 'products', content: { products } }
  return catalog && { type: 'catalog', content: { catalog } }
}

type WithMedia<M> = { media?: M | undefined; header?: string | { media: M } | undefined }

export type TemplateWithFile = {
  components?:
    | { type: string; parameters: { type: string; file?: string | undefined; filename?: string | undefined }[] }[]
    | undefined
}

const mediaOf = <M>({ media, header }: WithMedia<M>): M | undefined =>
  media ?? (typeof header === 'object' ? header.media : undefined)

/** Returns the file in a template's header. `path` is its position in the message. */
function headerFileOf(template: TemplateWithFile | undefined) {
  for (const [i, { type, parameters }] of (template?.components ?? []).entries()) {
    const [first] = parameters
    if (type !== 'header' || !first?.file) continue
    return { ...first, file: first.file, path: `template.components.${i}.parameters.0` }
  }
  return undefined
}

type WithFile = WithMedia<{ file?: string | undefined }> & {
  template?: TemplateWithFile | undefined
  native?: { content: unknown } | undefined
}

const fileId = /^file_[0-9a-z]{26}$/

/** Replaces each stored file's id that is in a field `id` of native content. `path` is the position of `value` in the message. */
export function mapFileIds(value: unknown, replace: (file: string, path: string) => string, path: string): unknown {
  if (Array.isArray(value)) return value.map((each, i) => mapFileIds(each, replace, `${path}.${i}`))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === 'id' && typeof each === 'string' && fileId.test(each)
        ? replace(each, `${path}.id`)
        : mapFileIds(each, replace, `${path}.${name}`),
    ]),
  )
}

type NamedFile = { id: string; path: string }

/** Returns the uploaded files that a message refers to, and where: in its media, its header, its template or its native content. */
export function namedFilesOf(message: WithFile): NamedFile[] {
  const media = mediaOf(message)
  if (media?.file) return [{ id: media.file, path: message.media ? 'media.file' : 'header.media.file' }]
  const header = headerFileOf(message.template)
  if (header) return [{ id: header.file, path: `${header.path}.file` }]
  const named: NamedFile[] = []
  mapFileIds(message.native?.content, (id, path) => (named.push({ id, path }), id), 'native.content')
  return named
}

/** The files to send with a stored message, and their types. */
export function filesOf(content: StoredContent | null): { file: string; mime: string }[] {
  if (content?.nativeMedia) return content.nativeMedia
  const media = content ? (content.templateMedia ?? mediaOf<NonNullable<StoredContent['media']>>(content)) : undefined
  return media?.file ? [{ file: media.file, mime: media.mime ?? '' }] : []
}
