import { accounts, Fault, newId, numbers } from '@posthorn/contracts'
import { expect, it } from 'vitest'
import { readQuery } from '../api/request.ts'
import type { Session } from '../api/route.ts'
import { longIdOf, shortIdOf } from '../ids.ts'
import { listAgents, teamRoutes } from './team.ts'

it('the team is who can answer, on one page, so that bots assign no chat to a viewer', async () => {
  const roles = ['viewer', 'agent', 'admin', 'owner'] as const
  const sample = accounts.team.list.example.output.items[0]
  const items = roles.map((role) => ({ ...sample, id: newId('mem'), role }))
  const ask = async () => ({ items, next: null })
  const session = { ask, plain: { ask }, devices: new Map(), key: 'key' } as unknown as Session
  const list = teamRoutes.find(({ method, path }) => `${method} ${path}` === 'GET /v1/team')
  const listed = async (query: string) => {
    const members = await list?.handle({ session, parameters: {}, query: readQuery(query), body: {} })
    return (members as { role: string }[]).map(({ role }) => role)
  }
  expect(await listed('')).toEqual(['agent', 'admin', 'admin'])
  expect(await listed('page=1')).toEqual([])
  const [, agent = '', admin = ''] = items.map(({ id }) => id)
  for (const id of [agent, shortIdOf(agent).toUpperCase(), longIdOf(agent)])
    expect(await listed(`ids=${id}`)).toEqual(['agent'])
  expect(await listed(`exceptIds=${agent},${longIdOf(admin)}`)).toEqual(['admin'])
})

it('the agents of a device are who may use it and can answer', async () => {
  const [device, other] = [newId('num'), newId('num')]
  const sample = accounts.team.list.example.output.items[0]
  const people = [
    ['viewer', null],
    ['agent', [other]],
    ['agent', [device]],
    ['owner', null],
  ] as const
  const items = people.map(([role, numbers]) => ({ ...sample, id: newId('mem'), role, numbers }))
  const session = { ask: async () => ({ items, next: null }) } as unknown as Session
  expect((await listAgents(session, device)).map(({ role }) => role)).toEqual(['agent', 'admin'])
})

it('someone who is given a password joins last, because a repetition would be refused for a member', async () => {
  const sample = accounts.team.list.example.output.items[0]
  const number = newId('num')
  let hasJoined = false
  const ask = async (operation: unknown) => {
    if (operation === numbers.numbers.list) return { items: [{ id: number, phone: null }], next: null }
    if (operation === accounts.invitations.create) return { link: 'https://example.com/#secret' }
    if (operation === accounts.team.list) return { items: [{ ...sample, email: 'ada@example.com' }], next: null }
    throw new Fault('service:unavailable')
  }
  const join = async () => {
    hasJoined = true
  }
  const session = { ask, plain: { ask }, devices: new Map(), key: 'key', refuseWeak() {}, join } as unknown as Session
  const invite = teamRoutes.find(({ method, path }) => `${method} ${path}` === 'POST /v1/devices/{d}/team')
  const body = { email: 'ada@example.com', password: 'a long one of mine', color: 'ruby' }
  const invited = invite?.handle({ session, parameters: { d: number }, query: readQuery(''), body })
  await expect(invited).rejects.toMatchObject({ code: 'service:unavailable' })
  expect(hasJoined).toBe(false)
})
