import { identifierOf, newId } from '@posthorn/contracts'
import {
  busEvent,
  eventsOfPeople,
  incomingMessage,
  peopleHistories,
  peopleOf,
  startHttpServer,
  until,
} from '@posthorn/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startMessaging, useMessaging } from '../messaging.fixture.ts'

const { fixture } = useMessaging()

async function publish(event: Parameters<typeof fixture.service.bus.publish>[0]): Promise<void> {
  await fixture.service.apply(event)
}

describe('people who hide, show and change identifiers', () => {
  it('have one chat with each number, with the later window, and all that was held in any of their chats is sent', async () => {
    await fc.assert(
      fc.asyncProperty(peopleHistories, fc.array(fc.nat(), { maxLength: 30 }), async (history, keys) => {
        const { workspace, number } = await fixture.connectNumber()
        const second = await fixture.connectNumber({ workspace })
        const caller = fixture.service.as(workspace)
        const numbers = [number, second.number] as [string, string]
        const since = Date.now() - 3 * 86_400_000
        const events = eventsOfPeople(history, { workspace, numbers, since })
        const order = [...events, ...events.slice(0, 3)].map((each, i) => ({
          each,
          key: keys[i % Math.max(1, keys.length)] ?? i,
        }))
        for (const { each } of order.toSorted((a, b) => a.key - b.key)) {
          await publish({ ...each.event, id: newId('evt') })
          if (each.opens && each.number) await hold(each.number, each.identifiers)
        }
        for (const { events: theirs, identifiers } of peopleOf(events)) {
          for (const of of numbers) {
            const written = theirs.filter((each) => each.number === of)
            const chats = await chatsOf(workspace, of, identifiers)
            expect(chats.length).toBe(written.length > 0 ? 1 : 0)
            const times = written.filter(({ opens }) => opens).map(({ at }) => at)
            if (times.length === 0) continue
            expect(chats[0]?.at).toBe(Math.max(...times))
            const live = [...identifiers].filter(
              (value) => !theirs.some(({ event }) => 'previous' in event.data && event.data.previous?.phone === value),
            )
            const { value } = identifierOf(live[live.length - 1] as string)
            const name = value.startsWith('+') ? 'phone' : value.includes('.ENT.') ? 'parentUserId' : 'userId'
            await publish(incomingMessage(workspace, { [name]: value, contact: newId('con') }, { number: of }))
            const held = `select 1 from send_job where chat_id = $1 and waits_for = 'window_closed'`
            await until(async () => (await fixture.service.rows(held, [chats[0]?.id])).length === 0, {
              timeoutMs: 20_000,
            })
          }
        }

        async function hold(of: string, identifiers: string[]): Promise<void> {
          const [chat] = await chatsOf(workspace, of, new Set(identifiers))
          if (!chat) return
          await fixture.service.clients.messaging.messages.send.mutate(
            { chat: chat.id, message: 'Held', onWindowClosed: 'hold' },
            caller,
          )
        }
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })
})

describe('one person', () => {
  type Names = { phone?: string; userId?: string; parentUserId?: string }
  type Step = { from: Names; previous?: Names } | { identifiers: string[] }
  const [P, P2, U, U2, A] = ['+15005550121', '+15005550122', 'US.7101', 'US.7102', 'US.ENT.71']
  const eventOf = (workspace: string, number: `num_${string}`, step: Step, at: number) => {
    const timestamp = new Date(at).toISOString()
    if ('identifiers' in step)
      return busEvent({
        event: 'provider:person',
        workspace,
        data: { timestamp, identifiers: step.identifiers.map(identifierOf) },
      })
    const { from, previous } = step
    const more = previous
      ? { previous, type: 'system', content: { type: 'system', system: { event: 'user_changed_user_id' } } }
      : {}
    return incomingMessage(workspace, { ...from, contact: newId('con') }, { number, timestamp, ...more })
  }

  it.each<[string, Step[]]>([
    [
      'who changes the user id without a sender',
      [{ from: { userId: U } }, { previous: { userId: U }, from: { userId: U2 } }, { from: { userId: U2 } }],
    ],
    [
      'whose new user id writes before the change is reported',
      [{ from: { userId: U } }, { from: { userId: U2 } }, { previous: { userId: U }, from: { userId: U2 } }],
    ],
    ['who hides the phone', [{ from: { phone: P, userId: U } }, { from: { userId: U } }]],
    ['who shows the phone', [{ from: { userId: U } }, { from: { phone: P, userId: U } }, { from: { phone: P } }]],
    ['of whom a status names both', [{ from: { phone: P } }, { from: { userId: U } }, { identifiers: [P, U] }]],
    [
      'known by a parent id',
      [{ from: { userId: U, parentUserId: A } }, { from: { userId: U2, parentUserId: A } }, { from: { userId: U2 } }],
    ],
    [
      'known by phone and parent id whose unknown user id changes',
      [
        { from: { phone: P, parentUserId: A } },
        { previous: { userId: U }, from: { phone: P, userId: U2 } },
        { from: { userId: U } },
      ],
    ],
    [
      'with another phone and other ids at once',
      [
        { from: { phone: P, userId: U } },
        { from: { phone: P2, userId: U2 } },
        { previous: { phone: P, userId: U }, from: { phone: P2, userId: U2 } },
      ],
    ],
  ])('%s has one chat, with assignee and notes of all, and what was held is sent', async (_, steps) => {
    const { workspace, number } = await fixture.connectNumber()
    const caller = fixture.service.as(workspace)
    const { chats, messages, notes } = fixture.service.clients.messaging
    const since = Date.now() - 3 * 86_400_000
    const [first, ...others] = steps
    await publish(eventOf(workspace, number as `num_${string}`, first as Step, since))
    const id = (await chats.list.query({}, caller)).items[0]?.id as string
    await notes.create.mutate({ id, message: 'Prefers mornings' }, caller)
    const held = await messages.send.mutate({ chat: id, message: 'Held', onWindowClosed: 'hold' }, caller)
    for (const [i, step] of others.entries()) {
      const isLast = i === others.length - 1
      await publish(eventOf(workspace, number as `num_${string}`, step, isLast ? Date.now() : since + i + 1))
    }
    const last = others.findLast((step) => 'from' in step && !step.previous) as { from: Names }
    await publish(
      incomingMessage(workspace, { ...last.from, contact: newId('con') }, { number: number as `num_${string}` }),
    )
    const { items } = await chats.list.query({}, caller)
    expect(items.map((chat) => chat.id)).toEqual([id])
    expect(items[0]?.windowClosesAt && Date.parse(items[0].windowClosesAt)).toBeGreaterThan(Date.now())
    expect((await notes.list.query({ id }, caller)).items).toHaveLength(1)
    await until(async () => (await messages.get.query({ id: held.id }, caller)).status !== 'queued')
  })

  it('who swaps phones with another, by way of a third phone, keeps a chat of their own, and so does the other', async () => {
    const { workspace, number } = await fixture.connectNumber()
    const since = Date.now() - 3 * 86_400_000
    const between = '+15005550123'
    const changes = (previous: string, phone: string, userId: string): Step => ({
      previous: { phone: previous },
      from: { phone, userId },
    })
    const swap: Step[] = [
      { from: { phone: P, userId: U } },
      { from: { phone: P2, userId: U2 } },
      changes(P, between, U),
      changes(P2, P, U2),
      changes(between, P2, U),
    ]
    const after = [{ phone: P2 }, { userId: U }, { phone: P }, { userId: U2 }]
    for (const [i, step] of [...swap, ...after.map((from) => ({ from }))].entries())
      await publish(eventOf(workspace, number as `num_${string}`, step, since + i * 60_000))
    const { chats, messages } = fixture.service.clients.messaging
    const caller = fixture.service.as(workspace)
    const { items } = await messages.list.query({ direction: 'in' }, caller)
    const written = items.filter(({ type }) => type === 'text').toReversed()
    const [ada, bob, ...later] = written.map(({ chat }) => chat)
    expect(later).toEqual([ada, ada, bob, bob])
    const shown = (await chats.list.query({}, caller)).items
    expect(new Map(shown.map(({ id, phone }) => [id, phone]))).toEqual(
      new Map([
        [ada, P2],
        [bob, P],
      ]),
    )
  })

  it('edits, deletes and reacts under any identifier, with one reaction', async () => {
    const { workspace, number } = await fixture.connectNumber()
    const caller = fixture.service.as(workspace)
    const { messages } = fixture.service.clients.messaging
    const receive = (from: Names, more: object) =>
      publish(
        incomingMessage(workspace, { ...from, contact: newId('con') }, { number: number as `num_${string}`, ...more }),
      )
    const about = (type: string, more: object = {}) => ({
      type,
      content: { type, about: { providerId: 'wamid.E', ...more } },
    })
    await receive({ phone: P, userId: U }, { providerId: 'wamid.E', text: 'first' })
    const shown = async () => (await messages.list.query({}, caller)).items
    await receive({ userId: U }, about('edit', { text: 'second' }))
    await receive({ phone: P }, about('reaction', { emoji: '👍' }))
    await receive({ userId: U }, about('reaction', { emoji: '❤️' }))
    expect(await shown()).toMatchObject([{ message: 'second', reactions: [{ emoji: '❤️' }] }])
    await receive({ userId: U }, about('revoke'))
    const [deleted, ...more] = await shown()
    expect([deleted?.message, typeof deleted?.deletedAt, more]).toEqual([null, 'string', []])
  })
})

describe('the response to a send', () => {
  it.each(['phone', 'user id'])(
    'that names phone and user id links them: an opt-out by %s holds for both',
    async (by) => {
      const [phone, userId] = ['+15005550131', 'US.7301']
      const response = { contacts: [{ wa_id: phone.slice(1), user_id: userId }], messages: [{ id: 'wamid.P' }] }
      await using provider = await startHttpServer((req, res) => {
        req.resume().on('end', () => res.setHeader('content-type', 'application/json').end(JSON.stringify(response)))
      })
      await using messaging = await startMessaging({ SIMULATOR_URL: provider.url })
      const { workspace, number } = await messaging.connectNumber()
      const { bus, rows, clients, as } = messaging.service
      const { messages, chats } = clients.messaging
      const send = (message: string) => messages.send.mutate({ phone, message }, as(workspace))
      const contacts = [{ contact: newId('con'), recipients: [by === 'phone' ? phone : userId], version: 1 }]
      await bus.publish(busEvent({ event: 'contact:opted_out', workspace, data: { contacts } }))
      await until(async () => (await rows('select 1 from opted_out_recipient')).length === 1)
      expect((await send('First')).optedOut).toBe(by === 'phone')
      const linked = 'select 1 from person_identifier where value = $1 and person = $2'
      await until(async () => (await rows(linked, [userId, phone])).length === 1)
      const reply = incomingMessage(workspace, { userId, contact: newId('con') }, { number: number as `num_${string}` })
      await bus.publish(reply)
      const stored = async () => (await messages.list.query({ direction: 'in' }, as(workspace))).items
      await until(async () => (await stored()).length === 1)
      const { optedOut, chat } = await send('Second')
      expect([optedOut, (await stored())[0]?.chat]).toEqual([true, chat])
      expect((await chats.list.query({}, as(workspace))).items.map(({ id }) => id)).toEqual([chat])
    },
  )
})

async function chatsOf(workspace: string, number: string, identifiers: Set<string>) {
  const rows = await fixture.service.rows<{ id: string; at: string | null }>(
    `select distinct c.id, c.last_inbound_at as at from chat c left join person_identifier p on p.workspace_id = c.workspace_id and p.person = c.recipient
     where c.workspace_id = $1 and c.number_id = $2 and (c.recipient = any($3) or p.value = any($3))`,
    [workspace, number, [...identifiers]],
  )
  return rows.map(({ id, at }) => ({ id, at: at === null ? null : new Date(at).getTime() }))
}
