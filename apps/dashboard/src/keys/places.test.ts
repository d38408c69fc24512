import type { SearchResult } from '@posthorn/sdk'
import { describe, expect, it } from 'vitest'
import { listOfKind, placeOfId, placeOfThing, withoutSecret } from './places.ts'

const nothing: SearchResult = {
  id: 'x',
  name: null,
  chat: null,
  number: null,
  at: null,
  field: 'id',
  text: '',
  marks: [],
}
const thing = (fields: Partial<SearchResult>): SearchResult => ({ ...nothing, ...fields })

describe('the place of what was found', () => {
  it('is its chat for a message, with the message marked, and its number for a template', () => {
    expect(placeOfThing('message', thing({ id: 'msg_1', chat: 'chat_1' }))).toEqual({
      to: 'inbox/all/chat_1',
      search: { m: 'msg_1' },
    })
    expect(placeOfThing('template', thing({ id: 'parcel', number: 'num_1' }))).toEqual({
      to: 'templates',
      search: { q: 'parcel', number: 'num_1' },
    })
    expect(placeOfThing('key', thing({ id: 'key_1' }))).toEqual({ to: 'developer/keys/key_1' })
  })

  it('is a list for more of a kind that has a search of its own', () => {
    expect(listOfKind('contact', 'ada')).toEqual({ to: 'contacts', search: { q: 'ada' } })
    expect(listOfKind('key', 'ada')).toBeUndefined()
  })

  it('is the page of an id of any other kind, whole ids only', () => {
    const id = '01k5v2s8xgf9hb3m4q7r8t9w0y'
    expect(placeOfId(`evt_${id}`)).toEqual({ to: `developer/events/evt_${id}` })
    for (const other of [`msg_${id}`, 'evt_01k5', `${id}`]) expect(placeOfId(other)).toBeUndefined()
  })
})

describe('a searched text', () => {
  it('never has the secret of an API key', () => {
    const secret = 'x'.repeat(42)
    expect(withoutSecret(`ph_live_abcDEF012345_${secret}`)).toBe('ph_live_abcDEF012345')
    expect(withoutSecret(`ph_test_abcDEF012345_${secret} and more`)).toBe('ph_test_abcDEF012345')
    for (const text of ['ph_live_abcDEF012345', 'ada']) expect(withoutSecret(text)).toBe(text)
  })
})
