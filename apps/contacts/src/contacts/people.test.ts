import { identifierOf, newId } from '@posthorn/contracts'
import {
  busEvent,
  eventsOfPeople,
  incomingMessage,
  type PersonEvent,
  peopleHistories,
  peopleOf,
  until,
} from '@posthorn/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { useContacts } from '../contacts.fixture.ts'

const fixture = useContacts()

describe('people who hide, show and change identifiers', () => {
  it('have one contact each as soon as it is proven, with their opt-out, in whatever order callbacks come and however often', async () => {
    await fc.assert(
      fc.asyncProperty(peopleHistories, fc.array(fc.nat(), { maxLength: 30 }), async (history, keys) => {
        const workspace = fixture.workspace()
        const caller = fixture.as(workspace)
        const since = Date.now() - 3 * 86_400_000
        const events = eventsOfPeople(history, { workspace, numbers: [newId('num'), newId('num')], since })
        // The numbers service resends the identity evidence from before people became contacts.
        const proven = events.filter((each) => !isWritten(each))
        for (const { event } of [
          ...shuffled([...events, ...events.slice(0, 3)], keys),
          ...proven,
          ...proven,
          ...proven,
        ])
          await fixture.publish({ ...event, id: newId('evt') })
        for (const { identifiers, events: theirs } of peopleOf(events)) {
          const written = theirs.filter(isWritten)
          const contacts = await fixture.rows<{ id: string; out: boolean }>(
            `select distinct c.id, c.opted_out_at is not null as out from contact c join (
               select workspace_id, contact_id, value from identity union select workspace_id, contact_id, value from previous_address
             ) i on i.workspace_id = c.workspace_id and i.contact_id = c.id
             where c.workspace_id = $1 and i.value = any($2)`,
            [workspace, [...identifiers]],
          )
          expect(contacts.length).toBe(written.length > 0 ? 1 : 0)
          if (written.length === 0) continue
          expect(contacts[0]?.out).toBe(theirs.some(({ stops }) => stops))
          for (const { event } of written) {
            const named = 'from' in event.data ? event.data.from.contact : undefined
            expect((await fixture.contacts.get.query({ id: named as string }, caller)).id).toBe(contacts[0]?.id)
          }
        }
      }),
      { numRuns: 8, endOnFailure: true },
    )
  })
})

type Names = { phone?: string; userId?: string; parentUserId?: string; username?: string }

