import { likeText, type Verb } from '@posthorn/chassis'
import { candidateFields, kindOfId, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { Endpoint, Webhook } from '../entities/webhook.ts'

/** Finds webhooks for the search of the whole workspace: by id if `q` is one, else by name or URL. */
export const find: Verb<typeof webhooks.matches.find, WebhooksRuntime> = async ({ ctx, input: { q, kinds, size } }) => {
  const byId = kindOfId(q)
  if (!kinds.includes('webhook') || (byId !== null && byId !== 'webhook')) return []
  const text = `%${likeText(q)}%`
  const endpoints = byId === null ? await ctx.em.find(Endpoint, { url: { $ilike: text } }) : []
  const where =
    byId === null
      ? { $or: [{ name: { $ilike: text } }, { id: { $in: endpoints.map(({ webhookId }) => webhookId) } }] }
      : { id: q }
  const rows = await ctx.em.find(Webhook, where, { orderBy: { id: 'desc' }, limit: size })
  const urls = await ctx.em.find(
    Endpoint,
    { webhookId: { $in: rows.map(({ id }) => id) } },
    { orderBy: { position: 'asc' } },
  )
  return rows.map(({ id, name, numberId }) => {
    const ownUrls = urls.filter(({ webhookId }) => webhookId === id).map(({ url }) => url)
    const url = ownUrls.find((ownUrl) => ownUrl.toLowerCase().includes(q.toLowerCase())) ?? ownUrls[0]
    return {
      kind: 'webhook',
      id,
      name: name ?? url ?? null,
      chat: null,
      number: numberId ?? null,
      at: null,
      fields: candidateFields({ id: byId === null ? undefined : id, name, url }),
    }
  })
}
