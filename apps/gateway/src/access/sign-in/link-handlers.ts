import { email, fail, type Role, text } from '@posthorn/contracts'
import { z } from 'zod'
import { acrossWorkspaces, endSecondFactor, proveAddress, setPassword } from '../../accounts/people/person.sql.ts'
import type { GatewayRuntime } from '../../deps.ts'
import { openSession } from '../sessions/open.ts'
import { endSessions } from '../sessions/session.sql.ts'
import { tokenHashOf } from '../sessions/token.ts'
import { password, token } from './fields.ts'
import { handler, type SignInHandler } from './handler.ts'
import { join } from './join.ts'
import { findLink, useResetLink } from './links.sql.ts'
import { next } from './next.ts'
import { refuseWeak } from './password-rules.ts'
import { announceEnded } from './record.ts'
import { countLinkTry } from './tries.ts'

/** A link as shown before it is used. */
type LinkView = {
  kind: 'first' | 'invitation' | 'reset'
  workspace: { id: string; name: string } | null
  email: string | null
  role: Role | null
  expiresAt: string
}

/** Returns what a link is for. It reveals only the person's address, which the link's creator knows. */
async function viewLink(runtime: GatewayRuntime, token: string): Promise<LinkView> {
  return acrossWorkspaces(runtime, async (em) => {
    const link = (await findLink(em, tokenHashOf(token))) ?? fail('link:invalid')
    const { kind, workspace, workspaceName, email, role, expiresAt } = link
    return {
      kind,
      workspace: workspace === null ? null : { id: workspace, name: workspaceName ?? '' },
      email,
      role,
      expiresAt,
    }
  })
}

const view = handler({
  line: 'POST links',
  needs: 'none',
  fields: z.strictObject({ token }),
  run: async ({ runtime, input }) => ({ status: 200, body: await viewLink(runtime, input.token) }),
})

const welcome = handler({
  line: 'POST welcome',
  needs: 'none',
  fields: z.strictObject({
    token,
    password,
    name: text(1, 100).optional(),
    email: email.optional(),
    workspaceName: text(1, 100).optional(),
  }),
  async run({ runtime, exchange, input }) {
    const { person, workspace } = await join(runtime, exchange, input)
    const session = await openSession(runtime, exchange, person)
    return { status: 201, body: { workspace, ...(await next({ runtime, exchange, session })) } }
  },
})

const reset = handler({
  line: 'POST reset',
  needs: 'none',
  fields: z.strictObject({ token, password }),
  async run({ runtime, exchange, input }) {
    await countLinkTry(runtime, exchange)
    const tokenHash = tokenHashOf(input.token)
    const link = await acrossWorkspaces(runtime, (em) => findLink(em, tokenHash))
    if (link?.kind !== 'reset' || link.person === null || link.email === null) return fail('link:invalid')
    const { person, email: address, endsSecondFactor, isMailed } = link
    refuseWeak(input.password, [address])
    const hash = await runtime.deps.passwords.hash(input.password)
    const isUsed = await runtime.db.withScope('all', () =>
      runtime.db.transaction(async (em) => {
        if (!(await useResetLink(em, tokenHash))) return false
        await setPassword(em, person, hash)
        if (endsSecondFactor) await endSecondFactor(em, person)
        // Someone else may have confirmed the address since; the password is set anyway.
        if (isMailed) await proveAddress(em, { id: person, email: address })
        await endSessions(em, person, null)
        return true
      }),
    )
    if (!isUsed) fail('link:invalid')
    await announceEnded(runtime, person)
    return { status: 200, body: { next: 'sign-in' } }
  },
})

/** Requests with a link: show it, join a workspace, or reset the password. */
export const linkHandlers: readonly SignInHandler[] = [view, welcome, reset]
