import type { Verb } from '@posthorn/chassis'
import type { groups } from '@posthorn/contracts'
import type { GroupsRuntime } from '../config.ts'
import { findGroup } from '../groups/find.ts'
import { presentInvite } from './present.ts'

/** The invite link of a group. */
export const get: Verb<typeof groups.invites.get, GroupsRuntime> = async ({ ctx, input }) =>
  presentInvite(await findGroup(ctx, input.id))
