import type { Tx } from '@posthorn/chassis'
import type { EventData } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import type { NumberRow } from '../entities/connected-number.ts'
import { openCredentials, sealForSenders } from './credentials.ts'
import { presentNumber } from './present.ts'

export type NumberChange = EventData<'number:updated'>['change']

/** Announces a number's status, and its credentials to the services that send. */
export function announceNumber(
  tx: { emit: Tx['emit'] },
  row: NumberRow,
  { runtime, change }: { runtime: NumbersRuntime; change: NumberChange },
): void {
  const number = presentNumber(row, runtime.config.PUBLIC_URL)
  const subject = { workspace: row.workspaceId, aggregate: { id: row.id, version: row.version } }
  const { businessAccountId = null, phoneNumberId } = row
  const ciphertext = row.credentials
    ? sealForSenders(runtime.vault, row.id, {
        phoneNumberId,
        accessToken: openCredentials(runtime.vault, row.id, row.credentials).accessToken,
      })
    : null
  tx.emit({ kind: 'number:updated', data: { ...number, change }, ...subject })
  tx.emit({ kind: 'number:credentials', data: { number, businessAccountId, ciphertext }, ...subject })
}
