import type { label } from '@posthorn/contracts'
import type { z } from 'zod'
import type { LabelRow } from '../entities/label.ts'

/** A label as answers show it. */
export function presentLabel(row: LabelRow): z.output<typeof label> {
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    description: row.description ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** The name as it is compared: two names that differ in case only are one. */
export function keyOfName(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase()
}
