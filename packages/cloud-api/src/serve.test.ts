import { type MountedCaller, newId, numbers } from '@posthorn/contracts'
import { expect, it } from 'vitest'
import { serveGraph } from './serve.ts'

it('an account has only the numbers that the key may see, also as one of its fields', async () => {
  const number = { ...numbers.numbers.get.example.output, id: newId('num'), phoneNumberId: '1', businessAccountId: '9' }
  const body = { id: '9', phone_numbers: { data: [{ id: '1' }, { id: '2' }] } }
  const ask = async (operation: unknown) =>
    operation === numbers.numbers.list ? { items: [number], next: null } : { status: 200, body }
  const request = {
    method: 'GET',
    path: ['9'],
    query: new URLSearchParams('fields=phone_numbers'),
    base: 'https://posthorn.example.com/graph',
    key: 'key',
    keyOfQuery: undefined,
    body: async () => ({}),
    openFile: () => Promise.reject(new Error('there is no file')),
  }
  expect(await serveGraph(request, { key: 'key', ask } as unknown as MountedCaller, new Map())).toEqual({
    status: 200,
    body: { id: '9', phone_numbers: { data: [{ id: '1' }] } },
  })
})
