import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { hashOf, newToken } from '../sessions/token.ts'
import { addResetLink, personById } from './person.sql.ts'

const validForMs = 1_800_000

/** Makes a link with which a person sets another password, and that ends their second factor if that is asked for. */
export const reset: Verb<typeof accounts.people.reset, GatewayRuntime> = async ({ ctx, input }) => {
  const person = (await personById(ctx.em, input.person)) ?? fail('person:not_found')
  const token = newToken()
  const expiresAt = new Date(Date.now() + validForMs)
  const { endSecondFactor: endsSecondFactor } = input
  const link = { person: person.id, tokenHash: hashOf(token), endsSecondFactor, isMailed: false, expiresAt }
  await addResetLink(ctx.em, link)
  return { token, expiresAt: expiresAt.toISOString() }
}
