import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { patiently } from '@posthorn/chassis/patience'
import type { ServiceName } from '@posthorn/contracts'

/** The services' URLs, the operator's secret, and how long to wait for responses. */
export type QuarantineOptions = { urls: Partial<Record<ServiceName, string>>; operator: string; waitMs: number }

/** A quarantined service, when its quarantine began, and how many items of each kind were due before that. */
export type QuarantinedService = { service: string; since: string; due: Record<string, number> }

const guardedServices = ['messaging', 'groups', 'webhooks'] as const

/** Lists the services that have detected a restored Postgres, for the launcher to show: they send nothing until an operator decides. */
export async function listQuarantined(options: QuarantineOptions): Promise<QuarantinedService[]> {
  // Every failure counts as temporary, because it means that a service isn't responding.
  return patiently(() => findQuarantined(options), { limitMs: options.waitMs, isPassing: () => true })
}

/** Asks the services for their quarantine, but only those whose readiness report mentions one. */
async function findQuarantined({ urls, operator }: QuarantineOptions): Promise<QuarantinedService[]> {
  const checked = await Promise.all(
    guardedServices.map(async (name) => ((await isQuarantined(urls[name])) ? [name] : [])),
  )
  const names = checked.flat()
  if (names.length === 0) return []
  // Imported on demand, because the client needs 50 MB that a launcher of separate processes doesn't otherwise use.
  const { createClients } = await import('@posthorn/client')
  const clients = createClients({ urls, credential: { name: 'operator', secret: operator } })
  const caller = clients.calling({ scopes: ['operator'] })
  const list = names.map(async (service) => ({ service, ...(await clients[service].quarantine.get.query({}, caller)) }))
  const statuses = await Promise.all(list).finally(() => clients.close())
  return statuses.flatMap(({ service, since, due }) => (since === null ? [] : [{ service, since, due }]))
}

/** Maximum time for a readiness report. */
const responseMsMax = 5_000

/** Returns whether the readiness report of a service mentions a quarantine. That needs no client, which takes much memory. */
async function isQuarantined(url: string | undefined): Promise<boolean> {
  if (url === undefined) return false
  // A suspended service accepts connections but never responds.
  const request = get(new URL('/readyz', url), { signal: AbortSignal.timeout(responseMsMax) })
  // Once the response has begun, reading it fails, too.
  request.on('error', () => {})
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return (await text(answer)).includes('quarantine since')
}
