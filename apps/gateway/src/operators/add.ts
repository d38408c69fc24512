import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { personById } from '../people/person.sql.ts'
import { addOperator, findOperator } from './operator.sql.ts'

/** Makes a person whose address is proven an operator of the installation. */
export const add: Verb<typeof accounts.operators.add, GatewayRuntime> = async ({ ctx, input }) => {
  const person = (await personById(ctx.em, input.person)) ?? fail('person:not_found')
  if (!person.isProven) fail('person:unproven')
  await addOperator(ctx.em, person.id)
  return (await findOperator(ctx.em, person.id)) ?? fail('person:not_found')
}
