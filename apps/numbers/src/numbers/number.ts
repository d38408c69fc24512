import { LockMode } from '@mikro-orm/core'
import type { Tx, VerbContext } from '@posthorn/chassis'
import {
  type EventData,
  errorCatalog,
  fail,
  numberCredentialsPurpose,
  type numbers,
  type OutputOf,
  providerPhone,
  type Unfilled,
} from '@posthorn/contracts'
import type {
  Account,
  CallOutcome,
  DescribeOutcome,
  NumberAccess,
  NumberHealth,
  Provider,
  ProviderError,
} from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import {
  ConnectedNumber,
  type Device,
  type NumberRow,
  openCredentials,
  type StoredDevice,
} from '../entities/connected-number.ts'

export type NumberCaller = Pick<VerbContext, 'em' | 'call'>

/** Returns a filter for the numbers that the caller may see: all of the workspace's, or only those its key is restricted to. */
export const visibilityFilter = ({ call }: Pick<VerbContext, 'call'>): { id?: { $in: string[] } } =>
  call.numbers ? { id: { $in: call.numbers } } : {}

/** Returns a number that the caller may see, or fails with `number:not_found`. `lock`: locks its row until the transaction ends. */
export async function findNumber(ctx: NumberCaller, id: string, { lock = false } = {}): Promise<NumberRow> {
  const locked = lock ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {}
  const row = await ctx.em.findOne(ConnectedNumber, { $and: [{ id }, visibilityFilter(ctx)] }, locked)
  return row ?? fail('number:not_found')
}

export type ConnectedRow = NumberRow & { credentials: string }

/** Returns the number if it is connected, or fails with `number:disconnected`. */
export const requireConnected = (row: NumberRow): ConnectedRow =>
  row.credentials ? (row as ConnectedRow) : fail('number:disconnected')

/** Returns the client for a provider. Refuses if the number is a simulator's and no simulator is configured. */
export const findProvider = (runtime: NumbersRuntime, provider: NumberRow['provider']): Provider =>
  runtime.deps.providers[provider] ?? refuseSimulator()

/** Fails the request because no simulator is configured. */
export function refuseSimulator(): never {
  const message = 'no simulator is configured; connect a cloud number'
  fail('request:invalid', { errors: [{ path: 'provider', code: 'request:invalid', message }] })
}

/**
 * Fetches the number from the provider with these credentials. Fails with `provider:credentials_invalid` if they are invalid or belong to
 * another number, without the provider's message, which may contain the token. Fails with a retryable error if the provider can't be reached.
 */
export async function checkCredentials(provider: Provider, access: NumberAccess): Promise<NumberHealth> {
  const outcome = await provider.describeNumber(access)
  if (!outcome.ok) {
    const { code, errorCode, retryable } = outcome.error
    if (retryable) fail(errorCode)
    const message = `The provider does not accept these credentials${code === null ? '' : ` (its error ${code})`}.`
    fail('provider:credentials_invalid', { message })
  }
  if (outcome.number.phoneNumberId !== access.phoneNumberId) fail('provider:credentials_invalid')
  return outcome.number
}

/** Checks that the account has the number, and has its callbacks sent to the token's app. Fails like `checkCredentials`. */
export async function joinAccount(provider: Provider, account: Account): Promise<void> {
  const refuseAccount = ({ code, errorCode, retryable }: ProviderError): never => {
    if (retryable) fail(errorCode)
    const message = `The provider does not let this token use the business account${code === null ? '' : ` (its error ${code})`}. The token needs the permission whatsapp_business_management for it.`
    return fail('provider:credentials_invalid', { message })
  }
  const owned = await provider.hasNumber(account)
  if (!owned.ok) return refuseAccount(owned.error)
  if (!owned.has)
    fail('provider:credentials_invalid', {
      message: 'The business account with this businessAccountId does not have this number.',
    })
  const subscribed = await provider.subscribeApp(account)
  if (!subscribed.ok) refuseAccount(subscribed.error)
}

