import { LockMode } from '@mikro-orm/core'
import type { VerbContext } from '@posthorn/chassis'
import {
  type apiKey,
  type CallContext,
  fail,
  failField,
  failUnknown,
  type Id,
  type KeyScope,
  newId,
} from '@posthorn/contracts'
import type { z } from 'zod'
import type { GatewayRuntime } from '../../deps.ts'
import { ApiKey, type ApiKeyRow } from '../../entities/workspace.ts'
import { faultBehind, throwBehind } from '../../rest/exchange.ts'
import { containsRange } from '../auth/address.ts'
import { hintOf, newKey } from '../auth/keyring.ts'

/** Condition for the keys or invitations that a caller may see. A restricted caller must not manage more than it may use. */
export const withinNumbers = ({ numbers }: Pick<CallContext, 'numbers'>): { numbers?: { $contained: string[] } } =>
  numbers ? { numbers: { $contained: [...numbers] } } : {}

/** Finds a key of the workspace. A restricted caller does not find keys with more numbers than its own. */
export async function findKey(
  { em, call }: Pick<VerbContext, 'em' | 'call'>,
  id: string,
  lock: { lockMode?: LockMode } = {},
): Promise<ApiKeyRow> {
  return (await em.findOne(ApiKey, { $and: [{ id }, withinNumbers(call)] }, lock)) ?? fail('key:not_found')
}

/** Finds a key like `findKey`, and locks it, so that changes of one key run one at a time. */
export const takeKey = (ctx: Pick<VerbContext, 'em' | 'call'>, id: string): Promise<ApiKeyRow> =>
  findKey(ctx, id, { lockMode: LockMode.PESSIMISTIC_WRITE })

/** Announces a new key to webhooks. */
export function announceNew({ emit }: Pick<VerbContext, 'emit'>, { id }: ApiKeyRow): void {
  emit({ kind: 'key:created', data: { key: id }, aggregate: { id, version: 1 } })
}

/** Stores a changed key, and announces it, which makes all gateways reload it. */
export async function storeChanged({ em, emit, deps }: VerbContext<GatewayRuntime>, row: ApiKeyRow): Promise<void> {
  row.version = row.version + 1
  await em.flush()
  emit({ kind: 'key:updated', data: { key: row.id }, aggregate: { id: row.id, version: row.version } })
  deps.keys.evict(row.id)
}

type Asking = { call: Pick<CallContext, 'numbers'>; deps: GatewayRuntime['deps'] }

/** Returns an identity for reading a workspace's numbers for a caller, who may be an operator or lack the scope `read`. */
const asGateway = ({ call: { numbers }, deps: { clients } }: Asking, workspace: string) =>
  clients.calling({
    workspace,
    scopes: ['read'],
    actor: { type: 'service', id: 'gateway' },
    ...(numbers && { numbers }),
  })

/** Fails with `number:not_found` if the caller can't access one of these numbers. Only the numbers service knows a workspace's numbers. */
export async function requireNumbers(
  asking: Asking,
  { workspace, numbers }: { workspace: string; numbers: readonly string[] | null | undefined },
): Promise<void> {
  const { numbers: service } = asking.deps.clients
  const find = async (id: string, i: number) => {
    await service.numbers.get.query({ id }, asGateway(asking, workspace)).catch((err: unknown) => {
      if (faultBehind(err).code !== 'number:not_found') throwBehind(err)
      failUnknown('number:not_found', `numbers.${i}`)
    })
  }
  await Promise.all((numbers ?? []).map(find))
}

/** Returns a key as the API shows it, without its secret. */
export function presentKey(row: ApiKeyRow): z.output<typeof apiKey> {
  const { createdByType: type, createdById: by, createdByName: name } = row
  return {
    id: row.id,
    name: row.name,
    hint: hintOf(row.publicId, row.test),
    test: row.test,
    scopes: row.scopes,
    numbers: (row.numbers ?? null) as Id<'num'>[] | null,
    cidrs: row.cidrs ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedFrom: row.lastUsedFrom ?? null,
    createdBy: type && by ? { type, id: by, name: name ?? null } : null,
    createdAt: row.createdAt.toISOString(),
  }
}

/** Scopes and restrictions of a key. Null means unrestricted. */
type Grant = {
  scopes: readonly KeyScope[]
  numbers: readonly string[] | null
  cidrs: readonly string[] | null
  expiresAt: Date | null
}

