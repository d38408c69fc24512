import { defined, fail, failField, messaging, type OutputOf } from '@posthorn/contracts'
import { z } from 'zod'
import { allItems, deviceInPath, findByText } from '../api/lookups.ts'
import { cut, type Fields, fieldsOf, textOf, windowOf } from '../api/request.ts'
import { collectionRoutes, type DialectCall, type DialectRoute, type Session } from '../api/route.ts'
import { shortIdOf } from '../ids.ts'

const replySchema = z.object({
  id: z.string(),
  name: z.string(),
  shortcut: z.string().optional(),
  category: z.string().optional(),
  message: z.string(),
  scope: z.literal('chat'),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** Presents a saved reply, whose folder is the dialect's category. */
function replyOf(reply: OutputOf<typeof messaging.replies.create>): z.output<typeof replySchema> {
  const { id, name, shortcut, folder, message, createdAt, updatedAt } = reply
  return {
    id: shortIdOf(id),
    name,
    shortcut: shortcut ?? undefined,
    category: folder ?? undefined,
    message,
    scope: 'chat',
    createdAt,
    updatedAt,
  }
}

export async function listReplies(session: Session, search?: string): Promise<z.output<typeof replySchema>[]> {
  const found = await allItems(session, messaging.replies.list, search === undefined ? {} : { search })
  return found.map(replyOf)
}

async function list(call: DialectCall) {
  await deviceInPath(call)
  return cut(await listReplies(call.session, call.query.text('search')), windowOf(call.query, { size: 200 }))
}

/** Reads a reply's fields. The dialect has two names each for its name and its text, and a shortcut may begin with a slash. */
function replyFieldsIn(body: Fields) {
  const name = textOf(body, 'name') ?? textOf(body, 'title')
  const message = textOf(body, 'message') ?? textOf(body, 'text')
  const shortcut = textOf(body, 'shortcut')?.replace(/^\//, '').toLowerCase()
  const folder = textOf(body, 'category')
  return defined({ name, message, shortcut, folder })
}

/** Creates a reply. The main API requires a name, so the shortcut serves as one if there is none. */
async function create(call: DialectCall) {
  await deviceInPath(call)
  const { message, name, ...more } = replyFieldsIn(fieldsOf(call.body))
  if (message === undefined) failField('message', 'is required')
  const title = name ?? more.shortcut ?? failField('name', 'is required')
  return replyOf(await call.session.ask(messaging.replies.create, { name: title, message, ...more }))
}

/** Lists all replies, which a DELETE with `all: true` removes. */
const all = ({ session }: DialectCall) => allItems(session, messaging.replies.list, {})

/** Finds the reply that a body names by id or name, else by shortcut. */
async function findNamedReply(call: DialectCall) {
  await deviceInPath(call)
  const body = fieldsOf(call.body)
  const replies = await all(call)
  const shortcut = textOf(body, 'shortcut')?.replace(/^\//, '').toLowerCase()
  const text = textOf(body, 'id') ?? textOf(body, 'name')
  if (text === undefined && shortcut === undefined) failField('id', 'is required, or name or shortcut')
  const reply =
    text === undefined ? replies.find((each) => each.shortcut === shortcut) : findByText(replies, 'rep', text)
  return { body, reply: reply ?? fail('reply:not_found') }
}

async function change(call: DialectCall) {
  const { body, reply } = await findNamedReply(call)
  return replyOf(await call.session.ask(messaging.replies.update, { id: reply.id, ...replyFieldsIn(body) }))
}

async function remove(call: DialectCall) {
  const { reply } = await findNamedReply(call)
  await call.session.ask(messaging.replies.remove, { id: reply.id })
  return replyOf(reply)
}

const path = '/devices/{d}/quickReplies'
const differs = 'Replies are texts of the workspace, not of one device.'

export const quickReplyRoutes: readonly DialectRoute[] = collectionRoutes(
  path,
  { answer: replySchema, differs, fields: 'name title message text shortcut category', keys: 'id name shortcut' },
  { list, create, change, remove, all },
)
