import { contacts, groups, messaging, newId, numbers } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { readQuery, shapedBody } from '../api/request.ts'
import { shortIdOf, widOfPerson } from '../ids.ts'
import { chatOf } from '../shapes/chat.ts'
import { groupRoutes } from './groups.ts'

const number = newId('num')
const id = newId('grp')

/** People of the group: one with a phone number, and two without, of whom only the first is a contact. */
const people = [
  { phone: '+4915112345678', userId: 'DE.1' },
  { phone: null, userId: 'DE.13' },
  { phone: null, userId: 'DE.7' },
]
const contactOf = (userId: string) => ({ id: newId('con'), identities: [{ type: 'provider_user', value: userId }] })
/** What a search for any of them finds: it compares the beginnings of ids. */
const known = [contactOf('DE.139'), contactOf('DE.13')]

/** The second and third of them ask to join. */
const requests = people.slice(1).map((person, i) => ({ ...person, id: `request ${i}`, createdAt: '2026-11-20' }))
const changes: unknown[] = [
  groups.groups.create,
  groups.groups.update,
  groups.participants.remove,
  groups.joinRequests.approve,
]

/** Calls a route of groups as the gateway does. Returns its response, and the input that changes the group or its people. */
async function handled(line: string, body: object, query = '') {
  const asked: object[] = []
  const ask = async (operation: unknown, input: object) => {
    if (operation === groups.participants.list) return { items: people, next: null }
    // Contacts are read before a change only: an error after it would hide that it was made.
    if (operation === contacts.contacts.list && asked.length === 0) return { items: known, next: null }
    if (operation === numbers.numbers.list) return { items: [{ id: number, phone: null }], next: null }
    if (operation === groups.joinRequests.list) return { items: requests, next: null }
    if (changes.includes(operation)) asked.push(input)
    if (operation === groups.participants.remove) return people.slice(1)
    if (operation === groups.joinRequests.approve) return []
    return { ...groups.groups.get.example.output, id, number }
  }
  const route = groupRoutes.find(({ method, path }) => `${method} ${path}` === line)
  if (!route) throw new Error(`No route ${line}`)
  type Session = Parameters<typeof route.handle>[0]['session']
  const session = { ask, plain: { ask }, devices: new Map(), key: 'key' } as unknown as Session
  const parameters = { d: shortIdOf(number), g: id }
  const result = await route.handle({ session, parameters, query: readQuery(query), body: shapedBody(body, route) })
  return { result, input: asked[0] }
}

const [post, patch] = ['POST /v1/devices/{d}/groups', 'PATCH /v1/devices/{d}/groups/{g}']
const invalid = { code: 'request:invalid' }

describe('a change of a group', () => {
  it('passes the approval on', async () => {
    expect((await handled(patch, { permissions: { approval: true } })).input).toEqual({ id, joinApproval: true })
  })

  it.each([
    [{ permissions: { edit: '', send: null, invite: 'all' } }, undefined],
    [{ permissions: { edit: 'admins' }, ephemeral: 'off' }, ['permissions.edit']],
    [{ participants: [{ phone: '+4915112345678', admin: 'true' }] }, ['participants.admin', 'participants']],
  ])('with %j names the settings %j as without effect', async (fields, ignored) => {
    const { result } = await handled(patch, { name: 'Club', ...fields })
    expect((result as { meta?: { ignored: string[] } }).meta?.ignored).toEqual(ignored)
  })

  it('names participants among the settings without effect', async () => {
    const { result, input } = await handled(patch, { name: 'Club', participants: ['+4915112345678'] })
    expect(result).toMatchObject({ meta: { ignored: ['participants'] } })
    expect(input).toEqual({ id, name: 'Club' })
  })
})

describe('a group', () => {
  it('has people with the wids of their contacts, as messages name their authors', async () => {
    const { result } = await handled('GET /v1/devices/{d}/groups/{g}', {})
    const wids = (result as { participants: { wid: string }[] }).participants.map(({ wid }) => wid)
    expect(wids).toEqual(['4915112345678@c.us', widOfPerson({ contact: known[1]?.id }), '7@lid'])
  })

  it('takes the wids that it shows for people with a hidden phone number, to remove them and to let them in', async () => {
    const shown = [widOfPerson({ contact: known[1]?.id }), '7@lid']
    const group = '/v1/devices/{d}/groups/{g}'
    const removed = await handled(`DELETE ${group}/participants`, { participants: ['+4915112345678', ...shown] })
    expect(removed.input).toEqual({ id, participants: ['+4915112345678', 'DE.13', 'DE.7'] })
    expect(removed.result).toMatchObject(shown.map((wid) => ({ wid })))
    expect((await handled(`GET ${group}/members`, {})).result).toMatchObject(shown.map((wid) => ({ wid })))
    const approved = await handled(`POST ${group}/members`, { phones: ['7@lid'] })
    expect(approved).toEqual({
      result: [{ wid: '7@lid', createdAt: '2026-11-20' }],
      input: { id, requests: ['request 1'] },
    })
    const unknown = handled(`DELETE ${group}/participants`, { participants: ['9@lid'] })
    await expect(unknown).rejects.toMatchObject({ code: 'participant:not_found' })
  })

  it.each(['active', 'suspended'] as const)('that is %s is shown in its chat as what it takes', (status) => {
    const { get } = groups.groups
    const { update } = messaging.chats
    const group = get.output.parse({ ...get.example.output, status })
    const chat = update.output.parse({ ...update.example.output, type: 'group', group: id, phone: null })
    const { meta } = chatOf(chat, { device: 'd', group: { group, participants: [], ownerPhone: '+4915187654321' } })
    expect(meta).toMatchObject({ canSend: status === 'active', isReadOnly: status !== 'active' })
  })

  it.each([{ participants: '+4915112345678' }, { participants: {} }, { permissions: { approval: 'yes' } }])(
    'is refused with %j',
    async (fields) => {
      await expect(handled(post, { name: 'Club', ...fields })).rejects.toMatchObject(invalid)
    },
  )
})

it('a page of groups is refused when it is out of reach, as in other lists', async () => {
  await expect(handled('GET /v1/devices/{d}/groups', {}, 'page=100')).rejects.toMatchObject(invalid)
})
