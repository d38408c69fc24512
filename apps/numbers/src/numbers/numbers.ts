import type { EntityManager } from '@mikro-orm/postgresql'
import { listPage, type PreparedVerb, type Tx, type Verb } from '@posthorn/chassis'
import { type numbers, refuseLimited, refuseUnconfirmed } from '@posthorn/contracts'
import type { z } from 'zod'
import type { NumbersRuntime } from '../config.ts'
import { ConnectedNumber, type NumberRow } from '../entities/connected-number.ts'
import { checkCredentials, findProvider } from './check.ts'
import { type Credentials, openCredentials, sealCredentials } from './credentials.ts'
import { lockDefault } from './default.sql.ts'
import { findNumber, lockNumber, requireConnected, visibilityFilter } from './find.ts'
import { announceNumber, presentNumber, readHealth } from './present.ts'

type DefaultContext = { em: EntityManager; emit: Tx['emit']; runtime: NumbersRuntime; workspace: string }

/** Makes a number the default if requested or if the workspace has none. Unsets the previous default and announces it. */
export async function takeDefault(
  ctx: DefaultContext,
  isRequested: boolean | undefined,
  own?: string,
): Promise<boolean> {
  if (isRequested === false) return false
  await lockDefault(ctx.em, ctx.workspace)
  const present = await ctx.em.findOne(ConnectedNumber, { isDefault: true })
  if (!present || present.id === own) return true
  if (isRequested === undefined) return false
  present.isDefault = false
  present.version += 1
  await ctx.em.flush()
  announceNumber(ctx, present, { runtime: ctx.runtime, change: 'settings' })
  return true
}

/** Disconnects a number and erases its credentials. Idempotent. The simulator also forgets the number, so it sends no more callbacks. */
export const disconnect: PreparedVerb<typeof numbers.numbers.disconnect, NumbersRuntime, void> = {
  async prepare({ ctx, input }) {
    const { provider, phoneNumberId, status } = await findNumber(ctx, input.id)
    if (provider !== 'simulator' || status === 'disconnected') return
    await ctx.deps.simulator?.deleteNumber(phoneNumberId).catch((err: unknown) => {
      ctx.log.warn({ number: input.id, err }, 'simulator.not_notified')
    })
  },
  async run({ ctx, input }) {
    const { em, runtime } = ctx
    const row = await lockNumber(ctx, input.id)
    if (row.status === 'disconnected') return presentNumber(row, ctx.config.PUBLIC_URL)
    em.assign(row, {
      credentials: null,
      status: 'disconnected',
      sessionStatus: 'offline',
      sessionSince: new Date(),
      sessionErrorCode: null,
      sessionErrorMessage: null,
      isDefault: false,
      version: row.version + 1,
    })
    await em.flush()
    announceNumber(ctx, row, { runtime, change: 'disconnected' })
    return presentNumber(row, ctx.config.PUBLIC_URL)
  },
}

export const get: Verb<typeof numbers.numbers.get, NumbersRuntime> = async ({ ctx, input }) =>
  presentNumber(await findNumber(ctx, input.id), ctx.config.PUBLIC_URL)

export const list: Verb<typeof numbers.numbers.list, NumbersRuntime> = async ({ ctx, input }) => {
  const { rows, next } = await listPage<NumberRow>(ctx, input, {
    entity: ConnectedNumber,
    list: 'numbers',
    order: { column: 'id', direction: 'asc' },
    where: visibilityFilter(ctx),
  })
  return { items: rows.map((row) => presentNumber(row, ctx.config.PUBLIC_URL)), next }
}

type Input = z.output<typeof numbers.numbers.update.input>

/** Changes a number. Before the transaction, asks the provider what a new token can access. */
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

/** Puts the new app secret before the one it replaces, because callbacks signed with the old one may still be in transit. */
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