/** Returns the caller's scopes and restrictions, which limit what they can give to others. Members have no address or time restrictions. */
export async function grantOfCaller({ em, call }: VerbContext<GatewayRuntime>): Promise<Grant> {
  const ownGrant = { scopes: scopesOf(call), numbers: call.numbers ?? null, cidrs: null, expiresAt: null }
  if (call.actor.type !== 'key') return ownGrant
  const row = (await em.findOne(ApiKey, { id: call.actor.id })) ?? fail('key:not_found')
  return { ...ownGrant, cidrs: row.cidrs ?? null, expiresAt: row.expiresAt ?? null }
}

/** Returns the scopes that a key can have: `operator` is none of them. */
const scopesOf = ({ scopes }: CallContext): KeyScope[] =>
  scopes.filter((scope): scope is KeyScope => scope !== 'operator')

/** Returns a key's scopes and restrictions. */
export function grantOfKey({ scopes, numbers, cidrs, expiresAt }: ApiKeyRow): Grant {
  return { scopes, numbers: numbers ?? null, cidrs: cidrs ?? null, expiresAt: expiresAt ?? null }
}

/** Returns the end of a key. Fails if it has passed, because the key would be refused from the start. */
export function endOf(given: string): Date {
  const end = new Date(given)
  return end.getTime() > Date.now() ? end : failField('expiresAt', 'must be in the future')
}

/** Fails with `scope:missing` if the grant exceeds the grantor's own access. Otherwise, a key could make a stronger one. */
export function refuseMore(newGrant: Grant, ownGrant: Grant): void {
  const scope = newGrant.scopes.find((each) => !ownGrant.scopes.includes(each))
  if (scope) refuse(`You cannot give the scope ${scope}, which you do not have.`)
  if (exceeds(newGrant.numbers, ownGrant.numbers)) refuse('You cannot give numbers that you may not use yourself.')
  if (exceeds(newGrant.cidrs, ownGrant.cidrs, containsRange))
    refuse('A key that is limited to addresses gives these addresses only.')
  const end = ownGrant.expiresAt
  if (end && (newGrant.expiresAt === null || newGrant.expiresAt > end))
    refuse('A key cannot give an end later than its own.')
}

/** Fails because the caller may not give this access. */
function refuse(message: string): never {
  return fail('scope:missing', { message })
}

type Limit = readonly string[] | null | undefined

/** Whether a list of numbers or addresses allows something that the own one does not. Without a list, everything is allowed. */
export function exceeds(given: Limit, own: Limit, contains = includes): boolean {
  if (!own) return false
  return !given || given.some((each) => !contains(own, each))
}

const includes = (list: readonly string[], item: string): boolean => list.includes(item)

/** Adds a key to a workspace. Returns its row and its text, which isn't stored. The caller has checked the grant, and announces the key. */
export async function addKey(
  { em, call, deps }: Pick<VerbContext<GatewayRuntime>, 'em' | 'call' | 'deps'>,
  {
    workspace,
    name,
    grant,
    test = false,
  }: { workspace: string; name: string; grant: Grant; test?: boolean | undefined },
): Promise<{ row: ApiKeyRow; key: string }> {
  const { key, publicId, secret } = newKey(test)
  const { scopes, numbers, cidrs, expiresAt } = grant
  const row = em.create(ApiKey, {
    workspaceId: workspace,
    id: newId('key'),
    publicId,
    secretHmac: deps.keys.hmacOf(secret),
    name,
    test,
    scopes: [...scopes],
    numbers: numbers && [...numbers],
    cidrs: cidrs && [...cidrs],
    expiresAt,
    createdByType: call.actor.type,
    createdById: call.actor.id,
    createdByName: call.actor.name ?? null,
    createdAt: new Date(),
  })
  await em.flush()
  return { row, key }
}

const pageSize = 200

/**
 * Returns the numbers that a test key is limited to, so that it never reaches a real one: the given numbers, or all simulator numbers that
 * the caller may use. Fails for real numbers, and if there is no simulator number.
 */
export async function testNumbers(
  asking: Asking,
  { workspace, numbers }: { workspace: string; numbers: readonly string[] | null },
): Promise<readonly string[]> {
  const { numbers: service } = asking.deps.clients
  const simulated: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await service.numbers.list
      .query({ size: pageSize, ...(cursor && { cursor }) }, asGateway(asking, workspace))
      .catch(throwBehind)
    simulated.push(...page.items.flatMap(({ id, provider }) => (provider === 'simulator' ? [id] : [])))
    cursor = page.next
  }
  const errors = (numbers ?? []).flatMap((id, i) =>
    simulated.includes(id) ? [] : [{ path: `numbers.${i}`, ...notSimulated }],
  )
  if (errors.length > 0) fail('request:invalid', { errors })
  if (simulated.length === 0) fail('key:no_test_number')
  return numbers ?? simulated
}

const notSimulated = { code: 'field:invalid', message: 'must be a simulator number, as the key is for tests' } as const
