import { describe, expect, it } from 'vitest'
import { change, messages, metadata, parse } from './callbacks.fixture.ts'
import { sendOutcome } from './outcome.ts'

const at = '1749416383'
const system = (of: object, more: object = {}) =>
  messages(
    [{ id: 'wamid.S', timestamp: at, type: 'system', system: { type: 'user_changed_user_id', ...of }, ...more }],
    [],
  )

describe('a change of identifiers names those before and after it, whoever is the sender', () => {
  const ids = { previous_user_id: 'CO.1001', user_id: 'CO.1002' }
  it.each([
    ['no sender', system(ids), { userId: 'CO.1002' }, { userId: 'CO.1001' }],
    ['the old id as sender', system(ids, { from_user_id: 'CO.1001' }), { userId: 'CO.1002' }, { userId: 'CO.1001' }],
    ['the new id as sender', system(ids, { from_user_id: 'CO.1002' }), { userId: 'CO.1002' }, { userId: 'CO.1001' }],
    [
      'only the old id as sender',
      system({ user_id: 'CO.1002' }, { from_user_id: 'CO.1001' }),
      { userId: 'CO.1002' },
      { userId: 'CO.1001' },
    ],
    [
      'parent ids',
      system({ previous_parent_user_id: 'CO.ENT.1', parent_user_id: 'CO.ENT.2' }),
      { parentUserId: 'CO.ENT.2' },
      { parentUserId: 'CO.ENT.1' },
    ],
    [
      'a phone',
      system({ wa_id: '16505550002' }, { from: '16505550001' }),
      { phone: '+16505550002' },
      { phone: '+16505550001' },
    ],
    [
      'phone and user id together',
      system({ wa_id: '16505550002', ...ids }, { from: '16505550001' }),
      { phone: '+16505550002', userId: 'CO.1002' },
      { phone: '+16505550001', userId: 'CO.1001' },
    ],
  ])('with %s', (_, body, from, previous) => {
    const [update] = parse(body)
    expect(update).toMatchObject({ kind: 'message', previous })
    expect(update).toHaveProperty('from', from)
  })

  it('names none before it where the identifiers are the same', () => {
    const [update] = parse(system({ user_id: 'CO.1' }, { from_user_id: 'CO.1' }))
    expect(update).not.toHaveProperty('previous')
  })
})

describe('identifiers that a callback names together are those of one person', () => {
  const phone = { type: 'phone', value: '+15005550111' }
  const user = { type: 'provider_user', value: 'US.7001' }
  const parent = { type: 'provider_parent_user', value: 'US.ENT.7' }
  const value = (more: object) => ({ messaging_product: 'whatsapp', metadata, ...more })
  const status = { id: 'wamid.A', status: 'delivered', timestamp: at }
  it.each<[string, string, object, object[]]>([
    [
      'a status',
      'messages',
      { statuses: [{ ...status, recipient_id: '15005550111', recipient_user_id: 'US.7001' }] },
      [phone, user],
    ],
    [
      'a status with a parent id',
      'messages',
      { statuses: [{ ...status, recipient_user_id: 'US.7001', parent_recipient_user_id: 'US.ENT.7' }] },
      [user, parent],
    ],
    [
      'contacts beside a status',
      'messages',
      {
        contacts: [{ wa_id: '15005550111', user_id: 'US.7001' }],
        statuses: [{ ...status, recipient_id: '15005550111' }],
      },
      [phone, user],
    ],
    [
      'a participant of a group',
      'messages',
      {
        statuses: [
          {
            ...status,
            recipient_id: 'G1',
            recipient_type: 'group',
            recipient_participant_id: '15005550111',
            recipient_participant_user_id: 'US.7001',
          },
        ],
      },
      [phone, user],
    ],
    [
      'people who join a group',
      'group_participants_update',
      {
        groups: [
          {
            type: 'group_participants_add',
            timestamp: at,
            added_participants: [{ wa_id: '15005550111', user_id: 'US.7001' }],
          },
        ],
      },
      [phone, user],
    ],
    [
      'a preference',
      'user_preferences',
      {
        user_preferences: [
          { wa_id: '15005550111', user_id: 'US.7001', category: 'marketing_messages', value: 'stop', timestamp: at },
        ],
      },
      [phone, user],
    ],
    [
      'a call',
      'calls',
      { calls: [{ id: 'c', from: '15005550111', from_user_id: 'US.7001', timestamp: at, event: 'connect' }] },
      [phone, user],
    ],
  ])('by %s', (_, field, content, identifiers) => {
    const updates = parse(change(field, value(content)))
    expect(updates.filter(({ kind }) => kind === 'person')).toEqual([
      {
        kind: 'person',
        phoneNumberId: metadata.phone_number_id,
        understood: true,
        identifiers,
        timestamp: '2025-06-08T20:59:43.000Z',
      },
    ])
  })

  it('once, and not where a message or one identifier says so', () => {
    const twice = {
      statuses: [
        { ...status, recipient_id: '15005550111', recipient_user_id: 'US.7001' },
        { ...status, status: 'read', recipient_id: '15005550111', recipient_user_id: 'US.7001' },
      ],
    }
    expect(parse(change('messages', value(twice))).map(({ kind }) => kind)).toEqual(['person', 'status', 'status'])
    const lean = { contacts: [{ wa_id: '15005550111' }], statuses: [{ ...status, recipient_id: '15005550111' }] }
    expect(parse(change('messages', value(lean))).map(({ kind }) => kind)).toEqual(['status'])
  })

  it('by the response to a send', () => {
    const body = JSON.stringify({
      contacts: [{ input: '15005550111', wa_id: '15005550111', user_id: 'US.7001' }],
      messages: [{ id: 'wamid.A' }],
    })
    const outcome = sendOutcome({ kind: 'answer', status: 200, headers: {}, body }, new Date())
    expect(outcome).toEqual({ outcome: 'sent', providerId: 'wamid.A', recipient: [phone, user] })
  })

  it('by the card of a customer who shares the own phone; a card of someone else says nothing', () => {
    const card = (waId: string) => [
      { name: { formatted_name: 'Zoe' }, phones: [{ phone: '+1 500 555 0111', wa_id: waId }] },
    ]
    const shared = {
      id: 'wamid.C',
      timestamp: at,
      type: 'contacts',
      from_user_id: 'US.7001',
      contacts: card('15005550111'),
    }
    const [own] = parse(messages([{ ...shared, origin: 'contact_request' }], []))
    expect(own).toMatchObject({
      from: { phone: '+15005550111', userId: 'US.7001' },
      content: { origin: 'contact_request' },
    })
    const [other] = parse(messages([{ ...shared, origin: 'other' }], []))
    expect(other).toMatchObject({ from: { userId: 'US.7001' }, content: { origin: 'other' } })
    expect(other).not.toHaveProperty('from.phone')
  })

  it('with the username, without its sign', () => {
    const named = [{ profile: { name: 'Zoe', username: '@zoe.n' }, user_id: 'US.7001' }]
    const [update] = parse(
      messages([{ id: 'wamid.U', timestamp: at, type: 'text', from_user_id: 'US.7001', text: { body: 'Hi' } }], named),
    )
    expect(update).toHaveProperty('from', { userId: 'US.7001', name: 'Zoe', username: 'zoe.n' })
  })
})
