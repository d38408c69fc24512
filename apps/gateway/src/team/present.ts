import type { VerbContext } from '@posthorn/chassis'
import { type accounts, type Id, includesRole, type OutputOf } from '@posthorn/contracts'
import type { MemberRow } from '../entities/member.ts'
import { withSecondFactor } from '../people/person.sql.ts'

type MemberView = OutputOf<typeof accounts.team.update>

/** Presents members to their own workspace. */
export async function presentTeam({ em }: Pick<VerbContext, 'em'>, rows: readonly MemberRow[]): Promise<MemberView[]> {
  const people = rows.flatMap(({ personId }) => personId ?? [])
  const protectedPeople = await withSecondFactor(em, people)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    state: stateOf(row),
    numbers: includesRole(row.role, 'admin') ? null : ((row.numbers ?? null) as Id<'num'>[] | null),
    color: row.color ?? null,
    twoFactor: protectedPeople.has(row.personId ?? ''),
    lastSeenAt: row.seenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }))
}

function stateOf({ disabledAt, personId }: MemberRow): MemberView['state'] {
  if (disabledAt) return 'disabled'
  return personId ? 'active' : 'invited'
}
