import { describe, expect, it } from 'vitest'
import { change, messages, metadata, parse, parseReports, sent, statuses, text } from './callbacks.fixture.ts'

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
