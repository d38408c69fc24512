import type { Verb } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { findInvitation } from './find.ts'
import { presentInvitation } from './present.ts'

/** Shows an invitation to the caller's workspace. */
export const get: Verb<typeof accounts.invitations.get, GatewayRuntime> = async ({ ctx, input }) =>
  presentInvitation(await findInvitation(ctx, input.id))
