import type { Verb } from '@posthorn/chassis'
import { fail, type groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { announce } from './announce.ts'
import { asked } from './changes.ts'
import { lockOwnGroup } from './find.ts'
import { presentGroup } from './present.ts'
import { keepWish } from './wish.sql.ts'

/** Takes the wish to delete a group; one that could not be made has nothing at the provider. */
export const remove: Verb<typeof groups.groups.remove, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await lockOwnGroup(ctx, input.id)
  switch (row.state) {
    case 'creating':
      return fail('group:not_active', {
        message: 'The group is still being made; delete it when it is active or failed.',
      })
    case 'failed':
      row.state = 'deleted'
      await announce(ctx, row, { change: 'deleted' })
      break
    case 'active':
      row.state = 'deleting'
      row.changes = asked(row.changes, { setting: 'deletion', to: null, at: new Date() })
      await keepWish(ctx.em, row, { wish: { kind: 'deletion' } })
      await announce(ctx, row, { change: 'deleting' })
      ctx.wake('change')
      break
    case 'deleting':
    case 'deleted':
  }
  return presentGroup(row)
}
