import { allOperations, newId } from '@posthorn/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../../gateway.fixture.ts'
import { faultBehind } from '../dispatch.ts'
import { publicRoutes } from '../routes.ts'
import { type ForwardContext, forward } from './forward.ts'

type Caller = Record<string, Record<string, (input: unknown) => Promise<unknown>>>

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGatewayFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const routerOfAll = () => {
  const { clients } = fixture.contacts
  return forward(publicRoutes({ clients, unbatchedClients: clients }, forward([])))
}

function contactsFor(call: Partial<ForwardContext['call']>): Caller[string] {
  const context: ForwardContext = {
    call: {
      workspace: fixture.contacts.workspace(),
      actor: { type: 'key', id: 'key_test' },
      scopes: ['read', 'manage'],
      requestId: 'request-1',
      onReplayed() {},
      ...call,
    },
  }
  const caller = routerOfAll().createCaller(context) as unknown as Caller
  return caller['contacts'] ?? {}
}

describe('the router of the contract', () => {
  it('carries each public operation and no other', () => {
    const open = allOperations().filter(({ operation }) => operation.rest)
    expect(Object.keys(routerOfAll()._def.procedures)).toEqual(open.map(({ noun, verb }) => `${noun}.${verb}`))
  })

  it('hands a call to its service in the name of its caller, and the answer back', async () => {
    const workspace = fixture.contacts.workspace()
    const contacts = contactsFor({ workspace })
    const created = await contacts['create']?.({ phone: '+4915112345678', name: 'Ada Lovelace' })
    expect(created).toMatchObject({ name: 'Ada Lovelace', phone: '+4915112345678' })
    expect(await contacts['list']?.({})).toEqual({ items: [created], next: null })
    expect(await contactsFor({})['list']?.({})).toEqual({ items: [], next: null })
  })

  it('reports an answer that is a replay', async () => {
    let replays = 0
    const contacts = contactsFor({ idempotencyKey: 'order-1042', onReplayed: () => replays++ })
    const first = await contacts['create']?.({ phone: '+4915112345679' })
    expect(replays).toBe(0)
    expect(await contacts['create']?.({ phone: '+4915112345679' })).toEqual(first)
    expect(replays).toBe(1)
  })

  it("hands the service's refusals back as they are", async () => {
    const refused = contactsFor({})['get']?.({ id: newId('con') })
    await expect(refused).rejects.toSatisfy((err) => faultBehind(err).code === 'contact:not_found')
  })
})
