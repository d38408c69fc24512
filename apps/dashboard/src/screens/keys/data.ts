import type { ApiKey } from '@posthorn/sdk'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { paged } from '../../api/queries.ts'
import type { Tone } from '../../parts/status.tsx'
import { fullMoment, shortMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'

export const keysQuery = (workspace: string) =>
  paged(['keys', workspace], (cursor, options) => api.keys.list({ size: 100, ...cursor }, options).page())

export const keyQuery = (workspace: string, id: string) =>
  queryOptions({ queryKey: ['keys', workspace, id], queryFn: ({ signal }) => api.keys.get({ id }, { signal }) })

/** A key's requests by operation and day. */
export const usageQuery = (workspace: string, id: string) =>
  queryOptions({
    queryKey: ['keys', workspace, id, 'use'],
    queryFn: ({ signal }) => api.keys.usage({ id }, { signal }),
  })

const unusedMs = 90 * 24 * 3_600_000

/** Returns the status of a key: revoked, expired, unused for long, or in use. */
export function statusOf(key: ApiKey, now = Date.now()): { tone: Tone; text: string } {
  const { revokedAt, expiresAt, lastUsedAt, createdAt } = key
  if (revokedAt) return { tone: 'quiet', text: say('key.revokedAt', { time: fullMoment(revokedAt) }) }
  if (expiresAt && Date.parse(expiresAt) <= now) return { tone: 'quiet', text: say('key.ended') }
  if (now - Date.parse(lastUsedAt ?? createdAt) > unusedMs) return { tone: 'warn', text: say('key.unused') }
  return { tone: 'good', text: say('key.active') }
}

/** Returns when and where a key was last used. */
export function lastUseOf({ lastUsedAt, lastUsedFrom }: ApiKey): string {
  if (!lastUsedAt) return say('key.never')
  const from = lastUsedFrom ? ` ${say('key.from', { address: lastUsedFrom })}` : ''
  return `${shortMoment(lastUsedAt)}${from}`
}
