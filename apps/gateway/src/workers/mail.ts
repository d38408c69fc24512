import { runLeased, type Worker } from '@posthorn/chassis'
import { takeDigests, writeDigest } from '../accounts/digest/digest.sql.ts'
import { changeAcrossWorkspaces } from '../accounts/people/person.sql.ts'
import type { GatewayRuntime } from '../deps.ts'
import { deleteLate, type MailJob, mailLoop, mailQueue, openLetter, post, writeMail } from '../mail/outbox.sql.ts'

const besideMax = 4

/** Sends mails from the outbox. Retries failed mails for a day with increasing delays. */
export const sendMail: Worker<GatewayRuntime> = {
  name: mailLoop,
  pollMs: 60_000,
  async run(runtime, signal) {
    const em = runtime.db.em()
    const late = await deleteLate(em)
    if (late > 0) runtime.deps.mailMetrics.add(late, { outcome: 'late' })
    return runLeased(em, mailQueue, { limit: besideMax, work: (job) => sendOne(runtime, job, signal) })
  },
}

async function sendOne(runtime: GatewayRuntime, job: MailJob, signal: AbortSignal): Promise<void> {
  const { db, vault, deps, log } = runtime
  const { mailer, mailMetrics } = deps
  const letter = openLetter(vault, job)
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
  await (outcome === 'failed' ? mailQueue.retry(db.em(), job) : mailQueue.end(db.em(), job))
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
