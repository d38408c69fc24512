import type { SearchGroup } from '@posthorn/sdk'
import { type Key, ownValue } from '../words/words.ts'

export type ThingKind = SearchGroup['kind']
export type Thing = SearchGroup['items'][number]

export type ThingPlace = { to: string; search?: Record<string, string> }

/** What the results of a kind are called. */
export const namesOfKinds: Readonly<Record<ThingKind, Key>> = {
  chat: 'contact.chats',
  contact: 'nav.contacts',
  message: 'word.messages',
  template: 'nav.templates',
  number: 'nav.numbers',
  webhook: 'nav.webhooks',
  key: 'nav.keys',
}

const placesByKind: Record<ThingKind, (thing: Thing) => ThingPlace> = {
  chat: ({ id }) => ({ to: `inbox/all/${id}` }),
  contact: ({ id }) => ({ to: `contacts/${id}` }),
  message: ({ id, chat }) => ({ to: `inbox/all/${chat ?? ''}`, search: { m: id } }),
  template: ({ id, number }) => ({ to: 'templates', search: { q: id, ...(number ? { number } : {}) } }),
  number: ({ id }) => ({ to: `numbers/${id}` }),
  webhook: ({ id }) => ({ to: `developer/webhooks/${id}` }),
  key: ({ id }) => ({ to: `developer/keys/${id}` }),
}

/** Returns the page that a search result leads to. */
export const placeOfThing = (kind: ThingKind, thing: Thing): ThingPlace => placesByKind[kind](thing)

const lists: Partial<Record<ThingKind, string>> = { chat: 'inbox/all', message: 'inbox/all', contact: 'contacts' }

/** Returns the list with all results of a search; undefined for kinds without such a list. */
export function listOfKind(kind: ThingKind, q: string): ThingPlace | undefined {
  const to = lists[kind]
  return to === undefined ? undefined : { to, search: { q } }
}

const pagesOfIds: Readonly<Record<string, string>> = {
  evt: 'developer/events',
  dlv: 'developer/deliveries',
  grp: 'groups',
  chn: 'broadcasts',
  seg: 'segments',
  imp: 'imports',
}

/** Returns the page for an id that the search doesn't cover, such as an event id. An id is a prefix and 128 bits in base32. */
export function placeOfId(q: string): ThingPlace | undefined {
  const [, prefix = ''] = /^([a-z]+)_[0-7][0-9abcdefghjkmnpqrstvwxyz]{25}$/.exec(q) ?? []
  const page = ownValue(pagesOfIds, prefix)
  return page === undefined ? undefined : { to: `${page}/${q}` }
}

/** Removes the secret of an API key from a text that will be searched for. Only the beginning of a key is public. */
export const withoutSecret = (text: string): string => text.replace(/^(ph_(?:live|test)_[0-9A-Za-z]{12})_.*$/s, '$1')
