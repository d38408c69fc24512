import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { addOperator } from './operator.sql.ts'

/** Makes a person an operator of the installation. */
export const add: Verb<typeof accounts.operators.add, GatewayRuntime> = async ({ ctx, input }) =>
  (await addOperator(ctx.em, input.email)) ?? fail('member:not_found')
