import { randomBytes } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { listPage, type PreparedVerb, sql, type Tx, type Verb, violatedConstraint } from '@posthorn/chassis'
import { fail, failUnknown, newId, type numbers, refuseLimited, refuseUnconfirmed } from '@posthorn/contracts'
import type { Simulation } from '@posthorn/provider'
import type { z } from 'zod'
import type { NumbersRuntime } from '../config.ts'
import {
  ConnectedNumber,
  type Credentials,
  type NumberRow,
  openCredentials,
  renewCredentials,
  sealCredentials,
} from '../entities/connected-number.ts'
import {
  announceNumber,
  buildCallbackUrl,
  checkCredentials,
  findNumber,
  findProvider,
  joinAccount,
  phoneOf,
  presentNumber,
  readDevice,
  readHealth,
  refuseSimulator,
  requireConnected,
  visibilityFilter,
} from './number.ts'

type Connection = Pick<
  NumberRow,
  'phoneNumberId' | 'businessAccountId' | 'phone' | 'device' | 'status' | 'sessionStatus'
> & { id: string; credentials: Credentials }

/**
 * Connects a number. Calls the provider before the transaction. Rejects a number that any workspace has already connected only after its
 * credentials prove valid, so that no one learns about other workspaces' numbers.
 */
export const create: PreparedVerb<typeof numbers.numbers.create, NumbersRuntime, Connection> = {
  prepare: ({ ctx, input }) => {
    const id = newId('num')
    const verifyToken = input.verifyToken ?? randomBytes(18).toString('base64url')
    const connect = input.provider === 'simulator' ? connectSimulated : connectCloud
    return connect(ctx.runtime, { ...input, id, verifyToken })
  },
  async run({ ctx, input, prepared }) {
    const { credentials, ...made } = prepared
    const isDefault = await takeDefault(ctx, input.default)
    const now = new Date()
    const row = ctx.em.create(ConnectedNumber, {
      ...made,
      workspaceId: ctx.workspace,
      name: input.name,
      provider: input.provider,
      credentials: sealCredentials(ctx.runtime.vault, made.id, credentials),
      sessionSince: now,
      isDefault,
      ratePerSecond: input.settings?.ratePerSecond ?? null,
      quietHours: input.settings?.quietHours ?? null,
      country: input.settings?.country ?? null,
      checkedAt: now,
      createdAt: now,
    })
    await ctx.em.flush().catch((err: unknown) => {
      if (violatedConstraint(err) === 'number_once') fail('number:duplicate')
      throw err
    })
    ctx.wake('templates')
    announceNumber(ctx, row, { runtime: ctx.runtime, change: 'connected' })
    return { ...presentNumber(row, ctx.config.PUBLIC_URL), verifyToken: credentials.verifyToken }
  },
}

type ConnectRequest = z.output<typeof numbers.numbers.create.input> & { id: string; verifyToken: string }

/** Creates a number in the simulator, which has the same API as the provider. If it can't be described, the first health check fills its data. */
async function connectSimulated(
  runtime: NumbersRuntime,
  { id, name, verifyToken }: ConnectRequest,
): Promise<Connection> {
  const simulator = runtime.deps.simulator ?? refuseSimulator()
  const callbackUrl = buildCallbackUrl(runtime.config.PUBLIC_URL, id)
  const made = await simulator.createNumber({ name, callbackUrl, verifyToken })
  const { phoneNumberId, businessAccountId, accessToken, appSecret, displayPhoneNumber } = made
  const described = await findProvider(runtime, 'simulator').describeNumber({ phoneNumberId, accessToken })
  return {
    id,
    phoneNumberId,
    businessAccountId,
    phone: phoneOf(displayPhoneNumber),
    device: described.ok ? readDevice(described.number) : {},
    status: 'active',
    sessionStatus: 'online',
    credentials: { accessToken, appSecrets: [appSecret], verifyToken },
  }
}

/** Checks a Cloud API number's credentials and account, has callbacks sent to the token's app, and returns what the provider says about it. */
async function connectCloud(runtime: NumbersRuntime, request: ConnectRequest): Promise<Connection> {
  // The contract guarantees all four for a Cloud API number.
  const { phoneNumberId = '', businessAccountId = '', accessToken = '', appSecret = '' } = request
  const provider = findProvider(runtime, 'cloud')
  const described = await checkCredentials(provider, { phoneNumberId, accessToken })
  await joinAccount(provider, { access: { phoneNumberId, accessToken }, businessAccountId })
  const { report: _, ...session } = readHealth({ ok: true, number: described }, { status: 'connecting' })
  return {
    id: request.id,
    phoneNumberId,
    businessAccountId,
    phone: phoneOf(described.displayPhoneNumber),
    device: readDevice(described),
    ...session,
    credentials: { accessToken, appSecrets: [appSecret], verifyToken: request.verifyToken },
  }
}

