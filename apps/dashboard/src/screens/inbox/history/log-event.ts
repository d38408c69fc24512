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

export function messageIdOf({ event, data }: LogEvent): string | undefined {
  return event.startsWith('message:') ? (data['id'] as string | undefined) : undefined
}

/** Whether an event is about the chat itself rather than about a chat that was merged into it. */
export function isOfChat({ event, data }: LogEvent, chat: string): boolean {
  return event === 'chat:updated' && data['id'] === chat
}

/** Returns the index of the newest event up to a sequence; 0 if all are later. */
export function placeOf(events: readonly LogEvent[], at: number): number {
  const found = events.findLastIndex(({ sequence }) => sequence <= at)
  return Math.max(0, found)
}
