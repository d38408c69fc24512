import { type EventData, exampleContact, newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'
import { groupFixture } from './group.fixture.ts'

const { fixture } = useMessaging()

type Contact = {
  id: EventData<'contact:updated'>['id']
  phone: string
  more?: string
  version: number
  optedOut: boolean
}

async function workspace() {
  const connected = await fixture.connectNumber()
  const publish = async (event: Parameters<typeof fixture.service.bus.publish>[0]) => {
    await fixture.service.apply(event)
  }
  const change = ({ id, phone, more, version, optedOut }: Contact) => {
    const identities = [phone, ...(more ? [more] : [])].flatMap((value) => [
      { type: 'phone' as const, value },
      { type: 'provider_user' as const, value: `US.${value.slice(1)}` },
    ])
    const optedOutAt = optedOut ? new Date().toISOString() : null
    const data = { ...exampleContact, id, phone, identities, optedOutAt }
    return busEvent({ event: 'contact:updated', workspace: connected.workspace, data, aggregate: { id, version } })
  }
  let version = 1
  return {
    connected,
    ...groupFixture(fixture, connected),
    publish,
    change,
    async optOut(phone: string): Promise<Contact> {
      const contact = { id: newId('con'), phone, version: 2, optedOut: true }
      await publish(change(contact))
      return contact
    },
    setting: async (optedOutMessages: 'send' | 'refuse') => {
      version += 1
      const aggregate = { id: connected.workspace, version }
      const data = { settings: { optedOutMessages } }
      await publish(busEvent({ event: 'workspace:updated', workspace: connected.workspace, data, aggregate }))
    },
    async post(phones: string[], message: Record<string, unknown> = { message: 'Offer' }): Promise<string> {
      const post = newId('pst')
      const data = { number: connected.number as `num_${string}`, phones, reference: post, message }
      await publish(busEvent({ event: 'message:requested', workspace: connected.workspace, data }))
      return post
    },
    refused: (post: string) =>
      fixture.service.bus.published.flatMap(({ event, data }) => {
        const refused = data as EventData<'message:refused'>
        return event === 'message:refused' && refused.reference === post ? [[refused.phones, refused.errorCode]] : []
      }),
    async ofPost(reference: string) {
      const { items } = await fixture.service.clients.messaging.messages.list.query(
        { reference },
        groupFixture(fixture, connected).caller(),
      )
      return items
    },
  }
}

const refusal = { data: { fault: { code: 'contact:opted_out' } } }

describe('a recipient who has opted out', () => {
  it('is sent no message of a post; it is refused as it is handed over, and the others get theirs', async () => {
    const scope = await workspace()
    const [out, stays] = ['+15559200001', '+15559200002']
    await scope.optOut(out)
    const post = await scope.post([out, stays])
    await until(() => scope.refused(post).length === 1)
    expect(scope.refused(post)).toEqual([[[out], 'contact:opted_out']])
    await until(async () => (await fixture.acceptedCalls(scope.connected)).length === 1)
    expect((await scope.ofPost(post)).map(({ phone }) => phone)).toEqual([stays])
  })

  it('gets no message of a post that was queued before the opt-out, nor when it is sent again; after an opt-in it is', async () => {
    const scope = await workspace()
    const phone = '+15559200003'
    const queues = fixture.service.clients.messaging.queues
    const turn = (verb: 'pause' | 'resume') => queues[verb].mutate({ id: scope.connected.number }, scope.caller())
    await turn('pause')
    const post = await scope.post([phone])
    const [message] = await until(async () => {
      const items = await scope.ofPost(post)
      return items.length === 1 && items
    })
    const contact = await scope.optOut(phone)
    await turn('resume')
    const id = message?.id ?? ''
    expect((await scope.awaitStatus(id, 'failed')).error?.errorCode).toBe('contact:opted_out')
    const retry = () =>
      fixture.service.clients.messaging.messages.retry.mutate({ id: id as `msg_${string}` }, scope.caller())
    await retry()
    await until(async () => (await scope.get(id)).retry?.count === 1 && (await scope.get(id)).status === 'failed')
    expect(await fixture.calls(scope.connected)).toEqual([])
    await scope.publish(scope.change({ ...contact, version: 3, optedOut: false }))
    await retry()
    await scope.awaitStatus(id, 'sent')
  })

  it('gets single messages, marked; none where the workspace refuses them, accepted before or scheduled', async () => {
    const scope = await workspace()
    const phone = '+15559200004'
    const contact = await scope.optOut(phone)
    const marked = await scope.send({ phone, message: 'Your order has left' })
    expect(marked.optedOut).toBe(true)
    await scope.awaitStatus(marked.id, 'sent')
    const chat = marked.chat
    expect((await scope.send({ chat, message: 'x' })).optedOut).toBe(true)
    await until(async () => (await fixture.acceptedCalls(scope.connected)).length === 2)
    const scheduled = await scope.send({
      phone,
      message: 'x',
      deliverAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const replaced = { id: scheduled.id, location: { latitude: 1, longitude: 2 } }
    const update = fixture.service.clients.messaging.messages.update
    expect(await update.mutate(replaced as never, scope.caller())).toMatchObject({ type: 'location', optedOut: true })
    const later = await scope.send({ phone, message: 'x', deliverAt: new Date(Date.now() + 1_500).toISOString() })
    await scope.setting('refuse')
    await expect(scope.send({ phone, message: 'x' })).rejects.toMatchObject(refusal)
    await expect(scope.send({ chat, message: 'x' })).rejects.toMatchObject(refusal)
    expect((await scope.awaitStatus(later.id, 'failed')).error?.errorCode).toBe('contact:opted_out')
    expect(await fixture.acceptedCalls(scope.connected)).toHaveLength(2)
    const batch = fixture.service.clients.messaging.messages.batch
    const messages = [
      { phone, message: 'x' },
      { phone: '+15559200005', message: 'x' },
    ]
    const [refused, taken] = await batch.mutate({ messages, partial: true }, scope.caller())
    expect(refused).toMatchObject({ error: { errorCode: 'contact:opted_out' } })
    expect(taken).toHaveProperty('optedOut', false)
    await scope.publish(scope.change({ ...contact, version: 3, optedOut: false }))
    expect(await scope.send({ phone, message: 'x' })).toHaveProperty('optedOut', false)
  })

  it('stays opted out under every address when contacts are merged, and when older events of the contact come late', async () => {
    const scope = await workspace()
    const [phone, other] = ['+15559200006', '+15559200007']
    const from = await scope.optOut(phone)
    const into = { id: newId('con'), phone: other, version: 2, optedOut: false }
    await scope.publish(scope.change({ ...from, version: 1, optedOut: false }))
    await scope.publish(scope.change(into))
    const data = { id: from.id, deletedAt: new Date().toISOString(), mergedInto: into.id }
    const aggregate = { id: from.id, version: 3 }
    await scope.publish(busEvent({ event: 'contact:deleted', workspace: scope.connected.workspace, data, aggregate }))
    const refusedAll = async (phones: string[]) => {
      const post = await scope.post(phones)
      const refused = () => scope.refused(post).flatMap(([each]) => each)
      await until(() => refused().length === phones.length)
    }
    await refusedAll([phone])
    const merged = { ...into, more: phone }
    await scope.publish(scope.change({ ...merged, version: 3, optedOut: true }))
    await refusedAll([phone, other])
    await scope.publish(scope.change({ ...merged, version: 4, optedOut: false }))
    await scope.publish(scope.change({ ...merged, version: 3, optedOut: true }))
    const post = await scope.post([phone, other])
    await until(async () => (await scope.ofPost(post)).length === 2)
    expect(scope.refused(post)).toEqual([])
  })

  it('is known from opt-outs that were imported, or made before this was kept', async () => {
    const scope = await workspace()
    const phone = '+15559200008'
    const contacts = [{ contact: newId('con'), recipients: [phone], version: 1 }]
    await scope.publish(
      busEvent({ event: 'contact:opted_out', workspace: scope.connected.workspace, data: { contacts } }),
    )
    const post = await scope.post([phone])
    await until(() => scope.refused(post).length === 1)
    expect(await scope.ofPost(post)).toEqual([])
  })
})
