import { forWorkspace, type Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Member } from '../entities/member.ts'
import { announceMember } from './announce.ts'
import { findMember } from './find.ts'
import { presentMember } from './present.ts'

/** Changes name and e-mail address of a member and announces the change. */
export const update: Verb<typeof accounts.members.update, GatewayRuntime> = async ({ ctx, input }) => {
  const row = await findMember(ctx, input.id)
  const workspace = row.workspaceId
  const { name = row.name, email = row.email } = input
  const em = forWorkspace(ctx.em, workspace)
  if (email !== row.email && (await em.findOne(Member, { email }))) fail('member:duplicate')
  if (name === row.name && email === row.email) return { ...presentMember(row), workspace }
  row.name = name
  row.email = email
  row.version += 1
  await ctx.em.flush()
  announceMember(ctx, row)
  return { ...presentMember(row), workspace }
}
