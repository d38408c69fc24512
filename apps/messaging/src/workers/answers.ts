import { inTransaction, type Worker } from '@posthorn/chassis'
import type { MessagingRuntime } from '../config.ts'
import { openRanges, recordSome, unrecordedWorkspaces } from '../statistics/recorded-answers.sql.ts'

const pollMs = 5_000
/** Workspaces of a round. */
const stepMax = 20

/** Records the figures of answers by hour: of hours that have passed, of those whose messages changed, and of those before the first recorded one. */
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