describe('one person', () => {
  const [P, P2, U, U2, A] = ['+15005550111', '+15005550112', 'US.7001', 'US.7002', 'US.ENT.7']
  const writes = (from: Names) => ({ from })
  const changes = (previous: Names, from: Names) => ({ previous, from })
  const proven = (...identifiers: string[]) => ({ identifiers })
  type Step = { from: Names; previous?: Names } | { identifiers: string[] }
  it.each<[string, Step[]]>([
    [
      'who changes the user id without a sender',
      [writes({ userId: U }), changes({ userId: U }, { userId: U2 }), writes({ userId: U2 })],
    ],
    [
      'whose new user id writes before the change is reported',
      [writes({ userId: U }), writes({ userId: U2 }), changes({ userId: U }, { userId: U2 })],
    ],
    [
      'whose previous user id comes late',
      [writes({ userId: U }), changes({ userId: U }, { userId: U2 }), writes({ userId: U })],
    ],
    ['who hides the phone', [writes({ phone: P, userId: U }), writes({ userId: U })]],
    ['who shows the phone', [writes({ userId: U }), writes({ phone: P, userId: U })]],
    [
      'whose two contacts a message proves to be one',
      [writes({ phone: P }), writes({ userId: U }), writes({ phone: P, userId: U })],
    ],
    ['whose two contacts a status proves to be one', [writes({ phone: P }), writes({ userId: U }), proven(P, U)]],
    ['of whom a status names the user id', [writes({ phone: P }), proven(P, U), writes({ userId: U })]],
    [
      'who is known by a parent id',
      [writes({ userId: U, parentUserId: A }), writes({ userId: U2, parentUserId: A }), writes({ userId: U2 })],
    ],
    [
      'linked over three identifiers, the last first',
      [writes({ parentUserId: A }), writes({ phone: P }), proven(U, A), proven(P, U)],
    ],
    [
      'known by phone and parent id whose unknown user id changes',
      [writes({ phone: P, parentUserId: A }), changes({ userId: U }, { phone: P, userId: U2 }), writes({ userId: U })],
    ],
    [
      'with another phone and other ids at once',
      [
        writes({ phone: P, userId: U }),
        writes({ phone: P2, userId: U2 }),
        changes({ phone: P, userId: U }, { phone: P2, userId: U2 }),
      ],
    ],
  ])('%s is one contact, with block, opt-out and tags of all', async (_, steps) => {
    const workspace = fixture.workspace()
    const caller = fixture.as(workspace)
    let at = Date.now() - 1_000_000
    let isFirst = true
    for (const step of steps) {
      at += 1_000
      const timestamp = new Date(at).toISOString()
      if ('identifiers' in step) {
        const data = { timestamp, identifiers: step.identifiers.map(identifierOf) }
        await fixture.publish(busEvent({ event: 'provider:person', workspace, data }))
      } else {
        const { from, previous } = step
        const more = previous
          ? { previous, type: 'system', content: { type: 'system', system: { event: 'user_changed_user_id' } } }
          : {}
        await fixture.publish(incomingMessage(workspace, { ...from, contact: newId('con') }, { timestamp, ...more }))
      }
      if (!isFirst) continue
      isFirst = false
      const [first] = await fixture.listed(caller)
      const id = first?.id as string
      await fixture.contacts.optOut.mutate({ id }, caller)
      await fixture.contacts.block.mutate({ id }, caller)
      await fixture.contacts.addTags.mutate({ id, tags: ['vip'] }, caller)
    }
    const contacts = await fixture.listed(caller)
    expect(contacts).toHaveLength(1)
    expect(contacts[0]).toMatchObject({ blocked: true, tags: ['vip'] })
    expect(contacts[0]?.optedOutAt).not.toBeNull()
  })

  it('has the identifiers of all reports of one batch, even those that only an earlier one of them links to the contact', async () => {
    const workspace = fixture.workspace()
    await fixture.publish(incomingMessage(workspace, { userId: U, contact: newId('con') }))
    const timestamp = new Date().toISOString()
    const others = Array.from({ length: 30 }, (_, i) => [`+1500556${1000 + i}`, `US.8${1000 + i}`])
    const reports = [...others, [U, A], [A, P], ...others].map((values) =>
      busEvent({ event: 'provider:person', workspace, data: { timestamp, identifiers: values.map(identifierOf) } }),
    )
    await fixture.bus.publish(...reports)
    const ids = reports.map(({ id }) => id)
    const received = () => fixture.rows('select 1 from received_event where event_id = any($1)', [ids])
    await until(async () => (await received()).length === ids.length)
    const stored = await fixture.rows<{ value: string }>('select value from identity where workspace_id = $1', [
      workspace,
    ])
    expect(new Set(stored.map(({ value }) => value))).toEqual(new Set([U, A, P]))
  })

  it.each([
    ['in order', [1, 2, 3]],
    ['in another order', [3, 1, 2]],
    ['backwards', [3, 2, 1]],
  ])(
    'has the username that was reported last by the time of the provider, whether reports come %s',
    async (_, order) => {
      const workspace = fixture.workspace()
      const since = Date.now() - 60_000
      for (const second of order) {
        const from = { userId: 'CO.3001', username: `zoe.${second}`, contact: newId('con') }
        const timestamp = new Date(since + second * 1000).toISOString()
        await fixture.publish(incomingMessage(workspace, from, { timestamp }))
      }
      const shown = await fixture.listed(fixture.as(workspace))
      expect(shown.map(({ username }) => username)).toEqual(['zoe.3'])
    },
  )

  it('is found by username and user id', async () => {
    const workspace = fixture.workspace()
    const caller = fixture.as(workspace)
    await fixture.publish(
      incomingMessage(workspace, { userId: 'CO.1001', name: 'Zoe', username: 'zoe.n', contact: newId('con') }),
    )
    for (const search of ['CO.1001', 'CO.10', 'zoe.n', '@Zoe']) {
      const { items } = await fixture.contacts.list.query({ search }, caller)
      expect(items).toMatchObject([{ username: 'zoe.n' }])
    }
    const found = await fixture.clients.contacts.matches.find.query(
      { q: 'CO.1001', kinds: ['contact'], size: 5 },
      caller,
    )
    expect(found[0]?.fields).toContainEqual({ field: 'userId', value: 'CO.1001' })
  })

  it('comes back from an export by import, with the user id where the phone is hidden', async () => {
    const workspace = fixture.workspace()
    const people = [{ userId: 'CO.2001', username: 'zoe' }, { phone: P, userId: 'CO.2002' }, { phone: P2 }]
    for (const from of people) await fixture.publish(incomingMessage(workspace, { ...from, contact: newId('con') }))
    const { chunk: csv } = await fixture.contacts.export.query({}, fixture.as(workspace))
    const other = fixture.as(fixture.workspace())
    expect((await fixture.run({ csv }, other)).counts).toMatchObject({ created: 3, failed: 0 })
    expect((await fixture.run({ csv, onDuplicate: 'error' }, other)).counts).toMatchObject({ created: 0, failed: 3 })
    const shown = (await fixture.listed(other)).map(({ phone, username, identities }) => [
      phone,
      username,
      identities.length,
    ])
    expect(shown).toHaveLength(3)
    expect(shown).toEqual(
      expect.arrayContaining([
        [null, 'zoe', 1],
        [P, null, 2],
        [P2, null, 1],
      ]),
    )
  })
})

const isWritten = ({ event }: PersonEvent) => event.event === 'provider:message'

function shuffled<T>(items: T[], keys: readonly number[]): T[] {
  return items
    .map((item, i) => ({ item, key: keys[i % Math.max(1, keys.length)] ?? i }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item)
}
