import type { PreparedVerb } from '@posthorn/chassis'
import { type numbers, refuseLimited, refuseUnconfirmed } from '@posthorn/contracts'
import type { z } from 'zod'
import type { NumbersRuntime } from '../config.ts'
import { announceNumber } from './announce.ts'
import { checkCredentials, findProvider } from './check.ts'
import { type Credentials, openCredentials, sealCredentials } from './credentials.ts'
import { takeDefault } from './default.ts'
import { findNumber, lockNumber, requireConnected } from './find.ts'
import { readHealth } from './health.ts'
import { presentNumber } from './present.ts'

type Input = z.output<typeof numbers.numbers.update.input>

/** Changes a number; what a new token opens is read from the provider before the transaction. */
export const update: PreparedVerb<
  typeof numbers.numbers.update,
  NumbersRuntime,
  ReturnType<typeof readHealth> | undefined
> = {
  async prepare({ ctx, input }) {
    if (input.accessToken !== undefined || input.appSecret !== undefined) refuseUnconfirmed(ctx.call)
    const { phoneNumberId, provider, status } = requireConnected(await findNumber(ctx, input.id))
    if (input.default !== undefined) refuseLimited(ctx.call)
    const { accessToken } = input
    if (accessToken === undefined) return undefined
    const number = await checkCredentials(findProvider(ctx.runtime, provider), { phoneNumberId, accessToken })
    return readHealth({ ok: true, number }, status)
  },
  async run({ ctx, input, prepared: health }) {
    const isDefault = input.default === true && (await takeDefault(ctx, true, input.id))
    const row = requireConnected(await lockNumber(ctx, input.id))
    if (health) {
      if (health.sessionStatus !== row.sessionStatus) row.sessionSince = new Date()
      const { report, ...session } = health
      ctx.em.assign(row, { ...session, ...(report && { device: report.device }) })
    }
    if (isDefault) row.isDefault = true
    if (input.name !== undefined) row.name = input.name
    ctx.em.assign(row, input.settings ?? {})
    const { vault } = ctx.runtime
    const renewed = renewCredentials(openCredentials(vault, row.id, row.credentials), input)
    row.credentials = sealCredentials(vault, row.id, renewed)
    row.version += 1
    await ctx.em.flush()
    announceNumber(ctx, row, { runtime: ctx.runtime, change: 'settings' })
    return presentNumber(row, ctx.config.PUBLIC_URL)
  },
}

/** A new app secret goes before the one it replaces, whose callbacks may still be under way. */
function renewCredentials(credentials: Credentials, { accessToken, appSecret }: Input): Credentials {
  const { appSecrets } = credentials
  return {
    ...credentials,
    ...(accessToken !== undefined && { accessToken }),
    ...(appSecret !== undefined && {
      appSecrets: [appSecret, ...appSecrets.filter((known) => known !== appSecret)].slice(0, 2),
    }),
  }
}
