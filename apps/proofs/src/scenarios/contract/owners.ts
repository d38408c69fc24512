import type { IdPrefix } from '@posthorn/contracts'
import type { Input, RestOperation } from './requests.ts'
import { prefixOf, type TenantFixture } from './tenant.fixture.ts'

const numberPattern = /num_[0-7][0-9a-hjkmnp-tv-z]{25}/g
const namePattern = /\b[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}\b|\+\d{7,15}\b/g

/** Operations that show an object together with its number. */
const shownBy: Partial<Record<IdPrefix, RestOperation['rest']>> = {
  chat: 'GET /v1/chats/{id}',
  chn: 'GET /v1/channels/{id}',
  con: 'GET /v1/contacts/{id}',
  evt: 'GET /v1/events/{id}',
  file: 'GET /v1/files/{id}',
  grp: 'GET /v1/groups/{id}',
  msg: 'GET /v1/messages/{id}',
  num: 'GET /v1/numbers/{id}',
  whk: 'GET /v1/webhooks/{id}',
}

type Sorted = { own: string[]; others: string[] }

/** Stops after this many, because even one is a failure. */
const othersMax = 5

/** Finds out which numbers own the objects in a response, using a workspace-wide key. */
export class Owners {
  readonly #tenant: TenantFixture
  readonly #numbers = new Map<string, Promise<ReadonlySet<string> | null>>()

  constructor(tenant: TenantFixture) {
    this.#tenant = tenant
  }

  /**
   * Sorts a response's ids and phone numbers into those that belong to the number and those that belong to others. Ignores values from the
   * caller's own input.
   */
  async sort(body: unknown, { number, input }: { number: string; input: Input }): Promise<Sorted> {
    const given = namesIn(input)
    const sorted: Sorted = { own: [], others: [] }
    for (const name of namesIn(body)) {
      const numbers = given.has(name) ? null : await this.#numbersOf(name)
      if (numbers) sorted[numbers.has(number) ? 'own' : 'others'].push(name)
      if (sorted.others.length >= othersMax) break
    }
    return sorted
  }

  /** Returns the numbers that an object belongs to, or null if it belongs to the workspace or doesn't exist. */
  #numbersOf(name: string): Promise<ReadonlySet<string> | null> {
    const known = this.#numbers.get(name) ?? this.#find(name)
    this.#numbers.set(name, known)
    return known
  }

  async #find(name: string): Promise<ReadonlySet<string> | null> {
    if (name.startsWith('+')) return this.#ofPhone(name)
    const prefix = prefixOf(name)
    const rest = prefix && shownBy[prefix]
    if (rest === undefined) return null
    const { status, body } = await this.#tenant.call<{ phone?: string }>(rest, { id: name })
    if (status === 404) return null
    // Callers restricted to a number have no files in this suite, so every file belongs to others.
    if (prefix === 'con' && body.phone) return this.#ofPhone(body.phone)
    return prefix === 'con' || prefix === 'file' ? new Set() : numbersIn(body)
  }

  async #ofPhone(phone: string): Promise<ReadonlySet<string> | null> {
    const chats = await this.#tenant.ok<{ number: string }[]>('GET /v1/chats', { phone })
    const numbers = await this.#tenant.ok<{ id: string; phone: string | null }[]>('GET /v1/numbers', { size: 100 })
    const contacts = await this.#tenant.ok<unknown[]>('GET /v1/contacts', { search: phone })
    const own = numbers.filter((number) => number.phone === phone)
    const found = new Set([...chats.map(({ number }) => number), ...own.map(({ id }) => id)])
    return found.size === 0 && contacts.length === 0 ? null : found
  }
}

const namesIn = (value: unknown): Set<string> => new Set(JSON.stringify(value ?? null).match(namePattern))

const numbersIn = (shown: unknown): ReadonlySet<string> => new Set(JSON.stringify(shown ?? null).match(numberPattern))
