import type { Verb } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { findChannel } from './find.ts'
import { presentChannel } from './present.ts'

/** One channel. */
export const get: Verb<typeof groups.channels.get, GroupsRuntime> = async ({ ctx, input }) =>
  presentChannel(ctx.em, await findChannel(ctx, input.id))
