import type { member } from '@posthorn/contracts'
import type { z } from 'zod'
import type { MemberRow } from '../entities/member.ts'

/** Presents a member. */
export function presentMember(row: MemberRow): z.output<typeof member> {
  return { id: row.id, name: row.name, email: row.email, createdAt: row.createdAt.toISOString() }
}
