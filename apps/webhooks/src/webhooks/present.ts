import type { webhook } from '@posthorn/contracts'
import type { z } from 'zod'
import type { EndpointRow, WebhookRow } from '../entities/webhook.ts'

/** Returns a webhook in its API representation, without secrets. `now` distinguishes an open breaker from a half-open one. */
export function presentWebhook(row: WebhookRow, endpoints: EndpointRow[], now: Date): z.output<typeof webhook> {
  const sorted = endpoints.toSorted((a, b) => a.position - b.position)
  const urls = sorted.map((endpoint) => endpoint.url)
  return {
    id: row.id as z.output<typeof webhook>['id'],
    name: row.name ?? null,
    url: urls[0] ?? '',
    urls,
    endpoints: sorted.map((endpoint) => presentEndpoint(endpoint, now)),
    events: row.events,
    number: row.numberId ?? null,
    secretHeader: row.secretHeaderName ? { name: row.secretHeaderName } : null,
    ratePerSecond: row.ratePerSecond ?? null,
    format: row.format,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function presentEndpoint(row: EndpointRow, now: Date): z.output<typeof webhook>['endpoints'][number] {
  const until = row.breakerUntil ?? null
  return {
    id: row.id,
    url: row.url,
    status: row.status,
    failingSince: row.failingSince?.toISOString() ?? null,
    lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
    breaker: {
      status: until === null ? 'closed' : until > now ? 'open' : 'half_open',
      until: until?.toISOString() ?? null,
    },
  }
}
