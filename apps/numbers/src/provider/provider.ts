import type { PreparedVerb, Verb } from '@posthorn/chassis'
import { fail, type InputOf, type numbers } from '@posthorn/contracts'
import type { Line, Provider } from '@posthorn/provider'
import type { z } from 'zod'
import type { NumbersRuntime } from '../config.ts'
import { findNumber, type NumberCaller } from '../numbers/find.ts'
import { findLine, refuse } from '../numbers/line.ts'
import { readTemplatesSoon } from '../templates/stored.sql.ts'
import { findByName, refuseSharedAccount } from '../templates/templates.ts'

type ForwardedCall = InputOf<typeof numbers.provider.read> & { method: 'GET' | 'POST' | 'DELETE'; body?: unknown }

type Ctx = NumberCaller & { runtime: NumbersRuntime }

/**
 * Makes a call in the provider's own format with a number's token. It must concern the number, its account or one of the account's templates,
 * because the token may give access to more.
 */
async function forward(ctx: Ctx, { id, method, object, edge, item, query, body }: ForwardedCall) {
  const { provider, line } = await findLine(ctx, id)
  const businessAccountId = (await findNumber(ctx, id)).businessAccountId ?? ''
  const account = { line, businessAccountId }
  if (object !== line.phoneNumberId) {
    if (object !== businessAccountId) await requireTemplate(provider, account, object)
    if (method !== 'GET') await refuseSharedAccount(ctx, account)
  }
  const parameters = new URLSearchParams(query).toString()
  const path = `/${[object, edge, item].filter(Boolean).join('/')}${parameters === '' ? '' : `?${parameters}`}`
  const outcome = await provider.forward(line, { method, path, ...(body === undefined ? {} : { body }) })
  if (!outcome.ok) return refuse(outcome.error)
  // A refusal of the token may contain it, and says nothing about the caller's key.
  if (outcome.status === 401) fail('number:unauthorized')
  return { status: outcome.status, body: outcome.body as never }
}

/** Refuses with `template:not_found` unless the object is one of the account's templates. */
async function requireTemplate(
  provider: Provider,
  account: { line: Line; businessAccountId: string },
  id: string,
): Promise<void> {
  const named = await provider.forward(account.line, { method: 'GET', path: `/${id}?fields=name` })
  const { name } = Object(named.ok ? named.body : undefined) as { name?: unknown }
  const found = typeof name === 'string' ? await findByName(provider, account, name) : []
  if (!found.some((template) => template.id === id)) fail('template:not_found')
}

type Operation = typeof numbers.provider.change

/** Changes a number, its account or its templates in the provider's own format. */
export const change: PreparedVerb<Operation, NumbersRuntime, z.input<Operation['output']>> = {
  prepare: ({ ctx, input }) => forward(ctx, input),
  run: async ({ ctx, input, prepared }) => {
    await readTemplatesSoon(ctx, input.id)
    ctx.wake('templates')
    return prepared
  },
}

/** Reads a number, its account or its templates in the provider's own format. */
export const read: Verb<typeof numbers.provider.read, NumbersRuntime> = ({ ctx, input }) =>
  forward(ctx, { ...input, method: 'GET' })
