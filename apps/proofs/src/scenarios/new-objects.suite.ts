import { phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, it } from 'vitest'

type Use = (id: string, number: string) => [method: 'GET' | 'POST', path: string, body?: object]

const phone = phoneOf(870_001)

/** What can be created, and the operations of other services that take its id. They know it only from an event, which arrives later. */
const nouns: readonly { noun: string; create: Use; uses: Readonly<Record<string, Use>> }[] = [
  {
    noun: 'number',
    create: () => ['POST', '/v1/numbers', { name: 'New', provider: 'simulator' }],
    uses: {
      'send a message': (number) => ['POST', '/v1/messages', { number, phone, message: 'Hello' }],
      'open a chat': (number) => ['POST', '/v1/chats', { number, phone }],
      'read its queue': (id) => ['GET', `/v1/numbers/${id}/queue`],
      'create a webhook': (number) => [
        'POST',
        '/v1/webhooks',
        { number, url: 'http://127.0.0.1:9/', events: ['message:in'] },
      ],
      'create a channel': (number) => ['POST', '/v1/channels', { number, name: 'New' }],
      'create a group': (number) => ['POST', '/v1/groups', { number, name: 'New' }],
    },
  },
  {
    noun: 'segment',
    create: () => ['POST', '/v1/segments', { name: `New ${Math.random()}`, filter: { tag: 'new' } }],
    uses: { 'create a channel': (segment, number) => ['POST', '/v1/channels', { number, name: 'New', segment }] },
  },
  {
    noun: 'channel',
    create: (_, number) => ['POST', '/v1/channels', { number, name: 'New' }],
    uses: {
      'send a message': (channel) => ['POST', '/v1/messages', { channel, message: 'Hello' }],
      'send a batch': (channel) => ['POST', '/v1/messages/batch', { messages: [{ channel, message: 'Hello' }] }],
    },
  },
]

const times = 5

/** A program uses what it created without a pause. */
export function newObjects(system: () => RunningSystem): void {
  describe.each(nouns)('a $noun that was just created', ({ create, uses }) => {
    it.each(Object.entries(uses))('can be used at once: %s', async (_, use) => {
      const { number } = system().account
      const call = ([method, path, body]: ReturnType<Use>) => system().call<{ id: string }>(method, path, { body })
      const statuses = []
      for (let i = 0; i < times; i++) {
        const { body } = await call(create('', number))
        statuses.push((await call(use(body.id, number))).status)
      }
      expect(statuses.filter((status) => status >= 300)).toEqual([])
    })
  })
}
