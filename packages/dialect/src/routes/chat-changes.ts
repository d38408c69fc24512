import { contacts, defined, fail, failField, type InputOf, messaging } from '@posthorn/contracts'
import { z } from 'zod'
import { type Chat, deviceInPath, findId, findLabel, findMember, getChat, listLabels } from '../api/lookups.ts'
import { askEach, type Fields, fieldsOf, flagOf, itemsOf, textOf, textsOf } from '../api/request.ts'
import { type DialectCall, type DialectRoute, route, type Session } from '../api/route.ts'
import { chatSchema, type DialectChat } from '../shapes/chat.ts'
import { noteOf, noteSchema } from '../shapes/small.ts'
import { chatInPath, chatStatusOf, idsMax, viewChat, viewChats } from './chats.ts'
import { labelIds } from './labels.ts'

type ChatOfDevice = Awaited<ReturnType<typeof chatInPath>>

/** Creates a handler that changes a chat and returns it. */
const changing =
  (change: (call: DialectCall, opened: ChatOfDevice) => Promise<Chat>) =>
  async (call: DialectCall): Promise<DialectChat> => {
    const opened = await chatInPath(call)
    return viewChat(call.session, opened.device, await change(call, opened))
  }

/** Removes a chat, and returns it, because the dialect responds with what it removed. */
const remove = async ({ session }: DialectCall, { chat }: ChatOfDevice) => {
  await session.ask(messaging.chats.remove, { id: chat.id })
  return chat
}

/** Sets a chat's status. The word `removed` removes the chat. */
const setStatus = changing(async (call, opened) => {
  const word = textOf(fieldsOf(call.body), 'status') ?? failField('status', 'is required')
  if (word === 'removed') return remove(call, opened)
  const status = chatStatusOf(word)
  if (status === undefined) failField('status', 'cannot be set')
  return call.session.ask(messaging.chats.update, { id: opened.chat.id, status })
})

/** Marks a chat as unread, or as read if the body says so. */
const setUnread = changing(({ session, body }, { chat }) =>
  session.ask(messaging.chats.update, { id: chat.id, unread: flagOf(fieldsOf(body), 'unread') ?? true }),
)

/** Assigns a chat to a member, whom the body names by id or email address. Refuses a department. */
const setOwner = changing(async ({ session, body }, { chat }) => {
  const fields = fieldsOf(body)
  const agentText = textOf(fields, 'agent') ?? textOf(fields, 'email')
  if (agentText !== undefined) {
    const member = (await findMember(session, agentText)).id
    return session.ask(messaging.chats.assign, { id: chat.id, member })
  }
  if (fields['department'] === undefined) failField('agent', 'is required')
  return fail('feature:unsupported', {
    message: 'A chat is assigned to a person, not to a department; send agent or email.',
  })
})

/** Replaces a chat's labels; with `upsert` in the query only adds labels, with `remove` only removes some. Refuses a body without the field. */
const setLabels = changing(async ({ session, body, query }, { chat }) => {
  query.only(['upsert', 'remove'])
  if (!Array.isArray(body) && fieldsOf(body)['labels'] === undefined) failField('labels', 'is required')
  const names = textsOf(itemsOf(body, 'labels'), 'labels')
  if (query.flag('remove') === true) {
    const labels = await listLabels(session)
    let changed = chat
    for (const label of names.flatMap((name) => findLabel(labels, name) ?? [])) {
      changed = await session.ask(messaging.labels.removeFromChat, { id: chat.id, label: label.id })
    }
    return changed
  }
  const labels = await labelIds(session, names)
  if (query.flag('upsert') !== true) return session.ask(messaging.chats.update, { id: chat.id, labels })
  return labels.length > 0 ? session.ask(messaging.labels.add, { id: chat.id, labels }) : chat
})

const setAttributes = changing(({ session, body }, { chat }) => {
  const fields = fieldsOf(body)
  const [pinned, muted] = [flagOf(fields, 'pinned'), flagOf(fields, 'muted')]
  return session.ask(messaging.chats.update, { id: chat.id, ...defined({ pinned, muted }) })
})

async function addNote(call: DialectCall) {
  const { chat } = await chatInPath(call)
  const text = textOf(fieldsOf(call.body), 'message') ?? failField('message', 'is required')
  return noteOf(await call.session.ask(messaging.notes.create, { id: chat.id, message: text }))
}

/** Removes notes of a chat. If one fails, those before it stay removed. */
async function removeNotes(call: DialectCall) {
  const { chat } = await chatInPath(call)
  const ids = textsOf(itemsOf(call.body, 'ids'), 'ids')
  const removed: string[] = []
  for (const text of ids) {
    const note = (await findId(call.session, 'note', text)) ?? fail('note:not_found')
    await call.session.ask(messaging.notes.remove, { id: chat.id, note })
    removed.push(text)
  }
  return { ids: removed }
}

type Changes = Omit<InputOf<typeof messaging.chats.updateMany>, 'ids'>

const bulkChanges: Readonly<Record<string, Changes>> = {
  resolve: { status: 'resolved' },
  unresolve: { status: 'open' },
  archive: { status: 'archived' },
  unarchive: { status: 'open' },
  pin: { pinned: true },
  unpin: { pinned: false },
  mute: { muted: true },
  unmute: { muted: false },
  unassign: { assignee: null },
  read: { unread: false },
  unread: { unread: true },
}

