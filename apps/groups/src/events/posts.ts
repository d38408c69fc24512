import { LockMode } from '@mikro-orm/core'
import { databaseTime, forWorkspace, on, type Tx } from '@posthorn/chassis'
import { type BusEvent, type EventData, newId } from '@posthorn/contracts'
import { holdChannel } from '../channels/channels.ts'
import type { GroupsRuntime } from '../config.ts'
import { AudienceSegment, Post } from '../entities/group.ts'
import { moveRecipient } from '../participants/move.sql.ts'
import { addressPhones, type Progress, raiseDeliveries, recallQueued, type Step } from '../posts/deliveries.sql.ts'
import { requestMembers, savePost, startPost } from '../posts/posts.ts'

/** Counts a post's messages by status. A message's reference is the post id. */
export const postFromMessage = on<'message:out' | 'message:ack' | 'message:failed', GroupsRuntime>(
  ['message:out', 'message:ack', 'message:failed'],
  async ({ tx, events }) => {
    await raiseDeliveries(tx.em, events.flatMap(stepOf))
    tx.wake('post')
  },
  ({ data }) => isPost(data.reference) && Boolean(data.phone),
)

/** Counts messages that messaging refused. Those refused because the post was paused are sent when it resumes. */
export const postFromRefused = on<'message:refused', GroupsRuntime>(
  'message:refused',
  async ({ tx, events }) => {
    for (const { workspace, data } of events) {
      const { reference: post, phones, errorCode } = data
      if (errorCode === 'post:paused') await recall(tx, { workspace, post, phones })
      else await raiseDeliveries(tx.em, stepsOf({ workspace, post, phones }, failureOf(errorCode)))
    }
    tx.wake('post')
  },
  ({ data }) => isPost(data.reference),
)

/** Counts messages canceled in the number's queue. Those recalled by a pause are sent when the post resumes. */
export const postFromCanceled = on<'post:messages_canceled', GroupsRuntime>(
  'post:messages_canceled',
  async ({ tx, events }) => {
    for (const { workspace, data } of events) {
      const { post, phones, recalled } = data
      if (recalled) await recall(tx, { workspace, post, phones })
      else await raiseDeliveries(tx.em, stepsOf({ workspace, post, phones }, { status: 'canceled' }))
    }
    tx.wake('post')
  },
)

/** Tracks recipients whose messages go to a new phone number. */
export const postFromChangedRecipient = on<'post:recipient_changed', GroupsRuntime>(
  'post:recipient_changed',
  async ({ tx, events }) => {
    for (const { workspace, data } of events)
      await moveRecipient(tx, { workspace, previous: data.previous, address: data.phone }, data.post)
  },
)

type People = { workspace: string; post: string; phones: string[] }

const isPost = (reference: string | null | undefined) => reference?.startsWith('pst_') === true

function stepsOf({ workspace, post, phones }: People, progress: Progress): Step[] {
  return phones.map((phone) => ({ workspace, post, phone, ...progress }))
}

/** Returns the step of an event. Without a post and a phone number, there is none; the subscription leaves such events out already. */
function stepOf(event: BusEvent<'message:out' | 'message:ack' | 'message:failed'>): Step[] {
  const { workspace, data } = event
  const { reference: post, phone } = data
  return post && phone ? [{ workspace, post, phone, ...progressOf(event) }] : []
}

/** Returns what a report about a message means for its recipient. A played voice message counts as read. */
function progressOf({ event, data }: BusEvent<'message:out' | 'message:ack' | 'message:failed'>): Progress {
  if (event === 'message:out') return { status: 'sent' }
  if (event === 'message:failed') return failureOf(data.error?.errorCode)
  const { ack } = data as { ack: string }
  return { status: ack === 'played' ? 'read' : ack }
}

/** Not every error is a failure: someone may have opted out, and messages of a stopped post are canceled. */
function failureOf(errorCode = 'provider:refused'): Progress {
  if (errorCode === 'contact:opted_out') return { status: 'opted_out' }
  return errorCode === 'post:stopped' ? { status: 'canceled' } : { status: 'failed', errorCode }
}

/**
 * Sets queued deliveries back to waiting, so that they are sent when the post resumes, and adds them to `toFeed`, the number of messages to
 * hand to the number's queue. If the post was stopped in the meantime, cancels them. The lock keeps it from being stopped meanwhile.
 */
async function recall(tx: Tx, { workspace, post, phones }: People): Promise<void> {
  const em = forWorkspace(tx.em, workspace)
  const row = await em.findOne(Post, { id: post }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!row) return
  const isEnded = row.status === 'stopping' || row.status === 'stopped'
  const status = isEnded ? 'canceled' : 'waiting'
  const recalled = await recallQueued(em, row, { phones, status })
  if (isEnded || recalled === 0) return
  row.toFeed += recalled
  await savePost({ em, emit: tx.emit }, row)
}

export const postFromRequest = on<'post:requested', GroupsRuntime>('post:requested', async ({ tx, events }) => {
  for (const event of events) await startRequested(tx, event)
})

/** Starts the post that a message to a channel requested, or reports why it can't start. */
async function startRequested(tx: Tx, { workspace, data }: BusEvent<'post:requested'>): Promise<void> {
  const { post, channel: channelId, content } = data
  const em = forWorkspace(tx.em, workspace)
  const refuse = (errorCode: EventData<'post:refused'>['errorCode']) =>
    tx.emit({ kind: 'post:refused', workspace, data: { post, errorCode }, aggregate: { id: newId('evt'), version: 1 } })
  const channel = await holdChannel(em, channelId)
  if (!channel) return void refuse('channel:not_found')
  if (!(await startPost({ em, emit: tx.emit }, { channel, id: post, content }))) return void refuse('channel:empty')
  tx.wake('post')
}

/** Tracks which segments exist, because a channel accepts only these as its audience. */
export const segmentFromUpdate = on<'segment:updated', GroupsRuntime>('segment:updated', async ({ tx, events }) => {
  for (const { workspace, data } of events) {
    const { id, deleted } = data
    // A deleted segment stays deleted, even if a change arrives later.
    const onConflictAction = deleted ? 'merge' : 'ignore'
    const row = { workspaceId: workspace, id, deleted }
    await forWorkspace(tx.em, workspace).upsert(AudienceSegment, row, { onConflictAction })
  }
})

/** Adds a page of recipients to a post, and requests the next page. */
export const postFromSegment = on<'segment:members_listed', GroupsRuntime>(
  'segment:members_listed',
  async ({ tx, events }) => {
    for (const event of events) await addPage(tx, event)
  },
)

/** Adds the people on the page that a post waits for, and requests the next page. Ignores any other page. */
async function addPage(tx: Tx, { workspace, data }: BusEvent<'segment:members_listed'>): Promise<void> {
  const em = forWorkspace(tx.em, workspace)
  const row = await em.findOne(Post, { id: data.for }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  // The page arrived twice, or the post was stopped or deleted with its channel.
  if (!row || row.gatherAfter !== data.after) return
  const added = await addressPhones(em, row, data.phones)
  Object.assign(row, { gatherAfter: data.next, askedAt: await databaseTime(em), toFeed: row.toFeed + added })
  await savePost({ em, emit: tx.emit }, row)
  requestMembers(tx, row)
  tx.wake('post')
}
