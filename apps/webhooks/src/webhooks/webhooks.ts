import { listPage, type PreparedVerb, type Verb, type VerbContext } from '@posthorn/chassis'
import { failField, newId, refuseUnconfirmed, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { activateEndpoints } from '../delivery/endpoints.sql.ts'
import { cancelJobs, parkJobs, resumeJobs } from '../delivery/jobs.sql.ts'
import { secretPurpose } from '../delivery/sealing.ts'
import { Endpoint, Webhook, type WebhookRow, WebhookSecret } from '../entities/webhook.ts'
import { newSigningSecret } from '../secrets/rotate.ts'
import {
  checkFormat,
  flushUnique,
  formatSubscription,
  listUrls,
  sealSecretHeader,
  verifyUrls,
  vetUrls,
} from './fields.ts'
import { findWebhook, showWebhook, type WebhookWithEndpoints } from './find.ts'
import { awaitNewNumber, findNumberId } from './number.ts'
import { presentWebhook } from './present.ts'
import { reconcile } from './reconcile.ts'

/** Creates a webhook with an endpoint for each URL. Only this response includes the signing secret. */
export const create: PreparedVerb<typeof webhooks.webhooks.create, WebhooksRuntime, void> = {
  async prepare({ ctx, input }) {
    checkFormat(input.format, input.events)
    await Promise.all([vetUrls(ctx.deps.fetcher, input), awaitNewNumber(ctx, input.number)])
    await verifyUrls(ctx.deps.fetcher, input)
  },
  async run({ ctx, input }) {
    const { em, workspace: workspaceId, runtime } = ctx
    const now = new Date()
    const id = newId('whk')
    const numberId = await findNumberId(ctx, input.number)
    const row = em.create(Webhook, {
      workspaceId,
      id,
      numberId,
      createdAt: now,
      updatedAt: now,
      name: input.name ?? null,
      ratePerSecond: input.ratePerSecond ?? null,
      format: input.format,
      events: [...new Set(input.events)],
      ...sealSecretHeader(input.secretHeader ?? null, id, runtime.vault),
    })
    const signingSecret = newSigningSecret()
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

/** Parks waiting and future deliveries until the webhook is resumed. */
export const pause: Verb<typeof webhooks.webhooks.pause, WebhooksRuntime> = async ({ ctx, input }) => {
  const { row, endpoints } = await findWebhook(ctx.em, input.id)
  ctx.em.assign(row, { status: 'paused', updatedAt: new Date() })
  await ctx.em.flush()
  await parkJobs(
    ctx.em,
    endpoints.map(({ id }) => id),
  )
  return showWebhook(ctx.em, input.id)
}

/** Deletes a webhook and cancels waiting deliveries. Attempts in flight end by themselves. */
export const remove: Verb<typeof webhooks.webhooks.remove, WebhooksRuntime> = async ({ ctx, input }) => {
  const { row, endpoints } = await findWebhook(ctx.em, input.id)
  ctx.em.remove(row)
  await ctx.em.flush()
  await cancelJobs(
    ctx.em,
    endpoints.map(({ id }) => id),
  )
  return { id: row.id, deleted: true }
}

/** Activates a webhook and its endpoints with reset health. The `reconcile` loop resumes most parked deliveries. */
export const resume: Verb<typeof webhooks.webhooks.resume, WebhooksRuntime> = async ({ ctx, input }) => {
  const { row, endpoints } = await findWebhook(ctx.em, input.id)
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

/** Changes the given fields. An endpoint whose URL changes is kept, so that waiting deliveries go to the new URL from their next attempt. */
export const update: PreparedVerb<typeof webhooks.webhooks.update, WebhooksRuntime, void> = {
  async prepare({ ctx, input }) {
    const { url, urls, events, number } = input
    if ([url, urls, events, number].some((given) => given !== undefined)) refuseUnconfirmed(ctx.call)
    await Promise.all([vetUrls(ctx.deps.fetcher, input), awaitNewNumber(ctx, input.number)])
  },
  async run({ ctx, input }) {
    const { em, runtime } = ctx
    const webhook = await findWebhook(em, input.id)
    const { format } = webhook.row
    if (input.format !== undefined && input.format !== format)
      failField('format', `must be ${format}, the form that the webhook has`)
    checkFormat(format, input.events ?? [])
    em.assign(webhook.row, {
      updatedAt: new Date(),
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.ratePerSecond === undefined ? {} : { ratePerSecond: input.ratePerSecond }),
      ...(input.events === undefined ? {} : { events: [...new Set(input.events)] }),
      ...(input.number === undefined ? {} : { numberId: await findNumberId(ctx, input.number) }),
      ...(input.secretHeader === undefined ? {} : sealSecretHeader(input.secretHeader, input.id, runtime.vault)),
    })
    await changeEndpoints(ctx, webhook, listUrls(input))
    if (input.ratePerSecond !== undefined) ctx.wake('deliver')
    return showWebhook(em, input.id)
  },
}

async function changeEndpoints(ctx: Context, { row, endpoints }: WebhookWithEndpoints, urls: string[]): Promise<void> {
  const { em, workspace: workspaceId } = ctx
  const wanted = urls.length > 0 ? urls : endpoints.toSorted((a, b) => a.position - b.position).map(({ url }) => url)
  const { kept, added, removed } = reconcile(endpoints, wanted)
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
  }
  const movedIds = kept
    .filter((place) => place.isMoved && place.endpoint.status === 'active')
    .map(({ endpoint }) => endpoint.id)
  if (movedIds.length > 0) {
    await activateEndpoints(em, movedIds)
    ctx.wake('deliver')
  }
}
