import { randomBytes } from 'node:crypto'
import type { Verb } from '@posthorn/chassis'
import type { webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { secretPurpose } from '../delivery/sealing.ts'
import { WebhookSecret } from '../entities/webhook.ts'
import { findWebhook } from '../webhooks/find.ts'

const secretBytes = 32
const validMax = 5
const hourMs = 3_600_000

/** Creates a signing secret in the form that Standard Webhooks prescribes: `whsec_` and random bytes in base64. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`
}

/** Adds a signing secret. Up to four previous secrets stay valid for the grace period. */
export const rotate: Verb<typeof webhooks.secrets.rotate, WebhooksRuntime> = async ({ ctx, input }) => {
  const { em, workspace: workspaceId, runtime } = ctx
  const { id: webhookId, graceHours } = input
  await findWebhook(em, webhookId)
  const now = new Date()
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
