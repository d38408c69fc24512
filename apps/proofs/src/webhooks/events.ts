import type { ReceivedRequest } from '@posthorn/testkit'
import { eachOf, type RunningSystem } from '@posthorn/testkit/system'

let contacts = 0

/** Creates events by creating a contact for each. */
export async function makeEvents(system: RunningSystem, count: number): Promise<void> {
  const first = contacts
  contacts += count
  await eachOf(count, 12, (i) =>
    system.post('/v1/contacts', { phone: `+4917${String(200_000_000 + first + i)}`, name: `Proof ${first + i}` }),
  )
}

/** Returns how long an event took from its occurrence to the receiver. */
export const ageMs = ({ json, receivedAtMs }: Pick<ReceivedRequest, 'json' | 'receivedAtMs'>): number =>
  receivedAtMs - Date.parse((json as { occurredAt: string }).occurredAt)
