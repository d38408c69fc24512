import { randomUUID } from 'node:crypto'
import { until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../gateway.fixture.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGatewayFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const phone = () => `+4915${String(Math.floor(Math.random() * 1e8)).padStart(9, '1')}`
const create = (token: string) =>
  fixture.send('/v1/contacts', {
    token,
    json: { name: 'Ada', phone: phone() },
    headers: { 'Idempotency-Key': randomUUID() },
  })
const list = (token: string) => fixture.send('/v1/contacts', { token })

/** Records a move the way the command does. */
async function note(workspace: string, status: string | null, numbers: string[] = []): Promise<void> {
  await fixture.gateway.rows('delete from workspace_move where workspace_id = $1', [workspace])
  if (status === null) return
  const text = 'insert into workspace_move (workspace_id, status, numbers) values ($1, $2, $3)'
  await fixture.gateway.rows(text, [workspace, status, numbers])
}

const find = (by: 'key' | 'number' | 'workspace', id: string) =>
  fixture.gateway.clients.gateway.workspaces.find
    .query({ by, id }, fixture.operator())
    .then(({ workspace }) => workspace)

describe('a workspace that leaves', () => {
  it('is read, while its changes are refused with a time to wait, and others continue; then it is as before', async () => {
    const [moving, other] = [await fixture.tenant(), await fixture.tenant()]
    expect((await create(moving.token)).status).toBe(201)
    await note(moving.workspace, 'leaving')
    await until(async () => (await create(moving.token)).status === 503)
    const refused = await create(moving.token)
    expect(refused).toMatchObject({ status: 503, json: { errorCode: 'service:unavailable', retryable: true } })
    expect(refused.headers.get('Retry-After')).toBe('2')
    expect((await list(moving.token)).status).toBe(200)
    expect((await create(other.token)).status).toBe(201)
    await note(moving.workspace, null)
    await until(async () => (await create(moving.token)).status === 201)
  })

  it('is found here by routers until another installation has it', async () => {
    const { workspace, token } = await fixture.tenant()
    const [key, number] = [token.slice('ph_live_'.length, 'ph_live_'.length + 12), 'num_00000000000000000000000001']
    const all = async () => [await find('key', key), await find('workspace', workspace), await find('number', number)]
    await note(workspace, 'leaving', [number])
    expect(await all()).toEqual([workspace, workspace, workspace])
    for (const status of ['gone', 'arriving']) {
      await note(workspace, status, [number])
      expect(await all()).toEqual([null, null, null])
    }
  })
})

describe('a workspace that another installation has, or that is being copied to here', () => {
  it.each(['gone', 'arriving'])('is neither read nor changed while it is %s', async (status) => {
    const { workspace, token } = await fixture.tenant()
    await note(workspace, status)
    await until(async () => (await list(token)).status === 503)
    expect((await create(token)).status).toBe(503)
  })
})

describe('callbacks of a number whose workspace is on its way', () => {
  it('are refused so that the provider repeats them, and those of other numbers continue', async () => {
    const { workspace } = await fixture.tenant()
    const [moving, other] = ['num_00000000000000000000000002', 'num_00000000000000000000000003']
    const post = (number: string) => fixture.send(`/callbacks/${number}`, { body: '{}' })
    await note(workspace, 'leaving', [moving])
    await until(async () => (await post(moving)).headers.get('Retry-After') === '2')
    expect((await post(moving)).json).toMatchObject({
      errorCode: 'service:unavailable',
      message: expect.stringContaining('moved'),
    })
    expect((await post(other)).json['message']).not.toContain('moved')
  })
})
