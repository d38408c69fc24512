import { ApiError, ConnectionError } from '@posthorn/sdk'
import { useLayoutEffect } from 'react'
import { api, queryClient } from '../api/api.ts'
import { uploadTimeoutMs } from '../api/request.ts'
import { openChat, placeNote, placeSent } from '../live/apply/apply.ts'
import { sayProblem, sentenceOf } from '../parts/problem.tsx'
import { useMe, useSession, useWorkspaceId } from '../session/session.ts'
import { say } from '../words/words.ts'
import { keep, onKept, refreshed } from './kept.ts'
import {
  chatsOfOutbox,
  type Entry,
  entryAt,
  isKeyForgotten,
  keptNameOfEntry,
  outgoingTo,
  type Sender,
  voiceNoteName,
} from './outbox.ts'

/** The pause after a failure and after what the server asks for. It doubles each time up to the longest one; part of it is random. */
const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** Longest time that an entry may wait and still be sent automatically. */
const waitMaxMs = 24 * 3_600_000

/** Returns who sends now: a member or a key, in the workspace that is open. */
export function useSender(): Sender {
  const workspace = useWorkspaceId()
  const { member, key } = useMe()
  return { workspace, owner: member?.id ?? key?.id ?? '' }
}

/** Sends this person's entries in this workspace while they are signed in. */
export function Outbox() {
  const { workspace, owner } = useSender()
  const { isOver } = useSession()
  // A layout effect ends before the requests are about another workspace.
  useLayoutEffect(() => (isOver ? undefined : beginSending({ workspace, owner })), [workspace, owner, isOver])
  return null
}

/**
 * Sends a person's entries, in order within each chat, until the returned function is called. A lock per chat lets only one tab send. If
 * another tab was closed during an attempt, the entry's key prevents a duplicate.
 */
function beginSending(sender: Sender): () => void {
  const stop = new AbortController()
  const running = new Set<string>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  const sendTo = async (chat: string, isForced = false) => {
    if (running.has(chat) || stop.signal.aborted || !navigator.onLine) return
    running.add(chat)
    clearTimeout(timers.get(chat))
    const options = { ...sender, chat, signal: stop.signal }
    await locked(`posthorn-outbox-${chat}`, async () => {
      for (let isFirst = true; await sendNext({ ...options, isForced: isForced && isFirst }); isFirst = false);
    }).finally(() => running.delete(chat))
    plan(chat)
  }
  const plan = (chat: string) => {
    const next = outgoingTo(chat).find((entry) => isWaiting(entry, sender))
    if (next === undefined || running.has(chat) || stop.signal.aborted) return
    clearTimeout(timers.get(chat))
    timers.set(
      chat,
      setTimeout(() => void sendTo(chat), pauseLeftMs(next)),
    )
  }
  const planAll = () => {
    for (const chat of chatsOfOutbox()) plan(chat)
  }
  const onOnline = () => {
    for (const chat of chatsOfOutbox()) void sendTo(chat, true)
  }
  planAll()
  const end = onKept(planAll)
  addEventListener('online', onOnline)
  return () => {
    stop.abort()
    end()
    removeEventListener('online', onOnline)
    for (const timer of timers.values()) clearTimeout(timer)
  }
}

/** Runs the work while no other tab does the same. Browsers have locks only on secure pages; on others, nothing keeps tabs apart. */
async function locked(name: string, work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(name, work)
  else await work()
}

/** Returns whether an entry has to be sent by this sender. Other people's entries wait until they are back. */
const isWaiting = (entry: Entry, { workspace, owner }: Sender) =>
  entry.status === 'waiting' && entry.workspace === workspace && entry.owner === owner

/** Returns how long an entry still has to wait after a failure: no longer if the clock went back to before that. */
const pauseLeftMs = ({ pause }: Entry): number =>
  pause === undefined || Date.now() < pause.fromMs ? 0 : Math.max(0, pause.toMs - Date.now())

type Options = Sender & { chat: string; signal: AbortSignal; isForced: boolean }

/**
 * Sends the sender's oldest waiting entry in a chat, if it is due. Returns whether the next entry may be sent. `isForced`: doesn't wait for the
 * pause after a failure, because the browser is back online.
 */
async function sendNext({ chat, signal, isForced, ...sender }: Options): Promise<boolean> {
  for (const { id } of outgoingTo(chat)) {
    // Another tab may have sent it while this tab waited for the lock.
    const entry = await refreshed<Entry>(keptNameOfEntry(id))
    if (entry === undefined || !isWaiting(entry, sender)) continue
    if (signal.aborted || !navigator.onLine || (!isForced && pauseLeftMs(entry) > 0)) return false
    return attempt(entry, signal)
  }
  return false
}

