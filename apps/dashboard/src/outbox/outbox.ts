import type { MessagesSendInput } from '@posthorn/sdk'
import { useSyncExternalStore } from 'react'
import { draftChange, draftOf } from './drafts.ts'
import type { Change } from './journal.ts'
import { allKept, keep, keptAt, onKept } from './kept.ts'

/** Content of an outgoing message or note. */
type Content =
  | { kind: 'message'; text: string; quote: string | undefined; file: File | undefined }
  | { kind: 'template'; template: NonNullable<MessagesSendInput['template']>; text: string }
  | { kind: 'note'; text: string; mentions: readonly string[] }

/** Sender of an entry: entries wait until the same person is in the same workspace again. */
export type Sender = { workspace: string; owner: string }

/**
 * A message or note that was sent here and that the server has not confirmed. Its id is the Idempotency-Key of all its attempts, so the
 * message exists once however often it is tried.
 */
export type Entry = Sender & {
  id: string
  chat: string
  content: Content
  /** Milliseconds since 1970. */
  createdAt: number
  /** Place among those created at the same time. */
  place: number
  status: 'waiting' | 'failed'
  /** Attempts so far. */
  attempts: number
  /** The next attempt is not before this time. */
  dueAt: number
  /** The file as the server has stored it. */
  stored?: { id: string }
  /** Error of the last attempt. */
  problem?: { code: string; message: string }
}

const prefix = 'outgoing/'
const none: readonly Entry[] = []
const byChat = new Map<string, readonly Entry[]>()

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && 'attempts' in value

function placeAll(changes: readonly Change[]): void {
  for (const [name, value] of changes) if (name.startsWith(prefix)) place(name.slice(prefix.length), value)
}

// This file may be loaded after what the browser keeps was read.
placeAll(allKept())
onKept(placeAll)

function place(id: string, value: unknown): void {
  for (const [chat, entries] of byChat) {
    const others = entries.filter((entry) => entry.id !== id)
    if (others.length === 0) byChat.delete(chat)
    else if (others.length < entries.length) byChat.set(chat, others)
  }
  if (!isEntry(value)) return
  const entries = [...(byChat.get(value.chat) ?? none), value]
  byChat.set(
    value.chat,
    entries.toSorted((a, b) => a.createdAt - b.createdAt || a.place - b.place),
  )
}

/** Returns the name under which an entry is kept. */
export const nameOf = (id: string): string => `${prefix}${id}`

/** Returns what was sent to a chat and is not confirmed, oldest first. */
export function outgoingTo(chat: string): readonly Entry[] {
  return byChat.get(chat) ?? none
}

/** Returns the chats to which something is not confirmed. */
export function chatsOfOutbox(): string[] {
  return [...byChat.keys()]
}

/** Returns what was sent to a chat and is not confirmed, and shows the component again when it changes. */
export function useOutgoing(chat: string): readonly Entry[] {
  return useSyncExternalStore(onKept, () => outgoingTo(chat))
}

type Target = Sender & { chat: string }

function added(target: Target, contents: readonly Content[]): Change[] {
  return contents.map((content, i) => {
    const entry: Entry = {
      ...target,
      id: crypto.randomUUID(),
      content,
      createdAt: Date.now(),
      place: i,
      status: 'waiting',
      attempts: 0,
      dueAt: 0,
    }
    return [nameOf(entry.id), entry]
  })
}

/** Sends a template. */
export function sendTemplate(target: Target, content: Content & { kind: 'template' }): void {
  void keep(added(target, [content]))
}

/** Takes the note out of the draft and sends it; it mentions these members. */
export function sendNote(target: Target, mentions: readonly string[]): void {
  const text = draftOf('note', target.chat).trim()
  if (text === '') return
  void keep([...added(target, [{ kind: 'note', text, mentions }]), draftChange('note', target.chat, '')])
}

/** Takes the reply out of the draft, with its files and its quote, and sends it: each file is a message. */
export function sendReply(target: Target): void {
  const { chat } = target
  const contents = contentsOf(draftOf('reply', chat).trim(), draftOf('files', chat), draftOf('quote', chat)?.id)
  if (contents.length === 0) return
  void keep([
    ...added(target, contents),
    draftChange('reply', chat, ''),
    draftChange('files', chat, []),
    draftChange('quote', chat, undefined),
  ])
}

const captionCharactersMax = 1_024
const takesNoCaption = /^(audio\/|image\/webp)/

/** Returns the messages of a reply. The text is the caption of the first file where it can be; the first message has the quote. */
export function contentsOf(text: string, files: readonly File[], quote: string | undefined): Content[] {
  const [first] = files
  const isCaption = first !== undefined && text.length <= captionCharactersMax && !takesNoCaption.test(first.type)
  const texts = text === '' || isCaption ? [] : [{ text, file: undefined }]
  const media = files.map((file, i) => ({ text: i === 0 && isCaption ? text : '', file }))
  return [...texts, ...media].map((part, i) => ({ kind: 'message', quote: i === 0 ? quote : undefined, ...part }))
}

/** Returns an entry in one line: its text, else the name of its file. */
export function wordsOf({ content }: Entry): string {
  return content.text === '' && content.kind === 'message' ? (content.file?.name ?? '') : content.text
}

/** Returns true where no one else can have the entry: nothing left this browser, or the server has refused it. */
export function isOurs({ status, attempts }: Entry): boolean {
  return status === 'failed' || attempts === 0
}

/** Tries a failed entry again, as the same message. */
export function retry({ problem: _problem, ...entry }: Entry): void {
  void keep([[nameOf(entry.id), { ...entry, status: 'waiting', attempts: 0, dueAt: 0, createdAt: Date.now() }]])
}

/** Gives up an entry. */
export function discard({ id }: Entry): void {
  void keep([[nameOf(id), undefined]])
}

/** Puts an entry back into the draft that it came from, behind what is written there. Returns that part of the draft. */
export function edit({ id, chat, content }: Entry): 'reply' | 'note' {
  const part = content.kind === 'note' ? 'note' : 'reply'
  const text = [draftOf(part, chat), content.text].filter((each) => each !== '').join('\n')
  const files = content.kind === 'message' && content.file ? [...draftOf('files', chat), content.file] : undefined
  void keep([
    [nameOf(id), undefined],
    draftChange(part, chat, text),
    ...(files ? [draftChange('files', chat, files)] : []),
  ])
  return part
}

/** Returns the entry as this tab knows it. */
export function entryAt(id: string): Entry | undefined {
  return keptAt<Entry>(nameOf(id))
}
