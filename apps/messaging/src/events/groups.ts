import { type ClosableTx, invalidPlaces, on, sql, type Tx } from '@posthorn/chassis'
import {
  type BusEvent,
  type CallContext,
  type ErrorCode,
  type EventData,
  Fault,
  fillContent,
  invalidRequest,
  isErrorCode,
  newId,
  sendInput,
} from '@posthorn/contracts'
import { queueActions } from '../chats/jobs.sql.ts'
import type { MessagingRuntime } from '../config.ts'
import { acceptedAmong, planMessages, storeMessages } from '../messages/acceptance.ts'
import { type Advance, advance, announce, endMessages, type StatusChange, storedError } from '../messages/advance.ts'
import { lockChatsInOrder } from '../messages/lock-order.sql.ts'
import type { Call } from '../messages/request.ts'
import { lockMessages, saveStatuses } from '../messages/rows.sql.ts'
import { lockPeople } from '../people/identifiers.sql.ts'
import {
  announceCanceled,
  lockPost,
  lockWaitingOfPost,
  removePostsOf,
  saveKnownPost,
  stateRefusing,
} from '../posts/known-posts.sql.ts'
import { cancelMessages } from '../queues/queues.ts'

/** Tracks channels to which messages can be sent. Updates the channel's name on chats, and ends the posts of a deleted one. */
export const channelFromUpdate = on<'channel:updated', MessagingRuntime>('channel:updated', async ({ tx, events }) => {
  for (const { workspace, data, aggregate } of events) {
    const { id, number, name, deleted } = data
    const [stored] = await sql(
      tx.em,
      `insert into known_channel as c (workspace_id, id, version, number_id, name, deleted) values ($1, $2, $3, $4, $5, $6)
       on conflict (workspace_id, id) do update set version = excluded.version, name = excluded.name, deleted = excluded.deleted
         where c.version < excluded.version
       returning 1`,
      [workspace, id, aggregate.version, number, name, deleted],
    )
    if (!stored) continue
    if (deleted) {
      await failPosts(tx, workspace, id)
      await removePostsOf(tx.em, workspace, id)
    }
    await sql(
      tx.em,
      `update chat set name = $4, version = version + 1, updated_at = now()
       where workspace_id = $1 and number_id = $2 and recipient = $3 and name is distinct from $4`,
      [workspace, number, id, name],
    )
  }
})

/** Fails messages whose posts were deleted with their channel, because no event will report how those posts ended. */
async function failPosts(tx: Tx, workspace: string, channel: string): Promise<void> {
  const ids = await sql<{ workspace: string; id: string }>(
    tx.em,
    `select m.workspace_id as workspace, m.id from channel_post p join message m on m.workspace_id = p.workspace_id and m.id = p.message_id
     where p.workspace_id = $1 and m.recipient = $2 and m.status = 'sending'`,
    [workspace, channel],
  )
  const error = storedError('channel:not_found')
  await endMessages(tx, ids, (row, at) => advance(row, { event: 'failed', at, error }))
}

type PostEvent = BusEvent<'channel:posted' | 'post:refused'>

/** Advances a message to a channel as its post progresses: the message counts as sent once the post has reached someone. */
export const messageFromPost = on<'channel:posted' | 'post:refused', MessagingRuntime>(
  ['channel:posted', 'post:refused'],
  async ({ tx, events }) => {
    const messages = await messagesOf(tx, events)
    const rows = new Map((await lockMessages(tx.em, [...messages.values()])).map((row) => [row.id, row]))
    const changes: StatusChange[] = []
    for (const event of events) {
      const before = rows.get(messages.get(event)?.id ?? '')
      const after = before && advance(before, outcomeOf(event))
      if (!before || !after) continue
      announce(tx, { before, after, traceparent: event.traceparent })
      rows.set(after.id, after)
      changes.push({ before, after })
    }
    await saveStatuses(
      tx.em,
      changes.map(({ after }) => after),
    )
    await queueActions(tx, changes)
  },
)

