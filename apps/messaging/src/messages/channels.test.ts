import { type EventData, examplePost, idFloor, newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'
import { groupFixture } from './group.fixture.ts'

const { fixture, connected } = useMessaging()
const groups = groupFixture(fixture, connected)

const api = () => fixture.service.clients.messaging
const code = (fault: string) => ({ data: { fault: { code: fault } } })
let version = 0

async function channel(more: Partial<EventData<'channel:updated'>> = {}): Promise<string> {
  const data = { id: newId('chn'), number: connected.number, name: 'Offers', deleted: false, ...more }
  version += 1
  const aggregate = { id: data.id, version }
  await fixture.service.bus.publish(
    busEvent({ event: 'channel:updated', workspace: connected.workspace, data, aggregate }),
  )
  const received = 'select 1 from known_channel where id = $1 and version = $2'
  await until(async () => (await fixture.service.rows(received, [data.id, version])).length === 1)
  return data.id
}

const requestedPost = (id: string) =>
  until(() => {
    const event = fixture.service.bus.published.find(({ event, data }) => {
      return event === 'post:requested' && (data as EventData<'post:requested'>).channel === id
    })
    return event?.data as EventData<'post:requested'> | undefined
  })

function ended(post: string, counts: Partial<typeof examplePost.counts>) {
  const data = { ...examplePost, id: post, counts: { ...examplePost.counts, waiting: 0, ...counts } }
  return busEvent({ event: 'channel:posted', workspace: connected.workspace, data })
}

describe('messages to a channel', () => {
  it('become a post when they are due, are sending meanwhile, and sent when it has reached someone', async () => {
    const id = await channel()
    const message = await groups.send({
      channel: id,
      message: 'Today only',
      reference: 'sale',
      onWindowClosed: { template: { name: 'offer', language: 'en' } },
    })
    expect(message).toMatchObject({ channel: id, number: connected.number, status: 'queued', reference: 'sale' })
    expect(message).toHaveProperty('phone', null)
    const { post, content } = await requestedPost(id)
    expect(content).toEqual({ message: 'Today only', onWindowClosed: { template: { name: 'offer', language: 'en' } } })
    expect(await groups.awaitStatus(message.id, 'sending')).toMatchObject({ post })
    await expect(api().messages.cancel.mutate({ id: message.id }, groups.caller())).rejects.toMatchObject(
      code('message:not_editable'),
    )
    await fixture.service.bus.publish(ended(post, { total: 2, delivered: 1, failed: 1 }))
    expect(await groups.awaitStatus(message.id, 'sent')).toMatchObject({ post, channel: id })
    await until(() => groups.published(message.id, 'message:out').length === 1)
    expect(await api().messages.receipts.query({ id: message.id }, groups.caller())).toEqual([])
    const chat = await api().chats.get.query({ id: message.chat }, groups.caller())
    expect(chat).toMatchObject({ type: 'channel', channel: id, name: 'Offers', phone: null })
    const listed = await api().messages.list.query({ channel: id }, groups.caller())
    expect(listed.items.map((each) => each.id)).toEqual([message.id])
    expect((await api().messages.list.query({ channel: newId('chn') }, groups.caller())).items).toEqual([])
    expect(await fixture.acceptedCalls(connected)).toEqual([])
  })

  it('wait in a partial batch for a channel that was just created, and never hold up the others for long', async () => {
    const [id, unknown] = [newId('chn'), newId('chn')]
    const batch = (target: object) =>
      api().messages.batch.mutate(
        {
          partial: true,
          messages: [
            { ...target, message: 'x' },
            { phone: '+15550002002', message: 'x' },
          ] as never,
        },
        groups.caller(),
      )
    const asked = batch({ channel: id })
    await channel({ id })
    expect(await asked).toMatchObject([{ channel: id }, { status: 'queued' }])
    const refused = [{ error: { errorCode: 'channel:not_found' } }, { status: 'queued' }]
    expect(await batch({ channel: unknown })).toMatchObject(refused)
    expect(await batch({ channel: idFloor('chn', Date.now() + 900) })).toMatchObject(refused)
  })

  it('leave the turn of a number that comes out of a pause to the next message', async () => {
    const id = await channel()
    const paused = `update number_queue set blocked_until = now() where number_id = $1`
    await fixture.service.rows(paused, [connected.number])
    await groups.send({ channel: id, message: 'x' })
    await requestedPost(id)
    const blocked = `select 1 from number_queue where number_id = $1 and blocked_until > now()`
    await until(async () => (await fixture.service.rows(blocked, [connected.number])).length === 0, {
      timeoutMs: 5_000,
    })
    const next = await groups.send({ phone: '+15550002001', message: 'x' })
    await groups.awaitStatus(next.id, 'sent')
  })

  it('may have placeholders; a faulty one is refused, however the channel is named, and when the text is changed', async () => {
    const id = await channel()
    const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
    const message = 'Hello {{contact.name|there}}'
    const sent = await groups.send({ channel: id, message, deliverAt })
    expect(sent).toMatchObject({ message })
    const refused = { data: { fault: { code: 'request:invalid', errors: [{ path: 'message' }] } } }
    const faulty = 'Hello {{contact.name}}'
    for (const target of [{ channel: id }, { chat: sent.chat }])
      await expect(groups.send({ ...target, message: faulty })).rejects.toMatchObject(refused)
    const change = (text: string) =>
      api().messages.update.mutate({ id: sent.id as never, message: text }, groups.caller())
    await expect(change(faulty)).rejects.toMatchObject(refused)
    expect(await change(`${message}!`)).toMatchObject({ message: `${message}!` })
    await api().messages.update.mutate({ id: sent.id as never, deliverAt: null }, groups.caller())
    expect((await requestedPost(id)).content).toEqual({ message: `${message}!` })
  })

  it('can be scheduled and canceled, and keep every content that they are posted with', async () => {
    const id = await channel()
    const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
    const later = await groups.send({ channel: id, message: 'Later', deliverAt })
    expect((await api().messages.cancel.mutate({ id: later.id }, groups.caller())).status).toBe('canceled')
    const media = { url: 'https://example.com/a.jpg', kind: 'image' as const }
    await groups.send({ channel: id, media, message: 'Look' })
    expect((await requestedPost(id)).content).toEqual({ media, message: 'Look' })
  })

  it('fail when no one is subscribed or no one was reached, and can be sent again', async () => {
    const id = await channel()
    const message = await groups.send({ channel: id, message: 'Anybody?' })
    const first = await requestedPost(id)
    const data = { post: first.post, errorCode: 'channel:empty' as const }
    await fixture.service.bus.publish(busEvent({ event: 'post:refused', workspace: connected.workspace, data }))
    expect((await groups.awaitStatus(message.id, 'failed')).error?.errorCode).toBe('channel:empty')
    await until(() => groups.published(message.id, 'message:failed').length === 1)
    await api().messages.retry.mutate({ id: message.id }, groups.caller())
    const again = await until(async () => {
      const shown = await groups.get(message.id)
      return shown.post !== first.post && shown.post
    })
    await fixture.service.bus.publish(ended(again, { total: 1, failed: 1 }))
    expect((await groups.awaitStatus(message.id, 'failed')).error?.errorCode).toBe('post:undelivered')
  })

  it('fail when the channel is deleted before the post has ended', async () => {
    const id = await channel()
    const message = await groups.send({ channel: id, message: 'Too late' })
    await requestedPost(id)
    await groups.awaitStatus(message.id, 'sending')
    await channel({ id, deleted: true })
    expect((await groups.awaitStatus(message.id, 'failed')).error?.errorCode).toBe('channel:not_found')
    await until(async () => (await api().chats.get.query({ id: message.chat }, groups.caller())).failed)
  })

  it('are refused where the channel is unknown, deleted, of another workspace or number, and with what no post can be', async () => {
    const id = await channel()
    const gone = await channel()
    await channel({ id: gone, deleted: true })
    const outsider = fixture.service.as((await fixture.connectNumber()).workspace)
    await expect(groups.send({ channel: newId('chn'), message: 'x' })).rejects.toMatchObject(code('channel:not_found'))
    await expect(groups.send({ channel: gone, message: 'x' })).rejects.toMatchObject(code('channel:not_found'))
    await expect(api().messages.send.mutate({ channel: id, message: 'x' }, outsider)).rejects.toMatchObject(
      code('channel:not_found'),
    )
    const limited = groups.send({ channel: id, message: 'x' }, { numbers: [newId('num')] })
    await expect(limited).rejects.toMatchObject(code('channel:not_found'))
    const { id: quote } = await groups.send({ channel: id, message: 'x' })
    for (const content of [
      { message: 'x', quote },
      { reaction: '👍', reactionMessage: quote },
    ])
      await expect(groups.send({ channel: id, ...content })).rejects.toMatchObject(code('capability:unsupported'))
  })
})
