import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clients, FirstRunFile } from '@posthorn/client'
import type { numbers, OutputOf } from '@posthorn/contracts'
import { readJsonFile, writeSecretFile } from './data-folder.ts'
import type { Say } from './servers.ts'

type NumberView = OutputOf<typeof numbers.numbers.list>['items'][number]

/** The needs of a first run. `withClients` lends typed clients of all services, before the public port is open. */
export type FirstRunOptions = {
  dataDir: string
  url: string
  simulator: string
  say: Say
  withClients: <T>(work: (clients: Clients) => Promise<T>) => Promise<T>
}

const firstWorkspace = 'First workspace'
const firstKey = 'first run'

/**
 * The workspace, number and key of this data folder; made at the first start, or at the next when that was cut short. When the
 * port has changed since, the simulator gets the new address of its callbacks.
 */
export async function firstRun({ dataDir, url, simulator, say, withClients }: FirstRunOptions): Promise<FirstRunFile> {
  const path = join(dataDir, 'first-run.json')
  const known = readJsonFile(path) as FirstRunFile | undefined
  if (known === undefined) say('Making a workspace, a simulator number and an API key …')
  else if (known.url !== url) await withClients((clients) => repoint(clients, simulator))
  const account = { ...(known ?? (await withClients(makeAccount))), url, simulator }
  writeSecretFile(path, account)
  return account
}

async function repoint(clients: Clients, simulator: string): Promise<void> {
  for (const workspace of await clients.gateway.workspaces.list.query({}, clients.calling({ scopes: ['operator'] }))) {
    for (const { name, provider, phoneNumberId, callbackUrl } of await numbersOf(clients, workspace.id)) {
      if (provider !== 'simulator') continue
      const body = JSON.stringify({ name, phoneNumberId, callbackUrl })
      const answer = await fetch(`${simulator}/_simulator/numbers`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`the simulator answered ${answer.status} for number ${phoneNumberId}`)
    }
  }
}

async function numbersOf(clients: Clients, workspace: string): Promise<NumberView[]> {
  const found: NumberView[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = { size: 200, ...(cursor && { cursor }) }
    const { items, next } = await clients.numbers.numbers.list.query(page, clients.calling({ workspace }))
    found.push(...items)
    cursor = next
  }
  return found
}

async function makeAccount(clients: Clients): Promise<Pick<FirstRunFile, 'key' | 'workspace' | 'number'>> {
  const operator = clients.calling({ scopes: ['operator'] })
  const { workspaces, keys } = clients.gateway
  const workspace =
    (await workspaces.list.query({}, operator)).find(({ name }) => name === firstWorkspace) ??
    (await workspaces.create.mutate({ name: firstWorkspace }, operator))
  const inWorkspace = clients.calling({ workspace: workspace.id })
  const numbers = clients.numbers.numbers
  const number =
    (await numbersOf(clients, workspace.id)).find(({ provider }) => provider === 'simulator') ??
    (await numbers.create.mutate({ name: 'Simulator', provider: 'simulator' }, inWorkspace))
  await sendable(clients, { number: number.id, workspace: workspace.id })
  // A key of a run that was cut short has been shown to nobody.
  for (const key of await keys.list.query({ workspace: workspace.id }, operator)) {
    if (key.name === firstKey && key.revokedAt === null) await keys.revoke.mutate({ id: key.id }, operator)
  }
  const { key } = await keys.create.mutate({ workspace: workspace.id, name: firstKey }, operator)
  return { key, workspace: workspace.id, number: number.id }
}

const sendableTimeoutMs = 15_000
const sendablePauseMs = 20

/** Waits until messaging has received the number, so that the very first message can be sent. */
async function sendable(clients: Clients, { number, workspace }: { number: string; workspace: string }): Promise<void> {
  const end = performance.now() + sendableTimeoutMs
  for (;;) {
    try {
      await clients.messaging.queues.get.query({ id: number }, clients.calling({ workspace }))
      return
    } catch (error) {
      if (performance.now() > end) throw error
      await pause(sendablePauseMs)
    }
  }
}
