import { type Id, type OutputOf, webhooks } from '@posthorn/contracts'
import type { Api } from './client.ts'
import { type Noting, type WebhookRow, webhookOf } from './move-rows.ts'
import type { MoveSource } from './move-source.ts'
import { change, type Outcome, type Target } from './move-target.ts'

type Webhook = OutputOf<typeof webhooks.webhooks.get>

/** Creates webhooks and changes different ones. Pauses one that was inactive before, and a new one whose receiver must learn our payloads first. */
export async function moveWebhooks(
  target: Target,
  { webhooks: rows, form }: Pick<MoveSource, 'webhooks' | 'form'>,
  device: string | undefined,
): Promise<void> {
  const { api, number, note, onProgress } = target
  const { format } = form
  const here = (await api.list(webhooks.webhooks.list, {})).filter((hook) => hook.format === format)
  let done = 0
  const joined = joinSame(
    rows.flatMap((row) => webhookOf(row, { device, number, form }, note) ?? []),
    note,
  )
  for (const { active, ...fields } of joined) {
    const known = here.find(({ urls, number: bound }) => urls.includes(fields.url) && bound === (fields.number ?? null))
    onProgress('webhooks', ++done, joined.length)
    await change(target, { kind: 'webhooks', row: fields.name ?? fields.url }, async () => {
      const outcome = known ? await updateWebhook(api, known, { ...fields, format }) : 'made'
      const { id, status } = known ?? (await api.call(webhooks.webhooks.create, { ...fields, format }))
      const isUnread = known === undefined && format === 'posthorn'
      if (isUnread && active)
        note({ kind: 'webhooks', row: fields.name ?? fields.url, why: 'paused', detail: waits, lost: false })
      const isPaused = isUnread || (!active && format === 'dialect')
      if (!isPaused || status !== 'active') return outcome
      await api.call(webhooks.webhooks.pause, { id: id as Id<'whk'> })
      return known ? 'changed' : 'made'
    })
  }
}

/** Merges webhooks with the same URL and number, because there can be only one here: it gets the events of all. */
function joinSame(hooks: readonly WebhookRow[], note: Noting): WebhookRow[] {
  return [...Map.groupBy(hooks, ({ url, number }) => `${url} ${number}`).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    for (const { name, url } of others)
      note({ kind: 'webhooks', row: name ?? url, why: 'joined with one of the same address', lost: false })
    const all = [first, ...others]
    const events = [...new Set(all.flatMap((each) => each.events))]
    return { ...first, events, active: all.some(({ active }) => active) }
  })
}

const waits = 'is paused until its receiver reads our payloads; POST /v1/webhooks/{id}/resume starts it'

type WebhookFields = { events: string[]; name?: string | undefined; format: 'dialect' | 'posthorn' }

const sameEvents = (a: readonly string[], b: readonly string[]) => a.toSorted().join() === b.toSorted().join()

async function updateWebhook(api: Api, known: Webhook, { name, events, format }: WebhookFields): Promise<Outcome> {
  if (sameEvents(known.events, events) && (name === undefined || known.name === name)) return 'unchanged'
  const changed = { ...(name === undefined ? {} : { name }), events, format }
  await api.call(webhooks.webhooks.update, { id: known.id as Id<'whk'>, ...changed })
  return 'changed'
}
