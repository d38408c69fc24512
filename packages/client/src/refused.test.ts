import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ErrorCode, newId, type ServiceName } from '@posthorn/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClients, faultOf } from './clients.ts'

/** The code that the next calls are refused with, and how many of them. */
const refusal: { code: ErrorCode; left: number } = { code: 'segment:not_found', left: 0 }

const server = createServer((req, res) => {
  req.resume()
  const fault = { code: refusal.code, message: 'refused', errors: [] }
  const result =
    refusal.left-- > 0 ? { error: { code: -32_004, message: '', data: { fault } } } : { result: { data: 'done' } }
  res.setHeader('content-type', 'application/json').end(JSON.stringify([result]))
})
let urls: Partial<Record<ServiceName, string>> = {}
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  urls = { messaging: url, contacts: url, groups: url }
})
afterAll(() => void server.close())

const old = 'seg_01k5v2s8xgf9hb3m4q7r8t9w0y'
const number = 'num_01k5v2s8xgf9hb3m4q7r8t9w0y'

describe('a call that a service refuses twice', () => {
  const clients = () => createClients({ urls, credential: { name: 'test', secret: 'x'.repeat(32) } })
  type Called = ReturnType<typeof clients>
  const channel = (segment: string) => (c: Called) =>
    c.groups.channels.create.mutate({ number, name: 'New', segment } as never)
  const send = (body: object) => (c: Called) => c.messaging.messages.send.mutate({ message: 'Hello', ...body } as never)
  const group = (id: string) => (c: Called) => c.groups.groups.remove.mutate({ id } as never)
  const segment = (id: string) => (c: Called) => c.contacts.segments.get.query({ id } as never)

  it.each<[string, ErrorCode, (c: Called) => Promise<unknown>, 'done' | ErrorCode]>([
    ['names a new object of another service', 'segment:not_found', channel(newId('seg')), 'done'],
    ['names one in a batch verb', 'channel:not_found', send({ channel: newId('chn') }), 'done'],
    [
      'names one below other fields',
      'member:not_found',
      send({ actions: { assignee: { member: newId('mem') } } }),
      'done',
    ],
    ['is the first after its number was connected', 'number:none', send({ phone: '+4915112345678' }), 'done'],
    [
      'names a group that has just become active',
      'group:not_active',
      send({ group: old.replace('seg', 'grp') }),
      'done',
    ],
    [
      'names a new member by email address',
      'member:not_found',
      send({ actions: { assignee: { email: 'ada@example.com' } } }),
      'done',
    ],
    ['asks the owner of the group', 'group:not_active', group(old.replace('seg', 'grp')), 'group:not_active'],
    ['names an older object', 'segment:not_found', channel(old), 'segment:not_found'],
    ['names a new object of the service itself', 'segment:not_found', segment(newId('seg')), 'segment:not_found'],
    ['names a new object that is not the unknown one', 'channel:not_found', channel(newId('seg')), 'channel:not_found'],
    ['was refused for another reason', 'number:disconnected', channel(newId('seg')), 'number:disconnected'],
  ])('which %s', async (_, code, call, outcome) => {
    const calling = clients()
    Object.assign(refusal, { code, left: 2 })
    expect(await call(calling).catch((err: unknown) => faultOf(err).code)).toBe(outcome)
    await calling.close()
  })
})
