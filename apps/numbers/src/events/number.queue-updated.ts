import { forWorkspace, on } from '@posthorn/chassis'
import type { NumbersRuntime } from '../config.ts'
import { ConnectedNumber } from '../entities/connected-number.ts'
import { presentNumber } from '../numbers/present.ts'

/** Announces that a number's queue was paused, drained or resumed. */
export const announceQueueChange = on<'queue:updated', NumbersRuntime>(
  'queue:updated',
  async ({ tx, runtime, events }) => {
    for (const { workspace, data, traceparent } of events) {
      const { number: id, ...queue } = data
      const row = await forWorkspace(tx.em, workspace).findOne(ConnectedNumber, { id })
      if (!row) continue
      tx.emit({
        kind: 'number:updated',
        workspace,
        data: { ...presentNumber(row, runtime.config.PUBLIC_URL), queue, change: 'queue' },
        aggregate: { id, version: row.version },
        ...(traceparent === undefined ? {} : { traceparent }),
      })
    }
  },
)
