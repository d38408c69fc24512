import { runLeased, type Worker } from '@posthorn/chassis'
import { faultOf } from '@posthorn/client'
import { shortened } from '@posthorn/contracts'
import { changeAcrossWorkspaces } from '../accounts/person.sql.ts'
import { addressPurpose, dropSubscription, type PushAddress, type PushContent } from '../accounts/push/push.sql.ts'
import { type PushJob, pushLoop, pushQueue, settle } from '../accounts/push/queue.sql.ts'
import type { GatewayRuntime } from '../deps.ts'
import { deleteFullBuckets } from '../limits/buckets.sql.ts'
import { limitsOf } from '../limits/limits.ts'
import {
  deleteLate,
  type MailJob,
  mailLoop,
  mailQueue,
  openLetter,
  post,
  recordOutcome,
  takeDigests,
  writeDigest,
  writeMail,
} from '../mail/outbox.sql.ts'

/** Deletes shared buckets that are full again. */
export const evictBuckets: Worker<GatewayRuntime> = {
  name: 'evict-buckets',
  pollMs: 600_000,
  async run({ db, config }) {
    const { perKey, perWorkspace } = limitsOf(config)
    return { worked: await deleteFullBuckets(db, [perKey, perWorkspace]) }
  },
}

const mailsAtOnceMax = 4

/** Sends mails from the outbox. Retries failed mails for a day with increasing delays. */
export const sendMail: Worker<GatewayRuntime> = {
  name: mailLoop,
  pollMs: 60_000,
  async run(runtime, signal) {
    const em = runtime.db.em()
    const late = await deleteLate(em)
    if (late > 0) runtime.deps.mailMetrics.add(late, { outcome: 'late' })
    return runLeased(runtime, mailQueue, { limit: mailsAtOnceMax, work: (job) => sendOneMail(runtime, job, signal) })
  },
}

/** Renders and sends a mail. Ends it if it was sent or refused for good, or if no one should get it anymore. Otherwise, it is retried. */
async function sendOneMail(runtime: GatewayRuntime, job: MailJob, signal: AbortSignal): Promise<void> {
  const { db, vault, deps, log } = runtime
  const { mailer, mailMetrics } = deps
  const letter = openLetter(vault, job)
  // The setting may have been removed by mistake. After a day, the mail is deleted.
  if (!mailer) return void (await mailQueue.retry(db.em(), job))
  const mail =
    letter.kind === 'digest'
      ? await writeDigest(runtime, letter, mailer.publicUrl)
      : await db.transaction((em) => writeMail(em, letter, mailer.publicUrl))
  if (!mail) return void (await mailQueue.end(db.em(), job))
  const sent = await mailer.send(mail, signal)
  const { outcome } = sent
  mailMetrics.add(1, { outcome })
  if (outcome !== 'sent') log.warn({ ...sent, kind: letter.kind, attempt: job.attempt }, 'mail.not_sent')
  if (outcome === 'failed') return void (await mailQueue.retry(db.em(), job))
  await recordOutcome(db.em(), letter, outcome === 'sent' ? 'sent' : 'failed')
  await mailQueue.end(db.em(), job)
}

/** Sends members a digest of pending items when it is morning in their workspace. */
export const sendDigests: Worker<GatewayRuntime> = {
  name: 'digest',
  pollMs: 600_000,
  async run(runtime) {
    if (!runtime.deps.mailer) return { worked: 0 }
    return changeAcrossWorkspaces(runtime, async (tx) => {
      const due = await takeDigests(tx.em)
      for (const each of due) await post(tx, runtime, { kind: 'digest', ...each })
      return { worked: due.length }
    })
  },
}

const pushesAtOnceMax = 8
const textCharactersMax = 200

/** Sends push messages to devices. Combines events within a minute into one message. */
export const sendPush: Worker<GatewayRuntime> = {
  name: pushLoop,
  pollMs: 60_000,
  run: (runtime) =>
    runLeased(runtime, pushQueue, {
      limit: pushesAtOnceMax,
      work: (job) => sendOnePush(runtime, job),
      fail: async (job, { isRetried }) => isRetried || settle(runtime.db.em(), job),
    }),
}

/** Sends the pending push to a device. Ends the device's subscription if its push service no longer knows it. */
async function sendOnePush(runtime: GatewayRuntime, job: PushJob): Promise<void> {
  const { db, vault, deps, log } = runtime
  const em = db.em()
  // Nothing has happened since the last push, or the member has left since.
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
 * Returns the push's content, read with the member's permissions, so that a device shows no more than the dashboard. Undefined if they may
 * not see it or it is gone. Without name and text if the member doesn't want them on the screen, it is about several chats, or the service that
 * has them is away.
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
    return { ...content, name: name ?? phone ?? null, text: text ? shortened(text, textCharactersMax) : null }
  } catch (err) {
    return faultOf(err).status === 404 ? undefined : content
  }
}
