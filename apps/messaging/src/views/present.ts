import type { messaging, Unfilled } from '@posthorn/contracts'
import type { z } from 'zod'
import type { ViewRow } from '../entities/view.ts'

/** A saved view as answers show it. */
export function presentView(row: ViewRow): Unfilled<z.output<typeof messaging.views.update.output>> {
  return {
    id: row.id,
    name: row.name,
    shared: row.owner === '',
    filter: row.filter,
    sort: row.sort,
    by: row.author,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
