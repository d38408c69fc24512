import type { Verb } from '@posthorn/chassis'
import { fail, type groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { findPost } from './find.ts'
import { presentPost } from './present.ts'
import { savePost } from './save.ts'

/** Pauses a post; what is in the queue of the number comes back when messaging has canceled it there. */
export const pause: Verb<typeof groups.posts.pause, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findPost(ctx, input.id, { lock: true })
  switch (row.status) {
    case 'paused':
      break
    case 'posting':
      row.status = 'paused'
      await savePost(ctx, row)
      break
    case 'scheduled':
    case 'testing':
      fail('post:not_running')
      break
    default:
      fail('post:ended')
  }
  return presentPost(ctx.em, row)
}