/** Makes one attempt to send an entry, or gives up if it is too late for one. Returns whether the next entry may be sent. */
async function attempt(entry: Entry, signal: AbortSignal): Promise<boolean> {
  const { firstAttemptAt = Date.now() } = entry
  if (Date.now() - entry.createdAt > waitMaxMs || isKeyForgotten(entry)) {
    const code = entry.firstAttemptAt === undefined ? 'outbox:late' : 'outbox:unknown'
    await keep([[keptNameOfEntry(entry.id), { ...entry, status: 'failed', problem: { code, message: '' } }]])
    return true
  }
  const attempts = entry.attempts + 1
  // Store the attempt first: if the page closes during it, the entry must not look unsent.
  await keep([[keptNameOfEntry(entry.id), { ...entry, attempts, firstAttemptAt }]])
  if (signal.aborted) return false
  // It was discarded or taken back into the field in the meantime.
  if (entryAt(entry.id) === undefined) return true
  try {
    await perform(entry, signal)
    await keep([[keptNameOfEntry(entry.id), undefined]])
    return true
  } catch (error) {
    // Its upload was ended; it is sent once the person is back.
    if (signal.aborted && !(error instanceof ApiError)) return false
    return refused(entry.id, error, attempts)
  }
}

/** Records a failed attempt. Returns whether the next entry may be sent: the failure is permanent, or the entry was removed meanwhile. */
async function refused(entryId: string, error: unknown, attempts: number): Promise<boolean> {
  const entry = entryAt(entryId)
  if (entry === undefined) return true
  const problem = problemOf(error)
  if (isLasting(error)) {
    await keep([[keptNameOfEntry(entryId), { ...entry, status: 'failed', problem }]])
    // In the open chat, the entry shows it.
    if (openChat.id !== entry.chat) sayProblem(error)
    return true
  }
  const retryAfterMs = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0
  // Otherwise, all dashboards that the server asked for the same pause would be back together.
  const growingMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1)) * (0.5 + Math.random() / 2)
  const pauseMs = retryAfterMs + growingMs
  const fromMs = Date.now()
  await keep([[keptNameOfEntry(entryId), { ...entry, pause: { fromMs, toMs: fromMs + pauseMs }, problem }]])
  return false
}

/** Returns what is kept about an error, so that the entry can say why it waits or failed. */
function problemOf(error: unknown): NonNullable<Entry['problem']> {
  if (error instanceof ApiError) return { code: error.errorCode, message: sentenceOf(error) }
  if (error instanceof ConnectionError) return { code: 'connection', message: '' }
  return { code: 'unknown', message: sentenceOf(error) }
}

/** Whether the same request would be rejected again. */
function isLasting(error: unknown): boolean {
  if (error instanceof ConnectionError) return false
  if (!(error instanceof ApiError)) return true
  const { status, errorCode, retryable } = error
  return !retryable && status < 500 && ![401, 408, 429].includes(status) && errorCode !== 'idempotency:in_flight'
}

/** Sends an entry, and shows the result before its event arrives. An abort ends its upload, and then nothing is sent. */
async function perform(entry: Entry, signal: AbortSignal): Promise<void> {
  const { workspace, chat: shownIn, to: chat = shownIn, content, id } = entry
  // The outbox tries again itself, with longer pauses.
  const options = { idempotencyKey: id, retries: 0 }
  if (content.kind === 'note') {
    const { text: message, mentions } = content
    return placeNote(
      queryClient,
      workspace,
      await api.notes.create({ id: chat, message, mentions: [...mentions] }, options),
    )
  }
  if (content.kind === 'template') {
    const { template } = content
    return placeSent(queryClient, workspace, await api.messages.send({ chat, template }, options))
  }
  const { text, quote, file } = content
  const stored = file && (entry.stored ?? (await upload(entry, file, signal)))
  signal.throwIfAborted()
  // WhatsApp shows no file name for pictures and voice notes.
  const isVoice = file?.name === voiceNoteName
  const filename = file && !isVoice && !file.type.startsWith('image/') ? { filename: file.name } : {}
  const kind = isVoice ? { kind: 'voice' as const } : {}
  const input = {
    chat,
    ...(text === '' ? {} : { message: text }),
    ...(stored ? { media: { file: stored.id, ...kind, ...filename } } : {}),
    ...(quote === undefined ? {} : { quote: quote.id }),
  }
  placeSent(queryClient, workspace, await api.messages.send(input, options))
}

/** Uploads an entry's file. Keeps its id, so that another attempt doesn't upload it again, unless the entry was removed meanwhile. */
async function upload(entry: Entry, file: File, signal: AbortSignal): Promise<{ id: string }> {
  // To send a folder, or a file that was changed or removed, fails like a lost connection, so it would be tried again all day.
  const refuse = () => Promise.reject(new Error(say('outbox.unreadable')))
  await file.slice(0, 1).arrayBuffer().catch(refuse)
  const { id } = await api.files.create(
    { file, filename: file.name },
    { idempotencyKey: `${entry.id}-file`, retries: 0, timeoutMs: uploadTimeoutMs, signal },
  )
  const kept = entryAt(entry.id)
  if (kept) await keep([[keptNameOfEntry(entry.id), { ...kept, stored: { id } }]])
  return { id }
}
