import { randomBytes } from 'node:crypto'
import { databaseTime, listPage, type PreparedVerb, type Verb, type VerbContext } from '@posthorn/chassis'
import { fail, failField, failUnknown, idFloor, newId, refuseUnconfirmed, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { presentDeliveries } from '../deliveries/deliveries.sql.ts'
import { activateEndpoints, disableWebhooks } from '../delivery/endpoints.sql.ts'
import { cancelJobs, parkJobs, resumeJobs } from '../delivery/jobs.sql.ts'
import { secretPurpose } from '../delivery/signing.ts'
import {
  Delivery,
  type DeliveryRow,
  Endpoint,
  Webhook,
  type WebhookRow,
  WebhookSecret,
  WorkspaceNumber,
} from '../entities/webhook.ts'
import { coveredKinds } from '../formats/formats.ts'
import {
  checkFormat,
  findWebhook,
  flushUnique,
  formatSubscription,
  listUrls,
  matchEndpoints,
  presentWebhook,
  sealSecretHeader,
  showWebhook,
  takeWebhook,
  verifyUrls,
  vetUrls,
  type WebhookWithEndpoints,
} from './webhook.ts'

/** Each event is stored once for each of its endpoints, in a transaction with the events of other workspaces. */
const webhooksMax = 500

/**
 * Creates a webhook with an endpoint for each URL, once the URLs are allowed and, with a verify token, have answered. Only this response has the
 * signing secret.
 */
export const create: PreparedVerb<typeof webhooks.webhooks.create, WebhooksRuntime, void> = {
  async prepare({ ctx, input }) {
    checkFormat(input.format, input.events)
    // An unknown number is refused before the URLs get a request.
    await findAllowedNumber(ctx, input.number)
    await vetUrls(ctx.deps.fetcher, input)
    await verifyUrls(ctx.deps.fetcher, input)
  },
  async run({ ctx, input }) {
    const { em, workspace: workspaceId, runtime } = ctx
    const now = new Date()
    const id = newId('whk')
    const numberId = await findAllowedNumber(ctx, input.number)
    if ((await em.count(Webhook, {})) >= webhooksMax) fail('webhook:too_many')
    const row = em.create(Webhook, {
      workspaceId,
      id,
      numberId,
      createdAt: now,
      updatedAt: now,
      name: input.name ?? null,
      ratePerSecond: input.ratePerSecond ?? null,
      format: input.format,
      status: input.status,
      events: [...new Set(input.events)],
      ...sealSecretHeader(input.secretHeader ?? null, id, runtime.vault),
    })
    const signingSecret = newSigningSecret()
    // Before its secret and endpoints, which refer to it.
    await em.flush()
    const sealed = runtime.vault.seal(signingSecret, secretPurpose(id))
    em.create(WebhookSecret, { workspaceId, webhookId: id, version: 1, sealed, createdAt: now })
    const subscription = formatSubscription(row)
    const endpoints = listUrls(input).map((url, position) =>
      em.create(Endpoint, { workspaceId, id: newId('end'), webhookId: id, url, position, subscription }),
    )
    await flushUnique(em)
    return { ...presentWebhook(row, endpoints, now), signingSecret }
  },
}

export const get: Verb<typeof webhooks.webhooks.get, WebhooksRuntime> = ({ ctx, input }) =>
  showWebhook(ctx.em, input.id)

export const list: Verb<typeof webhooks.webhooks.list, WebhooksRuntime> = async ({ ctx, input }) => {
  const { rows, next } = await listPage<WebhookRow>(ctx, input, {
    entity: Webhook,
    list: 'webhooks',
    order: { column: 'id', direction: 'asc' },
    where: {},
  })
  const endpoints = await ctx.em.find(Endpoint, { webhookId: { $in: rows.map(({ id }) => id) } })
  const byWebhook = Map.groupBy(endpoints, ({ webhookId }) => webhookId)
  const now = new Date()
  return { items: rows.map((row) => presentWebhook(row, byWebhook.get(row.id) ?? [], now)), next }
}

/**
 * Pauses a webhook. Its deliveries are parked until it is resumed, or expire. There can be millions, so this transaction parks each endpoint's
 * first ones, and `reconcile` the others. Attempts in flight are not interrupted.
 */
export const pause: Verb<typeof webhooks.webhooks.pause, WebhooksRuntime> = async ({ ctx, input }) => {
  const { row, endpoints } = await takeWebhook(ctx.em, input.id)
  ctx.em.assign(row, { status: 'paused', updatedAt: new Date() })
  await ctx.em.flush()
  await parkJobs(
    ctx.em,
    endpoints.map(({ id }) => id),
  )
  ctx.wake('reconcile')
  return showWebhook(ctx.em, input.id)
}

/**
 * Deletes a webhook, its endpoints, secrets and replays. Cancels each endpoint's first open deliveries, and `reconcile` the others. Attempts in
 * flight go on.
 */
export const remove: Verb<typeof webhooks.webhooks.remove, WebhooksRuntime> = async ({ ctx, input }) => {
  const { row, endpoints } = await takeWebhook(ctx.em, input.id)
  ctx.em.remove(row)
  await ctx.em.flush()
  await cancelJobs(
    ctx.em,
    endpoints.map(({ id }) => id),
  )
  ctx.wake('reconcile')
  return { id: row.id, deleted: true }
}

/** Activates a webhook and its endpoints, and resets their health. Resumes their first parked deliveries; the `reconcile` loop does the rest. */
export const resume: Verb<typeof webhooks.webhooks.resume, WebhooksRuntime> = async ({ ctx, input }) => {
  const { row, endpoints } = await takeWebhook(ctx.em, input.id)
  ctx.em.assign(row, { status: 'active', updatedAt: new Date() })
  await ctx.em.flush()
  const ids = endpoints.map(({ id }) => id)
  await activateEndpoints(ctx.em, ids)
  await resumeJobs(ctx.em, ids)
  ctx.wake('deliver')
  ctx.wake('reconcile')
  return showWebhook(ctx.em, input.id)
}

type Context = VerbContext<WebhooksRuntime>

/**
 * Changes the given fields, never the format. An endpoint whose URL changes is kept, so that waiting deliveries go to the new URL from their
 * next attempt. A member must have confirmed their password to change the URLs, events or number.
 */
export const update: PreparedVerb<typeof webhooks.webhooks.update, WebhooksRuntime, void> = {
  async prepare({ ctx, input }) {
    const { url, urls, events } = input
    const number = numberOf(input)
    if ([url, urls, events, number].some((given) => given !== undefined)) refuseUnconfirmed(ctx.call)
    await vetUrls(ctx.deps.fetcher, input)
  },
  async run({ ctx, input }) {
    const { em, runtime } = ctx
    const number = numberOf(input)
    const webhook = await takeWebhook(em, input.id)
    const { format } = webhook.row
    if (input.format !== undefined && input.format !== format)
      failField('format', `must be ${format}, the form that the webhook has`)
    checkFormat(format, input.events ?? [])
    em.assign(webhook.row, {
      updatedAt: new Date(),
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.ratePerSecond === undefined ? {} : { ratePerSecond: input.ratePerSecond }),
      ...(input.events === undefined ? {} : { events: [...new Set(input.events)] }),
      ...(number === undefined ? {} : { numberId: await findAllowedNumber(ctx, number) }),
      ...(input.secretHeader === undefined ? {} : sealSecretHeader(input.secretHeader, input.id, runtime.vault)),
    })
    await changeEndpoints(ctx, webhook, listUrls(input))
    if (input.ratePerSecond !== undefined) ctx.wake('deliver')
    return showWebhook(em, input.id)
  },
}

