import type { MessagesSendInput } from '@posthorn/sdk'
import { useSyncExternalStore } from 'react'
import { allKept, type Change, keep, keptAt, onKept, useKept } from './kept.ts'

export type Quote = { id: string; text: string }

/** An unsent draft for a chat: a reply with its files and quote, and a note. */
type Draft = { reply: string; note: string; files: readonly File[]; quote: Quote | undefined }

type DraftPart = keyof Draft

const empty: Draft = { reply: '', note: '', files: [], quote: undefined }

/** Id of the person or key that is signed in. It is part of the name of what they write. */
let writer = ''

/** Sets who is signed in: what others have written in this browser isn't shown to them, and waits until its writer is back. */
export function setWriter(id: string): void {
  if (id === writer) return
  writer = id
  byChat.clear()
  placeAll(allKept())
}

/** Removes the drafts and entries of who is signed in, in every tab. */
export async function removeOwn(): Promise<void> {
  const own = allKept().filter(([name]) => name.split('/')[1] === writer)
  await keep(own.map(([name]) => [name, undefined]))
}

const keptNameOf = (part: DraftPart, chatId: string) => `${part}/${writer}/${chatId}`

/** Returns a part of a chat's draft, which is empty if nothing was written. */
export const draftOf = <P extends DraftPart>(part: P, chatId: string): Draft[P] =>
  keptAt<Draft[P]>(keptNameOf(part, chatId)) ?? empty[part]

/** Returns a part of a chat's draft, and renders again when it changes, even in another tab. */
export const useDraft = <P extends DraftPart>(part: P, chatId: string): Draft[P] =>
  useKept<Draft[P]>(keptNameOf(part, chatId)) ?? empty[part]

/** Returns the change that replaces a part of a draft; an empty part is removed. */
export function draftChange<P extends DraftPart>(part: P, chatId: string, value: Draft[P]): Change {
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
  return [keptNameOf(part, chatId), isEmpty ? undefined : value]
}

/** Replaces a part of a chat's draft, in every tab. */
export function keepDraft<P extends DraftPart>(part: P, chatId: string, value: Draft[P]): void {
  void keep([draftChange(part, chatId, value)])
}

export type Content =
  | { kind: 'message'; text: string; quote: Quote | undefined; file: File | undefined }
  | { kind: 'template'; template: NonNullable<MessagesSendInput['template']>; text: string }
  | { kind: 'note'; text: string; mentions: readonly string[] }

/**
 * Sender of an entry: the id of a member or key, and of the workspace. Entries wait until the same person is back in the same workspace.
 */
export type Sender = { workspace: string; owner: string }

/** A message or note that the server hasn't confirmed. Every attempt uses its id as the Idempotency-Key, so it is sent only once. */
export type Entry = Sender & {
  id: string
  chat: string
  /** The chat that its requests name, if that was merged into `chat` since: an Idempotency-Key belongs to one content. */
  to?: string
  content: Content
  /** When it was queued or last retried, in milliseconds since 1970. */
  createdAt: number
  /** Position among entries created at the same time. */
  place: number
  status: 'waiting' | 'failed'
  /** Attempts since it was queued or last retried. */
  attempts: number
  /** When the first attempt began, which may have reached the server. */
  firstAttemptAt?: number | undefined
  /** From when until when no attempt is made after a failure. */
  pause?: { fromMs: number; toMs: number }
  stored?: { id: string }
  problem?: { code: string; message: string }
}

const prefixOf = () => `outgoing/${writer}/`
const none: readonly Entry[] = []
const byChat = new Map<string, readonly Entry[]>()

/** Tells an entry from the undefined value of a removed one. */
const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && 'attempts' in value

/** Keeps the writer's entries by chat in step with changes to what is kept. */
function placeAll(changes: readonly Change[]): void {
  const prefix = prefixOf()
  for (const [name, value] of changes) if (name.startsWith(prefix)) place(name.slice(prefix.length), value)
}

onKept(placeAll)

/** Puts an entry into its chat. Without an entry, removes the one with this id. */
function place(entryId: string, value: unknown): void {
  for (const [chat, entries] of byChat) {
    const others = entries.filter((entry) => entry.id !== entryId)
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

/** Returns an entry's name among the values that are kept. */
export const keptNameOfEntry = (entryId: string): string => `${prefixOf()}${entryId}`

/** Returns the writer's unconfirmed entries in a chat, oldest first. */
export const outgoingTo = (chatId: string): readonly Entry[] => byChat.get(chatId) ?? none

/** Returns the ids of the chats that have unconfirmed entries of the writer. */
export const chatsOfOutbox = (): string[] => [...byChat.keys()]

export const useOutgoing = (chatId: string): readonly Entry[] => useSyncExternalStore(onKept, () => outgoingTo(chatId))

/** Returns the present time, or a later one if the clock went back, so that an entry comes after the others in its chat. */
export const timeAfterOthers = (chatId: string): number =>
  Math.max(Date.now(), ...outgoingTo(chatId).map((entry) => entry.createdAt + 1))

/** Name of recorded files, which are sent as voice notes. */
export const voiceNoteName = 'voice-note.ogg'

/** Returns what a list shows of an entry: its text, or the name of its file if it has none. */
export const wordsOf = ({ content }: Entry): string =>
  content.text === '' && content.kind === 'message' ? (content.file?.name ?? '') : content.text

/**
 * Whether the person can change or discard an entry: no attempt was made, or it failed and waits for their decision. Other entries may have
 * reached the server, also those that are tried again, so a change could send them twice.
 */
export const isEditable = ({ status, firstAttemptAt }: Entry): boolean =>
  status === 'failed' || firstAttemptAt === undefined

/** The server remembers an Idempotency-Key for two days. An hour is left for an attempt. */
const keyMsMax = 47 * 3_600_000

/** Whether the server may have forgotten an entry's key, so that another attempt could send it twice. */
export const isKeyForgotten = ({ firstAttemptAt = Number.POSITIVE_INFINITY }: Entry): boolean =>
  Date.now() - firstAttemptAt > keyMsMax

/**
 * Retries a failed entry as the same message, after those that wait. If the server may have forgotten its key, the person has decided to send
 * it all the same.
 */
export function retry({ problem: _problem, pause: _pause, ...entry }: Entry): void {
  const again = { ...entry, status: 'waiting', attempts: 0, createdAt: timeAfterOthers(entry.chat) }
  void keep([[keptNameOfEntry(entry.id), isKeyForgotten(entry) ? { ...again, firstAttemptAt: undefined } : again]])
}

/** Removes an entry, so that it is not tried again. An attempt that is under way may still succeed. */
export function discard({ id }: Entry): void {
  void keep([[keptNameOfEntry(id), undefined]])
}

/** Returns an entry as it is now; undefined if it was discarded or is confirmed. */
export const entryAt = (entryId: string): Entry | undefined => keptAt<Entry>(keptNameOfEntry(entryId))
