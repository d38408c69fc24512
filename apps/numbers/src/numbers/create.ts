import { randomBytes } from 'node:crypto'
import { type PreparedVerb, violatedConstraint } from '@posthorn/chassis'
import { fail, newId, type numbers } from '@posthorn/contracts'
import type { z } from 'zod'
import type { NumbersRuntime } from '../config.ts'
import { ConnectedNumber, type NumberRow } from '../entities/connected-number.ts'
import { checkCredentials, findProvider, refuseSimulator } from './check.ts'
import { type Credentials, sealCredentials } from './credentials.ts'
import { takeDefault } from './numbers.ts'
import { announceNumber, buildCallbackUrl, phoneOf, presentNumber, readDevice, readHealth } from './present.ts'

type Input = z.output<typeof numbers.numbers.create.input>
type Connection = Pick<
  NumberRow,
  'phoneNumberId' | 'businessAccountId' | 'phone' | 'device' | 'status' | 'sessionStatus'
> & {
  id: string
  credentials: Credentials
}

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

type ConnectRequest = Input & { id: string; verifyToken: string }

async function connectSimulated(
  runtime: NumbersRuntime,
  { id, name, verifyToken }: ConnectRequest,
): Promise<Connection> {
  const simulator = runtime.deps.simulator ?? refuseSimulator()
  const callbackUrl = buildCallbackUrl(runtime.config.PUBLIC_URL, id)
  const made = await simulator.createNumber({ name, callbackUrl, verifyToken })
  const { phoneNumberId, businessAccountId, accessToken, appSecret, displayPhoneNumber } = made
  const asked = await findProvider(runtime, 'simulator').describeNumber({ phoneNumberId, accessToken })
  return {
    id,
    phoneNumberId,
    businessAccountId,
    phone: phoneOf(displayPhoneNumber),
    device: asked.ok ? readDevice(asked.number) : {},
    status: 'active',
    sessionStatus: 'online',
    credentials: { accessToken, appSecrets: [appSecret], verifyToken },
  }
}

async function connectCloud(runtime: NumbersRuntime, wanted: ConnectRequest): Promise<Connection> {
  // The contract guarantees all four for a Cloud API number.
  const { phoneNumberId = '', businessAccountId = '', accessToken = '', appSecret = '' } = wanted
  const found = await checkCredentials(findProvider(runtime, 'cloud'), { phoneNumberId, accessToken })
  const { report: _, ...session } = readHealth({ ok: true, number: found }, 'connecting')
  return {
    id: wanted.id,
    phoneNumberId,
    businessAccountId,
    phone: phoneOf(found.displayPhoneNumber),
    device: readDevice(found),
    ...session,
    credentials: { accessToken, appSecrets: [appSecret], verifyToken: wanted.verifyToken },
  }
}
