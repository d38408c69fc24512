import type { Verb } from '@posthorn/chassis'
import { eventCatalogue, newId, publicKinds, type webhooks } from '@posthorn/contracts'
import type { WebhooksRuntime } from '../config.ts'
import { sampleOf } from './samples.ts'

/** The catalogue of public events, each with a sample in the name of the caller's workspace. */
export const kinds: Verb<typeof webhooks.events.kinds, WebhooksRuntime> = async ({ ctx }) => {
  const sent = { workspace: ctx.workspace, occurredAt: new Date().toISOString() }
  return publicKinds.map((kind) => ({
    kind,
    when: eventCatalogue[kind].when,
    sample: sampleOf(kind, { ...sent, id: newId('evt') }),
  }))
}
