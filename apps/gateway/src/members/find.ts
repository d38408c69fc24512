import type { VerbContext } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { Member, type MemberRow } from '../entities/member.ts'

/** Finds a member of any workspace, for operators: without the workspace filter. */
export async function findMember({ em }: Pick<VerbContext, 'em'>, id: string): Promise<MemberRow> {
  return (await em.findOne(Member, { id }, { filters: false })) ?? fail('member:not_found')
}