/** Returns a number's provider, account and credentials. Refuses a number that is disconnected or that the caller may not see. */
export async function findAccess(
  ctx: NumberCaller & { runtime: NumbersRuntime },
  numberId: string,
): Promise<{ provider: Provider; access: NumberAccess; businessAccountId: string }> {
  const row = requireConnected(await findNumber(ctx, numberId))
  const { accessToken } = openCredentials(ctx.runtime.vault, row.id, row.credentials)
  return {
    provider: findProvider(ctx.runtime, row.provider),
    access: { phoneNumberId: row.phoneNumberId, accessToken },
    businessAccountId: row.businessAccountId ?? '',
  }
}

/** Fails like `refuse` if the call failed. */
export function requireOk(outcome: CallOutcome): void {
  if (!outcome.ok) refuse(outcome.error)
}

/** Fails with the error of a call. Only a refusal shows the provider's title, details and code: the text about an invalid token may contain it. */
export function refuse({ errorCode, code, title, details }: ProviderError): never {
  if (errorCode !== 'provider:refused' || code === null) fail(errorCode)
  const reason = details === undefined ? title : `${title}: ${details.replace(/\.$/, '')}`
  fail(errorCode, { message: `The provider refused the request: ${reason} (its error ${code}).` })
}

/** Returns the URL that the provider calls for a number. */
export const buildCallbackUrl = (publicUrl: string, numberId: string): string => `${publicUrl}/callbacks/${numberId}`

/** Returns the session: whether the number can be used at the provider, and the last error if not. */
export function presentSession(row: NumberRow): OutputOf<typeof numbers.numbers.get>['session'] {
  const { sessionErrorCode: errorCode, sessionErrorMessage: message } = row
  return {
    status: row.sessionStatus,
    since: row.sessionSince.toISOString(),
    lastError: errorCode ? { errorCode, message: message ?? errorCode } : null,
  }
}

/** Returns a number as the API and its events show it, without credentials. */
export const presentNumber = (row: NumberRow, publicUrl: string): Unfilled<OutputOf<typeof numbers.numbers.get>> => ({
  id: row.id,
  phone: row.phone ?? null,
  name: row.name,
  provider: row.provider,
  phoneNumberId: row.phoneNumberId,
  businessAccountId: row.businessAccountId ?? null,
  status: row.status,
  session: presentSession(row),
  default: row.isDefault,
  device: { ...presentDevice(row.device), checkedAt: row.checkedAt.toISOString() },
  settings: {
    ratePerSecond: row.ratePerSecond ?? null,
    quietHours: row.quietHours ?? null,
    country: row.country ?? null,
  },
  callbackUrl: buildCallbackUrl(publicUrl, row.id),
  createdAt: row.createdAt.toISOString(),
})

/** Converts the provider's response. Missing fields become null. */
export const readDevice = (health: NumberHealth): Device => ({
  qualityRating: health.qualityRating ?? null,
  messagingLimit: health.messagingLimit ?? null,
  throughput: health.throughputLevel ?? null,
  verifiedName: health.verifiedName ?? null,
  nameStatus: health.nameStatus ?? null,
  codeVerification: health.codeVerificationStatus ?? null,
  canSend: health.canSend ?? null,
})

/** Fills in null for what the provider never reported. */
export function presentDevice(stored: StoredDevice): Device {
  const { qualityRating = null, messagingLimit = null, throughput = null, verifiedName = null } = stored
  const { nameStatus = null, codeVerification = null, canSend = null } = stored
  return { qualityRating, messagingLimit, throughput, verifiedName, nameStatus, codeVerification, canSend }
}

export type Health = Pick<NumberRow, 'status' | 'sessionStatus'> & {
  sessionErrorCode: string | null
  sessionErrorMessage: string | null
  /** The response's other fields; absent if the provider didn't respond. */
  report?: { device: Device; phone: string | null }
}

