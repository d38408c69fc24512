import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import { personById } from '../../accounts/people/person.sql.ts'
import type { GatewayRuntime } from '../../deps.ts'
import { addOperator, findOperator, listOperators, removeOperator } from './operator.sql.ts'

/** Makes a person whose address is proven an operator of the installation. */
export const add: Verb<typeof accounts.operators.add, GatewayRuntime> = async ({ ctx, input }) => {
  const person = (await personById(ctx.em, input.person)) ?? fail('person:not_found')
  if (!person.isProven) fail('person:unproven')
  await addOperator(ctx.em, person.id)
  return (await findOperator(ctx.em, person.id)) ?? fail('person:not_found')
}

/** The operators of the installation. */
export const list: Verb<typeof accounts.operators.list, GatewayRuntime> = ({ ctx }) => listOperators(ctx.em)

/** Takes the permission of an operator back. */
export const remove: Verb<typeof accounts.operators.remove, GatewayRuntime> = async ({ ctx, input }) => {
  const { person: id } = input
  if (!(await removeOperator(ctx.em, id))) fail('person:not_found')
  return { id, deleted: true }
}
