import { contacts, newId, numbers } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { readQuery, shapedBody } from '../api/request.ts'
import type { Session } from '../api/route.ts'
import { shortIdOf } from '../ids.ts'
import { contactRoutes } from './contacts.ts'

const number = newId('num')
const id = newId('con')
const phone = '+4915112345678'
const $remove = ['email', 'plan']

/** Calls a route of contacts as the gateway does. Returns the inputs that change a contact that exists. */
async function updates(line: string, body: object, { created = false } = {}) {
  const asked: object[] = []
  const ask = async (operation: unknown, input: object) => {
    if (operation === numbers.numbers.list) return { items: [{ id: number, phone: null }], next: null }
    if (operation === contacts.contacts.update) asked.push(input)
    return { ...contacts.contacts.get.example.output, id, created }
  }
  const route = contactRoutes.find(({ method, path }) => `${method} ${path}` === line)
  if (!route) throw new Error(`No route ${line}`)
  const session = { ask, plain: { ask }, devices: new Map(), key: 'key' } as unknown as Session
  const parameters = { d: shortIdOf(number), w: id }
  await route.handle({ session, parameters, query: readQuery(''), body: shapedBody(body, route) })
  return asked
}

it('a contact without a phone number is found by the wid that the list shows', async () => {
  const hidden = { ...contacts.contacts.get.example.output, id, phone: null }
  const ask = async (operation: unknown, input: object) => {
    if (operation === numbers.numbers.list) return { items: [{ id: number, phone: null }], next: null }
    if (operation === contacts.contacts.list) return { items: [hidden], next: null }
    const { kind, from = '', to = '' } = input as { kind?: string; from?: string; to?: string }
    return kind === undefined ? hidden : { id: kind === 'contact' && from <= id && id <= to ? id : null }
  }
  const call = async (path: string, w: string) => {
    const route = contactRoutes.find((each) => each.method === 'GET' && each.path === `/v1/chat/{d}/contacts${path}`)
    const session = { ask, plain: { ask }, devices: new Map(), key: 'key' } as unknown as Session
    return route?.handle({ session, parameters: { d: shortIdOf(number), w }, query: readQuery(''), body: {} })
  }
  const [shown] = (await call('', '')) as { wid: string }[]
  expect(await call('/{w}', shown?.wid ?? '')).toEqual(shown)
})

const [post, patch] = ['POST /v1/chat/{d}/contacts', 'PATCH /v1/chat/{d}/contacts']
const invalid = { code: 'request:invalid' }

describe('$remove', () => {
  it('clears fields of a contact that exists', async () => {
    const cleared = [{ id, email: null, fields: { plan: null } }]
    expect(await updates(post, { phone, upsert: true, name: 'Ada', $remove })).toEqual(cleared)
    expect(await updates(patch, [{ phone, $remove }])).toEqual(cleared)
  })

  it('changes nothing for a new contact', async () => {
    expect(await updates(post, { phone, $remove }, { created: true })).toEqual([])
  })

  it('is refused in an import and as a text', async () => {
    await expect(
      updates(
        patch,
        Array.from({ length: 51 }, () => ({ phone, $remove })),
      ),
    ).rejects.toMatchObject(invalid)
    await expect(updates(post, { phone, $remove: 'email' })).rejects.toMatchObject(invalid)
  })
})

describe('a null value of metadata', () => {
  const cleared = [{ id, fields: { plan: null } }]
  it.each([{ metadata: { plan: null } }, { metadata: [{ key: 'plan', value: null }] }])(
    'removes its key: %j',
    async (body) => {
      expect(await updates(post, { phone, upsert: true, ...body })).toEqual(cleared)
      expect(await updates(patch, [{ phone, ...body }])).toEqual(cleared)
      expect(await updates(`${patch}/{w}`, body)).toEqual(cleared)
      expect(await updates(`${patch}/{w}/metadata`, body)).toEqual(cleared)
    },
  )

  it('is refused in an import, which clears nothing', async () => {
    const rows = Array.from({ length: 51 }, () => ({ phone, metadata: { plan: null } }))
    await expect(updates(patch, rows)).rejects.toMatchObject(invalid)
  })
})

it('metadata that is neither an object nor a list of pairs is refused with both', async () => {
  const message = expect.stringMatching(/object.*pairs/)
  await expect(updates(post, { phone, metadata: 'x' })).rejects.toMatchObject({
    errors: [{ path: 'metadata', message }],
  })
})

describe.each([2, 51])('an error in one of %i rows', (count) => {
  it.each([
    [{ phone: 'none' }, '1.phone'],
    [{ phone, metadata: 'x' }, '1.metadata'],
  ])('names the row and the field: %j', async (wrong, path) => {
    const rows = Array.from({ length: count }, (_, i) => (i === 1 ? wrong : { phone }))
    await expect(updates(patch, rows)).rejects.toMatchObject({ errors: [{ path }] })
  })
})
