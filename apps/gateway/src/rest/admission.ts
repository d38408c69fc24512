import { Fault, fail } from '@posthorn/contracts'
import { addressOf } from '../auth/address.ts'
import type { Caller } from '../auth/keyring.ts'
import type { GatewayRuntime } from '../deps.ts'
import type { InFlight } from '../limits/in-flight.ts'
import type { Verdict } from '../limits/verdict.ts'
import type { Exchange } from './answer.ts'
import type { Route } from './route.ts'

type Door = { runtime: GatewayRuntime; inFlight: InFlight }

/** Tells the caller where it stands. */
export function noteLimits({ headers }: Exchange, verdict: Verdict): void {
  headers['RateLimit-Policy'] = verdict.policy
  headers['RateLimit'] = verdict.state
}

/** Lets a request in by its key, its rate, its scope and what is being answered for its key already; refuses it otherwise. */
export async function admit(
  { runtime, inFlight }: Door,
  exchange: Exchange,
  { route, takesLong }: { route: Route; takesLong: boolean },
): Promise<Caller> {
  const caller = await authenticate(runtime, exchange)
  const { scope, stream } = route.operation
  if (scope && !caller.scopes.includes(scope as never)) {
    fail('scope:missing', { message: `This operation needs the scope ${scope}.` })
  }
  // What takes long by its nature is counted by workspace instead, where it begins.
  if (!takesLong && !stream) inFlight.enter(caller.key, exchange.res)
  return caller
}

async function authenticate({ deps }: GatewayRuntime, exchange: Exchange): Promise<Caller> {
  const { keys, keyUse, limiter, proxies, figures } = deps
  const address = addressOf(exchange.req, proxies)
  const token = exchange.req.headers['token']
  const known = typeof token === 'string' ? await keys.callerOf(token.trim()).catch(unavailable) : null
  // Whoever holds a key where it may not be used takes nothing from those who may.
  const caller = known?.from?.has(address) === false ? null : known
  const verdict = caller ? await limiter.takeFor(caller) : limiter.takeRefused(address)
  noteLimits(exchange, verdict)
  if (!caller)
    figures.refusedKeys.add(1, { reason: known ? 'address' : typeof token === 'string' ? 'invalid' : 'missing' })
  if (!verdict.allowed) {
    figures.limited.add()
    fail('rate:limited', { retryAfter: verdict.retryAfterSeconds })
  }
  if (!caller) fail(known ? 'address:not_allowed' : 'token:invalid')
  keyUse.note(caller.key)
  return caller
}

/** A key that cannot be looked up is neither right nor wrong: the caller tries again. */
function unavailable(cause: unknown): never {
  throw new Fault('service:unavailable', { cause, retryAfter: 2 })
}
