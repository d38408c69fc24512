import { type RouterOf, signContext } from '@posthorn/client'
import { callContextHeader, exampleMessage, messaging, newId } from '@posthorn/contracts'
import { until } from '@posthorn/test-servers'
import { createTRPCClient, httpLink } from '@trpc/client'
import { expect, it } from 'vitest'
import { type BatchVerb, defineService, implement } from '../index.ts'
import { startTestService } from '../testing/service.fixture.ts'

const contract = { messages: { send: messaging.messages.send } }
const credential = { name: 'test', secret: 'test-credential-of-at-least-32-characters' }

/** Creates a verb that gathers calls and whose first transaction lasts until `end`. A call's message states its size. */
function holdFirst() {
  const first = Promise.withResolvers<void>()
  const batches: number[][] = []
  const send: BatchVerb<typeof messaging.messages.send> = {
    batchSizeMax: 8,
    busyFrom: 2,
    sizeOf: ({ message }) => Number(message),
    together: async ({ calls }) => {
      batches.push(calls.map(({ input }) => Number(input.message)))
      if (batches.length === 1) await first.promise
      return calls.map(() => ({ ok: true, value: exampleMessage }))
    },
  }
  return { send, batches, end: first.resolve }
}

it('calls of a verb that waits for more have one transaction at a time, as large as their sizes allow', async () => {
  const { send, batches, end } = holdFirst()
  const router = implement(contract, { messages: { send } })
  const parts = { config: {}, entities: [], migrations: [], deps: async () => ({}), subscribers: [], workers: [] }
  await using fixture = await startTestService({
    ...defineService({ name: 'messaging', router, ...parts }),
    template: 'batches',
  })
  const call = (size: number) => {
    const context = {
      workspace: newId('ws'),
      actor: { type: 'service' as const, id: 'test' },
      scopes: ['send' as const],
      requestId: `r-${size}`,
      expiresAt: Math.floor(Date.now() / 1000) + 60,
    }
    const headers = { [callContextHeader]: signContext(context, credential) }
    const client = createTRPCClient<RouterOf<typeof contract>>({
      links: [httpLink({ url: `${fixture.service.url}/trpc`, headers })],
    })
    return client.messages.send.mutate({ phone: '+4915112345678', message: String(size) })
  }
  const first = call(1)
  await until(() => batches.length === 1)
  const others = [20, 3, 3, 3].map((size) => call(size))
  const answered = Promise.all(others)
  await Promise.race([answered, fixture.rows('select pg_sleep(0.2)')])
  expect(batches).toEqual([[1]])
  end()
  await Promise.all([first, answered])
  const sums = batches.slice(1).map((sizes) => ({ calls: sizes.length, size: sizes.reduce((a, b) => a + b) }))
  expect(
    batches
      .slice(1)
      .flat()
      .toSorted((a, b) => a - b),
  ).toEqual([3, 3, 3, 20])
  expect(sums.every(({ calls, size }) => calls === 1 || size <= 8)).toBe(true)
  expect(sums.some(({ calls }) => calls > 1)).toBe(true)
})
