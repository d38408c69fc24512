import { hash } from 'node:crypto'
import type { CommittedEvent } from './bus.ts'

/** Of one message: well below what a consumer applies at once, and what a broker takes (1 MB). */
const eventsOfMessageMax = 50
const bytesOfMessageMax = 128 * 1024

/**
 * Groups events into messages: those of one kind that follow each other, so that their order stays (measured in the whole
 * flow: one message in place of seven).
 */
export function groupIntoMessages<E extends Pick<CommittedEvent, 'kind' | 'payload'>>(events: E[]): E[][] {
  const messages: E[][] = []
  let bytes = 0
  for (const event of events) {
    const last = messages.at(-1)
    const size = Buffer.byteLength(event.payload)
    bytes += size
    if (last?.[0]?.kind === event.kind && last.length < eventsOfMessageMax && bytes <= bytesOfMessageMax)
      last.push(event)
    else {
      messages.push([event])
      bytes = size
    }
  }
  return messages
}

/** The same events always have the same id, and no others have it: what the stream takes for a repetition must be one. */
export function messageIdOf(eventIds: string[]): string {
  const [first, ...more] = eventIds.toSorted()
  return more.length === 0 ? (first ?? '') : `${first}+${hash('sha256', more.join(' '))}`
}
