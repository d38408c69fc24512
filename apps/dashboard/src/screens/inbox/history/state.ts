import type { Chat, Message, Note } from '@posthorn/sdk'
import { isBefore, messageOf, newerChat, newerMessage } from '../../../live/apply/chats.ts'
import { type ChatChange, changesIn } from '../timeline-items.ts'

export type LogEvent = {
  sequence: number
  event: string
  occurredAt: string
  data: Record<string, unknown>
  truncated?: readonly string[] | null
}

/** Whether an event has no data but ids, because its person was erased or it can't be read. */
export const isWithoutData = ({ data }: LogEvent): boolean => 'erased' in data

/** Returns the id of the message that an event is about; undefined if it is about something else. */
export const messageIdOf = ({ event, data }: LogEvent): string | undefined =>
  event.startsWith('message:') ? (data['id'] as string | undefined) : undefined

/** Whether an event is about the chat itself rather than about a chat that was merged into it. */
export const isOfChat = ({ event, data }: LogEvent, chatId: string): boolean =>
  event === 'chat:updated' && data['id'] === chatId

/** Returns the index of the newest event up to this sequence; 0 if all are later. */
export function indexAt(events: readonly LogEvent[], until: number): number {
  const found = events.findLastIndex(({ sequence }) => sequence <= until)
  return Math.max(0, found)
}

/** A chat as of an event. `isDeleted`: it had been deleted by then. */
export type Past = {
  chat: PastChat | undefined
  messages: Message[]
  notes: Note[]
  changes: ChatChange[]
  isDeleted: boolean
}

/** A chat's state as known from the log. Snooze and pin are known only after an event about the chat itself. */
export type PastChat = Partial<Chat> & Pick<Chat, 'status' | 'assignee' | 'labels'>

type Question = { chat: string; at: number; notes: readonly Note[] }

/**
 * Returns a chat as of a sequence, from its events in any order and its current notes. Each event contains the complete message or chat, so
 * missing older events hide only what hasn't changed since.
 */
export function stateAt(events: readonly LogEvent[], { chat: id, at, notes }: Question): Past {
  const past = events.filter(({ sequence }) => sequence <= at).toSorted((a, b) => a.sequence - b.sequence)
  const messages = new Map<string, Message>()
  const announced = new Map<string, AnnouncedNote>()
  const changes: ChatChange[] = []
  let chat: Chat | undefined
  let isDeleted = false
  for (const event of past) {
    if (isWithoutData(event)) dropErased(messages, event)
    else if (event.event.startsWith('message:')) placeMessageEvent(messages, event, id)
    else if (isOfChat(event, id)) {
      chat = withChatEvent(chat, event)
      changes.push(...changesIn([itemOf(event)]))
      recordNote(announced, event)
      isDeleted = event.data['change'] === 'deleted'
    }
  }
  const now = past.at(-1)?.occurredAt ?? ''
  const later = new Set(events.flatMap((event) => (event.sequence > at ? (noteIn(event)?.id ?? []) : [])))
  return {
    chat: withMessageTimes(chat ?? summaryOf(past, id), past, id),
    messages: [...messages.values()].toSorted((a, b) => (isBefore(a, b) ? 1 : -1)),
    notes: notesAt(announced, notes, { chatId: id, now, later }),
    changes,
    isDeleted,
  }
}

/** Removes a message whose person was erased. An event that can't be read changes nothing. */
function dropErased(messages: Map<string, Message>, { data }: LogEvent): void {
  if (data['erased'] === true) messages.delete(String(data['id']))
}

/** Applies a message event; the higher version wins. Removes a message that moved to another chat. */
function placeMessageEvent(messages: Map<string, Message>, event: LogEvent, chatId: string): void {
  const next = messageOf(event)
  const known = messages.get(next.id)
  if (next.chat === chatId) messages.set(next.id, known ? newerMessage(known, next, event.truncated ?? []) : next)
  else if ((event.data['movedFrom'] as { chat?: string } | undefined)?.chat === chatId) messages.delete(next.id)
}

/** Applies a chat event; the higher version wins. Leaves out fields that describe the event, not the chat. */
function withChatEvent(known: Chat | undefined, { data }: LogEvent): Chat {
  const { change: _change, by: _by, note: _note, mergedInto: _into, ...chat } = data as Chat & Record<string, unknown>
  const next = chat as Chat
  return known ? newerChat(known, next) : next
}

