import type { EntityManager } from '@mikro-orm/postgresql'
import { type Round, sql, type Tx } from '@posthorn/chassis'
import { numberCredentialsPurpose } from '@posthorn/contracts'
import type { GroupOutcome, NumberAccess, Provider } from '@posthorn/provider'
import type { GroupsRuntime } from '../config.ts'

/** A table of calls that the provider confirms later. */
type CallTable = 'group_creation' | 'group_job'

/** Time limits of a call: for the response, and for the provider's confirmation. */
export type Deadlines = { leaseSeconds: number; confirmSeconds: number }

/** Only a group's oldest job is called. */
const countsIn: Record<CallTable, string> = {
  group_creation: 'true',
  group_job: `not exists (select 1 from group_job e where e.workspace_id = c.workspace_id and e.group_id = c.group_id and e.id < c.id)`,
}

/** Milliseconds until the next call is due, abandoned or overdue; null if there is none. */
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
/** Delays between attempts, about 20 minutes in total. */
export const retryMs = [1_000, 5_000, 30_000, 120_000, 300_000, 600_000] as const
/** Pause of a throttled number if the provider didn't say how long. */
export const throttledPauseMs = 30_000

const batchSizeMax = 8
/** Longer than a call takes. After that, its process is dead. */
const leaseSeconds = 30
const pauseMsMin = 20

/** Steps of a round for one kind of call. */
type ProviderCalls<C> = {
  table: CallTable
  /** Ends or frees what is past its deadline. */
  giveUpLate(deadlines: Deadlines): Promise<void>
  claim(limit: number): Promise<C[]>
  /** Calls the provider and records its response. */
  call(claimed: C): Promise<void>
}

/** Runs a round of calls: ends overdue ones, makes due ones, and returns when to look again. */
export async function callRound<C>(runtime: GroupsRuntime, calls: ProviderCalls<C>): Promise<Round> {
  const deadlines = { leaseSeconds, confirmSeconds: runtime.config.GROUP_CONFIRM_SECONDS }
  await calls.giveUpLate(deadlines)
  const claimed = await calls.claim(batchSizeMax)
  await Promise.all(claimed.map((each) => calls.call(each)))
  const dueInMs = await nextCallInMs(runtime.db.em(), calls.table, deadlines)
  return { worked: claimed.length, ...(dueInMs !== null && { nextInMs: Math.max(dueInMs, pauseMsMin) }) }
}

/** Calls the provider with the number's credentials. Null if the number is disconnected or its provider isn't configured. */
export async function callProvider(
  { deps, vault }: GroupsRuntime,
  {
    numberId,
    ciphertext,
    provider: name,
  }: { numberId: string; provider: 'cloud' | 'simulator'; ciphertext: string | null },
  ask: (provider: Provider, access: NumberAccess) => Promise<GroupOutcome>,
): Promise<GroupOutcome | null> {
  const provider = deps.providers[name]
  if (ciphertext === null || !provider) return null
  return ask(provider, JSON.parse(vault.open(ciphertext, numberCredentialsPurpose(numberId))) as NumberAccess)
}

/** Reports a number whose calls the provider refuses. */
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
