import { LockMode } from '@mikro-orm/core'
import type { VerbContext } from '@posthorn/chassis'
import { failUnknown } from '@posthorn/contracts'
import { DepartmentMember } from '../entities/department-member.ts'
import { Member } from '../entities/member.ts'

/** Replaces the members of a department; refuses an id that is no member's. They cannot leave the team meanwhile. */
export async function setMembers(
  { em, workspace }: Pick<VerbContext, 'em' | 'workspace'>,
  departmentId: string,
  members: readonly string[],
): Promise<void> {
  const meant = [...new Set(members)]
  const options = { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { id: 'asc' } } as const
  const found = new Set((await em.find(Member, { id: { $in: meant } }, options)).map(({ id }) => id))
  const missing = members.findIndex((id) => !found.has(id))
  if (missing >= 0) {
    failUnknown('member:not_found', `members.${missing}`)
  }
  await em.nativeDelete(DepartmentMember, { departmentId })
  for (const memberId of meant) em.create(DepartmentMember, { workspaceId: workspace, departmentId, memberId })
  await em.flush()
}