/** Converts a chat event to an item of the timeline, which shows it like a change from the API. */
function itemOf({ sequence, occurredAt, data }: LogEvent): ChatChange {
  const { change, by, assignee, snooze, rating, run } = data
  const id = `chg_${sequence}`
  return { type: 'change', id, at: occurredAt, change, by, assignee, snooze, rating, run } as ChatChange
}

/** Returns the note that a chat event announces, without its text. */
const noteIn = ({ data }: Pick<LogEvent, 'data'>) => data['note'] as { id: string; deleted: boolean } | null | undefined

/** Records that a note was written, edited or deleted. The first event says who wrote it, and when. */
function recordNote(notes: Map<string, AnnouncedNote>, { occurredAt: at, data }: LogEvent): void {
  const note = noteIn({ data })
  if (!note) return
  const known = notes.get(note.id)
  const first = known ?? { id: note.id, createdAt: at, by: data['by'] as Note['by'] | undefined }
  notes.set(note.id, { ...first, writtenAt: note.deleted ? first.createdAt : at, isDeleted: note.deleted })
}

type Summary = { id: string } & Partial<Chat>

/** Returns the summary of its chat that a message event contains. */
const summaryIn = ({ data }: LogEvent) => (data['summaries'] as { chat?: Summary } | undefined)?.chat

/** Returns the chat as the newest message describes it. */
function summaryOf(past: readonly LogEvent[], chatId: string): PastChat | undefined {
  const found = past.findLast((event) => summaryIn(event)?.id === chatId && summaryIn(event)?.status)
  if (found === undefined) return undefined
  const { status = 'open', assignee = null, labels = [], ...rest } = summaryIn(found) as Summary
  return { ...rest, status, assignee, labels }
}

/** Adds the times that change with a message, without a chat event. These times only increase. */
function withMessageTimes(chat: PastChat | undefined, past: readonly LogEvent[], chatId: string): PastChat | undefined {
  if (chat === undefined) return undefined
  const summaries = past.map(summaryIn).filter((each): each is Summary => each?.id === chatId)
  const latest = (name: 'windowClosesAt' | 'lastInboundAt' | 'lastOutboundAt') =>
    [chat[name], ...summaries.map((each) => each[name])].reduce<string | null>(
      (newest, each) => (each && (newest === null || each > newest) ? each : newest),
      null,
    )
  const times = { windowClosesAt: latest('windowClosesAt'), lastInboundAt: latest('lastInboundAt') }
  return { ...chat, ...times, lastOutboundAt: latest('lastOutboundAt') }
}

type AnnouncedNote = {
  id: string
  createdAt: string
  writtenAt: string
  by: Note['by'] | undefined
  isDeleted: boolean
}

/**
 * Returns a chat's notes as of an event; `later` has the ids of notes in events after it. Events don't contain the text of notes, so the
 * current text is shown. A note that was edited or deleted later has an empty text. Notes without an event in the log go by their own time.
 */
function notesAt(
  announced: ReadonlyMap<string, AnnouncedNote>,
  currentNotes: readonly Note[],
  { chatId, now, later }: { chatId: string; now: string; later: ReadonlySet<string> },
): Note[] {
  const kept = new Map(currentNotes.map((note) => [note.id, note]))
  const unannounced = currentNotes.filter(
    ({ id, createdAt }) => !announced.has(id) && !later.has(id) && createdAt <= now,
  )
  return [
    ...[...announced.values()]
      .filter(({ isDeleted }) => !isDeleted)
      .map((note) => noteOf(note, kept.get(note.id), chatId)),
    ...unannounced.map((note) => ({ ...note, ...noteTextAt(note, now) })),
  ]
}

/** Returns a note as announced. A note that no longer exists has no text. */
function noteOf({ id, createdAt, writtenAt, by }: AnnouncedNote, note: Note | undefined, chatId: string): Note {
  const author = by ?? { type: 'system', id: '' }
  const lost = { id, chat: chatId, by: author, mentions: [], createdAt, ...noText } as unknown as Note
  return note === undefined ? lost : { ...note, ...noteTextAt(note, writtenAt) }
}

const noText = { message: '', editedAt: null }

/** Returns the current text if the note hasn't been edited since. */
function noteTextAt({ message, editedAt }: Note, writtenAt: string): Pick<Note, 'message'> {
  return { message: editedAt === null || editedAt <= writtenAt ? message : '' }
}
