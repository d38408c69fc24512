import { renderEvent, type StoredEvent } from '@posthorn/dialect'

/**
 * Returns the bytes that a receiver gets of an event: as it is stored, or rendered for a webhook of the dialect, always the same for the
 * same event. An event that this form cannot show, such as one of an erased person, is named without its data.
 */
export function renderPayload(payload: string, dialectEvents: readonly string[] | null): string {
  if (dialectEvents === null) return payload
  const stored = JSON.parse(payload) as StoredEvent
  const rendered = isShown(stored) ? renderEvent(stored, dialectEvents) : undefined
  return JSON.stringify(rendered ?? { id: stored.id, event: dialectEvents[0], created: secondsOf(stored), data: {} })
}

const secondsOf = ({ occurredAt }: StoredEvent) => Math.floor(Date.parse(occurredAt) / 1000)

/** Returns false for an event whose data were erased, or left out because of their size. */
function isShown({ data, event }: StoredEvent): boolean {
  if (data['erased'] === true || typeof data['id'] !== 'string') return false
  return !event.startsWith('message:') || ['summaries', 'statusAt'].every((name) => data[name] !== undefined)
}
