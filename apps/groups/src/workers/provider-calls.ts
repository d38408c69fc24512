import type { EntityManager } from '@mikro-orm/postgresql'
import { longWaitsOf, type Round, sql, type Tx } from '@posthorn/chassis'
import { numberCredentialsPurpose } from '@posthorn/contracts'
import { type GroupOutcome, type NumberAccess, type Provider, waitMsMax } from '@posthorn/provider'
import type { GroupsRuntime } from '../config.ts'

type CallTable = 'group_creation' | 'group_job'

/** Limits on the time of a call's response and of the provider's confirmation, and on the number of calls. */
export type Deadlines = { leaseSeconds: number; confirmSeconds: number; attemptsMax: number }

/** Only the oldest of a group's jobs makes its call. */
const countsIn: Record<CallTable, string> = {
  group_creation: 'true',
  group_job: `not exists (select 1 from group_job e where e.workspace_id = c.workspace_id and e.group_id = c.group_id and e.id < c.id)`,
}

/** Returns the milliseconds until the next call is due, abandoned or overdue, or null if there is none. */
async function nextCallInMs(em: EntityManager, table: CallTable, opts: Deadlines): Promise<number | null> {
  const [row] = await sql<{ ms: string | null }>(
    em,
    `select ceil(extract(epoch from min(case status
         when 'waiting' then run_at
         when 'calling' then called_at + make_interval(secs => $1)
         else called_at + make_interval(secs => $2) end) - now()) * 1000)::text as ms
     from ${table} c where ${countsIn[table]}`,
    [opts.leaseSeconds, opts.confirmSeconds],
  )
  return row?.ms ? Number(row.ms) : null
}

/** Longest sleep between rounds. */
export const pollMs = 10_000
/** Delays between attempts, about 18 minutes in total. */
export const retryMs = [1_000, 5_000, 30_000, 120_000, 300_000, 600_000] as const
/** Pause for a throttled number if the provider gave no duration. */
export const throttledPauseMs = 30_000

const calledAgainSeconds = Math.max(...retryMs, waitMsMax) / 1_000

/** Ends waits of calls, and restarts deadlines, that are later than possible after the database's clock went back. */
export const longCallWaits = (['group_creation', 'group_job'] as const).flatMap((table) => [
  longWaitsOf({ table, column: 'run_at', secondsMax: calledAgainSeconds }),
  longWaitsOf({ table, column: 'called_at', secondsMax: 0 }),
])

const batchSizeMax = 8
/** Longer than any call. After this time, the process is assumed dead. */
const leaseSeconds = 30
/** Shortest pause before the next round: a due call may be another process's. */
const pauseMsMin = 20

type ProviderCalls<C> = {
  table: CallTable
  giveUpLate(deadlines: Deadlines): Promise<void>
  claim(limit: number): Promise<C[]>
  call(claimed: C): Promise<void>
}

/** Runs a round: makes due calls, ends overdue ones, and returns when to run again. Throws a call's error last, so that overdue ones still end. */
export async function callRound<C>(runtime: GroupsRuntime, calls: ProviderCalls<C>): Promise<Round> {
  const attemptsMax = retryMs.length + 1
  const deadlines = { leaseSeconds, confirmSeconds: runtime.config.GROUP_CONFIRM_SECONDS, attemptsMax }
  const claimed = await calls.claim(batchSizeMax)
  const called = await Promise.allSettled(claimed.map((each) => calls.call(each)))
  await calls.giveUpLate(deadlines)
  for (const outcome of called) if (outcome.status === 'rejected') throw outcome.reason
  const dueInMs = await nextCallInMs(runtime.db.em(), calls.table, deadlines)
  return { worked: claimed.length, ...(dueInMs !== null && { nextInMs: Math.max(dueInMs, pauseMsMin) }) }
}

type CallingNumber = { numberId: string; provider: 'cloud' | 'simulator'; ciphertext: string | null }

/**
 * Calls the provider with the number's credentials. Returns null if the number is disconnected or its provider isn't configured. Credentials
 * that can't be decrypted count as a failed attempt, because they may be replaced.
 */
export async function callProvider(
  { deps, vault }: GroupsRuntime,
  { numberId, ciphertext, provider: name }: CallingNumber,
  ask: (provider: Provider, access: NumberAccess) => Promise<GroupOutcome>,
): Promise<GroupOutcome | null> {
  const provider = deps.providers[name]
  if (ciphertext === null || !provider) return null
  let access: NumberAccess
  try {
    access = JSON.parse(vault.open(ciphertext, numberCredentialsPurpose(numberId))) as NumberAccess
  } catch {
    const title = 'The credentials of the number cannot be decrypted; set its access token again'
    return { outcome: 'not_sent', error: { code: null, title, errorCode: 'number:unauthorized', retryable: true } }
  }
  return ask(provider, access)
}

/** Asks the numbers service to check a number that the provider refuses. */
export function requestNumberCheck(
  tx: Tx,
  { workspaceId, numberId }: { workspaceId: string; numberId: string },
  errorCode: string,
): void {
  tx.emit({
    kind: 'number:check_requested',
    workspace: workspaceId,
    data: { number: numberId, errorCode },
    aggregate: { id: numberId, version: 1 },
  })
}
