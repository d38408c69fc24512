import type { Runtime } from '@posthorn/chassis'
import { presenceSeconds } from '@posthorn/contracts'
import type { Author } from '../entities/chat.ts'

/** `place` is a chat, as `<workspace> <chat id>`. */
type Report = { place: string; by: Author; status: State | 'left' }
type State = 'viewing' | 'writing'
type Present = { by: Author; status: State; atMs: number }

/** Members and keys that have chats open. Each process holds the complete list. */
export type Presences = { report(report: Report): void; at(place: string): Present[] }

const prefix = 'presence '

/** Keeps presence in memory until reports expire. Shares reports with other processes over the bus, which may lose some. */
export function createPresences({ bus }: Pick<Runtime, 'bus'>, now = Date.now): Presences {
  const places = new Map<string, Map<string, Present>>()
  const holds = ({ atMs }: Present) => atMs > now() - presenceSeconds * 1_000
  // Machine clocks differ, so a report's lifetime starts when it arrives here.
  const take = ({ place, by, status }: Report) => {
    const people = places.get(place) ?? new Map<string, Present>()
    if (status === 'left') people.delete(by.id)
    else people.set(by.id, { by, status, atMs: now() })
    // Keeps places ordered by their last report, so that the oldest reports expire first.
    places.delete(place)
    if (people.size > 0) places.set(place, people)
    for (const [first, there] of places) {
      if ([...there.values()].some(holds)) break
      places.delete(first)
    }
  }
  bus.onNudge('messaging', (text) => {
    const report = text.startsWith(prefix) ? reportIn(text.slice(prefix.length)) : undefined
    if (report) take(report)
  })
  return {
    report(report) {
      take(report)
      bus.nudge('messaging', `${prefix}${JSON.stringify(report)}`)
    },
    at: (place) => [...(places.get(place)?.values() ?? [])].filter(holds),
  }
}

/** Returns the report in a message from another process, or undefined if it can't be read. A lost one leaves the list incomplete. */
function reportIn(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report
  } catch {
    return undefined
  }
}
