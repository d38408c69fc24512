import { type EventData, newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { statusEvent, useMessaging } from '../messaging.fixture.ts'
import { groupFixture } from './group.fixture.ts'

const { fixture, connected } = useMessaging()
const groups = groupFixture(fixture, connected)

const [ada, grace] = ['+4915112349001', '+4915112349002']
const receipts = (id: string) => fixture.service.clients.messaging.messages.receipts.query({ id }, groups.caller())

describe('receipts', () => {
  it('each participant has one; the message goes as far as the first, and fails for one without failing', async () => {
    const { id } = await groups.createGroup()
    const sent = await groups.awaitStatus((await groups.send({ group: id, message: 'Hello' })).id, 'sent')
    const status = (status: 'delivered' | 'read' | 'failed', who: string) => {
      const event = statusEvent(connected, { providerId: sent.providerId ?? '', status })
      const error = { code: 131026, title: 'Undeliverable', errorCode: 'phone:undeliverable', retryable: false }
      return { ...event, data: { ...event.data, recipientParticipant: who, ...(status === 'failed' && { error }) } }
    }
    const twice = status('delivered', ada)
    await fixture.service.bus.publish(
      twice,
      { ...twice, id: newId('evt') },
      status('failed', 'US.123'),
      status('read', grace),
    )
    const message = await groups.awaitStatus(sent.id, 'read')
    expect(message.error).toBeNull()
    await until(async () => (await receipts(sent.id)).length === 3)
    expect(await receipts(sent.id)).toMatchObject([
      { phone: ada, status: 'delivered', statusAt: { sent: expect.any(String), delivered: expect.any(String) } },
      { phone: grace, status: 'read', statusAt: expect.objectContaining({ read: expect.any(String) }) },
      {
        userId: 'US.123',
        status: 'failed',
        statusAt: { failed: expect.any(String) },
        error: expect.objectContaining({ errorCode: 'phone:undeliverable' }),
      },
    ])
    await until(() => groups.published(sent.id, 'message:ack').length === 2)
    const acks = groups.published(sent.id, 'message:ack').map(({ data }) => {
      const { ack, participant } = data as EventData<'message:ack'>
      return [ack, participant?.phone]
    })
    expect(acks).toEqual([
      ['delivered', ada],
      ['read', grace],
    ])
  })

  it('a refusal for the closed window, which is that of the whole group, fails the message, and this is announced once', async () => {
    const { id } = await groups.createGroup()
    const sent = await groups.awaitStatus((await groups.send({ group: id, message: 'Hello' })).id, 'sent')
    const error = { code: 131047, title: 'Re-engagement message', errorCode: 'window:closed', retryable: false }
    const refusals = [ada, grace].map((recipientParticipant) => {
      const event = statusEvent(connected, { providerId: sent.providerId ?? '', status: 'failed' })
      return { ...event, data: { ...event.data, recipientParticipant, error } }
    })
    await fixture.service.bus.publish(...refusals)
    expect((await groups.awaitStatus(sent.id, 'failed')).error).toMatchObject({ errorCode: 'window:closed' })
    await until(async () => (await receipts(sent.id)).length === 2)
    await until(() => groups.published(sent.id, 'message:failed').length === 1)
  })

  it('those of a message to one person are that person; an incoming one has none; an unknown one is 404', async () => {
    const sent = await groups.awaitStatus((await groups.send({ phone: ada, message: 'Hello' })).id, 'sent')
    expect(await receipts(sent.id)).toMatchObject([{ phone: ada, status: 'sent' }])
    const { providerId } = await groups.createGroup()
    expect(await receipts((await groups.receiveText(providerId, ada, 'Received')).id)).toEqual([])
    await expect(receipts(newId('msg'))).rejects.toThrow('no such message')
  })
})
