import type { Verb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { refuse } from '../numbers/line.ts'
import { findAccount } from './account.ts'
import { presentTemplate } from './present.ts'

/** The templates of a number's business account, as the provider has them now. */
export const list: Verb<typeof numbers.templates.list, NumbersRuntime> = async ({ ctx, input }) => {
  const { id, cursor, name, language, status, size } = input
  const { provider, account } = await findAccount(ctx, id)
  const cursors = ctx.cursors(`templates ${id}`)
  const [after] = cursor === undefined ? [] : cursors.take(cursor)
  const page = await provider.listTemplates(account, { name, language, status, size, after })
  if (!page.ok) refuse(page.error)
  const items = page.templates.filter((found) => name === undefined || found.name === name).map(presentTemplate)
  return { items, next: page.after === undefined ? null : cursors.give([page.after]) }
}
