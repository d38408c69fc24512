import { faultPoint, inTransaction, isUnavailable } from '@posthorn/chassis'
import { patiently } from '@posthorn/chassis/patience'
import { type ErrorCode, Fault, newId } from '@posthorn/contracts'
import type { NumberAccess, SendOutcome } from '@posthorn/provider'
import type { MessagingRuntime } from '../../config.ts'
import { filesOf } from '../../content/accept.ts'
import { isAllowedOutsideWindow, outboundContent, postContentOf } from '../../content/outbound.ts'
import { uploadFile } from '../../files/upload.sql.ts'
import type { CallResult, ClaimedJob } from '../claim/claimed-job.ts'
import { convertToPost, extendLease } from '../claim/jobs.sql.ts'
import { repeatProbe } from '../pace/number-queues.sql.ts'
import { silenceRestMs } from '../pace/outages.ts'
import { backoffOf, droppedCall } from '../pace/pacer.ts'

/** How long errors are retried while Postgres is available, such as while another transaction locks the job. */
const settleLimitMs = 30_000
/** While Postgres is unavailable, no other process can settle the outcome. */
const outageLimitMs = 600_000
/** Short enough for the job's turn to still be valid after the read. */
const probeReadMs = 1_000

/**
 * Requests a post for a message to a channel. The message remains `sending` until the end of the post is announced. Makes no call to the
 * provider, so nothing can be sent twice: messages to channels have `onUnknown: resend`, which repeats the request after a failed commit.
 */
async function postToChannel(runtime: MessagingRuntime, job: ClaimedJob): Promise<void> {
  const { workspaceId: workspace, recipient: channel } = job
  const post = newId('pst')
  try {
    await inTransaction(runtime, async (tx) => {
      if (!(await convertToPost(tx.em, job, post))) return
      const data = { post, channel, content: postContentOf(job) }
      tx.emit({ kind: 'post:requested', workspace, data, aggregate: { id: post, version: 1 } })
      if (job.probe) await repeatProbe(tx.em, job.numberId)
      tx.wake('dispatch')
    })
  } catch (err) {
    runtime.log.error({ message: job.messageId, err }, 'message.post_failed')
  }
}

/**
 * Makes the call for a claimed job and stores its outcome. A response that throttles or suspends the number also stops the number's waiting
 * calls in this process.
 */
export async function callAndSettle(runtime: MessagingRuntime, job: ClaimedJob): Promise<void> {
  if (job.chatType === 'channel') return postToChannel(runtime, job)
  // Files must be uploaded first. If the process dies during the upload, the outcome is unknown, as during any call.
  const makeCall = filesOf(job.content).length > 0 && !job.content?.sentInstead ? callWithFiles : callProvider
  const outcome = refusalBefore(job) ?? (await makeCall(runtime, job))
  faultPoint('call.answered', runtime.name)
  const restMs = backoffOf(outcome)
  if (restMs !== null) runtime.deps.pacer.backOff(job.numberId, restMs)
  // A response that ends a silence shows that the number may resume, just as a probe's does.
  const probe = runtime.deps.silences.takeEnd(job.numberId) || job.probe
  await settle(runtime, { job: { ...job, probe }, outcome })
}

/** Settles an outcome that only this process knows, so it retries while Postgres is down or another transaction locks the job. */
async function settle(runtime: MessagingRuntime, ended: CallResult): Promise<void> {
  const { messageId: message } = ended.job
  const say = (err: unknown) =>
    runtime.log.error({ message, outcome: ended.outcome.outcome, err }, 'message.settle_failed')
  const endsAt = performance.now() + settleLimitMs
  const isPassing = (err: unknown) => isUnavailable(err) || performance.now() < endsAt
  const limits = { limitMs: outageLimitMs, isPassing, onWait: say }
  // Once the time limit has passed, the outcome counts as unknown, and only a status callback can settle it.
  await patiently(() => runtime.deps.settle(ended), limits).catch(say)
}

/** Returns the refusal of a message that must not be sent or that the provider is known to refuse, or null if it may be sent. */
function refusalBefore(job: ClaimedJob): SendOutcome | null {
  if (job.blocked) return refusalOf('contact:blocked')
  if (job.optedOut) return refusalOf('contact:opted_out')
  if (job.postStopped) return refusalOf('post:stopped')
  const isAllowed = !job.windowClosed || isAllowedOutsideWindow(job) || job.content?.sentInstead
  return isAllowed ? null : refusalOf('window:closed')
}

/** Returns the outcome of a message that is refused without a call. Our text for the code says it all, so the error has no title. */
function refusalOf(errorCode: ErrorCode): SendOutcome {
  return { outcome: 'refused', error: { code: null, title: '', errorCode, retryable: false }, suspendsNumber: false }
}

