import type { Message, Number as PhoneNumber, Queue } from '@posthorn/sdk'
import type { Tone } from '../../parts/page.tsx'
import { duration, type Key, say } from '../../words/words.ts'

type Reason = NonNullable<Message['waiting']>['reason']

/** A reason why messages wait: how many messages it affects, their share, and the latest known time at which it ends. */
export type WaitingReason = { reason: Reason; count: number; share: number; until: string | undefined }

/**
 * Counts the reasons why messages wait, most frequent first, with each one's share of all messages and its latest end. For a scheduled
 * message, the reason is its schedule.
 */
export function reasonsOf(messages: readonly Message[]): WaitingReason[] {
  const groups = Map.groupBy(messages, reasonOf)
  const reasons = [...groups].flatMap(([reason, of]): WaitingReason[] => {
    if (reason === undefined) return []
    const until = of
      .flatMap(({ waiting }) => waiting?.until ?? [])
      .toSorted()
      .at(-1)
    return [{ reason, count: of.length, share: of.length / messages.length, until }]
  })
  return reasons.toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))
}

const reasonOf = ({ status, waiting }: Message): Reason | undefined =>
  waiting?.reason ?? (status === 'scheduled' ? 'schedule' : undefined)

type StatusText = { tone: Tone; text: string }

/**
 * Returns a number's status: its own unless it is `connecting` or `active`, then its queue's, then its session's, so that the first problem
 * is shown.
 */
export function statusOf({ status, session, queue }: PhoneNumber): StatusText {
  if (status === 'disconnected') return { tone: 'quiet', text: say('number.disconnected') }
  if (status === 'error') return { tone: 'bad', text: say('number.error') }
  if (status === 'restricted') return { tone: 'bad', text: say('number.restricted') }
  if (queue?.status === 'paused') return { tone: 'warn', text: say('queue.paused') }
  if (queue?.status === 'draining') return { tone: 'warn', text: say('queue.draining') }
  if (queue?.refuses) return { tone: 'warn', text: say('number.refusing') }
  if (session.status === 'online') return { tone: 'good', text: say('number.online') }
  return { tone: session.status === 'error' ? 'bad' : 'warn', text: say(`number.${session.status}`) }
}

/** Returns WhatsApp's quality rating in words. */
export function qualityOf(rating: string | null): StatusText {
  if (rating === 'GREEN') return { tone: 'good', text: say('number.qualityHigh') }
  if (rating === 'YELLOW') return { tone: 'warn', text: say('number.qualityMedium') }
  if (rating === 'RED') return { tone: 'bad', text: say('number.qualityLow') }
  return { tone: 'quiet', text: say('number.unknown') }
}

/** Returns in words with how many people a phone number can start conversations per day, such as `2K` for `TIER_2K`. */
export function limitOf(limit: string | null): string {
  if (limit === null) return say('number.unknown')
  if (limit === 'TIER_UNLIMITED') return say('number.unlimited')
  return limit.replace('TIER_', '')
}

const nameStatuses: Readonly<Record<string, Key>> = {
  APPROVED: 'number.name.approved',
  AVAILABLE_WITHOUT_REVIEW: 'number.name.available',
  PENDING_REVIEW: 'number.name.pending',
  DECLINED: 'number.name.declined',
  EXPIRED: 'number.name.expired',
  NONE: 'number.name.none',
}

const mayStatuses: Readonly<Record<string, Key>> = {
  AVAILABLE: 'number.may.available',
  LIMITED: 'number.may.limited',
  BLOCKED: 'number.may.blocked',
}

/** Messages per second at WhatsApp's throughput levels. */
const perSecond: Readonly<Record<string, number>> = { STANDARD: 80, HIGH: 1_000 }

/** Returns the status of the display name in words. For an unknown status, returns WhatsApp's name for it. */
export const nameStatusOf = (status: string | null): string | null => inWords(nameStatuses, status)

/** Describes what a number can send. For an unknown value, returns WhatsApp's name for it. */
export const canSendOf = (status: string | null): string | null => inWords(mayStatuses, status)

/** Returns how many messages per second WhatsApp takes from a number. For an unknown level, returns WhatsApp's name for it. */
export function throughputOf(level: string | null): string | null {
  const count = level === null ? undefined : perSecond[level]
  return count === undefined ? level : say('number.perSecond', { count })
}

/** Returns the text for a value of the provider, or the value if there is no text for it. */
function inWords(words: Readonly<Record<string, Key>>, name: string | null): string | null {
  const known = name === null ? undefined : words[name]
  return known === undefined ? name : say(known)
}

/** Describes the queue in a sentence: its length, the age of its oldest message, and how long its messages will take, if it is sending. */
export function sentenceOfQueue({ waiting, scheduled, oldestAgeMs, etaMs }: Omit<Queue, 'number'>): string {
  if (waiting === 0) return scheduled === 0 ? say('queue.empty') : say('queue.onlyScheduled', { count: scheduled })
  const begin = say('queue.waiting', { count: waiting, time: duration(oldestAgeMs) })
  return etaMs === null ? begin : `${begin} ${say('queue.ends', { time: duration(etaMs) })}`
}

/**
 * Returns how many milliseconds a blocked queue will take to send its messages at its full rate once it can; undefined if there are none.
 * The API estimates this only for a queue that is sending.
 */
export function timeToEmptyMs({ waiting, postsWaiting, ratePerSecond }: Queue): number | undefined {
  const count = waiting + postsWaiting
  return count === 0 ? undefined : (count / ratePerSecond) * 1_000
}
