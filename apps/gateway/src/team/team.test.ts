import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Stage, startStage } from '../stage.suite.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage[Symbol.asyncDispose]())

describe('team', () => {
  it('is a list over REST that pages, for keys that may read', async () => {
    const { workspace, token } = await stage.tenant(['read'])
    const { members } = stage.gateway.clients.gateway
    for (const name of ['Cleo', 'Ada', 'Bo']) {
      const person = { workspace, name, email: `${name.toLowerCase()}@shop.example.com` }
      await members.create.mutate(person, stage.operator())
    }
    const first = await stage.ask('/v1/team?size=2', { token })
    expect([first.status, first.json.map((person) => (person as { name: string }).name)]).toEqual([200, ['Ada', 'Bo']])
    const next = first.headers.get('link')?.match(/<[^>]*(\/v1\/team[^>]*)>; rel="next"/)?.[1] as string
    const second = await stage.ask(next, { token })
    expect(second.json.map((person) => (person as { name: string }).name)).toEqual(['Cleo'])
    const sender = await stage.tenant(['send'])
    expect((await stage.ask('/v1/team', { token: sender.token })).status).toBe(403)
    expect((await stage.ask('/v1/team?cursor=forged.cursor', { token })).status).toBe(400)
  })
})
