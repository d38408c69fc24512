import type { Verb } from '@posthorn/chassis'
import { fail, type groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { findPost } from './find.ts'
import { presentPost } from './present.ts'
import { savePost } from './save.ts'
import { beginPost } from './start.ts'

/** Resumes a paused post, or sends a tested one to everyone. */
export const resume: Verb<typeof groups.posts.resume, GroupsRuntime> = async ({ ctx, input }) => {
  const row = await findPost(ctx, input.id, { lock: true })
  switch (row.status) {
    case 'posting':
      return presentPost(ctx.em, row)
    case 'paused':
      row.status = 'posting'
      break
    case 'testing':
      await beginPost(ctx, row)
      break
    case 'scheduled':
      return fail('post:not_running')
    default:
      return fail('post:ended')
  }
  await savePost(ctx, row)
  ctx.wake('post')
  return presentPost(ctx.em, row)
}
