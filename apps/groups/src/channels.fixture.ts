import { type EventData, exampleMessage, exampleNumber, type groups, newId, type OutputOf } from '@posthorn/contracts'
import { busEvent, startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll } from 'vitest'
import { groupsService } from './service.ts'

/** Starts the groups service before the tests of a file and stops it after them; tests publish the events of other services. */
export function useGroups(): TestService {
  const service = {} as TestService
  beforeAll(async () => {
    Object.defineProperties(service, Object.getOwnPropertyDescriptors(await startTestService(groupsService)))
  })
  afterAll(() => service[Symbol.asyncDispose]())
  return service
}

/** A workspace with a connected number, and calls and events of tests about its channels. */
export async function channelFixture(service: TestService) {
  const workspace = service.workspace()
  const as = (options?: Parameters<TestService['as']>[1]) => service.as(workspace, options)
  const number = newId('num')
  const resource = { ...exampleNumber, id: number }
  const data = { number: resource, businessAccountId: '1', ciphertext: 'sealed' }
  await service.bus.publish(
    busEvent({ event: 'number:credentials', workspace, data, aggregate: { id: number, version: 1 } }),
  )
  await until(async () => (await service.rows('select 1 from number_line where id = $1', [number])).length === 1)
  const api = (): TestService['clients']['groups'] => service.clients.groups
  type MessageKind = 'message:in' | 'message:out' | 'message:ack' | 'message:failed'
  return {
    workspace,
    number,
    as,
    api,
    channel: (name = 'Offers'): Promise<OutputOf<typeof groups.channels.create>> =>
      api().channels.create.mutate({ number, name }, as()),
    subscribe: (id: string, phones: string[]): Promise<OutputOf<typeof groups.subscribers.add>> =>
      api().subscribers.add.mutate({ id, phones }, as()),
    /** Publishes an event of a message, as messaging does; resolves when it was received. */
    async announce(event: MessageKind, message: object) {
      const about = { ...exampleMessage, id: newId('msg'), number, ...message } as unknown as EventData<MessageKind>
      const eventsOf = busEvent({ event, workspace, data: about as never })
      await service.bus.publish(eventsOf)
      await until(
        async () => (await service.rows('select 1 from inbox where event_id = $1', [eventsOf.id])).length === 1,
      )
    },
    /** Events of a kind that groups published. */
    eventsOf: <
      K extends
        | 'message:wanted'
        | 'channel:posted'
        | 'channel:updated'
        | 'post:refused'
        | 'post:updated'
        | 'segment:asked',
    >(
      kind: K,
    ): EventData<K>[] =>
      service.bus.published.flatMap((event) =>
        event.workspace === workspace && event.event === kind ? [event.data as EventData<K>] : [],
      ),
  }
}

/** Returns this many phones. */
export const phonesOf = (count: number) => Array.from({ length: count }, (_, i) => `+4915112${String(340_000 + i)}`)
