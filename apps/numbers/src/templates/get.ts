import type { Verb } from '@posthorn/chassis'
import { fail, type numbers } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { findAccount } from './account.ts'
import { findByName } from './find-by-name.ts'
import { presentTemplate } from './present.ts'

/** Shows a template in all its languages, as the provider has them now. */
export const get: Verb<typeof numbers.templates.get, NumbersRuntime> = async ({ ctx, input: { id, name } }) => {
  const { provider, account } = await findAccount(ctx, id)
  const found = await findByName(provider, account, name)
  if (found.length === 0) fail('template:not_found')
  return { name, translations: found.map(presentTemplate) }
}
