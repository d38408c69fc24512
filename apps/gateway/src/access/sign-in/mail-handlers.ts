import { email, fail } from '@posthorn/contracts'
import { z } from 'zod'
import { chooseDigest } from '../../accounts/digest/digest.sql.ts'
import { acrossWorkspaces, changeAcrossWorkspaces, proveAddress } from '../../accounts/people/person.sql.ts'
import type { GatewayRuntime } from '../../deps.ts'
import { post } from '../../mail/outbox.sql.ts'
import type { PageAnswer } from '../sessions/endpoint.ts'
import { accountOf } from '../sessions/open.ts'
import { tokenHashOf } from '../sessions/token.ts'
import { nothing, token } from './fields.ts'
import { handler, type SignInHandler } from './handler.ts'
import { useConfirmLink } from './links.sql.ts'
import { countAskedMail, countConfirmMail } from './tries.ts'

const onItsWay: PageAnswer = { status: 202, body: { next: 'mail' } }

function refuseWithoutMail({ deps }: GatewayRuntime): void {
  if (!deps.mailer) fail('route:not_found', { message: 'This installation sends no mail; ask an operator for a link.' })
}

const forgot = handler({
  line: 'POST forgot',
  needs: 'none',
  fields: z.strictObject({ email }),
  async run({ runtime, exchange, input }) {
    refuseWithoutMail(runtime)
    await countAskedMail(runtime, exchange, input.email)
    await changeAcrossWorkspaces(runtime, (tx) => post(tx, runtime, { kind: 'reset', email: input.email }))
    return onItsWay
  },
})

const sendAgain = handler({
  line: 'POST address/send',
  needs: 'open',
  fields: nothing,
  async run({ runtime, session: { person } }) {
    refuseWithoutMail(runtime)
    await changeAcrossWorkspaces(runtime, async (tx) => {
      const { allowed, retryAfterSeconds } = await countConfirmMail(tx.em, runtime, person.email)
      if (!allowed) fail('rate:limited', { retryAfter: retryAfterSeconds })
      await post(tx, runtime, { kind: 'confirmation', person: person.id })
    })
    return onItsWay
  },
})

// Requires a session: a mailbox's owner must not confirm someone else's account that uses their address.
const confirm = handler({
  line: 'POST address/confirm',
  needs: 'open',
  fields: z.strictObject({ token }),
  async run({ runtime, input, session }) {
    const { person } = session
    await changeAcrossWorkspaces(runtime, async ({ em }) => {
      if (!(await useConfirmLink(em, { person: person.id, tokenHash: tokenHashOf(input.token) }))) fail('link:invalid')
      if (!(await proveAddress(em, person))) fail('person:duplicate')
    })
    return { status: 200, body: await accountOf(runtime, { ...session, person: { ...person, isProven: true } }) }
  },
})

const digest = handler({
  line: 'POST digest',
  needs: 'open',
  fields: z.strictObject({ daily: z.boolean() }),
  async run({ runtime, input: { daily }, session }) {
    refuseWithoutMail(runtime)
    const { person } = session
    await acrossWorkspaces(runtime, (em) => chooseDigest(em, person.id, daily))
    return { status: 200, body: await accountOf(runtime, { ...session, person: { ...person, getsDigest: daily } }) }
  },
})

/** Requests about mail: to reset a password, to confirm an address, to get a daily one. */
export const mailHandlers: readonly SignInHandler[] = [forgot, sendAgain, confirm, digest]
