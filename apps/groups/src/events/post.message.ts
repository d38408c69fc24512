import { LockMode } from '@mikro-orm/core'
import { forWorkspace, on, type Tx } from '@posthorn/chassis'
import type { BusEvent } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { Post } from '../entities/channel.ts'
import { raiseDeliveries, recallQueued, type Step } from '../posts/deliveries.sql.ts'
import { moveRecipient } from '../posts/move-recipient.ts'
import { savePost } from '../posts/save.ts'

/** Counts the messages of posts as their statuses change. A message's reference is its post. */
export const postFromMessage = on<'message:out' | 'message:ack' | 'message:failed', GroupsRuntime>(
  ['message:out', 'message:ack', 'message:failed'],
  async ({ tx, events }) => {
    await raiseDeliveries(tx.em, events.flatMap(stepOf))
    tx.wake('post')
  },
  ({ data }) => isPost(data.reference) && Boolean(data.phone),
)

/** Counts a post's messages that the number's queue refused. */
export const postFromRefused = on<'message:refused', GroupsRuntime>(
  'message:refused',
  async ({ tx, events }) => {
    for (const { workspace, data } of events) {
      const { reference: post, phones, errorCode } = data
      if (errorCode === 'post:paused') await recall(tx, { workspace, post, phones })
      else await raiseDeliveries(tx.em, stepsOf({ workspace, post, phones }, statusOfError(errorCode)))
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
      else await raiseDeliveries(tx.em, stepsOf({ workspace, post, phones }, 'canceled'))
    }
    tx.wake('post')
  },
)

/** Tracks recipients whose messages go to a new phone. */
export const postFromChangedRecipient = on<'post:recipient_changed', GroupsRuntime>(
  'post:recipient_changed',
  async ({ tx, events }) => {
    for (const { workspace, data } of events)
      await moveRecipient(tx, { workspace, previous: data.previous, address: data.phone }, data.post)
  },
)

type People = { workspace: string; post: string; phones: string[] }

const isPost = (reference: string | null | undefined) => reference?.startsWith('pst_') === true

function stepsOf({ workspace, post, phones }: People, status: string): Step[] {
  return phones.map((phone) => ({ workspace, post, phone, status }))
}

function stepOf(event: BusEvent<'message:out' | 'message:ack' | 'message:failed'>): Step[] {
  const { workspace, data } = event
  const { reference: post, phone } = data
  return post && phone ? [{ workspace, post, phone, status: statusOf(event) }] : []
}

function statusOf({ event, data }: BusEvent<'message:out' | 'message:ack' | 'message:failed'>): string {
  if (event === 'message:out') return 'sent'
  if (event === 'message:failed') return statusOfError(data.error?.errorCode)
  const { ack } = data as { ack: string }
  return ack === 'played' ? 'read' : ack
}

function statusOfError(errorCode: string | undefined): string {
  if (errorCode === 'contact:opted_out') return 'opted_out'
  return errorCode === 'post:stopped' ? 'canceled' : 'failed'
}

/** Returns queued deliveries to the waiting ones. If the post was stopped meanwhile, they are canceled. */
async function recall(tx: Tx, { workspace, post, phones }: People): Promise<void> {
  const em = forWorkspace(tx.em, workspace)
  const row = await em.findOne(Post, { id: post }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!row) return
  const isEnded = row.status === 'stopping' || row.status === 'stopped'
  const status = isEnded ? 'canceled' : 'waiting'
  const recalled = await recallQueued(em, { workspaceId: workspace, id: post, phones, status })
  if (isEnded || recalled === 0) return
  row.toFeed += recalled
  await savePost({ em, emit: tx.emit }, row)
}
