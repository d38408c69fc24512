import { Fault, headerMediaKinds, mediaKindOf, type messaging, spelledOut } from '@posthorn/contracts'
import type { Capabilities } from '@posthorn/provider'
import type { z } from 'zod'
import type { ChatRow } from '../entities/chat.ts'
import type { StoredContent } from '../entities/content.ts'

/** Body of a send, validated. */
export type SendInput = z.output<typeof messaging.messages.send.input>

type Media = NonNullable<SendInput['media']>

/** A file that is to be sent. */
export type SentFile = { id: string; kind: string; mime: string; filename: string; sha256: string }

/** A message's kind, its text, and the rest of its content. */
export type AcceptedContent = { type: string; body: string | null; content: StoredContent | null }

/** What a validated send will store; `file` is the one it names. The contract has seen to it that there is exactly one kind of content. */
export function acceptContent(input: SendInput, file: SentFile | undefined): AcceptedContent {
  const kind = file && input.media ? acceptFile(input, file) : acceptKind(input, file)
  const onWindowClosed = input.onWindowClosed === 'fail' ? {} : { onWindowClosed: input.onWindowClosed }
  const content = { ...kind.content, ...onWindowClosed }
  return { type: kind.type, body: input.message ?? null, content: Object.keys(content).length > 0 ? content : null }
}

/** Kinds a file may be sent as beside its own. */
const sendableAs: Partial<Record<string, readonly string[]>> = {
  audio: ['voice', 'document'],
  image: ['document'],
  video: ['document'],
}

function acceptFile({ media, message }: SendInput, file: SentFile): { type: string; content: StoredContent } {
  const kind = kindOf(media, file, 'media.kind')
  if (message !== undefined && ['audio', 'voice', 'sticker'].includes(kind))
    refuseField('message', `does not go with ${kind}: it has no caption`)
  const { id, mime, filename, sha256 } = file
  return { type: kind, content: { media: { kind, file: id, mime, filename: media?.filename ?? filename, sha256 } } }
}

/** The kind a file is sent as: as asked, if it can be, else its own. */
function kindOf(media: Media | undefined, file: SentFile, path: string): string {
  const kind = media?.kind ?? file.kind
  if (kind !== file.kind && !sendableAs[file.kind]?.includes(kind))
    refuseField(path, `a file of kind ${file.kind} cannot be sent as ${kind}`)
  return kind
}

/** What stands above the body of buttons or a list. */
function acceptHeader({ header }: SendInput, file: SentFile | undefined): Pick<StoredContent, 'header'> {
  if (header === undefined || typeof header === 'string') return header === undefined ? {} : { header }
  const { media } = header
  if (!file) return { header: { media: linked(media) } }
  const path = 'header.media.kind'
  const kind = kindOf(media, file, path)
  if (!(headerMediaKinds as readonly string[]).includes(kind))
    refuseField(path, `a file of kind ${kind} cannot stand above buttons: take one of ${headerMediaKinds.join(', ')}`)
  const { id, mime, filename, sha256 } = file
  return { header: { media: { kind, file: id, mime, filename: media.filename ?? filename, sha256 } } }
}

/** Media at an address, as they are stored. */
function linked(media: Media): NonNullable<StoredContent['media']> {
  const kind = mediaKindOf(media) ?? 'document'
  const { url, filename, mime } = media
  return { kind, ...(url && { url }), ...(filename && { filename }), ...(mime && { mime }) }
}

function refuseField(path: string, message: string): never {
  throw new Fault('request:invalid', { errors: [{ path, code: 'field:invalid', message }] })
}

function acceptKind(input: SendInput, file: SentFile | undefined): { type: string; content: StoredContent } {
  const { media, location, contacts, poll, buttons, list, reaction, template } = input
  if (media) {
    const shown = linked(media)
    return { type: shown.kind, content: { media: shown } }
  }
  if (location) return { type: location.request ? 'location_request' : 'location', content: { location } }
  if (contacts) return { type: 'contacts', content: { contacts: spelledOut(contacts) } }
  if (poll) return { type: 'poll', content: { poll } }
  const frame = {
    ...acceptHeader(input, file),
    ...(input.footer === undefined ? {} : { footer: input.footer }),
  }
  if (buttons) {
    const named = buttons.map((button, i) => ({ id: `button_${i + 1}`, ...button }))
    return { type: 'buttons', content: { buttons: named, ...frame } }
  }
  if (list) return { type: 'list', content: { list, ...frame } }
  if (reaction !== undefined) return { type: 'reaction', content: { reaction: reaction === '-' ? '' : reaction } }
  if (template) return { type: 'template', content: { template } }
  return { type: 'text', content: {} }
}

/** What a group cannot take, and what does in its place. */
const insteadInGroups: Partial<Record<string, string>> = {
  buttons: 'Groups take no buttons: send a poll, which is numbered text there, or a text.',
  list: 'Groups take no lists: send a poll, which is numbered text there, or a text.',
  location_request: 'Groups cannot be asked for a place by a button: ask in a text.',
  location: 'Groups take no places: send the address, or a link to a map, as text.',
  contacts: 'Groups take no contact cards: send name and phone as text.',
  sticker: 'Groups take no stickers: send it as an image.',
  reaction: 'Groups take no reactions: send a text that quotes the message.',
}

/** What a message is as we store it, and what it goes to. */
type Carried = { type: string; to: ChatRow['type'] }

/** Refuses what the provider of the number cannot carry in any form, and names what it can. */
export function checkCapabilities(
  input: SendInput,
  capabilities: Capabilities | undefined,
  { type, to }: Carried,
): void {
  const inGroups: readonly string[] | undefined = capabilities?.groupMessageTypes
  if (to === 'channel') checkChannel(input)
  if (to === 'group' && type !== 'poll' && inGroups && !inGroups.includes(type))
    refuse(insteadInGroups[type] ?? 'Groups of this number do not take this kind of message: send it as text.')
  const { buttons } = input
  if (buttons?.some(({ phone }) => phone !== undefined))
    refuse(
      'The provider has no buttons that call a phone: send the phone in contacts, or a template that has such a button.',
    )
  if (buttons && buttons.length > 1 && buttons.some(({ url }) => url !== undefined))
    refuse(
      'The provider takes either one link button or up to 3 quick replies: send the others as messages of their own.',
    )
  if (input.poll && capabilities && !capabilities.messageTypes.includes('buttons') && !capabilities.polls)
    refuse('The provider has neither polls nor buttons: send the question as text.')
}

/** A post is a message of its own for each subscriber, and answers none that they have. */
function checkChannel({ reaction, quote }: SendInput): void {
  if (reaction !== undefined) refuse('A channel takes no reactions: post a text.')
  if (quote) refuse('A post cannot quote a message: name in its text what it is about.')
}

function refuse(message: string): never {
  throw new Fault('capability:unsupported', { message })
}
