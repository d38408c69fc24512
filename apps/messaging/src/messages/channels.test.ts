import { type EventData, examplePost, newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Line, type MessagingKit, startMessaging } from '../messaging.fixture.ts'
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

const api = () => world.kit.clients.messaging
const code = (fault: string) => ({ data: { fault: { code: fault } } })
let version = 0

/** Tells of a channel as the groups service does; resolves with its id when it was heard. */
async function channel(more: Partial<EventData<'channel:updated'>> = {}): Promise<string> {
  const data = { id: newId('chn'), number: line.number, name: 'Offers', deleted: false, ...more }
  version += 1
  const aggregate = { id: data.id, version }
  await world.kit.bus.publish(busEvent({ event: 'channel:updated', workspace: line.workspace, data, aggregate }))
  const heard = 'select 1 from known_channel where id = $1 and version = $2'
  await until(async () => (await world.kit.rows(heard, [data.id, version])).length === 1)
  return data.id
}

const wanted = (id: string) =>
  until(() => {
    const event = world.kit.bus.published.find(({ event, data }) => {
      return event === 'post:wanted' && (data as EventData<'post:wanted'>).channel === id
    })
    return event?.data as EventData<'post:wanted'> | undefined
  })

function ended(post: string, counts: Partial<typeof examplePost.counts>) {
  const data = { ...examplePost, id: post, counts: { ...examplePost.counts, waiting: 0, ...counts } }
  return busEvent({ event: 'channel:posted', workspace: line.workspace, data })
}

describe('messages to a channel', () => {
  it('become a post when they are due, are sending meanwhile, and sent when it has reached somebody', async () => {
    const id = await channel()
    const message = await our.send({
      channel: id,
      message: 'Today only',
      reference: 'sale',
      onWindowClosed: { template: { name: 'offer', language: 'en' } },
    })
    expect(message).toMatchObject({ channel: id, number: line.number, status: 'queued', reference: 'sale' })
    expect(message).not.toHaveProperty('phone')
    const { post, content } = await wanted(id)
    expect(content).toEqual({
      message: 'Today only',
      onWindowClosed: { template: { name: 'offer', language: 'en' } },
    })
    expect(await our.reaches(message.id, 'sending')).toMatchObject({ post })
    await expect(api().messages.cancel.mutate({ id: message.id }, our.mine())).rejects.toMatchObject(
      code('message:not_editable'),
    )
    await world.kit.bus.publish(ended(post, { total: 2, delivered: 1, failed: 1 }))
    expect(await our.reaches(message.id, 'sent')).toMatchObject({ post, channel: id })
    await until(() => our.told(message.id, 'message:out').length === 1)
    const chat = await api().chats.get.query({ id: message.chat }, our.mine())
    expect(chat).toMatchObject({ type: 'channel', channel: id, name: 'Offers', phone: null })
    const listed = await api().messages.list.query({ channel: id }, our.mine())
    expect(listed.items.map((each) => each.id)).toEqual([message.id])
    expect((await api().messages.list.query({ channel: newId('chn') }, our.mine())).items).toEqual([])
    expect(await world.accepted(line)).toEqual([])
  })

  it('can be scheduled and canceled, and keep every content that they are posted with', async () => {
    const id = await channel()
    const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
    const later = await our.send({ channel: id, message: 'Later', deliverAt })
    expect((await api().messages.cancel.mutate({ id: later.id }, our.mine())).status).toBe('canceled')
    const media = { url: 'https://example.com/a.jpg', kind: 'image' as const }
    await our.send({ channel: id, media, message: 'Look' })
    expect((await wanted(id)).content).toEqual({ media, message: 'Look' })
  })

  it('fail when nobody is subscribed or nobody was reached, and can be sent again', async () => {
    const id = await channel()
    const message = await our.send({ channel: id, message: 'Anybody?' })
    const first = await wanted(id)
    const data = { post: first.post, errorCode: 'channel:empty' as const }
    await world.kit.bus.publish(busEvent({ event: 'post:refused', workspace: line.workspace, data }))
    expect((await our.reaches(message.id, 'failed')).error?.errorCode).toBe('channel:empty')
    await until(() => our.told(message.id, 'message:failed').length === 1)
    await api().messages.retry.mutate({ id: message.id }, our.mine())
    const again = await until(async () => {
      const shown = await our.get(message.id)
      return shown.post !== first.post && shown.post
    })
    await world.kit.bus.publish(ended(again, { total: 1, failed: 1 }))
    expect((await our.reaches(message.id, 'failed')).error?.errorCode).toBe('post:undelivered')
  })

  it('fail when the channel is deleted before the post has ended', async () => {
    const id = await channel()
    const message = await our.send({ channel: id, message: 'Too late' })
    await wanted(id)
    await our.reaches(message.id, 'sending')
    await channel({ id, deleted: true })
    expect((await our.reaches(message.id, 'failed')).error?.errorCode).toBe('channel:not_found')
  })

  it('are refused where the channel is unknown, deleted, of another workspace or number, and with what no post can be', async () => {
    const id = await channel()
    const gone = await channel()
    await channel({ id: gone, deleted: true })
    const stranger = world.kit.as((await world.connected()).workspace)
    await expect(our.send({ channel: newId('chn'), message: 'x' })).rejects.toMatchObject(code('channel:not_found'))
    await expect(our.send({ channel: gone, message: 'x' })).rejects.toMatchObject(code('channel:not_found'))
    await expect(api().messages.send.mutate({ channel: id, message: 'x' }, stranger)).rejects.toMatchObject(
      code('channel:not_found'),
    )
    const limited = our.send({ channel: id, message: 'x' }, { numbers: [newId('num')] })
    await expect(limited).rejects.toMatchObject(code('channel:not_found'))
    const { id: quote } = await our.send({ phone: '+4915112349001', message: 'x' })
    for (const content of [
      { message: 'x', quote },
      { reaction: '👍', reactionMessage: quote },
    ])
      await expect(our.send({ channel: id, ...content })).rejects.toMatchObject(code('capability:unsupported'))
  })
})
