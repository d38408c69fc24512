import { newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { codeOf, type NumberFixture, useMessaging } from '../messaging.fixture.ts'

const { fixture } = useMessaging()

const clients = () => fixture.service.clients.messaging
const as = (connected: NumberFixture, options = {}) => fixture.service.as(connected.workspace, options)

async function twoNumbers(): Promise<[NumberFixture, NumberFixture]> {
  const from = await fixture.connectNumber()
  const to = await fixture.connectNumber({ workspace: from.workspace })
  await clients().queues.pause.mutate({ id: from.number }, as(from))
  return [from, to]
}

describe('queues.move', () => {
  it('lets all that waits leave from the other number, in order, each from the chat with its recipient there', async () => {
    const [from, to] = await twoNumbers()
    const send = (input: object) => clients().messages.send.mutate({ number: from.number, ...input } as never, as(from))
    const phones = ['+15555200001', '+15555200002']
    const sent = []
    for (let i = 0; i < 6; i++) sent.push(await send({ phone: phones[i % 2], message: `m${i}` }))
    const deliverAt = new Date(Date.now() + 3_600_000).toISOString()
    const later = await send({ phone: phones[0], message: 'later', deliverAt, quote: sent[0]?.id })
    const input = { id: from.number, number: to.number }
    const keyed = as(from, { idempotencyKey: 'move' })
    const moved = await clients().queues.move.mutate(input, keyed)
    expect(moved).toEqual({ moved: 7, chats: 2, remaining: 0 })
    expect(await clients().queues.move.mutate(input, keyed)).toEqual(moved)
    await until(async () => (await fixture.acceptedCalls(to)).length === 6)
    expect(await fixture.calls(from)).toEqual([])
    for (const { id, chat } of sent) {
      const message = await clients().messages.get.query({ id }, as(from))
      expect(message.number).toBe(to.number)
      expect(message.chat).not.toBe(chat)
    }
    const changed = fixture.service.bus.published.filter(({ event }) => event === 'message:changed')
    for (const { id, chat } of [...sent, later]) {
      const { data } = changed.find((each) => (each.data as { id: string }).id === id) ?? {}
      expect(data).toMatchObject({ movedFrom: { number: from.number, chat } })
    }
    const shown = await clients().messages.get.query({ id: later.id }, as(from))
    expect(shown).toMatchObject({ status: 'scheduled', number: to.number, deliverAt })
    expect(shown).toHaveProperty('quote', sent[0]?.id)
    const former = await clients().chats.get.query({ id: later.chat }, as(from))
    expect(former).toMatchObject({ number: from.number, lastMessage: null })
    const { items } = await clients().messages.list.query({ chat: shown.chat }, as(from))
    expect(items.map(({ message }) => message).toReversed()).toEqual(['m0', 'm2', 'm4', 'later'])
    expect(await clients().chats.get.query({ id: shown.chat }, as(from))).toMatchObject({
      number: to.number,
      phone: phones[0],
      lastMessage: { id: later.id, message: 'later', direction: 'out' },
    })
  })

  it('lets a reaction to a message that moves along reach that message, leaves any other with its message, and drops a quote of one that stays', async () => {
    const [from, to] = await twoNumbers()
    const phone = '+15555200004'
    const send = (input: object) => clients().messages.send.mutate({ number: from.number, phone, ...input }, as(from))
    const known = await send({ message: 'stays' })
    await clients().queues.resume.mutate({ id: from.number }, as(from))
    await until(async () => (await fixture.acceptedCalls(from)).length === 1)
    await clients().queues.pause.mutate({ id: from.number }, as(from))
    const moving = await send({ message: 'moves', quote: known.id })
    const reaction = await send({ reaction: '👍', reactionMessage: moving.id })
    const left = await send({ reaction: '👍', reactionMessage: known.id })
    await send({ reaction: '❤️', reactionMessage: left.id })
    const moved = await clients().queues.move.mutate({ id: from.number, number: to.number }, as(from))
    expect(moved).toMatchObject({ moved: 2, remaining: 0 })
    await until(async () => (await fixture.acceptedCalls(to)).length === 2)
    const get = ({ id }: { id: string }) => clients().messages.get.query({ id }, as(from))
    expect(await get(moving)).toMatchObject({ quote: null })
    expect(await get(reaction)).toMatchObject({ reactionMessage: moving.id, error: null })
    await clients().queues.resume.mutate({ id: from.number }, as(from))
    await until(async () => (await fixture.acceptedCalls(from)).length === 3)
    expect(await get(left)).toMatchObject({ number: from.number, reactionMessage: known.id, error: null })
  })

  it('of a message to which others refer takes its reactions along, and sends no reply from the other number with the id that it got', async () => {
    const [from, to] = await twoNumbers()
    const send = (input: object) =>
      clients().messages.send.mutate({ number: from.number, phone: '+15555200005', ...input }, as(from))
    const { id } = await send({ message: 'moves', reference: 'a' })
    const reply = await send({ message: 'stays', quote: id })
    const reaction = await send({ reaction: '👍', reactionMessage: id })
    const toReaction = await send({ reaction: '❤️', reactionMessage: reaction.id })
    const move = () => clients().queues.move.mutate({ id: from.number, number: to.number, reference: 'a' }, as(from))
    await fixture.service.rows('begin')
    await fixture.service.rows('select 1 from send_job where message_id = $1 for update', [reaction.id])
    const during = await move()
    await fixture.service.rows('commit')
    expect(during, 'while its reaction is taken').toMatchObject({ moved: 0, remaining: 1 })
    expect(await move()).toMatchObject({ moved: 3, remaining: 0 })
    const get = (message: { id: string }) => clients().messages.get.query({ id: message.id }, as(from))
    await until(async () => (await get({ id })).providerId !== null)
    await clients().queues.resume.mutate({ id: from.number }, as(from))
    await until(async () => (await fixture.acceptedCalls(to)).length === 3)
    expect(await get(reaction)).toMatchObject({ number: to.number, reactionMessage: id, error: null })
    expect(await get(toReaction)).toMatchObject({ number: to.number, reactionMessage: reaction.id, error: null })
    await until(async () => (await fixture.acceptedCalls(from)).length === 1)
    expect(await get(reply)).toMatchObject({ number: from.number, error: null })
  })

  it('leaves a reaction with its message if that is taken to be sent while the queue moves', async () => {
    const [from, to] = await twoNumbers()
    const send = (input: object) =>
      clients().messages.send.mutate({ number: from.number, phone: '+15555200006', ...input }, as(from))
    const taken = await send({ message: 'taken' })
    const reaction = await send({ reaction: '👍', reactionMessage: taken.id })
    await fixture.service.rows('begin')
    await fixture.service.rows('select 1 from send_job where message_id = $1 for update', [taken.id])
    const moved = await clients().queues.move.mutate({ id: from.number, number: to.number }, as(from))
    await fixture.service.rows('commit')
    expect(moved.moved).toBe(0)
    expect(await clients().messages.get.query({ id: reaction.id }, as(from))).toMatchObject({
      number: from.number,
      reactionMessage: taken.id,
    })
  })

  it.each(['move', 'purge'] as const)(
    'of a %s, the chats are locked before the jobs, as by all that comes in, so that neither waits for the other',
    async (verb) => {
      const [from, to] = await twoNumbers()
      const input = { number: from.number, phone: '+15555200008', message: 'x' }
      const { id, chat } = await clients().messages.send.mutate(input, as(from))
      const { rows } = fixture.service
      await rows('begin')
      await rows('select 1 from chat where id = $1 for update', [chat])
      const change =
        verb === 'move'
          ? clients().queues.move.mutate({ id: from.number, number: to.number }, as(from))
          : clients().queues.purge.mutate({ id: from.number }, as(from))
      const waits = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
      await until(async () => (await rows(waits)).length > 0)
      expect(await rows('select 1 from send_job where message_id = $1 for update nowait', [id])).toHaveLength(1)
      await rows('commit')
      expect(await change).toMatchObject(verb === 'move' ? { moved: 1 } : { canceled: 1 })
    },
  )

  it('moves only what the filter names', async () => {
    const [from, to] = await twoNumbers()
    const phone = '+15555200003'
    for (const reference of ['a', 'b']) {
      await clients().messages.send.mutate({ number: from.number, phone, message: reference, reference }, as(from))
    }
    const move = (filter: object) =>
      clients().queues.move.mutate({ id: from.number, number: to.number, ...filter }, as(from))
    expect(await move({ phones: ['+15555200009'] })).toEqual({ moved: 0, chats: 0, remaining: 0 })
    expect(await move({ reference: 'b' })).toEqual({ moved: 1, chats: 1, remaining: 0 })
    await until(async () => (await fixture.acceptedCalls(to)).length === 1)
    expect(await clients().queues.get.query({ id: from.number }, as(from))).toMatchObject({ waiting: 1 })
  })

  it('is refused to itself, to and from numbers of others, to one that is disconnected, and to keys that may not manage', async () => {
    const [from, to] = await twoNumbers()
    const other = await fixture.connectNumber()
    const move = (input: object, options = {}) =>
      codeOf(clients().queues.move.mutate({ id: from.number, number: to.number, ...input }, as(from, options)))
    expect(await move({ number: from.number })).toBe('number:same')
    expect(await move({ number: other.number })).toBe('number:not_found')
    expect(await move({ id: other.number })).toBe('number:not_found')
    expect(await move({ number: newId('num') })).toBe('number:not_found')
    expect(await move({}, { scopes: ['send'] })).toBe('scope:missing')
    expect(await move({}, { numbers: [from.number] })).toBe('number:not_found')
    await fixture.service.rows('update known_number set connected = false where id = $1', [to.number])
    expect(await move({})).toBe('number:disconnected')
  })
})

describe('a reaction that is sent while', () => {
  const waiting = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
  const prepared = async (phone: string) => {
    const [from, to] = await twoNumbers()
    const send = (input: object) => clients().messages.send.mutate({ number: from.number, phone, ...input }, as(from))
    const { id, chat } = await send({ message: 'waits' })
    await fixture.service.rows('begin')
    await fixture.service.rows('select 1 from chat where id = $1 for update', [chat])
    return { from, to, id, react: () => send({ reaction: '👍', reactionMessage: id }) }
  }

  it('its message moves waits, and is refused once that is at the other number', async () => {
    const { rows } = fixture.service
    const { from, to, react } = await prepared('+15555200007')
    const moved = clients().queues.move.mutate({ id: from.number, number: to.number }, as(from))
    await until(async () => (await rows(waiting)).length > 0)
    const refusal = codeOf(react())
    const ofReaction = `select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    await until(async () => (await rows(ofReaction)).length > 0)
    await rows('commit')
    expect(await moved).toMatchObject({ moved: 1 })
    expect(await refusal).toBe('request:invalid')
  })

  it('its chat is locked holds no job meanwhile, as all that locks both locks the chat first', async () => {
    const { rows } = fixture.service
    const { id, react } = await prepared('+15555200010')
    const reaction = react()
    await until(async () => (await rows(waiting)).length > 0)
    const free = await rows('select 1 from send_job where message_id = $1 for update skip locked', [id])
    await rows('commit')
    expect(free).toHaveLength(1)
    expect(await reaction).toMatchObject({ reactionMessage: id })
  })
})
