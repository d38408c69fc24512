import { forWorkspace, on } from '@posthorn/chassis'
import type { NumbersRuntime } from '../config.ts'
import { refusedHealth } from '../numbers/health.ts'
import { applyHealth } from '../sessions/apply-health.ts'
import { postponeCheck } from './check-turn.sql.ts'

/** A sender says that the provider refuses a number: it is in error until a later check finds it good again. */
export const suspectedNumber = on<'number:suspected', NumbersRuntime>(
  'number:suspected',
  async ({ tx, runtime, events }) => {
    for (const { workspace, data } of events) {
      const em = forWorkspace(tx.em, workspace)
      const health = refusedHealth(data.errorCode)
      await applyHealth({ em, emit: tx.emit }, data.number, { runtime, healthOf: () => health })
      await postponeCheck(em, data.number)
    }
  },
)
