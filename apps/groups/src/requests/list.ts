import { listPage, type Verb } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { JoinRequest, type JoinRequestRow } from '../entities/join-request.ts'
import { findGroup } from '../groups/find.ts'
import { presentRequest } from './present.ts'

/** Lists requests to join a group, newest first. */
export const list: Verb<typeof groups.joinRequests.list, GroupsRuntime> = async ({ ctx, input }) => {
  await findGroup(ctx, input.id)
  const page = await listPage<JoinRequestRow>(ctx, input, {
    entity: JoinRequest,
    list: `requests ${input.id}`,
    order: { column: 'createdAt', direction: 'desc' },
    where: { groupId: input.id, ...(input.status ? { status: { $in: input.status } } : {}) },
  })
  return { items: page.rows.map(presentRequest), next: page.next }
}
