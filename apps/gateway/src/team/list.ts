import { listPage, type Verb } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { Member, type MemberRow } from '../entities/member.ts'
import { presentTeam } from './present.ts'

/** Lists the members of the caller's workspace, by name. */
export const list: Verb<typeof accounts.team.list, GatewayRuntime> = async ({ ctx, input }) => {
  const page = await listPage<MemberRow>(ctx, input, {
    entity: Member,
    list: 'team',
    order: { column: 'name', direction: 'asc' },
    where: {},
  })
  return { items: await presentTeam(ctx, page.rows), next: page.next }
}
