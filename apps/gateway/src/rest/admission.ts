import { fail, type Operation } from '@posthorn/contracts'
import type { Authentication, Caller } from '../access/auth/keyring.ts'
import { authenticateMember, hasSession, isMemberStill, permitMember } from '../access/sessions/admit.ts'
import type { GatewayRuntime } from '../deps.ts'
import { isReadable, refuseMoving } from '../installation/moves.sql.ts'
import type { RateDecision } from '../limits/buckets.sql.ts'
import type { OpenCounts } from '../limits/shedder.ts'
import { apiKeyOf, type Exchange, unavailable } from './exchange.ts'
import type { Route } from './route.ts'

/** What admission needs: the runtime and the counts of open requests and streams. */
export type AdmissionOptions = { runtime: GatewayRuntime; openCounts: OpenCounts }

/** Sets the headers that tell the caller their rate limits. */
export function noteLimits({ headers }: Exchange, decision: RateDecision): void {
  headers['RateLimit-Policy'] = decision.policy
  headers['RateLimit'] = decision.state
}

/** Authenticates and authorizes a request, applies rate limits, and counts it as an open request or, as `countAs` says, as a stream. */
export async function admit(
  { runtime, openCounts }: AdmissionOptions,
  exchange: Exchange,
  { route, countAs }: { route: Route; countAs: 'request' | 'stream' },
): Promise<Caller> {
  const isSession = hasSession(exchange)
  const caller = isSession ? await authenticateMember(runtime, exchange) : await authenticate(runtime, exchange)
  if (isSession) await takeRate(runtime, exchange, caller)
  const permitted = caller.member ? permitMember(caller, route.operation) : permitKey(caller, route.operation)
  if (countAs === 'request') openCounts.enterRequest(caller, exchange.res)
  else openCounts.enterStream(caller, exchange.res)
  return permitted
}

/** Fails if the key lacks the scope that the operation needs. */
function permitKey(caller: Caller, { scope }: Operation): Caller {
  if (scope && !caller.scopes.includes(scope as never)) {
    fail('scope:missing', { message: `This operation needs the scope ${scope}; use a key that has it.` })
  }
  return caller
}

/**
 * Whether the caller of a running request may still receive its response. Streams check this before each chunk, and files before each except
 * the first. `isFile`: a session counts even if its token was renewed during the transfer. Throws if access can't be checked now.
 */
export async function isStillAllowed(
  runtime: GatewayRuntime,
  exchange: Exchange,
  caller: Caller,
  isFile = false,
): Promise<boolean> {
  if (caller.member) return isMemberStill(runtime, exchange, caller, isFile)
  const found = await runtime.deps.keys.authenticate(apiKeyOf(exchange.req) ?? '').catch(unavailable)
  if (!('caller' in found) || found.caller.from?.has(exchange.address) === false) return false
  return isReadable(runtime, found.caller.workspace)
}

/** Fails if the caller of a running request has lost access, or their workspace has begun to move. Bytes may have taken minutes to arrive. */
export async function refuseLost(runtime: GatewayRuntime, exchange: Exchange, caller: Caller): Promise<void> {
  refuseMoving(runtime, exchange, caller.workspace)
  if (await isStillAllowed(runtime, exchange, caller, true)) return
  fail(caller.member ? 'role:insufficient' : 'token:invalid')
}

/** Authenticates a request with the API key, takes a rate limit token and records the key's use. The scope depends on what is then called. */
export async function authenticate(runtime: GatewayRuntime, exchange: Exchange): Promise<Caller> {
  const found = await findCaller(runtime, exchange)
  if (!('caller' in found)) return refuseKey(runtime, exchange, found)
  const { workspace, key } = found.caller
  refuseMoving(runtime, exchange, workspace)
  exchange.key = { workspace, key }
  await takeRate(runtime, exchange, found.caller)
  runtime.deps.keyUse.note(key, exchange.address)
  return found.caller
}

/** Counts a finished request toward each operation that it called, for the list of what its key is used for. */
export function countUse({ deps }: GatewayRuntime, { key, operations, res }: Exchange): void {
  if (!key) return
  for (const operation of operations ?? []) deps.keyUse.count({ ...key, operation, isRefused: res.statusCode >= 400 })
}

/** Takes one of the caller's rate limit tokens. From here on, the caller pays for the request. */
async function takeRate(runtime: GatewayRuntime, exchange: Exchange, caller: Caller): Promise<void> {
  const { limiter } = runtime.deps
  const decision = await limiter.takeFor(caller)
  exchange.owners = { workspace: caller.workspace }
  exchange.charge = (requests) => limiter.charge(caller, requests)
  noteLimits(exchange, decision)
  if (!decision.allowed) refuseRate(runtime, decision)
}

type Refusal = { code: 'token:invalid' | 'token:expired' | 'address:not_allowed'; reason: string; taken?: RateDecision }

const refusals = {
  unknown: { code: 'token:invalid', reason: 'invalid' },
  expired: { code: 'token:expired', reason: 'expired' },
} as const satisfies Record<string, Refusal>

/** Looks up a request's API key. One that is new to this gateway counts toward its network's limit before Postgres is queried, unless it proves valid. */
async function findCaller(runtime: GatewayRuntime, exchange: Exchange): Promise<{ caller: Caller } | Refusal> {
  const { keys, limiter } = runtime.deps
  const { address, network } = exchange
  const text = apiKeyOf(exchange.req)
  if (text === undefined) return { code: 'token:invalid', reason: 'missing' }
  let taken: RateDecision | undefined
  const beforeLookup = () => {
    taken = limiter.takeRefused(network)
    if (!taken.allowed) refuseKey(runtime, exchange, { code: 'token:invalid', reason: 'limited', taken })
  }
  const found: Authentication = await keys.authenticate(text, beforeLookup).catch((err: unknown) => {
    if (taken?.allowed) limiter.refundRefused(network)
    return unavailable(err)
  })
  if ('refused' in found) return { ...refusals[found.refused], ...(taken && { taken }) }
  // Using a key from a forbidden address costs its workspace no tokens.
  if (found.caller.from?.has(address) === false) {
    return { code: 'address:not_allowed', reason: 'address', ...(taken && { taken }) }
  }
  if (taken) limiter.refundRefused(network)
  return found
}

/** Refuses a request without a key that is valid at its address. It costs its network a token, against guessing. `taken`: it was taken already. */
function refuseKey(runtime: GatewayRuntime, exchange: Exchange, { code, reason, taken }: Refusal): never {
  const { edgeMetrics, limiter } = runtime.deps
  const decision = taken ?? limiter.takeRefused(exchange.network)
  noteLimits(exchange, decision)
  edgeMetrics.refusedKeys.add(1, { reason })
  return decision.allowed ? fail(code) : refuseRate(runtime, decision)
}

/** Fails because a rate limit is exceeded, and counts that in the metrics. */
function refuseRate({ deps }: GatewayRuntime, { retryAfterSeconds }: RateDecision): never {
  deps.edgeMetrics.limited.add()
  fail('rate:limited', { retryAfter: retryAfterSeconds })
}
