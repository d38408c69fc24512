import { type EventData, exampleMessage } from '@posthorn/contracts'
import { busEvent, startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statusOf } from '../numbers.fixture.ts'
import { numbersService } from '../service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService(numbersService)
})
afterAll(() => service[Symbol.asyncDispose]())

const phones = () => service.clients.numbers.phones

describe('phones', () => {
  it('validate reads phones as people type them and says of each whether it can exist, in the order given', async () => {
    const mine = service.as(service.workspace())
    const typed = ['0049 30', '+49 (1511) 234-5678', '4915112345678@c.us', '', '+800 1234 5678']
    const reported = await phones().validate.mutate({ phones: typed }, mine)
    expect(reported.map(({ input, valid, phone, country }) => [input, valid, phone, country])).toEqual([
      ['0049 30', false, null, null],
      ['+49 (1511) 234-5678', true, '+4915112345678', 'DE'],
      ['4915112345678@c.us', true, '+4915112345678', 'DE'],
      ['', false, null, null],
      ['+800 1234 5678', true, '+80012345678', null],
    ])
    expect(reported[1]?.formatted).toBe('+49 1511 2345678')
    const many = Array.from({ length: 1001 }, () => '+4915112345678')
    expect(await statusOf(phones().validate.mutate({ phones: many }, mine))).toBe(400)
    expect(await phones().validate.mutate({ phones: many.slice(1) }, mine)).toHaveLength(1000)
  })

  it('exists says what messages of the workspace taught, the latest word counting, and nothing to another', async () => {
    const workspace = service.workspace()
    const mine = service.as(workspace)
    const [wrote, got, lost, failed, read, back] = [
      '+4915112345671',
      '+4915112345672',
      '+4915112345673',
      '+4915112345674',
      '+4915112345675',
      '+4915112345676',
    ] as const
    const message = (phone: string, rest: object = {}) =>
      ({ ...exampleMessage, phone, ...rest }) as unknown as EventData<'message:failed'> & EventData<'message:ack'>
    const undeliverable = { error: { errorCode: 'phone:undeliverable', message: '', retryable: false } }
    const expired = { error: { errorCode: 'message:expired', message: '', retryable: false } }
    const reported = [
      busEvent({ event: 'message:in', workspace, data: message(wrote) }),
      busEvent({ event: 'message:ack', workspace, data: message(got, { ack: 'delivered' }) }),
      busEvent({ event: 'message:failed', workspace, data: message(lost, undeliverable) }),
      busEvent({ event: 'message:failed', workspace, data: message(failed, expired) }),
      busEvent({ event: 'message:ack', workspace, data: message(read, { ack: 'read', statusAt: {} }) }),
      busEvent({ event: 'message:failed', workspace, data: message(back, undeliverable) }),
    ]
    for (const event of reported) await service.bus.publish(event)
    const later = new Date(Date.now() + 1000).toISOString()
    await service.bus.publish({
      ...busEvent({ event: 'message:in', workspace, data: message(back) }),
      occurredAt: later,
    })
    const asked = [wrote, got, lost, failed, read, back]
    const known = async () => (await phones().exists.mutate({ phones: asked }, mine)).map(({ exists }) => exists)
    await until(async () => (await known()).filter((each) => each !== null).length === 5 && (await known())[5])
    expect(await known()).toEqual([true, true, false, null, true, true])
    const other = await phones().exists.mutate({ phones: asked }, service.as(service.workspace()))
    expect(other.every(({ exists, learnedAt }) => exists === null && learnedAt === null)).toBe(true)
    const faulty = phones().exists.mutate({ phones: ['+49', wrote] }, mine)
    await expect(faulty).rejects.toMatchObject({ data: { fault: { errors: [{ path: 'phones.0' }] } } })
  })
})
