import type { Worker } from '@posthorn/chassis'
import type { SendOutcome } from '@posthorn/provider'
import type { MessagingRuntime } from '../config.ts'
import { outboundContent } from '../content/outbound.ts'
import { type ClaimedJob, claimJobs } from './claim.ts'
import { unsendable } from './consequences.ts'
import { settleWith } from './settle.ts'

const pollMs = 1_000

/** Hands due messages to the provider. Calls run side by side; a slow one never keeps the next claim waiting. */
export const dispatch: Worker<MessagingRuntime> = {
  name: 'dispatch',
  pollMs,
  run: async (runtime) => {
    const room = runtime.config.CALLS_IN_FLIGHT_MAX - runtime.deps.inFlight.size
    if (room <= 0) return { worked: 0 }
    const { jobs, more, nextInMs } = await claimJobs(runtime, room)
    for (const job of jobs) keepInFlight(runtime, callAndSettle(runtime, job))
    return { worked: more ? jobs.length : 0, ...(nextInMs === undefined ? {} : { nextInMs }) }
  },
}

function keepInFlight(runtime: MessagingRuntime, call: Promise<void>): void {
  const { inFlight } = runtime.deps
  const kept = call.finally(() => {
    inFlight.delete(kept)
    runtime.wake('dispatch')
  })
  inFlight.add(kept)
}

async function callAndSettle(runtime: MessagingRuntime, job: ClaimedJob): Promise<void> {
  const outcome = await callProvider(runtime, job)
  try {
    await settleWith(runtime)({ job, outcome })
  } catch (err) {
    // The lease ends, the outcome counts as unknown, and the status callback settles it.
    runtime.log.error({ message: job.messageId, outcome: outcome.outcome, err }, 'message.settle_failed')
  }
}

/** The call itself. Nothing may be awaited before it: between the claim's commit and the first byte lies the only doubt. */
function callProvider({ deps }: MessagingRuntime, job: ClaimedJob): Promise<SendOutcome> {
  const content = outboundContent(job)
  if (content === null || (job.windowClosed && content.type !== 'template'))
    return Promise.resolve(unsendable(content === null ? 'message:not_found' : 'window:closed'))
  const provider = deps.provider(job.provider)
  if (!provider || !job.ciphertext) {
    const title = provider ? 'the number has no credentials' : `provider ${job.provider} is not set up here`
    return Promise.resolve({
      outcome: 'not_sent',
      error: { code: null, title, errorCode: 'provider:unreachable', retryable: true },
    })
  }
  try {
    const line = deps.line({
      numberId: job.numberId,
      version: job.numberVersion,
      provider: job.provider,
      ciphertext: job.ciphertext,
    })
    return provider.send(line, {
      to: job.recipient,
      ...content,
      ...(job.quotedProviderId ? { quotedProviderId: job.quotedProviderId } : {}),
      callbackTag: `${job.messageId}:${job.attempt}`,
    })
  } catch (err) {
    return Promise.resolve({
      outcome: 'not_sent',
      error: {
        code: null,
        title: err instanceof Error ? err.message : 'cannot call',
        errorCode: 'server:error',
        retryable: true,
      },
    })
  }
}
