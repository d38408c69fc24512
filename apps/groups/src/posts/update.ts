import type { Verb } from '@posthorn/chassis'
import { fail, type groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { deliverTime } from './deliver-time.ts'
import { findPost } from './find.ts'
import { presentPost } from './present.ts'
import { savePost } from './save.ts'
import { beginPost } from './start.ts'

/** Changes when a post begins that has not begun. */
export const update: Verb<typeof groups.posts.update, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findPost(ctx, input.id, { lock: true })
  switch (row.status) {
    case 'testing':
      row.deliverAt = deliverTime(input.deliverAt)
      break
    case 'scheduled':
      row.deliverAt = deliverTime(input.deliverAt)
      if (!(await beginPost(ctx, row))) fail('channel:empty')
      break
    case 'posting':
    case 'paused':
      fail('post:begun')
      break
    default:
      fail('post:ended')
  }
  await savePost(ctx, row)
  ctx.wake('post')
  return presentPost(ctx.em, row)
}
