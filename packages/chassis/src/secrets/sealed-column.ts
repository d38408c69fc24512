import { erasureNamesPurpose } from '@posthorn/contracts'
import { idempotencyPurpose } from '../rpc/idempotency.ts'

/** A column of encrypted text. */
export type SealedColumn = {
  table: string
  column: string
  /** Columns of the primary key, in order. */
  key: readonly string[]
  /** Vault purpose of a row's value, from its key. */
  purpose: (...key: string[]) => string
  /** Whether rows are many and short-lived. Then it is only searched while an older key is in use. */
  large?: true
}

/** Encrypted columns that every service has. */
export const chassisSealed: readonly SealedColumn[] = [
  {
    table: 'idempotency',
    column: 'body',
    key: ['workspace_id', 'route', 'key'],
    purpose: (workspace, route, key) =>
      idempotencyPurpose({ workspace: workspace as string, route: route as string, key: key as string }),
    large: true,
  },
  {
    table: 'erasure_job',
    column: 'sealed',
    key: ['workspace_id', 'id'],
    purpose: (_, erasure) => erasureNamesPurpose(erasure as string),
  },
]
