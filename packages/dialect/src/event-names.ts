/** Names of events in the dialect, each with our kinds; those without are accepted and never sent. */
export const eventNames = {
  'message:in:new': ['message:in'],
  'message:out:new': ['message:out'],
  'message:out:sent': ['message:out'],
  'message:out:ack': ['message:ack'],
  'message:out:failed': ['message:failed'],
  'message:update': ['message:updated'],
  'message:reaction': ['message:reaction'],
  'chat:update': ['chat:updated'],
  'contact:update': ['contact:created', 'contact:updated'],
  'group:update': ['group:updated'],
  'number:session': ['number:updated'],
  'channel:in': [],
  'status:update': [],
} as const satisfies Record<string, readonly string[]>

/** A name of an event in the dialect. */
export type EventName = keyof typeof eventNames

/** Returns true for a name of the dialect. */
export function isEventName(name: string): name is EventName {
  return Object.hasOwn(eventNames, name)
}

/** Returns the names as they are; our kinds become the first name that has them. */
export function eventNamesOf(events: readonly string[]): string[] {
  const found = events.map((event) => {
    if (isEventName(event)) return event
    const named = Object.entries(eventNames).find(([, kinds]) => (kinds as readonly string[]).includes(event))
    return named?.[0] ?? event
  })
  return [...new Set(found)]
}
