import type { Verb } from '@posthorn/chassis'
import { fail, type groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { announce } from './announce.ts'
import { withPending } from './changes.ts'
import { lockOwnGroup, refuseUnlessActive } from './find.ts'
import { presentGroup } from './present.ts'
import { requestChange } from './request-change.sql.ts'

/** Accepts another name or description; the `change` loop requests it from the provider. */
export const update: Verb<typeof groups.groups.update, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await lockOwnGroup(ctx, input.id)
  refuseUnlessActive(row)
  const { name, description, joinApproval = row.joinApproval } = input
  if (joinApproval !== row.joinApproval)
    fail('capability:unsupported', {
      message: 'joinApproval cannot be changed after a group is created; create a new group.',
    })
  if (name === undefined && description === undefined) return presentGroup(row)
  const at = new Date()
  if (name !== undefined) row.changes = withPending(row.changes, { setting: 'name', to: name, at })
  if (description !== undefined) row.changes = withPending(row.changes, { setting: 'description', to: description, at })
  const settings = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: description ?? '' }),
  }
  await requestChange(ctx.em, row, { pending: { kind: 'settings', ...settings } })
  await announce(ctx, row, { change: 'changing' })
  ctx.wake('change')
  return presentGroup(row)
}
