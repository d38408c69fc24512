import { type EventData, exampleMessage, exampleNumber, type groups, newId, type OutputOf } from '@posthorn/contracts'
import { busEvent, startTestService, type TestService, until } from '@posthorn/testkit'
import { groupsService } from './service.ts'

/** The groups service by itself; what other services say is put on the bus by the tests. */
export function startGroups(): Promise<TestService> {
  return startTestService(groupsService)
}

/** A workspace with a number that is known here, and what tests do in it. */
export async function shop(kit: TestService) {
  const workspace = kit.workspace()
  const as = (options?: Parameters<TestService['as']>[1]) => kit.as(workspace, options)
  const number = newId('num')
  const resource = { ...exampleNumber, id: number }
  const data = { number: resource, businessAccountId: '1', ciphertext: 'sealed' }
  await kit.bus.publish(
    busEvent({ event: 'number:credentials', workspace, data, aggregate: { id: number, version: 1 } }),
  )
  await until(async () => (await kit.rows('select 1 from number_line where id = $1', [number])).length === 1)
  const api = (): TestService['clients']['groups'] => kit.clients.groups
  type Told = 'message:in' | 'message:out' | 'message:ack' | 'message:failed'
  return {
    workspace,
    number,
    as,
    api,
    channel: (name = 'Offers'): Promise<OutputOf<typeof groups.channels.create>> =>
      api().channels.create.mutate({ number, name }, as()),
    subscribe: (id: string, phones: string[]): Promise<OutputOf<typeof groups.subscribers.add>> =>
      api().subscribers.add.mutate({ id, phones }, as()),
    /** Says something of a message, as messaging does; resolves when it was heard. */
    async tell(event: Told, message: object) {
      const about = { ...exampleMessage, id: newId('msg'), number, ...message } as unknown as EventData<Told>
      const told = busEvent({ event, workspace, data: about as never })
      await kit.bus.publish(told)
      await until(async () => (await kit.rows('select 1 from inbox where event_id = $1', [told.id])).length === 1)
    },
    /** What was announced of a kind. */
    told: <
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
      kit.bus.published.flatMap((event) =>
        event.workspace === workspace && event.event === kind ? [event.data as EventData<K>] : [],
      ),
  }
}

/** So many phones. */
export const phonesOf = (count: number) => Array.from({ length: count }, (_, i) => `+4915112${String(340_000 + i)}`)
