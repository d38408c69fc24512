import type { KeyObject } from 'node:crypto'
import type { PreparedVerb, VerbContext } from '@posthorn/chassis'
import { type EventKind, failUnknown, newId, type OutputOf, publicKinds, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { type AttemptResult, classifyStatus, post } from '../delivery/attempt.ts'
import { headerPurpose, secretPurpose, signingKeyOf } from '../delivery/signing.ts'
import { type WebhookRow, WebhookSecret } from '../entities/webhook.ts'
import { buildSample } from '../eventlog/samples.ts'
import { formatOf } from '../formats/formats.ts'
import { findWebhook, type WebhookWithEndpoints } from './webhook.ts'

type TestResults = OutputOf<typeof webhooks.webhooks.test>

/**
 * Posts a sample to all URLs concurrently and returns their responses. Nothing is stored. Posts in `prepare`, so that no transaction stays
 * open meanwhile.
 */
export const test: PreparedVerb<typeof webhooks.webhooks.test, WebhooksRuntime, TestResults> = {
  async prepare({ ctx, input }) {
    const webhook = await findWebhook(ctx.em, input.id)
    const kind = kindOf(webhook, input.event) ?? failUnknown('event:not_found', 'event')
    const signingKeys = await openSigningKeys(ctx, webhook.row)
    const urls = webhook.endpoints.toSorted((a, b) => a.position - b.position).map(({ url }) => url)
    const sample = { kind, name: input.event, signingKeys }
    return Promise.all(urls.map(async (url) => presentResult(url, await postSample(ctx, webhook, { url, ...sample }))))
  },
  run: async ({ prepared }) => prepared,
}

/** Returns the event kind for a kind's name or for a name in the webhook's format. Undefined for patterns such as `message:*`. */
function kindOf({ row }: WebhookWithEndpoints, name: string): EventKind | undefined {
  if (name.endsWith('*')) return undefined
  const [closest = name] = formatOf(row.format).kindsOf(name) ?? []
  return publicKinds.find((known) => known === closest)
}

/** Returns the keys of all valid secrets, newest first, because a delivery is signed with each of them. */
async function openSigningKeys(
  { em, runtime }: VerbContext<WebhooksRuntime>,
  { id: webhookId, format }: WebhookRow,
): Promise<KeyObject[]> {
  const live = { webhookId, $or: [{ expiresAt: null }, { expiresAt: { $gt: new Date() } }] }
  const rows = await em.find(WebhookSecret, live, { orderBy: { version: 'desc' } })
  return rows.map(({ sealed }) => {
    const secret = runtime.vault.open(sealed, secretPurpose(webhookId))
    return signingKeyOf(secret, formatOf(format).signature.key)
  })
}

/** Posts a sample exactly as a delivery would be posted. `name`: the event as the caller named it, in the webhook's format or as a kind. */
function postSample(
  ctx: VerbContext<WebhooksRuntime>,
  { row }: WebhookWithEndpoints,
  { url, kind, name: event, signingKeys }: { url: string; kind: EventKind; name: string; signingKeys: KeyObject[] },
): Promise<AttemptResult> {
  const format = formatOf(row.format)
  const eventId = newId('evt')
  const envelope = { id: eventId, workspace: ctx.workspace, occurredAt: new Date().toISOString() }
  const { secretHeaderName: name, secretHeaderValue: value } = row
  return post(ctx.deps.fetcher, {
    url,
    eventId,
    payload: JSON.stringify(buildSample(kind, envelope)),
    format,
    names: format.kindsOf(event) === undefined ? row.events : [event],
    signingKeys,
    secretHeader: name && value ? { name, value: ctx.runtime.vault.open(value, headerPurpose(row.id)) } : null,
    traceparent: ctx.call.traceparent ?? null,
    timeoutMs: ctx.config.DELIVERY_TIMEOUT_MS,
  })
}

function presentResult(url: string, { status, latencyMs, error, responseBody }: AttemptResult): TestResults[number] {
  return { url, delivered: classifyStatus(status) === 'succeeded', httpStatus: status, latencyMs, error, responseBody }
}
