import { forWorkspace, inTransaction, type Round, type Worker } from '@posthorn/chassis'
import type { NumbersRuntime } from '../config.ts'
import { healthOf } from '../numbers/health.ts'
import { applyHealth } from '../sessions/apply-health.ts'
import { describeNumber } from '../sessions/describe.ts'
import { claimUnchecked, type Unchecked } from './health.sql.ts'

const batchSizeMax = 8
const pollMs = 30_000

/** Looks at every number at its provider now and then. */
export const health: Worker<NumbersRuntime> = { name: 'health', pollMs, run: healthRound }

async function healthRound(runtime: NumbersRuntime): Promise<Round> {
  const seconds = runtime.config.HEALTH_CHECK_SECONDS
  const claimed = await inTransaction(runtime, (tx) => claimUnchecked(tx.em, { limit: batchSizeMax, seconds }))
  await Promise.all(claimed.map((row) => check(runtime, row)))
  return { worked: claimed.length, nextInMs: seconds * 1_000 }
}

/** A number that cannot be looked at costs the others nothing: it has its turn again after the interval. */
async function check(runtime: NumbersRuntime, row: Unchecked): Promise<void> {
  try {
    if (!runtime.deps.providers[row.provider]) return
    const outcome = await describeNumber(runtime, row)
    await inTransaction(runtime, async ({ em, emit }) => {
      const news = { runtime, healthOf: healthOf.bind(undefined, outcome) }
      await applyHealth({ em: forWorkspace(em, row.workspaceId), emit }, row.id, news)
    })
  } catch (err) {
    runtime.log.warn({ number: row.id, err }, 'number.not_checked')
  }
}
