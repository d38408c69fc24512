import { inTransaction, type Worker } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { openRanges, recordSome, unrecordedWorkspaces } from '../statistics/recorded-answers.sql.ts'

const pollMs = 5_000
const stepMax = 20

/** Records answer statistics by hour: hours that ended, hours that changed, and earlier hours. */
export const answers: Worker<MessagingRuntime> = {
  name: 'answers',
  pollMs,
  run: async (runtime, signal) => {
    const workspaces = await inTransaction(runtime, async ({ em }) => {
      await openRanges(em)
      return unrecordedWorkspaces(em, stepMax)
    })
    let worked = 0
    for (const workspace of workspaces) {
      if (signal.aborted) break
      const record = () => inTransaction(runtime, ({ em }) => recordSome(em, workspace))
      if (await runtime.db.withScope({ workspaces: [workspace] }, record)) worked += 1
    }
    return { worked }
  },
}
