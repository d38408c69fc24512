import type { Verb } from '@posthorn/chassis'
import type { accounts } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { listOperators } from './operator.sql.ts'

/** The operators of the installation. */
export const list: Verb<typeof accounts.operators.list, GatewayRuntime> = ({ ctx }) => listOperators(ctx.em)
