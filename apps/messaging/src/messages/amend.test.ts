import { type EventData, newId } from '@posthorn/contracts'
import { busEvent, incomingMessage, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging()

type Incoming = EventData<'provider:message'>
type Content = NonNullable<Incoming['content']>
type Maker = 'customer' | 'app'

const api = () => fixture.service.clients.messaging
const caller = () => fixture.service.as(connected.workspace)
let lastPhone = 15_554_000_000
const freshPhone = () => `+${(lastPhone += 1)}`
const newProviderId = () => `wamid.${newId('evt')}`
const contactOf = (phone: string) => `con_${phone.slice(1).padStart(26, '0')}`
const second = (n: number) => new Date(1_800_000_000_000 + n * 1_000).toISOString()
const published = (kind: string) => fixture.service.bus.published.filter(({ event }) => event === kind)
const eventsOf = (id: string, kind: string) => published(kind).filter(({ aggregate }) => aggregate.id === id)

/** Returns the event that the provider reports for an action in the chat with this phone number. */
function reported(by: Maker, phone: string, more: Partial<Incoming> & { content: Content }) {
  const data = {
    number: connected.number,
    providerId: newProviderId(),
    timestamp: second(0),
    type: more.content.type,
    raw: { type: more.content.type },
    ...more,
  }
  const customer = { phone, name: 'Ada', contact: contactOf(phone) }
  if (by === 'customer') return incomingMessage(connected.workspace, customer, data)
  return busEvent({ event: 'provider:echo', workspace: connected.workspace, data: { ...data, to: { phone } } })
}

const textBy = (by: Maker, phone: string, providerId: string) =>
  reported(by, phone, { content: { type: 'text' }, text: 'as written', providerId, timestamp: second(1) })

const changeOf = {
  edit: (providerId: string): Content => ({ type: 'edit', about: { providerId, text: 'as edited' } }),
  revoke: (providerId: string): Content => ({ type: 'revoke', about: { providerId } }),
  reaction: (providerId: string): Content => ({ type: 'reaction', about: { providerId, emoji: '👍' } }),
}
type Kind = keyof typeof changeOf

const listed = async (phone: string) => (await api().messages.list.query({ phone }, caller())).items
const messageOf = (phone: string, providerId: string) =>
  until(async () => (await listed(phone)).find((message) => message.providerId === providerId))
/** Waits until everything published so far has been processed. */
async function settled(phone: string): Promise<void> {
  for (const by of ['customer', 'app'] as const) {
    const providerId = newProviderId()
    await fixture.service.bus.publish(
      reported(by, phone, { content: { type: 'text' }, text: 'last', providerId, timestamp: second(100) }),
    )
    await messageOf(phone, providerId)
  }
}

/** Returns all orders of the items. */
const orders = <T>(items: T[]): T[][] =>
  items.length <= 1 ? [items] : items.flatMap((item, i) => orders(items.toSpliced(i, 1)).map((rest) => [item, ...rest]))

const author = { in: 'customer', out: 'app' } as const
const rows = (['edit', 'revoke', 'reaction'] as const).flatMap((kind) =>
  (['customer', 'app'] as const).flatMap((by) =>
    (['in', 'out'] as const).flatMap((direction) =>
      (['after', 'before'] as const).map((order) => ({ kind, by, direction, order })),
    ),
  ),
)

describe('an amendment', () => {
  it.each(rows)(
    '$kind from $by of a message $direction that comes $order it',
    async ({ kind, by, direction, order }) => {
      const phone = freshPhone()
      const providerId = newProviderId()
      const amendment = reported(by, phone, { content: changeOf[kind](providerId), timestamp: second(2) })
      const subject = textBy(author[direction], phone, providerId)
      const [first, last] = order === 'after' ? [subject, amendment] : [amendment, subject]
      await fixture.service.bus.publish(first)
      if (order === 'after') await messageOf(phone, providerId)
      else await settled(phone)
      await fixture.service.bus.publish(last, { ...last, id: newId('evt') })
      const { id } = await messageOf(phone, providerId)
      await settled(phone)

      const message = await api().messages.get.query({ id }, caller())
      const applies = kind === 'reaction' || author[direction] === by
      const reactedBy = by === 'app' ? { from: {}, via: 'app' } : { from: { phone } }
      const expected: Record<Kind, object> = {
        edit: { message: 'as edited', editedAt: second(2) },
        revoke: { deletedAt: second(2) },
        reaction: { message: 'as written', reactions: [{ emoji: '👍', ...reactedBy, at: second(2) }] },
      }
      expect(message).toMatchObject(applies ? expected[kind] : { message: 'as written' })
      if (applies && kind === 'revoke') expect(message).toHaveProperty('message', null)
      const others = (await listed(phone)).filter((each) => each.id !== id && each.message !== 'last')
      // An invalid change by a customer is shown as a message. One from the app is dropped.
      expect(others.map(({ type }) => type)).toEqual(
        applies || by === 'app' || order === 'before' ? [] : ['unsupported'],
      )
      const changes = { edit: 'edited', revoke: 'deleted' }
      if (order === 'before' || !applies) return expect(eventsOf(id, 'message:updated')).toEqual([])
      if (kind === 'reaction')
        expect(eventsOf(id, 'message:reaction').map(({ data }) => data)).toMatchObject([
          { emoji: '👍', reactedBy: by === 'app' ? { via: 'app' } : { phone, contact: contactOf(phone) } },
        ])
      else expect(eventsOf(id, 'message:updated').map(({ data }) => data)).toMatchObject([{ change: changes[kind] }])
    },
  )

  const edit = (text: string) => (providerId: string) => ({
    content: { type: 'edit', about: { providerId, text } } as Content,
  })
  const react = (emoji: string) => (providerId: string) => ({
    content: { type: 'reaction', about: { providerId, emoji } } as Content,
  })
  const revoke = (providerId: string) => ({ content: changeOf.revoke(providerId) })
  const write = (providerId: string) => ({ content: { type: 'text' } as Content, text: 'first', providerId })
  it.each([
    {
      story: 'edited',
      steps: [write, edit('between'), edit('last'), react('👍')],
      end: { message: 'last', deletedAt: null, editedAt: second(2), reactions: [['👍', second(3)]] },
    },
    {
      story: 'deleted',
      steps: [write, edit('between'), revoke, edit('late')],
      end: { message: null, deletedAt: second(2), editedAt: null, reactions: [] },
    },
    {
      story: 'reacted to',
      steps: [write, react('👍'), react('')],
      end: { message: 'first', deletedAt: null, editedAt: null, reactions: [] },
    },
  ])(
    'ends a message that was $story the same in every order of its reports, each of which comes twice',
    async ({ steps, end }) => {
      for (const order of orders(steps.map((_, i) => i))) {
        const [phone, providerId] = [freshPhone(), newProviderId()]
        for (const i of order) {
          const step = steps[i]?.(providerId) as ReturnType<typeof write>
          const report = reported('customer', phone, { ...step, timestamp: second(i) })
          for (const id of [newId('evt'), newId('evt')]) await fixture.service.apply({ ...report, id })
        }
        const found = await listed(phone)
        const ends = found.map(({ message, deletedAt, editedAt, reactions }) => {
          return { message, deletedAt, editedAt, reactions: reactions.map(({ emoji, at }) => [emoji, at]) }
        })
        expect([order, ends]).toEqual([order, [end]])
      }
    },
  )

  it('leaves no text of a deleted message anywhere, in whatever order', async () => {
    for (const order of [
      ['text', 'edit', 'revoke'],
      ['revoke', 'edit', 'text'],
      ['text', 'revoke', 'edit'],
    ] as const) {
      const phone = freshPhone()
      const providerId = newProviderId()
      const secret = `secret ${newId('evt')}`
      const media = { kind: 'image', providerId: '99' }
      const parts = {
        text: reported('customer', phone, {
          content: { type: 'image', media },
          text: secret,
          providerId,
          raw: { secret },
          timestamp: second(1),
        }),
        edit: reported('customer', phone, {
          content: { type: 'edit', about: { providerId, text: secret } },
          timestamp: second(3),
        }),
        revoke: reported('customer', phone, { content: changeOf.revoke(providerId), timestamp: second(2) }),
      }
      for (const part of order) await fixture.service.bus.publish(parts[part])
      const { id, chat } = await messageOf(phone, providerId)
      await until(async () => (await api().messages.get.query({ id }, caller())).deletedAt)
      expect((await api().chats.get.query({ id: chat }, caller())).lastMessage).toMatchObject({ id, message: null })
      for (const table of ['message', 'chat', 'media_job', 'pending_amendment'])
        await until(
          async () => !JSON.stringify(await fixture.service.rows(`select t::text from ${table} t`)).includes(secret),
        )
      expect(await fixture.service.rows('select 1 from media_job where message_id = $1', [id])).toEqual([])
    }
  })

  it('from the app is no answer: the customer continues waiting, and the chat stays unread', async () => {
    const phone = freshPhone()
    const providerId = newProviderId()
    await fixture.service.bus.publish(textBy('customer', phone, providerId))
    const { id, chat } = await messageOf(phone, providerId)
    await fixture.service.bus.publish(
      reported('app', phone, { content: changeOf.reaction(providerId), timestamp: second(5) }),
    )
    await until(() => eventsOf(id, 'message:reaction').length === 1)
    const status = await api().chats.get.query({ id: chat }, caller())
    expect(status).toMatchObject({ unreadCount: 1, waitingSince: second(1), lastMessage: { id } })
  })

  it('of a message that we send waits until its provider id is known', async () => {
    const phone = freshPhone()
    const sent = await api().messages.send.mutate({ phone, message: 'Hello' }, caller())
    const known = await until(async () => {
      const message = await api().messages.get.query({ id: sent.id }, caller())
      return message.status === 'sent' && message
    })
    const providerId = known.providerId ?? ''
    await fixture.service.rows('update provider_reference set message_id = null where provider_id = $1 returning 1', [
      providerId,
    ])
    await fixture.service.bus.publish(reported('customer', phone, { content: changeOf.reaction(providerId) }))
    await until(async () => (await pendingOf(providerId)).length === 1)
    const given = { number: connected.number, timestamp: second(9), status: 'delivered' as const, providerId }
    const data = { ...given, callbackTag: `${sent.id}:1` }
    await fixture.service.bus.publish(busEvent({ event: 'provider:status', workspace: connected.workspace, data }))
    await until(() => eventsOf(sent.id, 'message:reaction').length === 1)
    expect(await pendingOf(providerId)).toEqual([])
  })

  it.each<[Kind, Maker, string[]]>([
    ['reaction', 'customer', ['reaction']],
    ['edit', 'customer', ['unsupported']],
    ['revoke', 'customer', []],
    ['edit', 'app', []],
  ])('%s from %s whose message does not come is shown on its own if it says something', async (kind, by, expected) => {
    const phone = freshPhone()
    const providerId = newProviderId()
    await fixture.service.bus.publish(reported(by, phone, { content: changeOf[kind](providerId) }))
    await until(async () => (await pendingOf(providerId)).length === 1)
    expect(await listed(phone)).toEqual([])
    await fixture.service.rows('update pending_amendment set due_at = now() where subject_id = $1', [providerId])
    fixture.service.bus.nudge('messaging', 'amendments')
    await until(async () => (await pendingOf(providerId))[0]?.due_at === Infinity)
    expect((await listed(phone)).map(({ type }) => type)).toEqual(expected)
    await fixture.service.bus.publish(textBy(author[by === 'app' ? 'out' : 'in'], phone, providerId))
    expect(await messageOf(phone, providerId)).toMatchObject(
      { edit: { message: 'as edited' }, revoke: { deletedAt: second(0) }, reaction: { reactions: [{ emoji: '👍' }] } }[
        kind
      ],
    )
    expect(await pendingOf(providerId)).toEqual([])
  })
})

const pendingOf = (providerId: string) =>
  fixture.service.rows<{ due_at: unknown }>('select due_at from pending_amendment where subject_id = $1', [providerId])

describe('the time at the provider decides', () => {
  it('whose name a chat has, its last message, how long the customer waits, and what is unread', async () => {
    const parts = (phone: string) => {
      const customer = (n: number, name: string) =>
        incomingMessage(
          connected.workspace,
          { phone, name },
          { number: connected.number, timestamp: second(n), text: `at ${n}` },
        )
      const answer = reported('app', phone, { content: { type: 'text' }, text: 'answer', timestamp: second(20) })
      return [customer(10, 'Old name'), answer, customer(30, 'New name')]
    }
    for (const order of orders([0, 1, 2])) {
      const phone = freshPhone()
      const all = parts(phone)
      for (const [done, place] of order.entries()) {
        await fixture.service.bus.publish(all[place] as (typeof all)[number])
        await until(async () => (await listed(phone)).length === done + 1)
      }
      const [{ chat } = { chat: '' }] = await listed(phone)
      const status = await api().chats.get.query({ id: chat }, caller())
      const expected = { name: 'New name', unreadCount: 1, waitingSince: second(30), lastMessage: { message: 'at 30' } }
      expect([order, status]).toMatchObject([order, expected])
    }
  })
})

it('an amendment that can never be shown delays no other', async () => {
  const { rows } = fixture.service
  await rows(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
     create trigger refuse before update on pending_amendment for each row when (new.due_at = 'infinity' and new.id = 'wamid.broken')
     execute function refuse()`,
  )
  const phone = freshPhone()
  const orphan = (providerId: string) =>
    reported('customer', phone, { content: changeOf.edit(newProviderId()), text: 'as edited', providerId })
  for (const providerId of ['wamid.broken', 'wamid.other']) await fixture.service.bus.publish(orphan(providerId))
  const ofBoth = `select 1 from pending_amendment where id in ('wamid.broken', 'wamid.other')`
  await until(async () => (await rows(ofBoth)).length === 2)
  const due = `update pending_amendment set due_at = now() - make_interval(secs => $2) where id = $1`
  await rows(due, ['wamid.broken', 2])
  await rows(due, ['wamid.other', 1])
  fixture.service.bus.nudge('messaging', 'amendments')
  await messageOf(phone, 'wamid.other')
})
