import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { describePerson, personById, proveAddress } from './person.sql.ts'

/** Notes that the address of a person is theirs. */
export const confirm: Verb<typeof accounts.people.confirm, GatewayRuntime> = async ({ ctx, input }) => {
  const person = (await personById(ctx.em, input.person)) ?? fail('person:not_found')
  if (!(await proveAddress(ctx.em, person))) fail('person:duplicate')
  return describePerson(ctx.em, (await personById(ctx.em, input.person)) ?? fail('person:not_found'))
}
