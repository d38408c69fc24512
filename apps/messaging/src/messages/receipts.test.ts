import { type EventData, newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Line, type MessagingKit, startMessaging, statusEvent } from '../messaging.fixture.ts'
import { groupsOf } from './group.fixture.ts'

let world: MessagingKit
let line: Line
let our: ReturnType<typeof groupsOf>
beforeAll(async () => {
  world = await startMessaging()
  line = await world.connected()
  our = groupsOf(world, line)
})
afterAll(() => world[Symbol.asyncDispose]())

const [ada, grace] = ['+4915112349001', '+4915112349002']
const receipts = (id: string) => world.kit.clients.messaging.messages.receipts.query({ id }, our.mine())

describe('receipts', () => {
  it('each participant has one; the message goes as far as the first, and fails for one without failing', async () => {
    const { id } = await our.group()
    const sent = await our.reaches((await our.send({ group: id, message: 'Hello' })).id, 'sent')
    const status = (state: 'delivered' | 'read' | 'failed', who: string) => {
      const event = statusEvent(line, { providerId: sent.providerId ?? '', status: state })
      const error = { code: 131026, title: 'Undeliverable', errorCode: 'phone:undeliverable', retryable: false }
      return { ...event, data: { ...event.data, recipientParticipant: who, ...(state === 'failed' && { error }) } }
    }
    const twice = status('delivered', ada)
    await world.kit.bus.publish(
      twice,
      { ...twice, id: newId('evt') },
      status('failed', 'US.123'),
      status('read', grace),
    )
    const message = await our.reaches(sent.id, 'read')
    expect(message.error).toBeUndefined()
    await until(async () => (await receipts(sent.id)).length === 3)
    expect(await receipts(sent.id)).toEqual([
      { phone: ada, status: 'delivered', statusAt: { sent: expect.any(String), delivered: expect.any(String) } },
      { phone: grace, status: 'read', statusAt: expect.objectContaining({ read: expect.any(String) }) },
      {
        userId: 'US.123',
        status: 'failed',
        statusAt: { failed: expect.any(String) },
        error: expect.objectContaining({ errorCode: 'phone:undeliverable' }),
      },
    ])
    await until(() => our.told(sent.id, 'message:ack').length === 2)
    const acks = our.told(sent.id, 'message:ack').map(({ data }) => {
      const { ack, participant } = data as EventData<'message:ack'>
      return [ack, participant?.phone]
    })
    expect(acks).toEqual([
      ['delivered', ada],
      ['read', grace],
    ])
  })

  it('those of a message to one person are that person; an incoming one has none; an unknown one is 404', async () => {
    const sent = await our.reaches((await our.send({ phone: ada, message: 'Hello' })).id, 'sent')
    expect(await receipts(sent.id)).toMatchObject([{ phone: ada, status: 'sent' }])
    const { providerId } = await our.group()
    expect(await receipts((await our.writes(providerId, ada, 'Received')).id)).toEqual([])
    await expect(receipts(newId('msg'))).rejects.toThrow('no such message')
  })
})
