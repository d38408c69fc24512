import type { Verb } from '@posthorn/chassis'
import { type accounts, fail } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { hashOf, newToken } from '../sessions/token.ts'
import { addResetLink, personByEmail } from './person.sql.ts'

const validForMs = 1_800_000

/** Makes a link with which a person sets another password. */
export const reset: Verb<typeof accounts.people.reset, GatewayRuntime> = async ({ ctx, input }) => {
  const person = (await personByEmail(ctx.em, input.email)) ?? fail('member:not_found')
  const token = newToken()
  const expiresAt = new Date(Date.now() + validForMs)
  await addResetLink(ctx.em, { person: person.id, tokenHash: hashOf(token), expiresAt })
  return { token, expiresAt: expiresAt.toISOString() }
}
