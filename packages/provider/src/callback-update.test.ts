import { eventCatalog, newId } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { labelField } from './callback-account.ts'
import type { StatusUpdate } from './callback-update.ts'
import { change, messages, metadata, parse, parseReports, sent, statuses, text } from './callbacks.fixture.ts'

describe('the price of a message', () => {
  it('and its conversation are read from the status', () => {
    const pricing = { billable: true, pricing_model: 'PMP', category: 'marketing', type: 'regular' }
    const conversation = { id: 'c1', expiration_timestamp: '1749416383', origin: { type: 'marketing' } }
    expect(parse(statuses([{ ...sent, pricing, conversation }]))).toMatchObject([
      {
        pricing: { billable: true, model: 'PMP', category: 'marketing', type: 'regular' },
        conversation: { id: 'c1', origin: 'marketing', expiresAt: '2025-06-08T20:59:43.000Z' },
      },
    ])
  })

  it.each([null, 7, 'x', [], { billable: 'yes', category: 3 }])('of a wrong form loses no status: %j', (value) => {
    const data = eventCatalog['provider:status'].data
    const [update] = parse(statuses([{ ...sent, pricing: value, conversation: value }]))
    expect(update).toMatchObject({ kind: 'status', status: 'sent' })
    const { kind: _kind, understood: _understood, ...status } = update as StatusUpdate
    expect(data.safeParse({ number: newId('num'), ...status }).error).toBeUndefined()
  })
})

describe('a number of a callback', () => {
  const long = '12345678901234567890'
  it.each<[string, string, unknown]>([
    ['an integer that no number holds exactly is its digits', long, long],
    ['a negative one too', `-${long}`, `-${long}`],
    ['in a list too', `[1, ${long}]`, [1, long]],
    ['a smaller id stays a number', '594425479261596', 594_425_479_261_596],
    ['a fraction stays a number', `0.${long}`, Number(`0.${long}`)],
    ['an exponent stays a number', '1e20', 1e20],
    ['digits in a text stay there', `"a \\": ${long}, \\\\"`, `a ": ${long}, \\`],
  ])('is read exactly: %s', (_, written, read) => {
    const body = JSON.stringify(change('message_template_status_update', { id: 'here' }))
    const [update] = parse(body.replace('"here"', `${written},"other":${long}`))
    expect(update).toMatchObject({ kind: 'account', raw: { id: read, other: long } })
  })
})

describe('a message from the app of the business', () => {
  it('is an echo with its recipient and content', () => {
    const echo = { from: '15550783881', to: '16505551234', id: 'wamid.E', timestamp: '1749416383', type: 'text' }
    const body = change('smb_message_echoes', { metadata, message_echoes: [{ ...echo, text: { body: 'Hello' } }, 7] })
    expect(parse(body)).toMatchObject([
      { kind: 'echo', understood: true, providerId: 'wamid.E', to: { phone: '+16505551234' }, text: 'Hello' },
      { kind: 'account', understood: false, field: 'smb_message_echoes', raw: 7 },
    ])
  })
})

describe('a call', () => {
  it('is read with its person, direction, event and length', () => {
    const call = { id: 'wacid.1', from: '16505551234', to: '15550783881', timestamp: '1749416383' }
    const end = { ...call, event: 'terminate', direction: 'USER_INITIATED', status: 'FAILED', duration: 0 }
    expect(parse(change('calls', { metadata, calls: [end] }))).toMatchObject([
      {
        kind: 'call',
        callId: 'wacid.1',
        from: { phone: '+16505551234' },
        direction: 'in',
        event: 'terminate',
        status: 'FAILED',
        seconds: 0,
      },
    ])
  })

  it.each([
    [11.6, 12],
    ['12', 12],
    [2 ** 31 - 0.4, undefined],
    [-1, undefined],
  ])('a length of %s seconds is %s', (duration, seconds) => {
    const end = { id: 'wacid.1', from: '16505551234', timestamp: '1749416383', event: 'terminate', duration }
    const [call] = parse(change('calls', { metadata, calls: [end] })) as never as [{ seconds?: number }]
    expect(call.seconds).toBe(seconds)
  })

  it('of the business is read with the person who was called, from its end and from its status', () => {
    const call = { id: 'wacid.1', from: '15550783881', to: '16505551234', timestamp: '1749416383' }
    const end = { ...call, event: 'terminate', direction: 'BUSINESS_INITIATED', status: 'COMPLETED', duration: 12 }
    const accepted = { id: 'wacid.1', type: 'call', timestamp: '1749416371', status: 'ACCEPTED', recipient_id: call.to }
    const shared = { kind: 'call', callId: 'wacid.1', direction: 'out', from: { phone: '+16505551234' } }
    expect(parse(change('calls', { metadata, calls: [end], statuses: [accepted, 7] }))).toMatchObject([
      { ...shared, event: 'terminate', seconds: 12 },
      { ...shared, event: 'accepted', timestamp: '2025-06-08T20:59:31.000Z' },
      { kind: 'account', raw: 7 },
    ])
  })
})

