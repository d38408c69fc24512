import type { GatewayRuntime } from '../../deps.ts'
import type { Exchange } from '../../rest/exchange.ts'
import { accountOf } from '../sessions/open.ts'
import type { Session } from '../sessions/session.sql.ts'
import { recordSession } from './record.ts'

type Begun = { runtime: GatewayRuntime; exchange: Exchange; session: Session }

/** Returns the next step of a new session: a code, or none. Then the sign-in is recorded. */
export async function next({ runtime, exchange, session }: Begun): Promise<Record<string, unknown>> {
  if (session.awaitsCode) return { next: 'code' }
  await recordSession(runtime, exchange, {
    operation: 'session.began',
    person: session.person.id,
    session: session.id,
  })
  return { next: 'done', ...(await accountOf(runtime, session)) }
}
