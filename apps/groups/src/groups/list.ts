import { listPage, type Verb } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { ChatGroup, type GroupRow } from '../entities/chat-group.ts'
import { inStatus, presentGroup } from './present.ts'

/** Groups, newest first. */
export const list: Verb<typeof groups.groups.list, GroupsRuntime> = async ({ ctx, input }) => {
  const page = await listPage<GroupRow>(ctx, input, {
    entity: ChatGroup,
    list: 'groups',
    order: { column: 'createdAt', direction: 'desc' },
    where: { $and: [input.number ? { numberId: input.number } : {}, input.status ? inStatus(input.status) : {}] },
  })
  return { items: page.rows.map(presentGroup), next: page.next }
}