/** Returns the number to change to, null to remove the webhook's number, or undefined to keep it. An empty text counts as not given. */
const numberOf = ({ number }: { number?: string | null | undefined }) => (number === '' ? undefined : number)

/**
 * Changes a webhook's endpoints to the given URLs, or keeps its URLs if none are given, and updates their subscription text. Cancels the jobs
 * of removed endpoints, and disables the webhook if only disabled ones remain. A new URL resets the health of an active endpoint.
 */
async function changeEndpoints(ctx: Context, { row, endpoints }: WebhookWithEndpoints, urls: string[]): Promise<void> {
  const { em, workspace: workspaceId } = ctx
  const requestedUrls =
    urls.length > 0 ? urls : endpoints.toSorted((a, b) => a.position - b.position).map(({ url }) => url)
  const { kept, added, removed } = matchEndpoints(endpoints, requestedUrls)
  const subscription = formatSubscription(row)
  em.remove(removed)
  for (const { endpoint, url, position } of kept) em.assign(endpoint, { url, position, subscription })
  for (const place of added)
    em.create(Endpoint, { workspaceId, id: newId('end'), webhookId: row.id, subscription, ...place })
  await flushUnique(em)
  if (removed.length > 0) {
    await cancelJobs(
      em,
      removed.map(({ id }) => id),
    )
    ctx.wake('reconcile')
    await disableWebhooks(
      em,
      kept.map(({ endpoint }) => endpoint.id),
    )
  }
  const movedIds = kept
    .filter((place) => place.isMoved && place.endpoint.status === 'active')
    .map(({ endpoint }) => endpoint.id)
  if (movedIds.length > 0) {
    await activateEndpoints(em, movedIds)
    ctx.wake('deliver')
  }
}

