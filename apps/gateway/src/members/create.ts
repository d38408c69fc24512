import { forWorkspace, type Verb } from '@posthorn/chassis'
import { type accounts, fail, newId } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Member } from '../entities/member.ts'
import { Workspace } from '../entities/workspace.ts'
import { announceMember } from './announce.ts'
import { presentMember } from './present.ts'

/** Adds a member to a workspace and announces them to the services that show members. */
export const create: Verb<typeof accounts.members.create, GatewayRuntime> = async ({ ctx, input }) => {
  const { workspace, name, email } = input
  const em = forWorkspace(ctx.em, workspace)
  if (!(await em.findOne(Workspace, { workspaceId: workspace }))) fail('workspace:not_found')
  if (await em.findOne(Member, { email })) fail('member:duplicate')
  const row = em.create(Member, { workspaceId: workspace, id: newId('mem'), name, email, createdAt: new Date() })
  await em.flush()
  announceMember(ctx, row)
  return { ...presentMember(row), workspace }
}
