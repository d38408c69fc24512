/** An event of the log as far as the history of a chat reads it. */
export type LogEvent = {
  sequence: number
  event: string
  occurredAt: string
  data: Record<string, unknown>
  truncated?: readonly string[] | null
}

/** Returns true for an event whose person was erased since: only ids are left of it. */
export function isErased({ data }: LogEvent): boolean {
  return data['erased'] === true
}

/** Returns the message that an event is about; undefined when it is about something else. */
export function messageIdOf({ event, data }: LogEvent): string | undefined {
  return event.startsWith('message:') ? (data['id'] as string | undefined) : undefined
}

/** Returns true for an event about that chat itself; another one was joined into it. */
export function isOfChat({ event, data }: LogEvent, chat: string): boolean {
  return event === 'chat:updated' && data['id'] === chat
}

/** Returns the place of the newest event up to a sequence; the first one where all are later. */
export function placeOf(events: readonly LogEvent[], at: number): number {
  const found = events.findLastIndex(({ sequence }) => sequence <= at)
  return Math.max(0, found)
}
