import { forWorkspace, inTransaction, type Round, type Worker } from '@posthorn/chassis'
import type { NumbersRuntime } from '../config.ts'
import { readHealth } from '../numbers/health.ts'
import { applyHealth, describeNumber } from '../sessions/sessions.ts'
import { claimDueNumbers, type DueNumber } from './health.sql.ts'

const batchSizeMax = 8
const pollMs = 30_000

/** Checks every number with its provider at intervals. */
export const health: Worker<NumbersRuntime> = { name: 'health', pollMs, run: runRound }

async function runRound(runtime: NumbersRuntime): Promise<Round> {
  const seconds = runtime.config.HEALTH_CHECK_SECONDS
  const claimed = await inTransaction(runtime, (tx) => claimDueNumbers(tx.em, { limit: batchSizeMax, seconds }))
  await Promise.all(claimed.map((row) => checkNumber(runtime, row)))
  return { worked: claimed.length, nextInMs: seconds * 1_000 }
}

/** Checks one number; when that fails it is checked again after the interval, and the others are not delayed. */
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
