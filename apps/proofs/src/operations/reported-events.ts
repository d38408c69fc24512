import { type Event, eventLog, type RunningSystem } from '@posthorn/testkit/system'

const statuses = ['sent', 'delivered', 'read']

/** Messages that the log reports otherwise than sent once and read once, and those whose status goes back with a later sequence. */
export async function reportedOf(
  system: RunningSystem,
  ids: readonly string[],
): Promise<{ notReportedOnce: string[]; goingBack: string[] }> {
  const byMessage = new Map<string, Event[]>()
  for (const event of await eventLog(system)) {
    const id = event.data.id
    if (id === undefined || !['message:out', 'message:ack'].includes(event.event)) continue
    byMessage.set(id, [...(byMessage.get(id) ?? []), event])
  }
  const of = (id: string) => byMessage.get(id) ?? []
  return {
    notReportedOnce: ids.filter((id) => !isReportedOnce(of(id))),
    goingBack: ids.filter((id) => hasGoneBack(of(id))),
  }
}

function isReportedOnce(events: readonly Event[]): boolean {
  const steps = events.map(({ event, data }) => (event === 'message:out' ? 'sent' : data.ack))
  return new Set(steps).size === steps.length && steps.includes('sent') && steps.includes('read')
}

function hasGoneBack(events: readonly Event[]): boolean {
  const ranks = events.map(({ data }) => statuses.indexOf(String(data['status'])))
  return ranks.some((rank, i) => rank < (ranks[i - 1] ?? 0))
}
