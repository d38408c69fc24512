import { isComputedId, newId } from '@posthorn/contracts'
import type { ErasureRow } from '../entities/erasure.ts'

/** Takes ids out of an erasure by which a phone could be found: ids of former versions were computed from it. */
export function replaceComputedIds(row: Pick<ErasureRow, 'contactId' | 'contactIds'>): void {
  if (isComputedId(row.contactId)) row.contactId = newId('con')
  row.contactIds = row.contactIds.filter((id) => !isComputedId(id))
}
