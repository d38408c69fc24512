import type { Verb } from '@posthorn/chassis'
import { eventCatalogue, newId, publicKinds, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { buildSample } from './samples.ts'

/** Returns the catalogue of public events, each with a sample for the caller's workspace. */
export const kinds: Verb<typeof webhooks.events.kinds, WebhooksRuntime> = async ({ ctx }) => {
  const head = { workspace: ctx.workspace, occurredAt: new Date().toISOString() }
  return publicKinds.map((kind) => ({
    event: kind,
    kind,
    when: eventCatalogue[kind].when,
    sample: buildSample(kind, { ...head, id: newId('evt') }),
  }))
}
