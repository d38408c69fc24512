import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { removeOperator } from './operator.sql.ts'

/** Takes the permission of an operator back. */
export const remove: Verb<typeof accounts.operators.remove, GatewayRuntime> = async ({ ctx, input }) => {
  const { person: id } = input
  if (!(await removeOperator(ctx.em, id))) fail('person:not_found')
  return { id, deleted: true }
}
