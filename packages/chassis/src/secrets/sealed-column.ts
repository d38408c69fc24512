import { erasureNamesPurpose } from '@posthorn/contracts'
import { idempotencyPurpose } from '../rpc/idempotency.ts'

/** A column of sealed text. */
export type SealedColumn = {
  table: string
  column: string
  /** Columns of the primary key, in its order. */
  key: readonly string[]
  /** Purpose that a row's value was sealed for, by the values of its key. */
  purpose: (...key: string[]) => string
  /** True where rows are many and short-lived: looked through only while an older key is in use. */
  large?: true
}

/** Sealed columns that every service has. */
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
