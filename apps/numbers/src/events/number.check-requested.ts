import { forWorkspace, on } from '@posthorn/chassis'
import type { NumbersRuntime } from '../config.ts'
import { buildRefusedHealth } from '../numbers/health.ts'
import { applyHealth } from '../sessions/sessions.ts'
import { postponeCheck } from './check-time.sql.ts'

/** Marks a number that the provider refuses: it is in error until a check succeeds. */
export const markRefusedNumber = on<'number:check_requested', NumbersRuntime>(
  'number:check_requested',
  async ({ tx, runtime, events }) => {
    for (const { workspace, data } of events) {
      const em = forWorkspace(tx.em, workspace)
      const health = buildRefusedHealth(data.errorCode)
      await applyHealth({ em, emit: tx.emit }, data.number, { runtime, healthOf: () => health })
      await postponeCheck(em, data.number)
    }
  },
)
