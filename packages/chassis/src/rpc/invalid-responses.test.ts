import { contacts, exampleContact } from '@posthorn/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineService, implement, migration, type PreparedVerb, sql, type Verb } from '../index.ts'
import { startTestService, type TestService } from '../testing/service.fixture.ts'

const { create, get, list, merge } = contacts.contacts
const broken = { ...exampleContact, createdAt: 7 as never }
const store = `insert into done (workspace_id) values ($1)`

const plain: Verb<typeof create> = async ({ ctx }) => {
  await sql(ctx.em, store, [ctx.workspace])
  return { ...broken, created: true }
}
const prepared: PreparedVerb<typeof merge> = {
  prepare: async () => null,
  run: async ({ ctx }) => {
    await sql(ctx.em, store, [ctx.workspace])
    return broken
  },
}
const contract = { contacts: { create, get, list, merge } }
const service = defineService({
  name: 'contacts',
  config: {},
  entities: [],
  migrations: [migration('responses_001', ['create table done (workspace_id text)'])],
  deps: async () => ({}),
  router: implement(contract, {
    contacts: {
      create: plain,
      merge: prepared,
      get: async () => broken,
      list: async () => ({ items: [exampleContact, broken], next: null }),
    },
  }),
  subscribers: [],
  workers: [],
})

let fixture: TestService
beforeAll(async () => {
  fixture = await startTestService({ ...service, template: 'responses' })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const counted = async (route: string) => {
  const text = await (await fetch(`${fixture.service.url}/metrics`)).text()
  return Number(new RegExp(`invalid_responses_total\\{[^}]*route="${route}"[^}]*\\} (\\d+)`).exec(text)?.[1] ?? 0)
}
const storedOf = async (workspace: string) =>
  (await fixture.rows('select 1 from done where workspace_id = $1', [workspace])).length

describe('a response that breaks the contract', () => {
  it('of a plain verb is returned, counted, and the same for a repeated key: what was done stays', async () => {
    const workspace = fixture.workspace()
    const call = () =>
      fixture.clients.contacts.contacts.create.mutate(
        { phone: '+4915112345678' },
        fixture.as(workspace, { idempotencyKey: 'once' }),
      )
    expect(await call()).toEqual({ ...broken, created: true })
    expect(await call()).toEqual({ ...broken, created: true })
    expect([await storedOf(workspace), await counted('contacts.create')]).toEqual([1, 2])
  })

  it('of a prepared verb is returned, and what was done stays', async () => {
    const workspace = fixture.workspace()
    expect(await fixture.clients.contacts.contacts.merge.mutate(merge.example.input, fixture.as(workspace))).toEqual(
      broken,
    )
    expect([await storedOf(workspace), await counted('contacts.merge')]).toEqual([1, 1])
  })

  it('of a query is returned, and one broken row fails no list', async () => {
    const as = fixture.as(fixture.workspace())
    expect(await fixture.clients.contacts.contacts.get.query({ id: broken.id }, as)).toEqual(broken)
    expect(await fixture.clients.contacts.contacts.list.query({}, as)).toEqual({
      items: [exampleContact, broken],
      next: null,
    })
    expect(await counted('contacts.list')).toBe(1)
  })
})
