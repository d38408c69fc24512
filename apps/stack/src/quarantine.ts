import { patiently } from '@posthorn/chassis/patience'
import type { ServiceName } from '@posthorn/contracts'

/** Addresses of the services, the operator's secret, and the longest wait for an answer of them. */
export type QuarantineOptions = { urls: Partial<Record<ServiceName, string>>; operator: string; waitMs: number }

/** A service in quarantine: since when, and how much of each kind was due before. */
export type QuarantinedService = { service: string; since: string; due: Record<string, number> }

const guarded = ['messaging', 'groups', 'webhooks'] as const

/** Lists the services that found their Postgres restored and send nothing until an operator decides. */
export async function listQuarantined(options: QuarantineOptions): Promise<QuarantinedService[]> {
  // What fails here is a service that does not answer: nothing else is asked of it.
  return patiently(() => findQuarantined(options), { limitMs: options.waitMs, isPassing: () => true })
}

async function findQuarantined({ urls, operator }: QuarantineOptions): Promise<QuarantinedService[]> {
  const checked = await Promise.all(guarded.map(async (name) => ((await isQuarantined(urls[name])) ? [name] : [])))
  const names = checked.flat()
  if (names.length === 0) return []
  // The client needs 50 MB, which the launcher does without otherwise.
  const { createClients } = await import('@posthorn/client')
  const clients = createClients({ urls, credential: { name: 'operator', secret: operator } })
  const caller = clients.calling({ scopes: ['operator'] })
  const list = names.map(async (service) => ({ service, ...(await clients[service].quarantine.get.query({}, caller)) }))
  const statuses = await Promise.all(list).finally(() => clients.close())
  return statuses.flatMap(({ service, since, due }) => (since === null ? [] : [{ service, since, due }]))
}

async function isQuarantined(url: string | undefined): Promise<boolean> {
  if (url === undefined) return false
  const answer = await fetch(new URL('/readyz', url))
  return (await answer.text()).includes('quarantine since')
}
