import type { Round } from '@posthorn/chassis'
import type { GroupOutcome, Line, Provider } from '@posthorn/provider'
import type { GroupsRuntime } from '../config.ts'
import { type CallTable, type Deadlines, nextCallInMs } from './asking.sql.ts'

/** How long a round may sleep. */
export const pollMs = 10_000
/** Pauses between tries: together about 20 minutes. */
export const retryMs = [1_000, 5_000, 30_000, 120_000, 300_000, 600_000] as const
/** Pause after the provider asked for less, when it did not say how long. */
export const throttledPauseMs = 30_000

const batchSizeMax = 8
/** Longer than a call may take; after that its process is gone. */
const leaseSeconds = 30
const pauseMsMin = 20

/** What one kind of asking does in a round. */
type Asking<C> = {
  table: CallTable
  /** Ends or frees what is past its deadline. */
  giveUpLate(deadlines: Deadlines): Promise<void>
  claim(limit: number): Promise<C[]>
  /** Asks the provider, and writes down what it said. */
  call(claimed: C): Promise<void>
}

/** One round of asking: what is late, what is due, and when to look again. */
export async function askingRound<C>(runtime: GroupsRuntime, asking: Asking<C>): Promise<Round> {
  const deadlines = { leaseSeconds, confirmSeconds: runtime.config.GROUP_CONFIRM_SECONDS }
  await asking.giveUpLate(deadlines)
  const claimed = await asking.claim(batchSizeMax)
  await Promise.all(claimed.map((each) => asking.call(each)))
  const dueInMs = await nextCallInMs(runtime.db.em(), asking.table, deadlines)
  return { worked: claimed.length, ...(dueInMs !== null && { nextInMs: Math.max(dueInMs, pauseMsMin) }) }
}

type Called = { numberId: string; provider: 'cloud' | 'simulator'; ciphertext: string | null }

/** Asks the provider over the line of the number; null when there is nobody to ask: the number was disconnected, or its provider is not set up here. */
export async function askOver(
  { deps, vault }: GroupsRuntime,
  { numberId, ciphertext, provider: name }: Called,
  ask: (provider: Provider, line: Line) => Promise<GroupOutcome>,
): Promise<GroupOutcome | null> {
  const provider = deps.providers[name]
  if (ciphertext === null || !provider) return null
  return ask(provider, JSON.parse(vault.open(ciphertext, `number ${numberId}`)) as Line)
}