type Caller = Pick<VerbContext, 'em' | 'call'>

/**
 * Finds the number that a webhook is limited to; null means all numbers. Throws if the workspace doesn't have the number or the caller may
 * not use it. Also throws if the webhook is for all numbers but the caller is restricted to some.
 */
async function findAllowedNumber({ em, call }: Caller, number: string | null | undefined): Promise<string | null> {
  const known = number ? await em.findOne(WorkspaceNumber, { id: number }) : null
  if (!number && call.numbers) failField('number', 'is required: the key is limited to some numbers')
  if (number && (!known || call.numbers?.every((id) => id !== number))) failUnknown('number:not_found', 'number')
  return known?.id ?? null
}

/** Lists a webhook's deliveries, newest first. */
export const deliveries: Verb<typeof webhooks.webhooks.deliveries, WebhooksRuntime> = async ({ ctx, input }) => {
  await findWebhook(ctx.em, input.id)
  const { status, events, after, before, createdBefore } = input
  const page = await listPage<DeliveryRow>(ctx, input, {
    entity: Delivery,
    list: `deliveries ${input.id}`,
    order: { column: 'id', direction: 'desc' },
    where: {
      webhookId: input.id,
      // The id contains the event's time, which is never later than the delivery's.
      ...(createdBefore ? { id: { $lt: idFloor('dlv', Date.parse(createdBefore)) } } : {}),
      ...(status ? { status: { $in: status } } : {}),
      ...(events ? { eventKind: { $in: coveredKinds(events) } } : {}),
      $and: [
        ...(after === undefined ? [] : [{ eventSequence: { $gt: after } }]),
        ...(before === undefined ? [] : [{ eventSequence: { $lt: before } }]),
      ],
    },
  })
  return { items: await presentDeliveries(ctx.em, page.rows), next: page.next }
}

const secretBytes = 32
const validMax = 5
const hourMs = 3_600_000

/** Creates a signing secret in the form that Standard Webhooks prescribes: `whsec_` and random bytes in base64. */
function newSigningSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`
}

/**
 * Adds a signing secret, which only this response has. Up to four earlier ones stay valid for the grace period, or until they expire, so that
 * receivers can change over; not more, because each adds a signature to every request.
 */
export const rotate: Verb<typeof webhooks.secrets.rotate, WebhooksRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId, runtime } = ctx
  const { id: webhookId, graceHours } = input
  await findWebhook(em, webhookId)
  const now = await databaseTime(em)
  const graceEnds = new Date(now.getTime() + graceHours * hourMs)
  const previous = await em.find(WebhookSecret, { webhookId }, { orderBy: { version: 'desc' } })
  for (const [place, secret] of previous.entries()) {
    const ends = place < validMax - 1 ? graceEnds : now
    if (!secret.expiresAt || secret.expiresAt > ends) secret.expiresAt = ends
  }
  const signingSecret = newSigningSecret()
  const sealed = runtime.vault.seal(signingSecret, secretPurpose(webhookId))
  const version = (previous[0]?.version ?? 0) + 1
  em.create(WebhookSecret, { workspaceId, webhookId, version, sealed, createdAt: now })
  return { webhook: webhookId, signingSecret, previousExpiresAt: graceEnds.toISOString() }
}
