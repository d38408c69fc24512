import type { ApiKey } from '@posthorn/sdk'
import { serverNow } from '../../parts/moment.tsx'
import type { Tone } from '../../parts/page.tsx'
import { fullMoment, say, shortMoment } from '../../words/words.ts'

/** A key that isn't used for this long may be forgotten. */
const unusedMs = 90 * 24 * 3_600_000

/** Whether a key has expired by the server's clock, which decides whether the key works. */
export const hasExpired = ({ expiresAt }: ApiKey, now = serverNow()): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now

/** Returns the current day in UTC by the server's clock, because the server counts the use of keys by such days. */
export const currentDay = (): string => new Date(serverNow()).toISOString().slice(0, 10)

/** Returns a key's status: revoked, expired, not used for 90 days, or active. */
export function statusOf(key: ApiKey, now = serverNow()): { tone: Tone; text: string } {
  const { revokedAt, lastUsedAt, createdAt } = key
  if (revokedAt) return { tone: 'quiet', text: say('key.revokedAt', { time: fullMoment(revokedAt) }) }
  if (hasExpired(key, now)) return { tone: 'quiet', text: say('key.ended') }
  if (now - Date.parse(lastUsedAt ?? createdAt) > unusedMs) return { tone: 'warn', text: say('key.unused') }
  return { tone: 'good', text: say('key.active') }
}

/** Returns in words when a key was last used, and from which address. */
export function lastUseOf({ lastUsedAt, lastUsedFrom }: ApiKey): string {
  if (!lastUsedAt) return say('word.never')
  const from = lastUsedFrom ? ` ${say('key.from', { address: lastUsedFrom })}` : ''
  return `${shortMoment(lastUsedAt)}${from}`
}
