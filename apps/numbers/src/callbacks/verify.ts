import { sameText, type Verb } from '@posthorn/chassis'
import { fail, type numbers } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { openCredentials } from '../numbers/credentials.ts'
import { findCallbackNumbers } from './callbacks.sql.ts'

/** Returns the challenge if the verify token is the number's. */
export const verify: Verb<typeof numbers.callbacks.verify, NumbersRuntime> = async ({ ctx, input }) => {
  const number =
    (await findCallbackNumbers(ctx.em, [input.number])).get(input.number) ?? fail('callback:verify_token_invalid')
  const { verifyToken } = openCredentials(ctx.runtime.vault, number.id, number.credentials)
  if (!sameText(input.verifyToken, verifyToken)) fail('callback:verify_token_invalid')
  return { challenge: input.challenge }
}