/** Returns what a post's event means for the message that became this post: sent once anyone got it, otherwise failed. */
function outcomeOf(event: PostEvent): Advance {
  const at = event.occurredAt
  const failed = (code: ErrorCode): Advance => ({ event: 'failed', at, error: storedError(code) })
  if ('errorCode' in event.data) {
    const { errorCode } = event.data
    return failed(isErrorCode(errorCode) ? errorCode : 'post:undelivered')
  }
  const { status, counts } = event.data
  if (counts.sent + counts.delivered + counts.read > 0) return { event: 'accepted', at }
  return failed(status === 'stopped' ? 'post:stopped' : 'post:undelivered')
}

const postOf = ({ data }: PostEvent) => ('post' in data ? data.post : data.id)

/** Returns the messages that these posts came from. Most posts didn't come from a message. */
async function messagesOf(tx: Tx, events: PostEvent[]): Promise<Map<PostEvent, { workspace: string; id: string }>> {
  const rows = await sql<{ workspace_id: string; post_id: string; message_id: string }>(
    tx.em,
    `select p.* from unnest($1::text[], $2::text[]) as told (workspace_id, post_id) join channel_post p using (workspace_id, post_id)`,
    [events.map(({ workspace }) => workspace), events.map(postOf)],
  )
  const found = new Map<PostEvent, { workspace: string; id: string }>()
  for (const event of events) {
    const row = rows.find(({ workspace_id, post_id }) => workspace_id === event.workspace && post_id === postOf(event))
    if (row) found.set(event, { workspace: row.workspace_id, id: row.message_id })
  }
  return found
}

/** Accepts messages requested by another service, one per recipient, and announces the recipients whose message was refused. */
export const messageFromRequest = on<'message:requested', MessagingRuntime>(
  'message:requested',
  async ({ tx, runtime, events }) => {
    if (events.length > 1) await lockRecipients(tx, events)
    for (const { workspace, data } of events) {
      const errorCode = await refusalOfPost(tx, workspace, data)
      if (errorCode) announceRefused(tx, { workspace, reference: data.reference, phones: data.phones, errorCode })
      else await accept({ tx, runtime }, workspace, data)
    }
  },
)

/** Locks the people and the chats of all requests in the common lock order, because each request then locks only its own. */
async function lockRecipients({ em }: Tx, requests: BusEvent<'message:requested'>[]): Promise<void> {
  const people = requests.flatMap(({ workspace, data: { number, phones } }) =>
    phones.map((value) => ({ workspace, number, value })),
  )
  await lockPeople(em, people, 'shared')
  await lockChatsInOrder(
    em,
    people.map(({ workspace, number, value }) => ({ workspaceId: workspace, numberId: number, recipient: value })),
  )
}

/**
 * Returns an error code if the post was paused or stopped after it requested these messages, otherwise null. `version` is the post's
 * version at the request. The lock keeps a pause from missing messages that are being accepted.
 */
async function refusalOfPost(
  { em }: Tx,
  workspace: string,
  { reference, version = 0 }: EventData<'message:requested'>,
): Promise<string | null> {
  if (!isPost(reference)) return null
  await lockPost(em, { workspace, post: reference }, 'shared')
  const state = await stateRefusing(em, { workspace, post: reference, version })
  return state && `post:${state}`
}

/** Accepts requested messages as the API would, and announces the people whose message was refused, by reason. */
async function accept(
  { tx, runtime }: { tx: ClosableTx; runtime: MessagingRuntime },
  workspace: string,
  data: EventData<'message:requested'>,
): Promise<void> {
  const requests = data.phones.map((phone) => ({ phone, parsed: inputOf(data, phone) }))
  const fitting = requests.flatMap(({ phone, parsed }) => (parsed.success ? [{ phone, input: parsed.data }] : []))
  const calls = fitting.map(({ input }) => callOf(workspace, data.reference, input))
  const planned = calls.length > 0 ? await planMessages({ tx, runtime, calls }) : []
  await storeMessages(tx, acceptedAmong(planned))
  const refused = new Map<string, string[]>()
  const refuse = (code: ErrorCode, phone: string) => refused.set(code, [...(refused.get(code) ?? []), phone])
  for (const { phone, parsed } of requests) {
    if (parsed.success) continue
    const code = errorCodeOf(parsed.error)
    if (code !== 'post:too_long')
      runtime.log.error({ reference: data.reference, places: invalidPlaces(parsed.error) }, 'message.invalid')
    refuse(code, phone)
  }
  for (const [i, result] of planned.entries()) {
    if (result.ok) continue
    if (!(result.error instanceof Fault)) throw result.error
    refuse(result.error.code, fitting[i]?.phone ?? '')
  }
  for (const [errorCode, phones] of refused)
    announceRefused(tx, { workspace, reference: data.reference, phones, errorCode })
}

