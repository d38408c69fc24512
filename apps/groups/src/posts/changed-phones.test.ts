import { newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { channelWith, phonesOf, useGroups } from '../groups.fixture.ts'

const service = useGroups()
const [newPhone, strangePhone] = ['+4915199900001', '+4915199900002']

async function posting(count: number) {
  const fixture = await channelWith(service, count)
  const { id: post } = await fixture.create({})
  await until(() => fixture.handed().length === Math.min(count, 1000))
  return {
    ...fixture,
    post,
    waiting: () => phonesOf(count).filter((phone) => !fixture.handed().includes(phone)),
    move: (previous: string, address: string) =>
      fixture.publish('contact:address_changed', { id: newId('con'), previous, address }),
    moveQueued: (previous: string, phone: string) =>
      fixture.publish('post:recipient_changed', { post, previous, phone }),
    isSent: (phone: string | undefined) => fixture.announce('message:out', { phone, reference: post }),
    refused: (phones: string[]) => fixture.publish('message:refused', { reference: post, phones, errorCode: 'x' }),
  }
}

describe('a post to someone whose phone changes', () => {
  it('goes to the new one when it was not in the queue of the number yet, once, and counts them once', async () => {
    const our = await posting(1003)
    const [first = '', second = '', third = ''] = our.waiting()
    await our.move(first, newPhone)
    await our.move(second, third)
    expect((await our.show(our.post)).counts).toMatchObject({ total: 1002, waiting: 2, queued: 1000 })
    await until(() => our.eventsOf('post:updated').at(-1)?.waiting === 2)
    await our.refused(our.handed())
    await until(() => our.handed().length === 1002)
    expect(our.handed().slice(1000).toSorted()).toEqual([newPhone, third].toSorted())
    for (const phone of [newPhone, third]) await our.isSent(phone)
    const end = await until(() => our.eventsOf('channel:posted')[0])
    expect(end.counts).toMatchObject({ total: 1002, sent: 2, failed: 1000, waiting: 0, queued: 0, unsubscribed: 0 })
  })

  it('ends when its message left the queue for the new one, also when that is among its people, too', async () => {
    const our = await posting(4)
    const [first = '', second = '', third = '', fourth = ''] = our.handed()
    await our.moveQueued(first, newPhone)
    await our.moveQueued(second, third)
    await our.moveQueued(strangePhone, fourth)
    for (const phone of [newPhone, third]) await our.isSent(phone)
    expect((await our.show(our.post)).counts).toMatchObject({ total: 3, sent: 2, queued: 1 })
    await our.isSent(fourth)
    const end = await until(() => our.eventsOf('channel:posted')[0])
    expect(end.counts).toMatchObject({ total: 3, sent: 3, queued: 0 })
  })
})
