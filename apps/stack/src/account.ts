import { setTimeout as pause } from 'node:timers/promises'
import { patiently } from '@posthorn/chassis/patience'
import { type Clients, createClients, type FirstRunFile, faultOf } from '@posthorn/client'
import type { numbers, OutputOf, ServiceName } from '@posthorn/contracts'

type NumberView = OutputOf<typeof numbers.numbers.list>['items'][number]

/** URLs of the services and the simulator, the operator's secret, and how long to wait for responses. */
export type AccountOptions = {
  urls: Partial<Record<ServiceName, string>>
  operator: string
  simulator: string
  waitMs: number
}

type Say = (line: string) => void

export type OwnerOptions = Omit<AccountOptions, 'simulator'> & { workspace: string }

export type NewAccount = Pick<FirstRunFile, 'key' | 'workspace' | 'number'>

const firstWorkspace = 'First workspace'
const firstKey = 'first run'

/**
 * Runs work with clients for the operator. Retries it for `waitMs` while a service or the simulator doesn't respond, so `work` must pick up
 * where an earlier attempt left off.
 */
async function withClients<T>(
  { urls, operator, waitMs }: Omit<AccountOptions, 'simulator'>,
  work: (clients: Clients) => Promise<T>,
  say: Say,
): Promise<T> {
  const clients = createClients({ urls, credential: { name: 'operator', secret: operator } })
  const isPassing = (error: unknown) => faultOf(error).code === 'service:unavailable' || error instanceof NoAnswer
  const onWait = (error: unknown) => say(`A service does not answer yet: ${(error as Error).message}; trying again …`)
  return patiently(() => work(clients), { limitMs: waitMs, isPassing, onWait }).finally(() => clients.close())
}

class NoAnswer extends Error {}

/** Creates the first workspace with its number and key, or continues an interrupted first start. */
export const makeAccount = (options: AccountOptions, say: Say): Promise<NewAccount> =>
  withClients(options, (clients) => makeOrContinue(clients, options), say)

/** Tells the simulator the callback URLs of its numbers, after the address of the installation has changed. */
export const moveCallbacks = (options: AccountOptions, say: Say): Promise<null> =>
  withClients(options, (clients) => registerCallbacks(clients, options.simulator).then(() => null), say)

/**
 * Creates the secret for the link that makes someone the workspace's owner; an earlier link stops working. Returns null if an owner can
 * already sign in.
 */
export function inviteOwner(options: OwnerOptions, say: Say): Promise<string | null> {
  const invite = async (clients: Clients) => {
    const operator = clients.calling({ scopes: ['operator'] })
    const { token } = await clients.gateway.people.welcome.mutate({ workspace: options.workspace }, operator)
    return token
  }
  return withClients(options, invite, say)
}

/** Registers all simulator numbers again. Otherwise, the simulator would send replies and statuses to the previous address. */
async function registerCallbacks(clients: Clients, simulator: string): Promise<void> {
  for (const workspace of await clients.gateway.workspaces.list.query({}, clients.calling({ scopes: ['operator'] }))) {
    for (const { name, provider, phoneNumberId, callbackUrl } of await numbersOf(clients, workspace.id)) {
      if (provider !== 'simulator') continue
      const body = JSON.stringify({ name, phoneNumberId, callbackUrl })
      const answer = await fetch(`${simulator}/_simulator/numbers`, { method: 'POST', body }).catch(
        (cause: unknown) => {
          throw new NoAnswer('the simulator cannot be reached', { cause })
        },
      )
      if (!answer.ok) throw new Error(`the simulator answered ${answer.status} for number ${phoneNumberId}`)
    }
  }
}

/** Lists all numbers of a workspace. */
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

/** Creates what an earlier, interrupted start has not created yet, and a new key in place of unused ones. Finds workspace and key by name. */
async function makeOrContinue(clients: Clients, { waitMs, simulator }: AccountOptions): Promise<NewAccount> {
  const operator = clients.calling({ scopes: ['operator'] })
  const { workspaces, workspaceKeys: keys } = clients.gateway
  const workspace =
    (await workspaces.list.query({}, operator)).find(({ name }) => name === firstWorkspace) ??
    (await workspaces.create.mutate({ name: firstWorkspace }, operator))
  const inWorkspace = clients.calling({ workspace: workspace.id })
  const numbers = clients.numbers.numbers
  const earlier = (await numbersOf(clients, workspace.id)).find(({ provider }) => provider === 'simulator')
  // The interrupted start may have had another address.
  if (earlier) await registerCallbacks(clients, simulator)
  const number = earlier ?? (await numbers.create.mutate({ name: 'Simulator', provider: 'simulator' }, inWorkspace))
  await waitUntilSendable(clients, { number: number.id, workspace: workspace.id, waitMs })
  // An interrupted start has shown its key to no one. A key that has been used is one whose first-run.json was lost, so it stays.
  for (const key of await keys.list.query({ workspace: workspace.id }, operator)) {
    if (key.name === firstKey && key.revokedAt === null && key.lastUsedAt === null)
      await keys.revoke.mutate({ id: key.id }, operator)
  }
  const { key } = await keys.create.mutate({ workspace: workspace.id, name: firstKey }, operator)
  return { key, workspace: workspace.id, number: number.id }
}

const sendablePauseMs = 20

/** Waits until messaging knows about the number, so that the first message can be sent immediately. */
async function waitUntilSendable(
  clients: Clients,
  { number, workspace, waitMs }: { number: string; workspace: string; waitMs: number },
): Promise<void> {
  const end = performance.now() + waitMs
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
