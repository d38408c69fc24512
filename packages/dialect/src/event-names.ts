import type { EventKind } from '@posthorn/contracts'

/** The dialect's event names and our kinds for each, closest first. Names without kinds are accepted but never sent. */
export const eventNames = {
  'message:in:new': ['message:in', 'message:updated'],
  'message:out:new': ['message:out'],
  'message:out:sent': ['message:out'],
  'message:out:ack': ['message:ack'],
  'message:out:failed': ['message:failed'],
  'message:update': ['message:updated'],
  'message:reaction': ['message:reaction', 'message:in'],
  'chat:update': ['chat:updated'],
  'contact:update': ['contact:created', 'contact:updated'],
  'group:update': ['group:updated'],
  'number:session': ['number:updated'],
  'channel:in': [],
  'status:update': [],
} as const satisfies Record<string, readonly EventKind[]>

export type EventName = keyof typeof eventNames

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(eventNames, name)
}

/** Replaces our kinds with the closest names of the dialect. Other names stay unchanged. */
export function eventNamesOf(events: readonly string[]): string[] {
  const places = Object.entries(eventNames).flatMap(([name, kinds]) =>
    kinds.map((kind, place) => ({ name, kind, place })),
  )
  const sorted = places.toSorted((a, b) => a.place - b.place)
  const found = events.map((event) => {
    if (isEventName(event)) return event
    return sorted.find(({ kind }) => kind === event)?.name ?? event
  })
  return [...new Set(found)]
}

/** Returns our kinds that can produce events of these names. */
export function kindsOfNames(names: readonly string[]): EventKind[] {
  return [...new Set(names.flatMap((name): readonly EventKind[] => (isEventName(name) ? eventNames[name] : [])))]
}