/**
 * Returns whether a number becomes the default: if requested or, if nothing is said, if the workspace has none. Unsets the previous default and
 * announces that. `ownId`: the number itself, if it exists already.
 */
async function takeDefault(
  ctx: { em: EntityManager; emit: Tx['emit']; runtime: NumbersRuntime; workspace: string },
  isRequested: boolean | undefined,
  ownId?: string,
): Promise<boolean> {
  if (isRequested === false) return false
  // Serializes transactions that choose this workspace's default number.
  await sql(ctx.em, 'select pg_advisory_xact_lock(hashtext($1))', [`default number of ${ctx.workspace}`])
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const current = await ctx.em.findOne(ConnectedNumber, { isDefault: true }, { lockMode })
  if (!current || current.id === ownId) return true
  if (isRequested === undefined) return false
  current.isDefault = false
  current.version += 1
  await ctx.em.flush()
  announceNumber(ctx, current, { runtime: ctx.runtime, change: 'settings' })
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
    const row = await findNumber(ctx, input.id, { lock: true })
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

/** Changes a number. Before the transaction, checks a new token with the provider, and has callbacks sent to the token's app. */
export const update: PreparedVerb<
  typeof numbers.numbers.update,
  NumbersRuntime,
  ReturnType<typeof readHealth> | undefined
> = {
  async prepare({ ctx, input }) {
    if (input.accessToken !== undefined || input.appSecret !== undefined) refuseUnconfirmed(ctx.call)
    const row = requireConnected(await findNumber(ctx, input.id))
    const { phoneNumberId, businessAccountId } = row
    if (input.default !== undefined) refuseLimited(ctx.call)
    const { accessToken } = input
    if (accessToken === undefined) return undefined
    const [provider, access] = [findProvider(ctx.runtime, row.provider), { phoneNumberId, accessToken }]
    const number = await checkCredentials(provider, access)
    // The token may be of another app.
    if (businessAccountId) await joinAccount(provider, { access, businessAccountId })
    return readHealth({ ok: true, number }, row)
  },
  async run({ ctx, input, prepared: health }) {
    const isDefault = input.default === true && (await takeDefault(ctx, true, input.id))
    const row = requireConnected(await findNumber(ctx, input.id, { lock: true }))
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

type Simulate = typeof numbers.numbers.simulate
type Simulated = z.input<Simulate['output']>

/** Simulates a customer, an outage, the passage of time, a provider decision or report, or a group event. */
export const simulate: PreparedVerb<Simulate, NumbersRuntime, Simulated> = {
  async prepare({ ctx, input }) {
    const number = await findNumber(ctx, input.id)
    if (number.provider !== 'simulator') fail('number:not_simulator')
    if (number.status === 'disconnected') fail('number:disconnected')
    const simulator = ctx.deps.simulator ?? refuseSimulator()
    const { simulated, body } = buildSimulation(input)
    const { wamid = null } = await simulator.simulate(number.phoneNumberId, body)
    return { simulated, providerId: wamid }
  },
  run: async ({ prepared }) => prepared,
}

/** Builds the simulator's request from the one field that is given. */
function buildSimulation({ message, status, outage, advance, account, group, change }: z.output<Simulate['input']>): {
  simulated: Simulated['simulated']
  body: Simulation
} {
  if (message) {
    const replyTo = message.replyTo === undefined ? undefined : providerIdOf(message.replyTo, 'message.replyTo')
    // JSON omits undefined fields, as the simulator expects.
    return { simulated: 'message', body: { message: { ...message, replyTo } } as Simulation }
  }
  if (status) {
    const { error } = status
    const providerId = providerIdOf(status.message, 'status.message')
    return {
      simulated: 'status',
      body: { status: { message: providerId, status: status.status, ...(error !== undefined && { error }) } },
    }
  }
  if (account) return { simulated: 'account', body: { account } as Simulation }
  if (group) return { simulated: 'group', body: { group } as Simulation }
  if (change) return { simulated: 'change', body: { change } as Simulation }
  if (outage) return { simulated: 'outage', body: { outage } }
  return { simulated: 'advance', body: { advance: advance ?? { seconds: 0 } } }
}

/** Returns the provider's id of a message. Refuses our own id: the gateway has replaced those of known messages. `field`: where it was given. */
function providerIdOf(messageId: string, field: string): string {
  return messageId.startsWith('msg_') ? failUnknown('message:not_found', field) : messageId
}
