import type { Verb } from '@posthorn/chassis'
import { fail, type groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { announce } from './announce.ts'
import { withPending } from './changes.ts'
import { lockOwnGroup } from './find.ts'
import { presentGroup } from './present.ts'
import { requestChange } from './request-change.sql.ts'

/** Accepts the deletion of a group; one that could not be created is unknown to the provider. */
export const remove: Verb<typeof groups.groups.remove, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await lockOwnGroup(ctx, input.id)
  switch (row.status) {
    case 'creating':
      return fail('group:not_active', {
        message: 'The group is still being created; delete it when it is active or failed.',
      })
    case 'failed':
      row.status = 'deleted'
      await announce(ctx, row, { change: 'deleted' })
      break
    case 'active':
      row.status = 'deleting'
      row.changes = withPending(row.changes, { setting: 'deletion', to: null, at: new Date() })
      await requestChange(ctx.em, row, { pending: { kind: 'deletion' } })
      await announce(ctx, row, { change: 'deleting' })
      ctx.wake('change')
      break
    case 'deleting':
    case 'deleted':
  }
  return presentGroup(row)
}
