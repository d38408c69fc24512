import type { PreparedVerb } from '@posthorn/chassis'
import { newId, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { secretPurpose } from '../delivery/sealing.ts'
import { Endpoint } from '../entities/endpoint.ts'
import { Webhook } from '../entities/webhook.ts'
import { WebhookSecret } from '../entities/webhook-secret.ts'
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
import { awaitNewNumber, findNumberId } from './number.ts'
import { presentWebhook } from './present.ts'

/** Creates a webhook with an endpoint for each url; this answer is the only one with its signing secret. */
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
