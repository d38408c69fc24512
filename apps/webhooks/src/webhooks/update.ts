import type { PreparedVerb, VerbContext } from '@posthorn/chassis'
import { failField, newId, refuseUnconfirmed, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { activateEndpoints } from '../delivery/endpoints.sql.ts'
import { cancelJobs } from '../delivery/jobs.sql.ts'
import { Endpoint } from '../entities/endpoint.ts'
import { checkFormat, flushUnique, formatSubscription, listUrls, sealSecretHeader, vetUrls } from './fields.ts'
import { findWebhook, showWebhook, type WebhookWithEndpoints } from './find.ts'
import { awaitNewNumber, findNumberId } from './number.ts'
import { reconcile } from './reconcile.ts'

type Context = VerbContext<WebhooksRuntime>

/** Changes what is given. A changed url keeps its endpoint, so that waiting deliveries go to the new one from the next attempt on. */
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
