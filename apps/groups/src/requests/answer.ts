import type { Verb, VerbContext } from '@posthorn/chassis'
import { type groups, refuseUnknown } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { JoinRequest, type JoinRequestRow } from '../entities/join-request.ts'
import { lockOwnGroup, refuseUnlessActive } from '../groups/find.ts'
import { requestChange } from '../groups/request-change.sql.ts'
import { presentRequest } from './present.ts'
import { announceRequests } from './record.ts'

/** Lets people in, once the provider confirms. */
export const approve: Verb<typeof groups.joinRequests.approve, GroupsRuntime> = ({ ctx, input }) =>
  answer(ctx, { ...input, approve: true })

/** Does not let people in. */
export const reject: Verb<typeof groups.joinRequests.reject, GroupsRuntime> = ({ ctx, input }) =>
  answer(ctx, { ...input, approve: false })

async function answer(
  ctx: VerbContext<GroupsRuntime>,
  { id: groupId, requests, approve: lets }: { id: string; requests: string[]; approve: boolean },
) {
  const row = await lockOwnGroup(ctx, groupId)
  refuseUnlessActive(row)
  const rows = await ctx.em.find(JoinRequest, { groupId, id: { $in: requests } })
  const known = new Map(rows.map((each) => [each.id, each]))
  refuseUnknown(
    'join_request:not_found',
    requests.flatMap((id, i) => (known.has(id) ? [] : [`requests.${i}`])),
  )
  const open = rows.filter(({ status }) => status === 'pending')
  const status = lets ? 'approving' : 'rejecting'
  for (const each of open) ctx.em.assign(each, { status, errorCode: null, updatedAt: new Date() })
  if (open.length > 0) {
    await requestChange(ctx.em, row, { pending: { kind: 'answer', approve: lets, requests: open.map(({ id }) => id) } })
    ctx.wake('change')
  }
  await announceRequests(ctx, row, open)
  return [...new Set(requests)].map((id) => presentRequest(known.get(id) as JoinRequestRow))
}
