import { faultOf, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging()

const messages = () => fixture.service.clients.messaging.messages
const caller = (options = {}) => fixture.service.as(connected.workspace, options)
const count = async () => (await fixture.service.rows('select 1 from message')).length
const unknownChat = 'chat_01k5v2s8xgf9hb3m4q7r8t9w0y'
let lastPhone = 15_554_000_000
const freshPhone = () => `+${(lastPhone += 1)}`

describe('a batch', () => {
  it('of 1000 is accepted in order in one request and all of it leaves', async () => {
    await fixture.service.clients.messaging.queues.pause.mutate({ id: connected.number }, caller())
    const many = Array.from({ length: 1000 }, (_, i) => ({ phone: freshPhone(), message: `${i}`, reference: `n-${i}` }))
    const answers = await messages().batch.mutate({ messages: many }, caller())
    expect(answers.map((answer) => 'reference' in answer && answer.reference)).toEqual(
      many.map(({ reference }) => reference),
    )
    const queue = await fixture.service.clients.messaging.queues.get.query({ id: connected.number }, caller())
    expect(queue.waiting).toBe(1000)
    await fixture.service.rows('delete from send_job')
    await fixture.service.clients.messaging.queues.resume.mutate({ id: connected.number }, caller())
  })

  it('keeps the order of one chat', async () => {
    const phone = freshPhone()
    const three = ['one', 'two', 'three'].map((message) => ({ phone, message }))
    await messages().batch.mutate({ messages: three }, caller())
    const sent = await until(async () => {
      const { items } = await messages().list.query({ phone, sort: 'createdAt:asc', status: ['sent'] }, caller())
      return items.length === 3 && items
    })
    const times = sent.map(({ statusAt }) => String(statusAt.sending))
    expect(sent.map(({ message }) => message)).toEqual(['one', 'two', 'three'])
    expect([...times].sort()).toEqual(times)
  })

  it('that names a contact no one knows is refused with the place, or with partial goes without that message', async () => {
    const nobody = { phone: freshPhone(), contacts: [{ contact: 'con_01k5v2s8xgf9hb3m4q7r8t9w0y' }] }
    const both = { messages: [{ phone: freshPhone(), message: 'x' }, nobody] }
    const fault = faultOf(
      await messages()
        .batch.mutate(both, caller())
        .catch((error: unknown) => error),
    )
    const at = { path: 'messages.1.contacts.0.contact', code: 'contact:not_found' }
    expect(fault).toMatchObject({ code: 'contact:not_found', errors: [at] })
    const answers = await messages().batch.mutate({ ...both, partial: true }, caller())
    expect(answers).toMatchObject([{ type: 'text' }, { error: { errorCode: 'contact:not_found' } }])
  })

  it('is refused whole when one message cannot be accepted, naming its place', async () => {
    const before = await count()
    const faulty = {
      messages: [
        { phone: freshPhone(), message: 'x' },
        { chat: unknownChat, message: 'x' },
      ],
    }
    const fault = faultOf(
      await messages()
        .batch.mutate(faulty, caller())
        .catch((error: unknown) => error),
    )
    expect(fault).toMatchObject({
      code: 'chat:not_found',
      status: 422,
      errors: [{ path: 'messages.1.chat', code: 'chat:not_found' }],
    })
    expect(await count()).toBe(before)
  })

  it('with partial accepts the others and says why not', async () => {
    const answers = await messages().batch.mutate(
      {
        partial: true,
        messages: [
          { chat: unknownChat, message: 'x' },
          { phone: freshPhone(), message: 'x' },
        ],
      },
      caller(),
    )
    expect(answers).toMatchObject([{ error: { errorCode: 'chat:not_found' } }, { status: 'queued' }])
  })

  it('names every faulty field of every message at once', async () => {
    const faulty = { messages: [{ phone: '12', message: 'x' }, { phone: freshPhone() }, { message: 'x' }] }
    const fault = faultOf(
      await messages()
        .batch.mutate(faulty, caller())
        .catch((error: unknown) => error),
    )
    const paths = fault?.errors.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['messages.0.phone', 'messages.1.message', 'messages.2.phone']))
  })

  it('with partial accepts the others though one has faulty fields, and names those fields', async () => {
    const rows = [
      { phone: '12', message: 'x' },
      { phone: freshPhone(), message: 'one' },
      { phone: freshPhone(), mesage: 'x' },
      { phone: freshPhone(), message: 'two' },
    ]
    const answers = await messages().batch.mutate({ messages: rows as never, partial: true }, caller())
    expect(answers).toMatchObject([
      { error: { errorCode: 'phone:invalid', retryable: false, errors: [{ path: 'phone', code: 'phone:invalid' }] } },
      { status: 'queued', message: 'one' },
      {
        error: {
          errorCode: 'request:invalid',
          errors: expect.arrayContaining([expect.objectContaining({ path: 'mesage', code: 'field:unknown' })]),
        },
      },
      { status: 'queued', message: 'two' },
    ])
  })

  it('with partial of nothing but faulty messages stores none, whatever they are', async () => {
    const before = await count()
    const rows = [null, 7, [], 'x', { phone: '12' }, { toJSON: 1 }]
    const answers = await messages().batch.mutate({ messages: rows as never, partial: true }, caller())
    expect(answers.map((answer) => 'error' in answer)).toEqual(rows.map(() => true))
    expect(await count()).toBe(before)
  })

  it('with partial suggests names for ten messages at most', async () => {
    const rows = Array.from({ length: 12 }, () => ({ phone: '12', mesage: 'x' }))
    const answers = await messages().batch.mutate({ messages: rows as never, partial: true }, caller())
    const suggestions = answers.map((answer) => JSON.stringify(answer).includes('did you mean message?'))
    expect(suggestions).toEqual(rows.map((_, i) => i < 10))
  })

  it('with partial names ten faulty fields of a message at most', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 48 }, (_, i) => [`f${i}`, 1]))
    const rows = [unknown, { phone: '12', ...unknown }]
    const answers = await messages().batch.mutate({ messages: rows as never, partial: true }, caller())
    const ten = Array.from({ length: 10 }, () => expect.anything())
    expect(answers).toMatchObject(rows.map(() => ({ error: { errors: ten } })))
  })

  it('with partial names a hundred faulty fields of a response at most, and counts the others', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`f${i}`, 1]))
    const rows = [
      ...Array.from({ length: 12 }, () => ({ phone: freshPhone(), message: 'x', ...unknown })),
      { chat: unknownChat, message: 'x' },
      { phone: '12', message: 'x' },
      { phone: freshPhone(), message: 'x' },
    ]
    const answers = await messages().batch.mutate({ messages: rows as never, partial: true }, caller())
    const refused = answers.flatMap((answer) => (answer.error && !('id' in answer) ? [answer.error] : []))
    expect(refused.map(({ errors, moreErrors }) => [errors.length, moreErrors])).toEqual([
      ...Array.from({ length: 10 }, () => [10, 10]),
      ...Array.from({ length: 2 }, () => [0, 20]),
      [0, 1],
      [0, 1],
    ])
    expect(refused.slice(-3).map(({ errorCode, message }) => `${errorCode} ${message}`)).toEqual([
      expect.stringMatching(/^request:invalid f0: is not a field here/),
      expect.stringMatching(/^chat:not_found chat: /),
      expect.stringMatching(/^phone:invalid phone: /),
    ])
    expect(answers.at(-1)).toMatchObject({ status: 'queued' })
  })

  it('repeated with its Idempotency-Key gives the same answer and no message more', async () => {
    const body = { messages: [{ phone: freshPhone(), message: 'once' }] }
    const first = await messages().batch.mutate(body, caller({ idempotencyKey: 'batch-1' }))
    const before = await count()
    expect(await messages().batch.mutate(body, caller({ idempotencyKey: 'batch-1' }))).toEqual(first)
    expect(await count()).toBe(before)
  })

  it('needs the scope send and sees nothing of other workspaces', async () => {
    const body = { messages: [{ phone: freshPhone(), message: 'x' }] }
    await expect(messages().batch.mutate(body, caller({ scopes: ['read'] }))).rejects.toThrow('scope')
    const [own] = await messages().batch.mutate(body, caller())
    const other = await fixture.connectNumber()
    const chat = own && 'chat' in own ? own.chat : ''
    await expect(
      messages().batch.mutate({ messages: [{ chat, message: 'x' }] }, fixture.service.as(other.workspace)),
    ).rejects.toThrow('no such chat')
  })
})
