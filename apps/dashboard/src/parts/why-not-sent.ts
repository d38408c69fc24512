import type { Message } from '@posthorn/sdk'
import { clockTime, duration, fullMoment, type Key, say } from '../words/words.ts'

/** Button for a waiting or failed message: retries it, resumes its queue, or sends it now. */
export type Remedy = { act: 'retry' | 'resume' | 'sendNow'; name: Key; needs: string }

/** Whether a message failed or expired, so that it isn't sent without a retry. */
export const hasFailed = ({ status }: Pick<Message, 'status'>): boolean => status === 'failed' || status === 'expired'

/** Returns a sentence that says when the wait ends, with a leading space; empty if the time is unknown. */
export const untilText = (until: string | null): string =>
  until === null ? '' : ` ${say('why.until', { time: clockTime(until) })}`

/** Explains why a message hasn't been sent; undefined if it has. */
export function explanationOf(message: Message, now = Date.now()): { text: string; isFailure: boolean } | undefined {
  const { status, error, waiting, estimatedSendAt } = message
  if (hasFailed(message)) {
    return { text: error?.message ?? say(`status.${status}`), isFailure: true }
  }
  if (status === 'scheduled' && message.deliverAt) {
    return { text: say('why.schedule', { time: fullMoment(message.deliverAt) }), isFailure: false }
  }
  if (status !== 'queued' || waiting === null) return undefined
  const until = untilText(waiting.until)
  const left = estimatedSendAt === null ? 0 : Date.parse(estimatedSendAt) - now
  const estimate = left > 1_000 ? ` ${say('why.estimate', { time: duration(left) })}` : ''
  return { text: `${say(`why.${waiting.reason}`, { time: until })}${until}${estimate}`, isFailure: false }
}

/** Returns the action that gets a waiting or failed message moving again, if there is one. */
export function remedyOf({ status, error, waiting }: Message): Remedy | undefined {
  if (hasFailed({ status })) {
    return error?.retryable ? { act: 'retry', name: 'message.retry', needs: 'messages.retry' } : undefined
  }
  if (status === 'scheduled') return { act: 'sendNow', name: 'why.sendNow', needs: 'messages.update' }
  if (waiting?.reason === 'number_paused' || waiting?.reason === 'number_draining') {
    return { act: 'resume', name: 'why.resume', needs: 'queues.resume' }
  }
  return undefined
}
