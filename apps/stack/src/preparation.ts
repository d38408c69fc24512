import type { ServiceName } from '@posthorn/contracts'
import type { AccountOptions, NewAccount, OwnerOptions } from './account.ts'
import type { DatabaseSetup } from './databases.ts'

/** One-time startup work, by name. Inputs and outputs are plain JSON, so that another process can do the work. */
export type Preparations = {
  databases: { input: DatabaseSetup; output: Record<ServiceName, string> }
  account: { input: AccountOptions; output: NewAccount }
  callbacks: { input: AccountOptions; output: null }
  owner: { input: OwnerOptions; output: string | null }
}

/**
 * Runs a preparation. Loads its code on demand, because a preparation needs most of the services' code. Calls `say` with a line if it has
 * to wait.
 */
export async function prepare<N extends keyof Preparations>(
  name: N,
  input: Preparations[N]['input'],
  say: (line: string) => void,
): Promise<Preparations[N]['output']> {
  const works: { [K in keyof Preparations]: () => Promise<Preparations[K]['output']> } = {
    databases: async () => (await import('./databases.ts')).setUpDatabases(input as DatabaseSetup, say),
    account: async () => (await import('./account.ts')).makeAccount(input as AccountOptions, say),
    callbacks: async () => (await import('./account.ts')).moveCallbacks(input as AccountOptions, say),
    owner: async () => (await import('./account.ts')).inviteOwner(input as OwnerOptions, say),
  }
  return works[name]()
}
