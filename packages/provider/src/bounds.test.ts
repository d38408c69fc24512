import { describe, expect, it } from 'vitest'
import { parseCallback } from './callbacks.ts'

const receivedAt = new Date('2026-11-20T08:30:00.000Z')
const arrival = receivedAt.toISOString()
const seconds = (time: string) => String(Date.parse(time) / 1000)

function read(message: object) {
  const value = { metadata: { phone_number_id: '9' }, messages: [{ id: 'wamid.A', from: '4915120007556', ...message }] }
  const body = { entry: [{ id: '1', changes: [{ field: 'messages', value }] }] }
  const [update] = parseCallback(Buffer.from(JSON.stringify(body)), { receivedAt })
  return update as never as { kind: string; timestamp: string; from: object; text: string; content: Content }
}
type Content = { contacts?: { phones: string[] }[]; system?: object; type: string }

describe('a value of the provider is bounded when it is read', () => {
  it.each([
    ['253402300799', arrival],
    ['99999999999999', arrival],
    ['-1', arrival],
    ['0', arrival],
    ['soon', arrival],
    [seconds('2026-11-20T08:36:00Z'), arrival],
    [seconds('2026-11-20T08:34:00Z'), '2026-11-20T08:34:00.000Z'],
    [seconds('2024-02-29T12:00:00Z'), '2024-02-29T12:00:00.000Z'],
  ])('a timestamp %s is %s', (timestamp, read_) => {
    expect(read({ timestamp, type: 'text', text: { body: 'x' } }).timestamp).toBe(read_)
  })

  it.each([
    ['hello', {}],
    ['491511234567890123', {}],
    ['5215500001234', { phone: '+5215500001234' }],
  ])('a new phone %s is dropped unless it is one', (waId, phone) => {
    const { content } = read({ type: 'system', system: { type: 'user_changed_number', wa_id: waId } })
    expect(content.system).toEqual({ event: 'user_changed_number', ...phone })
  })

  it('ids that no index holds are left out, texts and names are cut, and a place that is none is unsupported', () => {
    const long = 'x'.repeat(200_000)
    expect(read({ id: long }).kind).toBe('account')
    expect(read({ from: 'DE.1', from_user_id: long }).from).not.toHaveProperty('phone')
    expect(read({ type: 'text', text: { body: long } }).text).toHaveLength(131_072)
    expect(read({ type: 'location', location: { latitude: 91, longitude: 0 } }).content.type).toBe('unsupported')
  })
})

describe('a phone on a contact card', () => {
  const card = (phone: string, more = {}) => ({ type: 'contacts', contacts: [{ phones: [{ phone, ...more }] }] })
  it.each([
    ['(415) 555-2671', '4915120007556', '(415) 555-2671'],
    ['(415) 555-2671', '14155550000', '+14155552671'],
    ['0151 20007556', '4915120007556', '+4915120007556'],
    ['0151 20007556', undefined, '0151 20007556'],
    ['00 49 151 20007556', undefined, '+4915120007556'],
    ['+49 (0)151 20007556', undefined, '+4915120007556'],
    ['020 7946 0018', '447911123456', '+442079460018'],
    ['call me', '447911123456', 'call me'],
  ])('%s of a sender %s is %s', (phone, from, shown) => {
    expect(read({ ...card(phone), from }).content.contacts?.[0]?.phones).toEqual([shown])
  })

  it('has a plus where the provider names its account', () => {
    expect(read(card('0151', { wa_id: '5215500001234' })).content.contacts?.[0]?.phones).toEqual(['+5215500001234'])
  })
})
