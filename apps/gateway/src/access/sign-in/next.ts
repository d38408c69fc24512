import type { GatewayRuntime } from '../../deps.ts'
import type { Exchange } from '../../rest/exchange.ts'
import { accountOf } from '../sessions/open.ts'
import type { Session } from '../sessions/session.sql.ts'
import { recordSession } from './record.ts'

type Begun = { runtime: GatewayRuntime; exchange: Exchange; session: Session }

/** Returns what comes next in a session that has just begun: a code, or nothing more; then the sign-in is recorded. */
export async function next({ runtime, exchange, session }: Begun): Promise<Record<string, unknown>> {
  if (session.awaitsCode) return { next: 'code' }
  await recordSession(runtime, exchange, {
    operation: 'session.began',
    person: session.person.id,
    session: session.id,
  })
  return { next: 'done', ...(await accountOf(runtime, session)) }
}
