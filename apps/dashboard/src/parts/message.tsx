import type { Message, MessageStatus } from '@posthorn/sdk'
import { clockTime, duration, fullMoment, isKey, type Key, say } from '../words/words.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './message-status.module.css'
import { serverNow } from './moment.tsx'
import { errorText } from './problem.tsx'

const icons: Readonly<Record<MessageStatus, IconName>> = {
  scheduled: 'clock',
  queued: 'clock',
  sending: 'clock',
  sent: 'check',
  delivered: 'checks',
  read: 'checks',
  played: 'checks',
  failed: 'warning',
  expired: 'warning',
  canceled: 'close',
  received: 'check',
}

/** Whether this is a status that the dashboard knows. */
export const isMessageStatus = (name: string): name is MessageStatus => Object.hasOwn(icons, name)

/** The icon for a message's status, such as two checks for a delivered one. */
export function MessageStatus({ status, size = 15, title }: { status: MessageStatus; size?: number; title?: string }) {
  return (
    <span
      className={styles.status}
      data-status={status}
      title={title ?? say(`status.${status}`)}
      role="img"
      aria-label={say(`status.${status}`)}
    >
      <Icon name={icons[status]} size={size} />
    </span>
  )
}

/** Returns what a kind of message is called; the API's name if the dashboard doesn't know it. */
export function kindName(type: string): string {
  const key = `kind.${type}`
  return isKey(key) ? say(key) : type
}

/** Returns what to show for a message where there is little room: its whole text, or its kind if it has none. Callers shorten the text. */
export const previewOf = ({ type, message }: { type: string; message?: string | null | undefined }): string =>
  message || kindName(type)

/** Button for a waiting or failed message: retries it, resumes its queue, or sends it now. */
export type Remedy = { act: 'retry' | 'resume' | 'sendNow'; name: Key; needs: string }

/** Whether a message failed or expired, so that it isn't sent without a retry. */
export const hasFailed = ({ status }: Pick<Message, 'status'>): boolean => status === 'failed' || status === 'expired'

const dayMs = 24 * 3_600_000

/** Returns a sentence that says when the wait ends, with the date if that is more than a day away; empty if unknown. Begins with a space. */
export function untilText(until: string | null): string {
  if (until === null) return ''
  const isSoon = Date.parse(until) - serverNow() < dayMs
  return ` ${say('why.until', { time: isSoon ? clockTime(until) : fullMoment(until) })}`
}

/** Explains why a message failed or expired, or what it waits for; undefined if it does neither, or if that isn't known. */
export function explanationOf(message: Message): { text: string; isFailure: boolean } | undefined {
  const { status, error, waiting, estimatedSendAt } = message
  if (hasFailed(message)) {
    return { text: error ? errorText(error) : say(`status.${status}`), isFailure: true }
  }
  if (status === 'scheduled' && message.deliverAt) {
    return { text: say('why.schedule', { time: fullMoment(message.deliverAt) }), isFailure: false }
  }
  if (status !== 'queued' || waiting === null) return undefined
  const until = untilText(waiting.until)
  const left = estimatedSendAt === null ? 0 : Date.parse(estimatedSendAt) - serverNow()
  const estimate = left > 1_000 ? ` ${say('why.estimate', { time: duration(left) })}` : ''
  return { text: `${say(`why.${waiting.reason}`)}${until}${estimate}`, isFailure: false }
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