/** Uploads the content's files, then calls. */
async function callWithFiles(runtime: MessagingRuntime, job: ClaimedJob): Promise<SendOutcome> {
  const provider = runtime.deps.provider(job.provider)
  if (!provider || !job.ciphertext) return callProvider(runtime, job)
  const { numberId, numberVersion: version, ciphertext } = job
  const mediaIds = new Map<string, string>()
  try {
    const access = runtime.deps.credentials({ numberId, version, ciphertext })
    for (const { file, mime } of filesOf(job.content)) {
      const wanted = { workspace: job.workspaceId, numberId, file, mime }
      const upload = await uploadFile(
        runtime,
        { provider, access, extendLease: (ms) => keepLease(runtime, job, ms) },
        wanted,
      )
      if (upload.outcome !== 'uploaded') return upload
      mediaIds.set(file, upload.mediaId)
    }
    // The call's scheduled time passed during the upload, so the call is made now.
    await keepLease(runtime, job, 0)
  } catch (err) {
    return notSent(runtime, job, err)
  }
  return callProvider(runtime, { ...job, callAt: performance.now() }, mediaIds)
}

/** Extends a job's lease. Fails if the lease is lost: another process may have the message, and a call could send it twice. */
async function keepLease(runtime: MessagingRuntime, job: ClaimedJob, ms: number): Promise<void> {
  if (!(await extendLease(runtime, job, ms))) throw new Error('the lease was lost during the upload')
}

/** Makes the call when its turn comes. Await nothing between the log entry and the first byte: that gap is the only uncertainty. */
async function callProvider(
  runtime: MessagingRuntime,
  job: ClaimedJob,
  mediaIds?: ReadonlyMap<string, string>,
): Promise<SendOutcome> {
  const { deps, spans } = runtime
  const content = outboundContent({
    ...job,
    toGroup: job.chatType === 'group',
    ...(mediaIds === undefined ? {} : { mediaIds }),
  })
  if (content === null) return refusalOf('message:not_found')
  const provider = deps.provider(job.provider)
  if (!provider || !job.ciphertext) {
    const title = provider ? 'the number has no credentials' : `provider ${job.provider} is not set up here`
    return { outcome: 'not_sent', error: { code: null, title, errorCode: 'provider:unreachable', retryable: true } }
  }
  const { numberId, numberVersion: version, ciphertext } = job
  let access: NumberAccess
  try {
    access = deps.credentials({ numberId, version, ciphertext })
  } catch (err) {
    return notSent(runtime, job, err)
  }
  // A message sent to a provider that hangs ends without an outcome. A read risks no message.
  if (job.probe && deps.silences.isSilent(numberId) && !(await provider.responds(access, probeReadMs)))
    return droppedCall(silenceRestMs)
  const restMs = await deps.pacer.waitTurn(job)
  if (restMs !== null) return droppedCall(restMs)
  try {
    deps.callLog.record(job.messageId, job.attempt)
  } catch (err) {
    return notSent(runtime, job, err)
  }
  const message = {
    to: job.recipient,
    ...(job.chatType === 'group' ? { toGroup: true } : {}),
    ...content,
    ...(job.quotedProviderId ? { quotedProviderId: job.quotedProviderId } : {}),
    callbackTag: `${job.messageId}:${job.attempt}`,
  }
  return traceCall(spans, job, async () => {
    const begunMs = performance.now()
    const end = deps.silences.begin(job.numberId)
    const outcome = await provider.send(access, message).finally(() => deps.pacer.recordAnswer(job))
    end(outcome)
    deps.metrics.calls.observe((performance.now() - begunMs) / 1000, { class: outcome.outcome })
    return outcome
  })
}

/**
 * Returns the outcome of a message for which no call began, so that it is tried again. The message shows the reason only if it is a fault's:
 * those of other errors may name paths or addresses.
 */
function notSent({ log }: MessagingRuntime, { messageId: message }: ClaimedJob, err: unknown): SendOutcome {
  log.warn({ message, err }, 'message.not_sent')
  const title = err instanceof Fault ? err.message : ''
  return { outcome: 'not_sent', error: { code: null, title, errorCode: 'server:error', retryable: true } }
}

/** Makes the call in a span of the trace of the request that created the message. */
async function traceCall(
  spans: MessagingRuntime['spans'],
  { provider, messageId: message, attempt, traceparent: parent }: ClaimedJob,
  call: () => Promise<SendOutcome>,
): Promise<SendOutcome> {
  const step = spans.begin({ name: `${provider} send`, kind: 'client', parent, attributes: { message, attempt } })
  const outcome = await call()
  const error = outcome.outcome === 'sent' ? undefined : outcome.error.errorCode
  step.end({ attributes: { outcome: outcome.outcome }, error })
  return outcome
}
