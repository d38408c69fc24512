import { type PreparedVerb, uploadedBytes, type Verb } from '@posthorn/chassis'
import { defined, fail, type InputOf, mediaTypeName, type numbers } from '@posthorn/contracts'
import { mimeOf } from '@posthorn/http'
import type { BusinessProfile, NumberAccess, Provider } from '@posthorn/provider'
import type { z } from 'zod'
import type { NumbersRuntime } from '../config.ts'
import { findAccess, type NumberCaller, refuse, requireOk } from '../numbers/number.ts'
import { findByName, readTemplatesSoon, refuseSharedAccount } from '../templates/templates.sql.ts'

/** Reads the profile from the provider, which alone stores it. A field without a value becomes null. */
async function readProfile(
  number: string,
  { provider, access }: { provider: Provider; access: NumberAccess },
): Promise<z.input<typeof numbers.profiles.get.output>> {
  const outcome = await provider.readProfile(access)
  if (!outcome.ok) refuse(outcome.error)
  const { about = null, address = null, description = null, email = null, websites = [] } = outcome.profile
  const { vertical = null, pictureUrl = null } = outcome.profile
  return { number, about, address, description, email, websites, vertical, pictureUrl }
}

export const get: Verb<typeof numbers.profiles.get, NumbersRuntime> = async ({ ctx, input }) =>
  readProfile(input.id, await findAccess(ctx, input.id))

type SetPicture = typeof numbers.profiles.setPicture

const bytesMax = 5 * 1024 * 1024
const mimes = ['image/jpeg', 'image/png']

/** Replaces the profile picture. Responds with the profile as the provider then has it. */
export const setPicture: PreparedVerb<SetPicture, NumbersRuntime, z.input<SetPicture['output']>> = {
  async prepare({ ctx, input, upload }) {
    const target = await findAccess(ctx, input.id)
    const bytes = await uploadedBytes(upload, input.content)
    if (bytes.length > bytesMax) fail('file:too_large', { message: 'A profile picture has at most 5 MB.' })
    const mime = mimeOf(bytes)
    if (mime === undefined || !mimes.includes(mime) || isOtherType(input.mime, mime))
      fail('file:unsupported_type', { message: 'A profile picture must be a JPEG or a PNG of the stated type.' })
    requireOk(await target.provider.changePicture(target.access, { bytes, mime }))
    return readProfile(input.id, target)
  },
  run: async ({ prepared }) => prepared,
}

/** Returns whether the declared type contradicts the detected one. `application/octet-stream` declares nothing. */
function isOtherType(declaredMime: string | undefined, detectedMime: string): boolean {
  return declaredMime !== undefined && ![detectedMime, 'application/octet-stream'].includes(mediaTypeName(declaredMime))
}

type Update = typeof numbers.profiles.update

/** Changes the given fields at the provider. Responds with the profile as the provider then has it. */
export const update: PreparedVerb<Update, NumbersRuntime, z.input<Update['output']>> = {
  async prepare({ ctx, input }) {
    const target = await findAccess(ctx, input.id)
    const changes = pickChanges(input)
    if (Object.keys(changes).length > 0) requireOk(await target.provider.changeProfile(target.access, changes))
    return readProfile(input.id, target)
  },
  run: async ({ prepared }) => prepared,
}

/** Returns the given fields. Null becomes an empty string, which makes the provider clear the field. */
function pickChanges(input: z.output<Update['input']>): Omit<BusinessProfile, 'pictureUrl'> {
  const { id: _, ...changes } = input
  return Object.fromEntries(Object.entries(defined(changes)).map(([field, value]) => [field, value ?? '']))
}

type ForwardedCall = InputOf<typeof numbers.provider.read> & { method: 'GET' | 'POST' | 'DELETE'; body?: unknown }

/**
 * Forwards a call in the provider's own format with the number's token. The call must target the number, its account or one of the account's
 * templates, because the token may have wider access. A key limited to numbers can't change an account that has others.
 */
async function forward(
  ctx: NumberCaller & { runtime: NumbersRuntime },
  { id, method, object, edge, item, query, body }: ForwardedCall,
) {
  const { provider, access, businessAccountId } = await findAccess(ctx, id)
  const account = { access, businessAccountId }
  if (object !== access.phoneNumberId) {
    if (object !== businessAccountId) await requireTemplate(provider, account, object)
    if (method !== 'GET') await refuseSharedAccount(ctx, account)
  }
  const parameters = new URLSearchParams(query).toString()
  const path = `/${[object, edge, item].filter(Boolean).join('/')}${parameters === '' ? '' : `?${parameters}`}`
  const response = await call(provider, access, { method, path, ...(body === undefined ? {} : { body }) })
  return { status: response.status, body: response.body as never }
}

/** Makes a call in the provider's format. Fails if there is no response, or if the provider rejects the token. */
async function call(provider: Provider, access: NumberAccess, request: Parameters<Provider['forward']>[1]) {
  const outcome = await provider.forward(access, request)
  if (!outcome.ok) return refuse(outcome.error)
  // The provider's message may contain the token, and a rejected token says nothing about the caller's key.
  if (outcome.error?.isTokenRejected) fail('number:unauthorized')
  return outcome
}

/**
 * Fails with `template:not_found` unless the object is one of the account's templates, or with another error if the provider can't say. It
 * lists an account's templates only by name, so the name is read first.
 */
async function requireTemplate(
  provider: Provider,
  account: { access: NumberAccess; businessAccountId: string },
  templateId: string,
): Promise<void> {
  const named = await call(provider, account.access, { method: 'GET', path: `/${templateId}?fields=name` })
  if (named.error && named.error.errorCode !== 'provider:refused') fail(named.error.errorCode)
  const { name } = Object(named.body) as { name?: unknown }
  const found = typeof name === 'string' ? await findByName(provider, account, name) : []
  if (!found.some((template) => template.id === templateId)) fail('template:not_found')
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
