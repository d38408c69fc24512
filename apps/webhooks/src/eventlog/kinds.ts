import type { Verb } from '@posthorn/chassis'
import { eventCatalog, newId, publicKinds, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { buildSample } from './samples.ts'

/** Returns the catalog of public events, each with a sample for the caller's workspace. */
export const kinds: Verb<typeof webhooks.events.kinds, WebhooksRuntime> = async ({ ctx }) => {
  const head = { workspace: ctx.workspace, occurredAt: new Date().toISOString() }
  return publicKinds.map((kind) => ({
    event: kind,
    kind,
    when: eventCatalog[kind].when,
    sample: buildSample(kind, { ...head, id: newId('evt') }),
  }))
}