/** Provider statuses of a number that need attention. Any other status counts as good. */
const providerStatuses: Readonly<Record<string, [NumberRow['status'], NumberRow['sessionStatus']]>> = {
  PENDING: ['connecting', 'pending'],
  UNVERIFIED: ['connecting', 'pending'],
  RESTRICTED: ['restricted', 'online'],
  RATE_LIMITED: ['restricted', 'online'],
  OFFLINE: ['error', 'offline'],
  DISCONNECTED: ['error', 'offline'],
  BANNED: ['error', 'error'],
  DELETED: ['error', 'error'],
  MIGRATED: ['error', 'error'],
}

/** A number's health before a check. */
type PresentHealth = Pick<NumberRow, 'status'> & Partial<Pick<NumberRow, 'sessionStatus' | 'sessionErrorCode'>>

/**
 * Derives health from the provider's response. If the call may be retried, the provider counts as unreachable and the number keeps its
 * status. If it was refused, the status is an error. A number that may not send is restricted, or keeps the refusal that a sender reported.
 */
export function readHealth(outcome: DescribeOutcome, present: PresentHealth): Health {
  if (!outcome.ok)
    return outcome.error.retryable
      ? { status: present.status, sessionStatus: 'offline', ...pickError(outcome.error.errorCode) }
      : buildRefusedHealth(outcome.error.errorCode)
  const [status, sessionStatus] = providerStatuses[outcome.number.status?.toUpperCase() ?? ''] ?? ['active', 'online']
  const report = { device: readDevice(outcome.number), phone: phoneOf(outcome.number.displayPhoneNumber) }
  const mayNotSend = status === 'active' && report.device.canSend?.toUpperCase() === 'BLOCKED'
  if (mayNotSend && present.status === 'error')
    return { ...buildRefusedHealth(refusalOf(present) ?? 'number:suspended'), report }
  const errorCode = status === 'error' ? 'number:suspended' : null
  return { status: mayNotSend ? 'restricted' : status, sessionStatus, ...pickError(errorCode), report }
}

/** Returns why the provider refused the number, if it is in error for that. A check that succeeds disproves a refusal of the token. */
const refusalOf = ({ sessionStatus, sessionErrorCode }: PresentHealth) =>
  sessionStatus === 'error' && sessionErrorCode !== 'number:unauthorized' ? sessionErrorCode : undefined

/** Returns the health of a number that the provider refuses. */
export function buildRefusedHealth(errorCode: string): Health {
  return { status: 'error', sessionStatus: 'error', ...pickError(errorCode) }
}

/** Converts a displayed phone number, such as `+1 555-201-2345`, to E.164. Returns null if there is none. */
export const phoneOf = (displayed: string | undefined): string | null =>
  providerPhone(displayed?.replace(/\D/g, '') ?? '') ?? null

/** Returns our own error text, because the provider's may contain the token. */
function pickError(errorCode: string | null): Pick<Health, 'sessionErrorCode' | 'sessionErrorMessage'> {
  const known = Object.entries(errorCatalog).find(([code]) => code === errorCode)
  return { sessionErrorCode: errorCode, sessionErrorMessage: known?.[1].message ?? errorCode }
}

export type NumberChange = EventData<'number:updated'>['change']

/**
 * Announces a number, whose version the caller has raised, and sends its access token, or null once it is disconnected, to messaging and groups, which
 * call the provider with it.
 */
export function announceNumber(
  tx: { emit: Tx['emit'] },
  row: NumberRow,
  { runtime, change }: { runtime: NumbersRuntime; change: NumberChange },
): void {
  const number = presentNumber(row, runtime.config.PUBLIC_URL)
  const subject = { workspace: row.workspaceId, aggregate: { id: row.id, version: row.version } }
  const { businessAccountId = null, phoneNumberId } = row
  const opened = row.credentials ? openCredentials(runtime.vault, row.id, row.credentials) : null
  const access = opened && JSON.stringify({ phoneNumberId, accessToken: opened.accessToken })
  const ciphertext = access && runtime.vault.seal(access, numberCredentialsPurpose(row.id))
  tx.emit({ kind: 'number:updated', data: { ...number, change }, ...subject })
  tx.emit({ kind: 'number:credentials', data: { number, businessAccountId, ciphertext }, ...subject })
}