describe('an update', () => {
  it.each([
    ['messages', messages([text]), true],
    ['messages of an unknown type', messages([{ ...text, type: 'hologram', hologram: {} }]), false],
    ['messages that the provider does not hand over', messages([{ ...text, type: 'unsupported' }]), true],
    ['a status', statuses([sent]), true],
    ['an unknown status', statuses([{ ...sent, status: 'teleported' }]), false],
    ['a group', change('group_status_update', { metadata, groups: [{ type: 'group_suspend' }] }), true],
    ['an unknown change of a group', change('group_status_update', { metadata, groups: [{ type: 'x' }] }), false],
    ['a restriction', change('account_update', { event: 'ACCOUNT_RESTRICTION' }), true],
    ['a template', change('message_template_components_update', {}), true],
    ['a history', change('history', { metadata, history: [] }), false],
    ['an unknown field', change('toString', {}), false],
  ])('says whether all of it is read: %s', (_name, body, understood) => {
    expect(parse(body)).toMatchObject([{ understood }])
  })

  it('of an undocumented field is counted under one label', () => {
    expect(['messages', 'history', 'toString', 'x1'].map(labelField)).toEqual(['messages', 'history', 'other', 'other'])
  })
})

describe('what is passed on as it was sent', () => {
  const more = { anything: { new: true } }

  it.each([
    ['account_update', { event: 'ACCOUNT_DELETED', ...more }],
    ['from_the_future', more],
    ['group_status_update', { metadata, groups: [more] }],
  ])('is of the field %s the whole change, with what its entry has', (field, value) => {
    const [report, ...others] = parseReports(change(field, value, { time: 1_749_416_383 }))
    expect(others).toEqual([])
    expect(report?.change).toEqual({ field, value, entry: { id: '419561257915477', time: 1_749_416_383 } })
  })

  it('is of messages and statuses only what is not read, each alone', () => {
    const value = { messaging_product: 'whatsapp', metadata, statuses: [sent, { ...sent, status: 'deleted' }] }
    const reports = parseReports(change('messages', value))
    expect(reports.map(({ change: passed }) => passed.value)).toEqual([{ ...value, statuses: value.statuses.slice(1) }])
    expect(parseReports(messages([text]))).toEqual([])
  })

  it('is beside a message or status that has more than its fields show, for the person of each', () => {
    const contacts = [
      { profile: { name: 'Ann', ...more }, wa_id: '16505551234' },
      { profile: { name: 'Bob' }, wa_id: '16505551235' },
    ]
    const [first, second] = parse(messages([text, { ...text, id: 'wamid.B', from: '16505551235' }], contacts))
    expect(first).toMatchObject({ around: { messaging_product: 'whatsapp', metadata, contacts: contacts.slice(0, 1) } })
    expect(second).toMatchObject({ around: { contacts: contacts.slice(1) } })
    expect(parse(statuses([sent]))[0]).not.toHaveProperty('raw')
    expect(parse(statuses([{ ...sent, ...more }]))[0]).toMatchObject({ raw: more })
    expect(parse(messages([text]))[0]).not.toHaveProperty('around')
  })
})
