import { idFloor, newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../gateway.fixture.ts'
import { beginning, type Entry, entryHashOf, type Link } from './audit.sql.ts'

let fixture: GatewayFixture
beforeAll(async () => {
  fixture = await startGatewayFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const gateway = () => fixture.gateway.clients.gateway
const rows = (text: string, params: unknown[] = []) => fixture.gateway.rows(text, params)

/** Waits until a workspace's log has this many entries, and returns them in chain order. */
async function logOf(token: string, count: number): Promise<Entry[]> {
  const list = async () => (await fixture.send('/v1/audit?size=200', { token })).json as unknown as Entry[]
  await until(async () => (await list()).length >= count, { describe: `${count} entries` })
  return (await list()).reverse()
}

/** Sorts entries by time. Chain order is the order in which the bus delivered them. */
const inOrderOfTime = (log: Entry[]): Entry[] => log.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))

/** Publishes audit events in this workspace as other services do. */
function announceActions(
  workspace: string,
  count: number,
  { target, actor = 'key_other' }: { target?: string; actor?: string } = {},
): void {
  for (let i = 0; i < count; i++) {
    const data = {
      actor: { type: 'key' as const, id: actor, name: null },
      service: 'webhooks',
      operation: 'webhooks.pause',
      target: target ?? `whk_${i}`,
      ip: null,
      requestId: `request ${i}`,
      given: {},
      changes: [],
      truncated: false,
    }
    void fixture.gateway.bus.publish(busEvent({ event: 'audit:recorded', workspace: workspace as never, data }))
  }
}

const verify = (workspace: string, after?: Link, size = 2) =>
  gateway().audit.verify.query({ workspace: workspace as never, size, ...(after && { after }) }, fixture.operator())

describe('the audit log', () => {
  it('names who did what, when, from where and with which request, before and after, and nothing of secrets or names of people', async () => {
    const { workspace, keyId, token } = await fixture.tenant()
    const call = () => ({
      ...fixture.gateway.clients.calling({ workspace: null, scopes: ['operator'], requestId: 'req-1' }),
    })
    const person = { workspace: workspace as never, name: 'Ada Lovelace', email: 'ada@shop.example.com' }
    const ada = await gateway().members.create.mutate(person, call())
    await gateway().members.update.mutate({ id: ada.id, name: 'Ada King' }, call())
    const second = await gateway().workspaceKeys.create.mutate({ workspace: workspace as never, name: 'till' }, call())
    await gateway().workspaceKeys.revoke.mutate({ id: second.id }, call())
    const chain = await logOf(token, 6)
    expect(chain.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6])
    const log = inOrderOfTime(chain)
    expect(log.map(({ operation, target }) => [operation, target])).toEqual([
      ['workspaces.create', workspace],
      ['workspaceKeys.create', keyId],
      ['members.create', ada.id],
      ['members.update', ada.id],
      ['workspaceKeys.create', second.id],
      ['workspaceKeys.revoke', second.id],
    ])
    expect(log[5]).toMatchObject({
      workspace,
      actor: { type: 'service', id: 'test', name: null },
      service: 'gateway',
      ip: '127.0.0.1',
      requestId: 'req-1',
      given: { id: second.id },
      changes: [{ thing: 'api_key', id: second.id, before: { revokedAt: null } }],
    })
    expect(Date.parse(log[5]?.changes[0]?.after?.['revokedAt'] as string)).toBeGreaterThan(Date.now() - 60_000)
    expect(log[4]).toMatchObject({ given: { name: 'till' }, changes: [{ before: null, after: { name: 'till' } }] })
    const changed = log[3]?.changes[0]
    expect(changed?.before?.['name']).toMatch(/^#/)
    expect(changed?.after?.['name']).not.toBe(changed?.before?.['name'])
    const text = JSON.stringify([log, await rows('select * from audit_entry')])
    for (const secretText of ['Ada', 'ada@', second.key.slice(21, -6), token.slice(21, -6)])
      expect(text).not.toContain(secretText)
  })

  it('says that details are missing if more rows changed than an entry lists', async () => {
    const { workspace, token } = await fixture.tenant()
    const members = Array.from({ length: 20 }, () => newId('mem'))
    const insert = 'insert into member (workspace_id, id, name, email) select $1, id, id, id'
    await rows(`${insert} from unnest($2::text[]) as id`, [workspace, members])
    // Each member is a row, and so is the department.
    for (const some of [members.slice(1), members]) {
      const json = { name: `Department of ${some.length}`, members: some }
      expect((await fixture.send('/v1/departments', { token, json })).status).toBe(201)
    }
    const log = inOrderOfTime(await logOf(token, 4)).slice(2)
    expect(log.map(({ changes, truncated }) => [changes.length, truncated])).toEqual([
      [20, false],
      [20, true],
    ])
  })

  it('holds nothing of what changed nothing, was refused or repeated', async () => {
    const { workspace, keyId, token } = await fixture.tenant()
    const key = { workspace: workspace as never, name: 'till' }
    const call = () => fixture.gateway.clients.calling({ scopes: ['operator'], idempotencyKey: `audit ${workspace}` })
    await gateway().workspaceKeys.create.mutate(key, call())
    await gateway().workspaceKeys.create.mutate(key, call())
    await gateway()
      .workspaceKeys.create.mutate({ ...key, workspace: newId('ws') }, fixture.operator())
      .catch(() => {})
    await gateway()
      .members.update.mutate({ id: newId('mem'), name: 'x' }, fixture.operator())
      .catch(() => {})
    await gateway().workspaceKeys.revoke.mutate({ id: keyId as never }, fixture.operator())
    await gateway().workspaceKeys.revoke.mutate({ id: keyId as never }, fixture.operator())
    const { token: reading } = { token: (await gateway().workspaceKeys.create.mutate(key, fixture.operator())).key }
    const log = inOrderOfTime(await logOf(reading, 5))
    expect(log.map(({ operation }) => operation)).toEqual([
      'workspaces.create',
      'workspaceKeys.create',
      'workspaceKeys.create',
      'workspaceKeys.revoke',
      'workspaceKeys.create',
    ])
    expect((await fixture.send('/v1/audit', { token })).status).toBe(401)
  })

  it('is one chain however many services announce actions at once, and each action is in it once', async () => {
    const [{ workspace, token }, other] = [await fixture.tenant(), await fixture.tenant()]
    announceActions(workspace, 40)
    announceActions(other.workspace, 20)
    const log = await logOf(token, 42)
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, i) => i + 1))
    expect(new Set(log.map(({ target }) => target)).size).toBe(42)
    let last: Link = beginning
    for (const entry of log) {
      const { hash, ...rest } = entry
      expect([entry.previous, entryHashOf(rest)]).toEqual([last.hash, hash])
      last = entry
    }
    let next: Link | null | undefined
    do {
      const page = await verify(workspace, next ?? undefined, 17)
      expect(page.fault).toBeNull()
      next = page.next
    } while (next)
  })

  it('can be neither changed nor emptied by any role the service has, nor by its owner', async () => {
    const { workspace, token } = await fixture.tenant()
    await logOf(token, 2)
    const attempts = ["update audit_entry set operation = 'x'", 'delete from audit_entry', 'truncate audit_entry']
    for (const role of ['posthorn_gateway', 'posthorn_gateway_sweep', 'posthorn_gateway_owner']) {
      await rows(`set role ${role}`)
      await rows(`select set_config('posthorn.workspaces', $1, false)`, [`{${workspace}}`])
      try {
        for (const attempt of attempts)
          await expect(rows(attempt), `${role}: ${attempt}`).rejects.toThrow(/permission denied|only added to/)
      } finally {
        await rows('reset role')
      }
    }
    expect(await verify(workspace)).toMatchObject({ entries: 2, fault: null })
  })

  it('shows where someone changed or removed an entry past all guards', async () => {
    const { workspace, token } = await fixture.tenant()
    announceActions(workspace, 4)
    const log = await logOf(token, 6)
    await rows('alter table audit_entry disable trigger user')
    await rows(`update audit_entry set target = 'whk_other' where workspace_id = $1 and sequence = 4`, [workspace])
    const good = log[2] as Entry
    const whole = await verify(workspace, undefined, 100)
    expect(whole).toMatchObject({ entries: 3, fault: { sequence: 4, reason: 'changed' }, next: null })
    expect(whole.last).toEqual({ sequence: 3, hash: good.hash })
    await rows(`delete from audit_entry where workspace_id = $1 and sequence = 4`, [workspace])
    expect((await verify(workspace, undefined, 100)).fault).toEqual({ sequence: 5, reason: 'missing' })
    expect((await verify(workspace, { sequence: 5, hash: good.hash }, 100)).fault).toEqual({
      sequence: 6,
      reason: 'detached',
    })
    await rows('alter table audit_entry enable trigger user')
  })

  it('continues from a checkpoint when its oldest month is dropped', async () => {
    const { workspace, token } = await fixture.tenant()
    await logOf(token, 2)
    const old = newId('ws')
    const at = Date.UTC(2024, 0, 10)
    const bounds = [at, Date.UTC(2024, 1, 1)].map((ms) => idFloor('aud', ms))
    await rows(
      `create table audit_entry_2024_01 partition of audit_entry for values from ('${bounds[0]}') to ('${bounds[1]}')`,
    )
    await rows('alter table audit_entry_2024_01 owner to posthorn_gateway_owner')
    await rows(
      `insert into audit_entry (workspace_id, id, sequence, created_at, actor_type, actor_id, service, operation, request_id, details, previous, hash)
       select $1, $2, 41, now(), 'key', 'k', 's', 'o', 'r', '{}', $3, $4`,
      [old, bounds[0], beginning.hash, 'e'.repeat(64)],
    )
    await fixture.gateway.restart()
    await until(async () => (await rows(`select 1 from pg_class where relname = 'audit_entry_2024_01'`)).length === 0, {
      describe: 'the old month to be dropped',
    })
    announceActions(old, 1)
    await until(async () => (await rows('select 1 from audit_entry where workspace_id = $1', [old])).length === 1)
    const [entry] = await rows('select sequence, previous from audit_entry where workspace_id = $1', [old])
    expect(entry).toEqual({ sequence: '42', previous: 'e'.repeat(64) })
    expect(await verify(workspace)).toMatchObject({ fault: null })
  })

  it('records the address of the caller rather than of a trusted proxy', async () => {
    await using behind = await startGatewayFixture({ TRUSTED_PROXIES: '127.0.0.1' })
    const { workspace, token } = await behind.tenant()
    const headers = { 'X-Forwarded-For': '192.0.2.66, 198.51.100.7' }
    expect((await behind.send('/v1/contacts', { token, json: { phone: '+4915112345678' }, headers })).status).toBe(201)
    const recorded = await until(() =>
      behind.contacts.bus.published.find((event) => event.event === 'audit:recorded' && event.workspace === workspace),
    )
    expect(recorded.data).toMatchObject({ operation: 'contacts.create', ip: '198.51.100.7' })
  })

  it('shows a key limited to numbers its own actions and those on its numbers', async () => {
    const { workspace } = await fixture.tenant()
    announceActions(workspace, 3)
    const [mine, other] = [newId('num'), newId('num')]
    announceActions(workspace, 1, { target: mine })
    announceActions(workspace, 1, { target: other })
    const { id, key } = await gateway().workspaceKeys.create.mutate(
      { workspace: workspace as never, name: 'one number' },
      fixture.operator(),
    )
    const all = await logOf(key, 8)
    expect(all.map(({ target }) => target)).toContain(other)
    await rows('update api_key set numbers = $1 where id = $2', [[mine], id])
    await fixture.gateway.restart()
    const limited = async () => (await fixture.send('/v1/audit', { token: key })).json as unknown as Entry[]
    expect((await limited()).map(({ target }) => target)).toEqual([mine])
    expect((await fixture.send(`/v1/audit?target=${other}`, { token: key })).json).toEqual([])
    announceActions(workspace, 1, { target: 'lbl_own', actor: id })
    await until(async () => (await limited()).length === 2)
    expect((await limited()).map(({ target }) => target)).toEqual(['lbl_own', mine])
  })

  it('is shown to keys that may manage, filtered and page by page, and to none of another workspace', async () => {
    const [{ workspace, token, keyId }, other] = [await fixture.tenant(), await fixture.tenant()]
    announceActions(workspace, 5)
    await logOf(token, 7)
    const ask = async (query: string, key = token) => fixture.send(`/v1/audit?${query}`, { token: key })
    expect((await ask('operation=workspaceKeys.create,workspaces.create')).json).toHaveLength(2)
    expect((await ask(`target=${keyId}`)).json).toMatchObject([{ operation: 'workspaceKeys.create' }])
    expect((await ask('actor=key_other&size=200')).json).toHaveLength(5)
    expect((await ask('createdAfter=2120-01-01T00:00:00Z')).json).toEqual([])
    expect((await ask('createdBefore=2020-01-01T00:00:00Z')).json).toEqual([])
    const page = await ask('size=4')
    const link = page.headers.get('link') ?? ''
    const next = await ask(new URL(link.slice(1, link.indexOf('>'))).search.slice(1))
    const all = [...page.json, ...next.json] as unknown as Entry[]
    expect(all.map(({ sequence }) => sequence)).toEqual([7, 6, 5, 4, 3, 2, 1])
    expect((await ask(`target=${keyId}`, other.token)).json).toEqual([])
    expect((await ask('size=0&createdAfter=x')).json).toMatchObject({
      errors: [{ path: 'size' }, { path: 'createdAfter' }],
    })
    const { token: reader } = await fixture.tenant(['read', 'send'])
    expect((await ask('', reader)).json).toMatchObject({ status: 403, errorCode: 'scope:missing' })
    await expect(
      gateway().audit.verify.query({ workspace: workspace as never }, fixture.gateway.as(workspace)),
    ).rejects.toThrow('scope operator')
    await expect(verify(newId('ws'))).rejects.toThrow('no such workspace')
  })
})
