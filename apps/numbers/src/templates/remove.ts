import type { PreparedVerb } from '@posthorn/chassis'
import { fail, type numbers } from '@posthorn/contracts'
import type { z } from 'zod'
import type { NumbersRuntime } from '../config.ts'
import { requireOk } from '../numbers/line.ts'
import { findAccount, refuseSharedAccount } from './account.ts'
import { findByName } from './find-by-name.ts'
import { readTemplatesSoon } from './stored.sql.ts'

type Operation = typeof numbers.templates.remove

/** Deletes a template in all its languages. */
export const remove: PreparedVerb<Operation, NumbersRuntime, z.input<Operation['output']>> = {
  async prepare({ ctx, input: { id, name } }) {
    const { provider, account } = await findAccount(ctx, id)
    await refuseSharedAccount(ctx, account)
    const found = await findByName(provider, account, name)
    if (found.length === 0) fail('template:not_found')
    requireOk(await provider.deleteTemplate(account, name))
    return { name, deleted: true }
  },
  run: async ({ ctx, input, prepared }) => {
    await readTemplatesSoon(ctx, input.id)
    ctx.wake('templates')
    return prepared
  },
}