/**
 * Tells the groups service who gets no message and why. A post counts them as failed or, if it was paused, sends to them once it resumes; an
 * invitation fails. No stored object has this event's version, so its aggregate id is new.
 */
function announceRefused(
  { emit }: Pick<Tx, 'emit'>,
  { workspace, ...data }: EventData<'message:refused'> & { workspace: string },
): void {
  emit({ kind: 'message:refused', workspace, data, aggregate: { id: newId('evt'), version: 1 } })
}

const isPost = (reference: string) => reference.startsWith('pst_')

/**
 * Returns the message for one person, with their values in place of the placeholders, or the rules that it violates then. Without
 * placeholders, it was checked when the post was created, so an invalid one throws.
 */
function inputOf({ number, message, values }: EventData<'message:requested'>, phone: string) {
  const content = values ? fillContent(message, values[phone] ?? {}) : message
  const parsed = sendInput.safeParse({ ...content, phone, number })
  if (!parsed.success && !values) throw parsed.error
  return parsed
}

type InvalidInput = Parameters<typeof invalidPlaces>[0]

/** Returns the error code for a message that violates the rules once it is filled: `post:too_long` if only lengths are exceeded. */
function errorCodeOf(error: InvalidInput): ErrorCode {
  return error.issues.every(isAboutLength) ? 'post:too_long' : invalidRequest(error, { known: [], given: null }).code
}

/** Whether the problem is one of length. A field with alternatives is too long if one of them has no other problem. */
function isAboutLength(issue: InvalidInput['issues'][number]): boolean {
  if (issue.code !== 'invalid_union') return issue.code === 'too_big'
  return issue.errors.some((issues) => issues.length > 0 && issues.every(isAboutLength))
}

/** Returns the call to plan a requested message with. It wasn't received over the network, so its expiry is never checked. */
function callOf(workspace: string, reference: string, input: Call['input']): Call {
  const call: CallContext = {
    workspace,
    actor: { type: 'service', id: 'groups' },
    scopes: ['send'],
    requestId: reference,
    expiresAt: 0,
  }
  return { workspace, input: { ...input, reference }, call, ...(isPost(reference) && { post: reference }) }
}

/** Tracks posts. Cancels the waiting messages of posts that are paused or stopped. */
export const postFromGroups = on<'post:updated', MessagingRuntime>('post:updated', async ({ tx, events }) => {
  for (const event of events) {
    await lockPost(tx.em, { workspace: event.workspace, post: event.data.post }, 'exclusive')
    if (!(await saveKnownPost(tx.em, event))) continue
    const { status } = event.data
    if (status === 'paused' || status === 'stopping' || status === 'stopped') await cancelWaitingOfPost(tx, event)
  }
})

/** Cancels what waits of a post. A paused post requests its messages again when it resumes, so these are only recalled. */
async function cancelWaitingOfPost(tx: Tx, { workspace, data }: BusEvent<'post:updated'>): Promise<void> {
  const jobs = await lockWaitingOfPost(tx.em, { workspace, post: data.post })
  if (jobs.length === 0) return
  const ids = jobs.map(({ id }) => id)
  await cancelMessages(tx, { workspace, ids, by: { type: 'service', id: 'groups' } })
  announceCanceled(tx, { workspace, jobs, recalled: data.status === 'paused' })
  tx.wake('dispatch')
}
