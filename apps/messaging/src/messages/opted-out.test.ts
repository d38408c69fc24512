import { type EventData, exampleContact, newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MessagingKit, startMessaging } from '../messaging.fixture.ts'
import { groupsOf } from './group.fixture.ts'

let world: MessagingKit
beforeAll(async () => {
  world = await startMessaging()
})
afterAll(() => world[Symbol.asyncDispose]())

type Contact = {
  id: EventData<'contact:updated'>['id']
  phone: string
  more?: string
  version: number
  optedOut: boolean
}

/** A workspace with a number, and the events of other services that opt-outs come from. */
async function workspace() {
  const line = await world.connected()
  const publish = async (event: Parameters<typeof world.kit.bus.publish>[0]) => {
    await world.kit.bus.publish(event)
    const received = `select 1 from inbox where consumer = 'messaging' and event_id = $1`
    await until(async () => (await world.kit.rows(received, [event.id])).length === 1)
  }
  const change = ({ id, phone, more, version, optedOut }: Contact) => {
    const identities = [phone, ...(more ? [more] : [])].flatMap((value) => [
      { type: 'phone' as const, value },
      { type: 'provider_user' as const, value: `US.${value.slice(1)}` },
    ])
    const optedOutAt = optedOut ? new Date().toISOString() : null
    const data = { ...exampleContact, id, phone, identities, optedOutAt }
    return busEvent({ event: 'contact:updated', workspace: line.workspace, data, aggregate: { id, version } })
  }
  let version = 1
  return {
    line,
    ...groupsOf(world, line),
    publish,
    change,
    /** Opts somebody out; resolves with the contact. */
    async optOut(phone: string): Promise<Contact> {
      const contact = { id: newId('con'), phone, version: 2, optedOut: true }
      await publish(change(contact))
      return contact
    },
    setting: async (optedOutMessages: 'send' | 'refuse') => {
      version += 1
      const aggregate = { id: line.workspace, version }
      const data = { settings: { optedOutMessages } }
      await publish(busEvent({ event: 'workspace:updated', workspace: line.workspace, data, aggregate }))
    },
    /** Hands messages of a post to the queue, as the groups service does. */
    async post(phones: string[], message: Record<string, unknown> = { message: 'Offer' }): Promise<string> {
      const post = newId('pst')
      const data = { number: line.number as `num_${string}`, phones, reference: post, message }
      await publish(busEvent({ event: 'message:wanted', workspace: line.workspace, data }))
      return post
    },
    refused: (post: string) =>
      world.kit.bus.published.flatMap(({ event, data }) => {
        const refused = data as EventData<'message:refused'>
        return event === 'message:refused' && refused.reference === post ? [[refused.phones, refused.errorCode]] : []
      }),
    async ofPost(reference: string) {
      const { items } = await world.kit.clients.messaging.messages.list.query(
        { reference },
        groupsOf(world, line).mine(),
      )
      return items
    },
  }
}

const refusal = { data: { fault: { code: 'contact:opted_out' } } }

