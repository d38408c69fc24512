import type { Chat, Message, Note } from '@posthorn/sdk'
import fc from 'fast-check'
import type { LogEvent } from './state.ts'

/** A model of a chat: its current state, its events, and its state at each event. */
export type Model = {
  chat: Chat
  messages: Message[]
  notes: Note[]
  events: LogEvent[]
  snapshots: Map<number, ReturnType<typeof snapshotOf>>
}

/** Returns a time that is one second later for each step. */
const timeOf = (step: number) => new Date(Date.UTC(2026, 10, 23, 8, 0, step)).toISOString()
const by = { type: 'member', id: 'mem_1', name: 'Ada' } as const

/** Returns the model's current messages (newest first), chat and notes. */
export function snapshotOf({ chat, messages, notes }: Pick<Model, 'chat' | 'messages' | 'notes'>) {
  const { status, assignee, labels, snooze } = chat
  return structuredClone({ chat: { status, assignee, labels, snooze }, messages: messages.toReversed(), notes })
}

/** Creates a chat with one event. Commands then change it as people and the provider would. */
export function createModel(id: string): Model {
  const chat = { id, status: 'open', assignee: null, labels: [], snooze: null, version: 1 } as unknown as Chat
  const model: Model = { chat, messages: [], notes: [], events: [], snapshots: new Map() }
  publish(model, 'chat:updated', { ...chat, change: 'created' })
  return model
}

/** Publishes an event. Leaves gaps in the sequences, as events for other chats would. */
function publish(model: Model, event: string, data: object): void {
  const sequence = (model.events.at(-1)?.sequence ?? 0) + 1 + (model.events.length % 3)
  const occurredAt = timeOf(model.events.length)
  model.events.push({ sequence, event, occurredAt, data: structuredClone(data) as Record<string, unknown> })
  model.snapshots.set(sequence, snapshotOf(model))
}

/** Changes the chat as a member, and publishes the event. `change` says what kind of change it is. */
function changeChat(model: Model, set: Partial<Chat>, change: object): void {
  Object.assign(model.chat, set, { version: model.chat.version + 1 })
  publish(model, 'chat:updated', { ...model.chat, by, ...change })
}

/** Adds a message from the customer or from a member, and publishes its event. */
function say(model: Model, direction: 'in' | 'out', message: string): void {
  const n = model.messages.length + 1
  const status = direction === 'in' ? 'received' : 'queued'
  const author = direction === 'out' ? { by } : {}
  const createdAt = timeOf(model.events.length)
  const said = {
    id: `msg_${String(n).padStart(3, '0')}`,
    chat: model.chat.id,
    direction,
    message,
    status,
    createdAt,
  }
  model.messages.push({ ...said, ...author, version: 1 } as unknown as Message)
  publish(model, direction === 'in' ? 'message:in' : 'message:waiting', { ...model.messages.at(-1) })
}

/** Changes a message, and publishes the event. `place` is random: any number selects a message, unless there is none. */
function amend(model: Model, place: number, [event, set]: readonly [string, object]): void {
  const i = model.messages.length === 0 ? -1 : place % model.messages.length
  const message = model.messages[i]
  if (message === undefined) return
  const next = { ...message, ...set, version: message.version + 1 } as Message
  model.messages[i] = next
  publish(model, event, { ...next, summaries: { chat: { id: model.chat.id } } })
}

function writeNote(model: Model, text: string): void {
  const id = `note_${model.events.length}`
  const at = timeOf(model.events.length)
  model.notes.push({ id, message: text, by, mentions: [], createdAt: at, editedAt: null } as unknown as Note)
  changeChat(model, {}, { change: 'noted', note: { id, mentions: [] } })
}

/** Edits a note, or removes it if there is no text. `place` is random: any number selects a note, unless there is none. */
function editNote(model: Model, place: number, text: string | null): void {
  const note = model.notes[model.notes.length === 0 ? -1 : place % model.notes.length]
  if (note === undefined) return
  if (text === null) model.notes.splice(model.notes.indexOf(note), 1)
  else Object.assign(note, { message: text, editedAt: timeOf(model.events.length) })
  const deleted = text === null ? { deleted: true } : {}
  changeChat(model, {}, { change: 'noted', note: { id: note.id, mentions: [], ...deleted } })
}

const words = fc.string({ minLength: 1, maxLength: 8 })
const place = fc.nat(9)
const amendments = fc.constantFrom<readonly [string, object]>(
  ['message:out', { status: 'sent' }],
  ['message:ack', { status: 'delivered' }],
  ['message:ack', { status: 'read' }],
  ['message:failed', { status: 'failed', error: { errorCode: 'message:expired' } }],
  ['message:updated', { message: 'edited', editedAt: 'then' }],
  ['message:updated', { message: undefined, deletedAt: 'then' }],
  ['message:reaction', { reactions: [{ emoji: '👍' }] }],
  ['message:canceled', { status: 'canceled' }],
)
const changes = fc.constantFrom<readonly [Partial<Chat>, string]>(
  [{ assignee: { id: 'mem_1', name: 'Ada', email: 'ada@example.com' } }, 'assigned'],
  [{ assignee: null }, 'unassigned'],
  [{ status: 'resolved', snooze: null }, 'resolved'],
  [{ status: 'open' }, 'reopened'],
  [{ status: 'pending' }, 'pending'],
  [{ labels: [{ id: 'lbl_1', name: 'vip', color: '#2f80ed' }] }, 'labeled'],
  [{ labels: [] }, 'labeled'],
  [{ snooze: { until: null, by } }, 'snoozed'],
)

/** Random commands for the model: messages, changes of messages and of the chat, and notes. */
export const commands: fc.Arbitrary<(model: Model) => void> = fc.oneof(
  fc.tuple(fc.constantFrom('in' as const, 'out' as const), words).map(
    ([way, text]) =>
      (model: Model) =>
        say(model, way, text),
  ),
  fc.tuple(place, amendments).map(
    ([at, change]) =>
      (model: Model) =>
        amend(model, at, change),
  ),
  changes.map(
    ([set, change]) =>
      (model: Model) =>
        changeChat(model, set, { change }),
  ),
  words.map((text) => (model: Model) => writeNote(model, text)),
  fc.tuple(place, fc.option(words)).map(
    ([at, text]) =>
      (model: Model) =>
        editNote(model, at, text),
  ),
)
