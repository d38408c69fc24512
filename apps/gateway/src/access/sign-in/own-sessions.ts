import { fail } from '@posthorn/contracts'
import { z } from 'zod'
import { acrossWorkspaces } from '../../accounts/people/person.sql.ts'
import { endSession, listSessions } from '../sessions/session.sql.ts'
import { nothing } from './fields.ts'
import { handler, type SignInHandler } from './handler.ts'
import { recordSession } from './record.ts'

const list = handler({
  line: 'GET sessions',
  needs: 'open',
  fields: nothing,
  async run({ runtime, session }) {
    const open = await acrossWorkspaces(runtime, (em) => listSessions(em, session.person.id))
    return { status: 200, body: open.map((each) => ({ ...each, current: each.id === session.id })) }
  },
})

const end = handler({
  line: 'DELETE sessions/{id}',
  needs: 'open',
  fields: z.strictObject({ id: z.string().max(100) }),
  async run({ runtime, exchange, input, session }) {
    const { id: person } = session.person
    const isEnded = await acrossWorkspaces(runtime, (em) => endSession(em, person, input.id))
    if (!isEnded) fail('route:not_found', { message: 'There is no such session; it may have ended.' })
    await recordSession(runtime, exchange, { operation: 'session.ended', person, session: input.id })
    return { status: 204 }
  },
})

/** Requests about the sessions of a person. */
export const ownSessionHandlers: readonly SignInHandler[] = [list, end]
