import { runLeased, type Worker } from '@posthorn/chassis'
import { Fault } from '@posthorn/contracts'
import type { PushContent } from '../accounts/push/push.ts'
import { type PushJob, pushLoop, pushQueue, settle } from '../accounts/push/queue.sql.ts'
import { addressPurpose, dropSubscription, type PushAddress } from '../accounts/push/subscriptions.sql.ts'
import type { GatewayRuntime } from '../deps.ts'

const besideMax = 8
const textCharactersMax = 200

/** Sends push messages to devices. Combines events within a minute into one message. */
export const sendPush: Worker<GatewayRuntime> = {
  name: pushLoop,
  pollMs: 60_000,
  run: (runtime) => runLeased(runtime.db.em(), pushQueue, { limit: besideMax, work: (job) => sendOne(runtime, job) }),
}

async function sendOne(runtime: GatewayRuntime, job: PushJob): Promise<void> {
  const { db, vault, deps, log } = runtime
  const em = db.em()
  // The member may have left or lost access to the number since the event.
  if (job.count === 0 || job.member === null) return settle(em, job)
  const content = await contentOf(runtime, job)
  if (content === undefined) return settle(em, job)
  const address = JSON.parse(vault.open(job.sealed, addressPurpose(job.subscription))) as PushAddress
  const outcome = await deps.pusher.send(address, content)
  deps.pushMetrics.add(1, { outcome })
  if (outcome !== 'sent') log.warn({ outcome, kind: job.kind, attempt: job.attempt }, 'push.not_sent')
  if (outcome === 'gone') return dropSubscription(em, job.subscription)
  if (outcome === 'failed' && (await pushQueue.retry(em, job))) return
  await settle(em, job)
}

/**
 * Returns the content of the push. Names and texts are read with the member's permissions, so that a device shows no more than the
 * dashboard does.
 */
async function contentOf({ deps }: GatewayRuntime, job: PushJob): Promise<PushContent | undefined> {
  const { kind, count, workspace, chat, message, showText, member, memberName, numbers } = job
  const content = { kind, count, workspace, chat, name: null, text: null }
  if (!showText || chat === null) return content
  const call = deps.clients.calling({
    workspace,
    scopes: ['read'],
    actor: { type: 'member', id: member ?? '', name: memberName ?? '' },
    ...(numbers && { numbers: numbers as `num_${string}`[] }),
  })
  const { messages, chats } = deps.clients.messaging
  try {
    const { name, phone } = await chats.get.query({ id: chat as `chat_${string}` }, call)
    const text =
      kind === 'message' && count === 1 && message !== null
        ? (await messages.get.query({ id: message as `msg_${string}` }, call)).message
        : null
    return { ...content, name: name ?? phone ?? null, text: text?.slice(0, textCharactersMax) ?? null }
  } catch (err) {
    if (err instanceof Fault && err.status === 404) return undefined
    return content
  }
}