describe('a recipient who has opted out', () => {
  it('is sent no message of a post; it is refused as it is handed over, and the others get theirs', async () => {
    const our = await workspace()
    const [out, stays] = ['+15559200001', '+15559200002']
    await our.optOut(out)
    const post = await our.post([out, stays])
    await until(() => our.refused(post).length === 1)
    expect(our.refused(post)).toEqual([[[out], 'contact:opted_out']])
    await until(async () => (await world.accepted(our.line)).length === 1)
    expect((await our.ofPost(post)).map(({ phone }) => phone)).toEqual([stays])
  })

  it('gets no message of a post that was queued before the opt-out, nor when it is sent again; after an opt-in it is', async () => {
    const our = await workspace()
    const phone = '+15559200003'
    const queues = world.kit.clients.messaging.queues
    const pause = (state: 'paused' | 'active') => queues.update.mutate({ id: our.line.number, state }, our.mine())
    await pause('paused')
    const post = await our.post([phone])
    const [message] = await until(async () => {
      const items = await our.ofPost(post)
      return items.length === 1 && items
    })
    const contact = await our.optOut(phone)
    await pause('active')
    const id = message?.id ?? ''
    expect((await our.reaches(id, 'failed')).error?.errorCode).toBe('contact:opted_out')
    const retry = () => world.kit.clients.messaging.messages.retry.mutate({ id: id as `msg_${string}` }, our.mine())
    await retry()
    await until(async () => (await our.get(id)).retry?.count === 1 && (await our.get(id)).status === 'failed')
    expect(await world.calls(our.line)).toEqual([])
    await our.publish(our.change({ ...contact, version: 3, optedOut: false }))
    await retry()
    await our.reaches(id, 'sent')
  })

  it('gets single messages, marked; none where the workspace refuses them, be they accepted before or scheduled', async () => {
    const our = await workspace()
    const phone = '+15559200004'
    const contact = await our.optOut(phone)
    const marked = await our.send({ phone, message: 'Your order has left' })
    expect(marked.optedOut).toBe(true)
    await our.reaches(marked.id, 'sent')
    const chat = marked.chat
    expect((await our.send({ chat, message: 'x' })).optedOut).toBe(true)
    await until(async () => (await world.accepted(our.line)).length === 2)
    const later = await our.send({ phone, message: 'x', deliverAt: new Date(Date.now() + 1_500).toISOString() })
    await our.setting('refuse')
    await expect(our.send({ phone, message: 'x' })).rejects.toMatchObject(refusal)
    await expect(our.send({ chat, message: 'x' })).rejects.toMatchObject(refusal)
    expect((await our.reaches(later.id, 'failed')).error?.errorCode).toBe('contact:opted_out')
    expect(await world.accepted(our.line)).toHaveLength(2)
    const batch = world.kit.clients.messaging.messages.batch
    const messages = [
      { phone, message: 'x' },
      { phone: '+15559200005', message: 'x' },
    ]
    const [refused, taken] = await batch.mutate({ messages, partial: true }, our.mine())
    expect(refused).toMatchObject({ error: { errorCode: 'contact:opted_out' } })
    expect(taken).not.toHaveProperty('optedOut')
    await our.publish(our.change({ ...contact, version: 3, optedOut: false }))
    expect(await our.send({ phone, message: 'x' })).not.toHaveProperty('optedOut')
  })

  it('stays opted out under every address when contacts are merged, and when older events of the contact come late', async () => {
    const our = await workspace()
    const [phone, other] = ['+15559200006', '+15559200007']
    const from = await our.optOut(phone)
    const into = { id: newId('con'), phone: other, version: 2, optedOut: false }
    await our.publish(our.change({ ...from, version: 1, optedOut: false }))
    await our.publish(our.change(into))
    const data = { id: from.id, deletedAt: new Date().toISOString(), mergedInto: into.id }
    const aggregate = { id: from.id, version: 3 }
    await our.publish(busEvent({ event: 'contact:deleted', workspace: our.line.workspace, data, aggregate }))
    const refusedAll = async (phones: string[]) => {
      const post = await our.post(phones)
      const refused = () => our.refused(post).flatMap(([each]) => each)
      await until(() => refused().length === phones.length)
    }
    await refusedAll([phone])
    const merged = { ...into, more: phone }
    await our.publish(our.change({ ...merged, version: 3, optedOut: true }))
    await refusedAll([phone, other])
    await our.publish(our.change({ ...merged, version: 4, optedOut: false }))
    await our.publish(our.change({ ...merged, version: 3, optedOut: true }))
    const post = await our.post([phone, other])
    await until(async () => (await our.ofPost(post)).length === 2)
    expect(our.refused(post)).toEqual([])
  })

  it('is known from opt-outs that were imported, or made before this was kept', async () => {
    const our = await workspace()
    const phone = '+15559200008'
    const contacts = [{ contact: newId('con'), recipients: [phone], version: 1 }]
    await our.publish(busEvent({ event: 'contact:opted_out', workspace: our.line.workspace, data: { contacts } }))
    const post = await our.post([phone])
    await until(() => our.refused(post).length === 1)
    expect(await our.ofPost(post)).toEqual([])
  })
})
