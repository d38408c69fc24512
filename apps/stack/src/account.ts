import { setTimeout as pause } from 'node:timers/promises'
import { type Clients, createClients, type FirstRunFile } from '@posthorn/client'
import type { numbers, OutputOf, ServiceName } from '@posthorn/contracts'

type NumberView = OutputOf<typeof numbers.numbers.list>['items'][number]

/** Addresses of the services and the simulator, and the operator's secret. */
export type AccountOptions = { urls: Partial<Record<ServiceName, string>>; operator: string; simulator: string }

/** The workspace that an owner is invited to, and how the gateway is reached. */
export type OwnerOptions = Omit<AccountOptions, 'simulator'> & { workspace: string }

/** Result of a first run. */
export type NewAccount = Pick<FirstRunFile, 'key' | 'workspace' | 'number'>

const firstWorkspace = 'First workspace'
const firstKey = 'first run'

async function withClients<T>(
  { urls, operator }: Omit<AccountOptions, 'simulator'>,
  work: (clients: Clients) => Promise<T>,
): Promise<T> {
  const clients = createClients({ urls, credential: { name: 'operator', secret: operator } })
  return work(clients).finally(() => clients.close())
}

/** Makes the first workspace with its number and key; what an earlier start has made of them is taken. */
export function makeAccount(options: AccountOptions): Promise<NewAccount> {
  return withClients(options, make)
}

/** Gives the simulator the present address for the callbacks of its numbers. */
export function moveCallbacks(options: AccountOptions): Promise<null> {
  return withClients(options, async (clients) => {
    await repoint(clients, options.simulator)
    return null
  })
}

/** Makes the secret of the link with which somebody becomes the owner of the workspace; null where it has an owner. */
export function inviteOwner(options: OwnerOptions): Promise<string | null> {
  return withClients(options, async (clients) => {
    const operator = clients.calling({ scopes: ['operator'] })
    const { token } = await clients.gateway.people.welcome.mutate({ workspace: options.workspace }, operator)
    return token
  })
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

async function make(clients: Clients): Promise<NewAccount> {
  const operator = clients.calling({ scopes: ['operator'] })
  const { workspaces, workspaceKeys: keys } = clients.gateway
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

/** Waits until messaging knows the number, so that the very first message can be sent. */
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
