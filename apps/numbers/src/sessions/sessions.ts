import { isDeepStrictEqual } from 'node:util'
import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { databaseTime, type PreparedVerb, type Tx, type VerbContext } from '@posthorn/chassis'
import { fail, type numbers } from '@posthorn/contracts'
import type { CallOutcome, DescribeOutcome, NumberAccess, Provider } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { ConnectedNumber, type Device, type NumberRow, openCredentials } from '../entities/connected-number.ts'
import {
  announceNumber,
  findAccess,
  findNumber,
  findProvider,
  type Health,
  type NumberChange,
  presentDevice,
  presentSession,
  readHealth,
  requireConnected,
  requireOk,
} from '../numbers/number.ts'

/**
 * Stores a number's health, and announces each change with the next version, because consumers ignore a version that they know. Returns the row,
 * unchanged if the number is disconnected; null if it is unknown.
 */
export async function applyHealth(
  { em, emit }: { em: EntityManager; emit: Tx['emit'] },
  numberId: string,
  { runtime, healthOf }: { runtime: NumbersRuntime; healthOf: (present: NumberRow) => Health },
): Promise<NumberRow | null> {
  const row = await em.findOne(ConnectedNumber, { id: numberId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!row || row.status === 'disconnected') return row
  const health = healthOf(row)
  const changes = listChanges(row, health)
  if (health.report) row.checkedAt = await databaseTime(em)
  if (changes.length === 0) {
    await em.flush()
    return row
  }
  if (health.sessionStatus !== row.sessionStatus) row.sessionSince = new Date()
  const { report, ...session } = health
  em.assign(row, { ...session, ...(report && { device: report.device, phone: report.phone ?? row.phone ?? null }) })
  for (const change of changes) {
    row.version += 1
    await em.flush()
    announceNumber({ emit }, row, { runtime, change })
  }
  return row
}

/** Lists the changes to announce. A quality, limit or name that was unknown until now is no change of its kind, only one of the `device`. */
function listChanges(row: NumberRow, health: Health): NumberChange[] {
  const sameSession =
    health.status === row.status &&
    health.sessionStatus === row.sessionStatus &&
    health.sessionErrorCode === (row.sessionErrorCode ?? null)
  const restricted = health.status === 'restricted' && row.status !== 'restricted'
  const changes: NumberChange[] = sameSession ? [] : [restricted ? 'restricted' : 'session']
  if (!health.report) return changes
  const { device, phone } = health.report
  const before = presentDevice(row.device)
  const hasChanged = (field: keyof Device) => before[field] !== null && before[field] !== device[field]
  if (hasChanged('qualityRating')) changes.push('quality')
  if (hasChanged('messagingLimit')) changes.push('limit')
  if (hasChanged('verifiedName') || hasChanged('nameStatus')) changes.push('name')
  const isOtherChange = !isDeepStrictEqual(before, device) || (phone !== null && phone !== row.phone)
  if (isOtherChange && changes.length === 0) changes.push('device')
  return changes
}

type Context = VerbContext<NumbersRuntime>

/** Runs a registration step at the provider, then fetches the number's new status. Fails if the provider refuses. */
async function runStep(
  ctx: Context,
  numberId: string,
  step: (provider: Provider, access: NumberAccess) => Promise<CallOutcome>,
): Promise<DescribeOutcome> {
  const { provider, access } = await findAccess(ctx, numberId)
  requireOk(await step(provider, access))
  return provider.describeNumber(access)
}

/** Stores what the provider reported about a number, announces changes, and returns the session. */
async function storeSession(ctx: Context, numberId: string, outcome: DescribeOutcome) {
  const change = { runtime: ctx.runtime, healthOf: readHealth.bind(undefined, outcome) }
  const row = (await applyHealth(ctx, numberId, change)) ?? fail('number:not_found')
  return { number: row.id, ...presentSession(row) }
}

/** Deregisters a number at the provider, and stores its status from then on. */
export const deregister: PreparedVerb<typeof numbers.sessions.deregister, NumbersRuntime, DescribeOutcome> = {
  prepare: ({ ctx, input }) => runStep(ctx, input.id, (provider, access) => provider.deregister(access)),
  run: ({ ctx, input, prepared }) => storeSession(ctx, input.id, prepared),
}

/** Fetches a number from the provider with its stored credentials. */
export function describeNumber(
  runtime: NumbersRuntime,
  row: Pick<NumberRow, 'id' | 'provider' | 'phoneNumberId'> & { credentials: string },
): Promise<DescribeOutcome> {
  const { accessToken } = openCredentials(runtime.vault, row.id, row.credentials)
  return findProvider(runtime, row.provider).describeNumber({ phoneNumberId: row.phoneNumberId, accessToken })
}

/** Checks a number with its provider now instead of at the next interval. */
export const refresh: PreparedVerb<typeof numbers.sessions.refresh, NumbersRuntime, DescribeOutcome> = {
  prepare: async ({ ctx, input }) => describeNumber(ctx.runtime, requireConnected(await findNumber(ctx, input.id))),
  run: ({ ctx, input, prepared }) => storeSession(ctx, input.id, prepared),
}

/** Registers a number at the provider, so that it can send and receive. `pin`: for two-step verification. */
export const register: PreparedVerb<typeof numbers.sessions.register, NumbersRuntime, DescribeOutcome> = {
  prepare: ({ ctx, input }) => runStep(ctx, input.id, (provider, access) => provider.register(access, input.pin)),
  run: ({ ctx, input, prepared }) => storeSession(ctx, input.id, prepared),
}

/** Has the provider send a verification code to the phone number. */
export const requestCode: PreparedVerb<typeof numbers.sessions.requestCode, NumbersRuntime, void> = {
  async prepare({ ctx, input }) {
    const { provider, access } = await findAccess(ctx, input.id)
    const method = input.method === 'voice' ? 'VOICE' : 'SMS'
    requireOk(await provider.requestCode(access, { method, language: input.language }))
  },
  run: async ({ input }) => ({ number: input.id, requested: true, method: input.method }),
}

/** Proves with the code that the phone number is ours. Registering it is the next step. */
export const verifyCode: PreparedVerb<typeof numbers.sessions.verifyCode, NumbersRuntime, DescribeOutcome> = {
  prepare: ({ ctx, input }) => runStep(ctx, input.id, (provider, access) => provider.verifyCode(access, input.code)),
  run: ({ ctx, input, prepared }) => storeSession(ctx, input.id, prepared),
}
