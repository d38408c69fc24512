import type { EntityManager } from '@mikro-orm/postgresql'
import { forWorkspace, inTransaction, type Round, sql, type Worker } from '@posthorn/chassis'
import type { NumbersRuntime } from '../config.ts'
import type { ConnectedRow } from '../numbers/access.ts'
import { readHealth } from '../numbers/present.ts'
import { applyHealth, describeNumber } from '../sessions/sessions.ts'

const batchSizeMax = 8
const pollMs = 30_000

export const health: Worker<NumbersRuntime> = { name: 'health', pollMs, run: runRound }

/** Checks the numbers that are due, all at the same time. */
async function runRound(runtime: NumbersRuntime): Promise<Round> {
  const seconds = runtime.config.HEALTH_CHECK_SECONDS
  const claimed = await inTransaction(runtime, (tx) => claimDueNumbers(tx.em, { limit: batchSizeMax, seconds }))
  await Promise.all(claimed.map((row) => checkNumber(runtime, row)))
  return { worked: claimed.length, nextInMs: seconds * 1_000 }
}

/** Checks one number. A failed check is retried after the interval and doesn't delay other numbers. */
async function checkNumber(runtime: NumbersRuntime, row: DueNumber): Promise<void> {
  try {
    if (!runtime.deps.providers[row.provider]) return
    const outcome = await describeNumber(runtime, row)
    await inTransaction(runtime, async ({ em, emit }) => {
      const change = { runtime, healthOf: readHealth.bind(undefined, outcome) }
      await applyHealth({ em: forWorkspace(em, row.workspaceId), emit }, row.id, change)
    })
  } catch (err) {
    runtime.log.warn({ number: row.id, err }, 'number.not_checked')
  }
}

type DueNumber = Pick<ConnectedRow, 'workspaceId' | 'id' | 'provider' | 'phoneNumberId' | 'credentials'>

/** Claims numbers that haven't been checked for this many seconds, and marks them as checked, so that no other process checks them, too. */
function claimDueNumbers(
  em: EntityManager,
  { limit, seconds }: { limit: number; seconds: number },
): Promise<DueNumber[]> {
  return sql<DueNumber>(
    em,
    `update number set checked_at = now()
     where (workspace_id, id) in (
       select workspace_id, id from number
       where status <> 'disconnected' and checked_at < now() - make_interval(secs => $2)
       order by checked_at limit $1 for update skip locked
     )
     returning workspace_id as "workspaceId", id, provider, phone_number_id as "phoneNumberId", credentials`,
    [limit, seconds],
  )
}
