import type { VerbContext } from '@posthorn/chassis'
import { type accounts, type Id, includesRole, type OutputOf } from '@posthorn/contracts'
import type { MemberRow } from '../../entities/member.ts'
import { withSecondFactor } from '../people/person.sql.ts'

type MemberView = OutputOf<typeof accounts.team.get>

/** Presents members to their own workspace; a caller limited to numbers sees which of these they may use. */
export async function presentTeam(
  { em, call }: Pick<VerbContext, 'em' | 'call'>,
  rows: readonly MemberRow[],
): Promise<MemberView[]> {
  const isSeen = (id: Id<'num'>) => !call.numbers || call.numbers.includes(id)
  const people = rows.flatMap(({ personId }) => personId ?? [])
  const protectedPeople = await withSecondFactor(em, people)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    status: statusOf(row),
    numbers: includesRole(row.role, 'admin') ? null : ((row.numbers as Id<'num'>[] | null)?.filter(isSeen) ?? null),
    color: row.color ?? null,
    twoFactor: protectedPeople.has(row.personId ?? ''),
    lastSeenAt: row.seenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }))
}

function statusOf({ disabledAt, personId }: MemberRow): MemberView['status'] {
  if (disabledAt) return 'disabled'
  return personId ? 'active' : 'invited'
}
