import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../gateway.fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGatewayFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

describe('team', () => {
  it('is a list over REST that pages, for keys that may read', async () => {
    const { workspace, token } = await fixture.tenant(['read'])
    const { members } = fixture.gateway.clients.gateway
    for (const name of ['Cleo', 'Ada', 'Bo']) {
      const person = { workspace, name, email: `${name.toLowerCase()}@shop.example.com` }
      await members.create.mutate(person, fixture.operator())
    }
    const first = await fixture.send('/v1/team?size=2', { token })
    expect([first.status, first.json.map((person) => (person as { name: string }).name)]).toEqual([200, ['Ada', 'Bo']])
    const next = first.headers.get('link')?.match(/<[^>]*(\/v1\/team[^>]*)>; rel="next"/)?.[1] as string
    const second = await fixture.send(next, { token })
    expect(second.json.map((person) => (person as { name: string }).name)).toEqual(['Cleo'])
    const sender = await fixture.tenant(['send'])
    expect((await fixture.send('/v1/team', { token: sender.token })).status).toBe(403)
    expect((await fixture.send('/v1/team?cursor=forged.cursor', { token })).status).toBe(400)
  })
})
