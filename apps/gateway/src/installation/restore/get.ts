import type { Verb } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../../deps.ts'

/** Returns what rests in the whole installation after a restore. */
export const get: Verb<typeof accounts.restore.get, GatewayRuntime> = ({ ctx }) => ctx.deps.readResting()
