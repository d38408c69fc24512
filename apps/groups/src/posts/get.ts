import type { Verb } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { findPost } from './find.ts'
import { presentPost } from './present.ts'

/** Shows one post. */
export const get: Verb<typeof groups.posts.get, GroupsRuntime> = async ({ ctx, input }) =>
  presentPost(ctx.em, await findPost(ctx, input.id))
