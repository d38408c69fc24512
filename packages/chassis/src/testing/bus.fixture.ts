import type { BusEvent } from '@posthorn/contracts'
import { natsUrl, until } from '@posthorn/test-servers'
import { createLog, openBus } from '../index.ts'

/** A tested service's bus as seen from outside: what the service published, and events from other services. */
export type TestBus = {
  /**
   * Everything published since the service started, in order and without duplicates. A relay that gets no response in time publishes again.
   */
  published: BusEvent[]
  /** Publishes events the way another service's relay would. */
  publish(...events: BusEvent[]): Promise<void>
  nudge(service: string, loop: string): void
  close(): Promise<void>
}

/** Connects to a tested service's bus, and records everything published there. */
export async function testBus(busName: string): Promise<TestBus> {
  const bus = openBus({ url: natsUrl(), name: busName, service: 'test', log: createLog('test', 'silent') })
  const published: BusEvent[] = []
  const seen = new Set<string>()
  bus.watch(['>' as never], (event) => {
    if (!seen.has(event.id)) published.push(event)
    seen.add(event.id)
  })
  await until(() => bus.connected(), { describe: 'the test bus to connect' })
  return {
    published,
    async publish(...events) {
      for (const event of events) await bus.publish({ id: event.id, kind: event.event, payload: JSON.stringify(event) })
    },
    nudge: (service, loop) => bus.nudge(service, loop),
    close: () => bus.close(),
  }
}