/**
 * Returns the change that adds labels, which are created if missing, and removes others; none if the chats can't have the labels to remove.
 * Refuses values that would have no effect.
 */
async function bulkLabelChange(session: Session, params: Fields): Promise<Changes> {
  const textsIn = (name: string) => {
    const given = params[name] ?? []
    return Array.isArray(given) ? textsOf(given, `params.${name}`) : failField(`params.${name}`, 'must be an array')
  }
  if (textsIn('add').length + textsIn('remove').length === 0) failField('params', 'must have labels in add or remove')
  const labels = await listLabels(session)
  const addedIds = await labelIds(session, textsIn('add'))
  const removedIds = textsIn('remove').flatMap((name) => findLabel(labels, name)?.id ?? [])
  const change = {
    ...(addedIds.length > 0 ? { add: addedIds } : {}),
    ...(removedIds.length > 0 ? { remove: removedIds } : {}),
  }
  return Object.keys(change).length > 0 ? { labels: change } : {}
}

/** Returns the change of chats that an action means. `params`: what the action needs, such as labels. */
async function bulkChange(session: Session, action: string, params: Fields): Promise<Changes> {
  if (Object.hasOwn(bulkChanges, action)) return bulkChanges[action] as Changes
  if (action === 'labels') return bulkLabelChange(session, params)
  if (action !== 'assign') return failField('action', 'is not an action')
  const agent = textOf(params, 'agent')
  if (agent === undefined)
    return fail('feature:unsupported', { message: 'A chat is assigned to a person, not to a department; send agent.' })
  return { assignee: { member: (await findMember(session, agent)).id } }
}

/** Blocks or unblocks the contacts of these chats. Refuses to block groups and channels, which have none, before it blocks anyone. */
async function setBlocked(session: Session, chats: readonly Chat[], blocked: boolean): Promise<void> {
  if (blocked && chats.some(({ contact }) => contact === null))
    fail('feature:unsupported', { message: 'Only people can be blocked; leave out groups and channels.' })
  for (const { contact } of chats) {
    if (contact) await session.ask(blocked ? contacts.contacts.block : contacts.contacts.unblock, { id: contact })
  }
}

/** Applies one action to several chats of a device. */
async function changeMany({ session, parameters, body }: DialectCall): Promise<DialectChat[]> {
  const device = await deviceInPath({ session, parameters })
  const fields = fieldsOf(body)
  const action = textOf(fields, 'action') ?? failField('action', 'is required')
  const wids = textsOf(itemsOf(fields, 'chats'), 'chats')
  const isBlocking = action === 'block' || action === 'unblock'
  if (wids.length === 0) failField('chats', 'must not be empty')
  if (wids.length > idsMax && !isBlocking) failField('chats', `must have at most ${idsMax} chats`)
  const chats = await askEach(wids, (wid) => getChat(session, device, wid))
  if (isBlocking) {
    await setBlocked(session, chats, action === 'block')
    return viewChats(session, device, chats)
  }
  const changes = await bulkChange(session, action, (fields['params'] ?? {}) as Fields)
  if (Object.keys(changes).length === 0) return viewChats(session, device, chats)
  const ids = [...new Set(chats.map(({ id }) => id))]
  const changed = await session.ask(messaging.chats.updateMany, { ids, ...changes })
  return viewChats(session, device, changed)
}

const one = { answer: chatSchema }

export const chatChangeRoutes: readonly DialectRoute[] = [
  route(
    'PATCH /chat/{d}/chats',
    {
      answer: z.array(chatSchema),
      fields: 'action chats params',
      differs: 'Chats are assigned to people, not to departments; groups cannot be blocked.',
    },
    changeMany,
  ),
  route('DELETE /chat/{d}/chats/{w}', { ...one, differs: 'The customer keeps their copy.' }, changing(remove)),
  route('PATCH /chat/{d}/chats/{w}/status', { ...one, fields: 'status' }, setStatus),
  route('PATCH /chat/{d}/chats/{w}/unread', { ...one, fields: 'unread' }, setUnread),
  route(
    'PATCH /chat/{d}/chats/{w}/owner',
    { ...one, fields: 'agent email department', differs: 'Chats are assigned to people, not to departments.' },
    setOwner,
  ),
  route(
    'DELETE /chat/{d}/chats/{w}/owner',
    one,
    changing(({ session }, { chat }) => session.ask(messaging.chats.unassign, { id: chat.id })),
  ),
  route('PATCH /chat/{d}/chats/{w}/labels', { ...one, fields: 'labels' }, setLabels),
  route('PATCH /chat/{d}/chats/{w}/attributes', { ...one, fields: 'pinned muted' }, setAttributes),
  route(
    'PUT /chat/{d}/chats/{w}/archive',
    one,
    changing(({ session }, { chat }) => session.ask(messaging.chats.archive, { id: chat.id })),
  ),
  route(
    'DELETE /chat/{d}/chats/{w}/archive',
    one,
    changing(({ session }, { chat }) => session.ask(messaging.chats.unarchive, { id: chat.id })),
  ),
  route('POST /chat/{d}/chats/{w}/notes', { answer: noteSchema, status: 201, fields: 'message' }, addNote),
  route(
    'DELETE /chat/{d}/chats/{w}/notes',
    { answer: z.object({ ids: z.array(z.string()) }), fields: 'ids id' },
    removeNotes,
  ),
]
