import type { PreparedVerb, VerbContext } from '@posthorn/chassis'
import { newId, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { cancelJobs, resetHealth } from '../delivery/jobs.sql.ts'
import { Endpoint } from '../entities/endpoint.ts'
import { flushUnique, secretHeaderFields, subscriptionOf, urlsOf, vetUrls } from './fields.ts'
import { type Found, findWebhook, showWebhook } from './find.ts'
import { awaitFreshNumber, numberIn } from './number.ts'
import { reconcile } from './reconcile.ts'

type Context = VerbContext<WebhooksRuntime>

/** Changes what is given. A changed url keeps its endpoint, so that what waits goes to the new one from the next attempt on. */
export const update: PreparedVerb<typeof webhooks.webhooks.update, WebhooksRuntime, void> = {
  async prepare({ ctx, input }) {
    await Promise.all([vetUrls(ctx.deps.fetcher, input), awaitFreshNumber(ctx, input.number)])
  },
  async run({ ctx, input }) {
    const { em, runtime } = ctx
    const found = await findWebhook(em, input.id)
    em.assign(found.row, {
      updatedAt: new Date(),
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.ratePerSecond === undefined ? {} : { ratePerSecond: input.ratePerSecond }),
      ...(input.events === undefined ? {} : { events: [...new Set(input.events)] }),
      ...(input.number === undefined ? {} : { numberId: await numberIn(ctx, input.number) }),
      ...(input.secretHeader === undefined ? {} : secretHeaderFields(input.secretHeader, input.id, runtime.vault)),
    })
    await changeEndpoints(ctx, found, urlsOf(input))
    if (input.ratePerSecond !== undefined) ctx.wake('deliver')
    return showWebhook(em, input.id)
  },
}

async function changeEndpoints(ctx: Context, { row, endpoints }: Found, urls: string[]): Promise<void> {
  const { em, workspace: workspaceId } = ctx
  const wanted = urls.length > 0 ? urls : endpoints.toSorted((a, b) => a.position - b.position).map(({ url }) => url)
  const { kept, added, removed } = reconcile(endpoints, wanted)
  const subscription = subscriptionOf(row)
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
  const moved = kept
    .filter((place) => place.moved && place.endpoint.state === 'active')
    .map(({ endpoint }) => endpoint.id)
  if (moved.length > 0) {
    await resetHealth(em, moved)
    ctx.wake('deliver')
  }
}
