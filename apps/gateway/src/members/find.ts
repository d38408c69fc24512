import type { VerbContext } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'
import { Member, type MemberRow } from '../entities/member.ts'

/** A member of any workspace: the operator's view, so without the tenant's filter. */
export async function findMember({ em }: Pick<VerbContext, 'em'>, id: string): Promise<MemberRow> {
  return (await em.findOne(Member, { id }, { filters: false })) ?? fail('member:not_found')
}
