export type LogEvent = {
  sequence: number
  event: string
  occurredAt: string
  data: Record<string, unknown>
  truncated?: readonly string[] | null
}

/** Whether the person in an event has since been erased, so that only ids are left. */
export function isErased({ data }: LogEvent): boolean {
  return data['erased'] === true
}

/** Returns the id of the message that an event is about; undefined if it is about something else. */
export function messageIdOf({ event, data }: LogEvent): string | undefined {
  return event.startsWith('message:') ? (data['id'] as string | undefined) : undefined
}

/** Whether an event is about the chat itself rather than about a chat that was merged into it. */
export function isOfChat({ event, data }: LogEvent, chatId: string): boolean {
  return event === 'chat:updated' && data['id'] === chatId
}

/** Returns the index of the newest event up to this sequence; 0 if all are later. */
export function placeOf(events: readonly LogEvent[], until: number): number {
  const found = events.findLastIndex(({ sequence }) => sequence <= until)
  return Math.max(0, found)
}
