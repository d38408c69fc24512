import { createMetrics } from '@posthorn/chassis'
import { allOperations, type LoadClass, loadClassOf, type Operation } from '@posthorn/contracts'
import { expect, it } from 'vitest'
import { createShedder } from './shedder.ts'

const operationOf = (rest: string) =>
  allOperations().find((placed) => placed.operation.rest === rest)?.operation as Operation

const send = operationOf('POST /v1/messages')
const list = operationOf('GET /v1/messages')
const exported = operationOf('GET /v1/contacts/export')

it('gives way in order: what can wait, then what people look at, and sending last, of its own service only', async () => {
  const metrics = createMetrics()
  const shedder = createShedder({ targetMs: 200, metrics })
  const codes = () =>
    (
      [
        ['contacts', exported],
        ['messaging', list],
        ['messaging', send],
        ['groups', send],
      ] as const
    ).map(([service, operation]) => (shedder.refuses(service, operation) ? overloaded : 'passes'))
  const overloaded = 'is refused'
  const ends: (() => void)[] = []
  const take = (count: number) => {
    for (let i = 0; i < count; i++) {
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.push(resolve)
      void shedder.measured('messaging', send, () => promise)
    }
  }
  expect(codes()).toEqual(['passes', 'passes', 'passes', 'passes'])
  take(96)
  expect(codes()).toEqual([overloaded, 'passes', 'passes', 'passes'])
  take(58)
  expect(codes()).toEqual([overloaded, overloaded, 'passes', 'passes'])
  take(38)
  expect(codes()).toEqual([overloaded, overloaded, overloaded, 'passes'])
  for (const end of ends) end()
  shedder.close()
  const text = await metrics.text()
  const count = (loadClass: LoadClass) => Number(new RegExp(`shed_total{class="${loadClass}"} (\\d+)`).exec(text)?.[1])
  expect([count('bulk'), count('reading'), count('sending')]).toEqual([3, 2, 1])
})

it('what waits for others or never ends does not count as load', () => {
  const shedder = createShedder({ targetMs: 200, metrics: createMetrics() })
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const rest of ['GET /v1/events', 'POST /v1/files', 'GET /v1/contacts/export']) {
    for (let i = 0; i < 200; i++) void shedder.measured('messaging', operationOf(rest), () => promise)
  }
  expect([shedder.isPressed(), shedder.refuses('messaging', send)]).toEqual([false, false])
  resolve()
  shedder.close()
})

it('every operation has its class by the contract', () => {
  const classes = new Map(allOperations().map(({ operation }) => [operation.rest, loadClassOf(operation)]))
  expect(classes.get('POST /v1/imports')).toBe('bulk')
  expect(classes.get('POST /v1/webhooks/{id}/replays')).toBe('bulk')
  expect(classes.get('GET /v1/chats')).toBe('reading')
  expect(classes.get('PATCH /v1/contacts/{id}')).toBe('reading')
  expect(classes.get('POST /v1/posts')).toBe('sending')
})
