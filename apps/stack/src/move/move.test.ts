import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { startHttpServer, startReceiver, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCell, type TestCell } from './cell.fixture.ts'
import { listMovedTables } from './copy.ts'
import { listUnderWay } from './hold.ts'
import { abortMove, lockMove, moveWorkspace, removeMoved } from './move.ts'

let [a, b]: TestCell[] = []
let router: Awaited<ReturnType<typeof startHttpServer>>
let current: TestCell | undefined
beforeAll(async () => {
  router = await startHttpServer((req, res) => {
    const url = `${current?.services.gateway.service.edgeUrl}${req.url}`
    const passed = request(url, { method: req.method, headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    passed.once('error', () => res.writeHead(502).end())
    req.pipe(passed)
  })
  ;[a, b] = await Promise.all([startCell(router.url), startCell(router.url)])
  current = a
})
afterAll(async () => {
  await a?.[Symbol.asyncDispose]()
  await b?.[Symbol.asyncDispose]()
  await router[Symbol.asyncDispose]()
})
const cells = () => ({ a: a as TestCell, b: b as TestCell })

function moveOf(workspace: string) {
  const said: string[] = []
  return {
    workspace,
    source: cells().a.cell,
    target: cells().b.cell,
    say: (line: string) => void said.push(line),
    said,
  }
}

/** Stores the content of a file in a cell, without its row. Returns its path. */
function storeFile({ cell }: TestCell, workspace: string, content: string): string {
  const folder = `${(cell.files as { folder: string }).folder}/${workspace}`
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/file_1`, content)
  return `${folder}/file_1`
}

const text = (phone: string) => ({ phone, message: 'Hello' })

async function isRead(cell: TestCell, token: string, id: string): Promise<boolean> {
  return (await cell.call('GET', `/v1/messages/${id}`, { token })).body.status === 'read'
}

describe('a move of a workspace', () => {
  it('brings everything to the other cell, where its key, number and webhook continue; here it is refused until it is removed', async () => {
    const { a, b } = cells()
    await using receiver = await startReceiver()
    const { workspace, token } = await a.tenant()
    const hook = { url: `${receiver.url}/hook`, events: ['message:ack', 'message:out'] }
    const made = await a.call('POST', '/v1/webhooks', { token, body: hook })
    receiver.useSecret(made.body.signingSecret)
    const first = await a.call('POST', '/v1/messages', { token, body: text('+4915100000001') })
    await until(() => isRead(a, token, first.body.id))
    const later = { ...text('+4915100000002'), deliverAt: new Date(Date.now() + 3_600_000).toISOString() }
    const waiting = await a.call('POST', '/v1/messages', { token, body: later })
    expect(waiting.status).toBe(201)
    const scheduled = await a.call('GET', `/v1/messages/${waiting.body.id}`, { token })
    const isApplied = async () => (await listUnderWay(a.cell, workspace)).length === 0
    await until(isApplied)
    const before = await a.call('GET', '/v1/events?size=200', { token })
    const setAside = [
      { workspace, data: { name: '\u0000' } },
      { packed: 'CQ==', workspace },
    ].map((each) => JSON.stringify(each))
    await a.services.contacts.rows(
      `insert into dead_event (consumer, event_id, kind, payload, error, deliveries)
       select 'bus', 'evt_' || i, 'contact:created', payload, '', 1 from unnest($1::text[]) with ordinality as p (payload, i)`,
      [setAside],
    )
    storeFile(a, workspace, 'the whole content')
    const copy = storeFile(b, workspace, 'the whole')

    await moveWorkspace(moveOf(workspace))
    // As after an interruption at the very end.
    await moveWorkspace(moveOf(workspace))
    current = b

    // The target's gateway notices within a second.
    const after = await until(async () => {
      const answer = await b.call('GET', '/v1/events?size=200', { token })
      return answer.status === 200 && answer
    })
    expect(after.body).toEqual(before.body)
    const dead = await b.services.contacts.rows<{ payload: string }>('select payload from dead_event order by event_id')
    expect(dead.map(({ payload }) => payload)).toEqual(setAside)
    expect(readFileSync(copy, 'utf8'), 'a file of which an interrupted move copied a part').toBe('the whole content')
    expect((await b.call('GET', `/v1/messages/${waiting.body.id}`, { token })).body).toEqual(scheduled.body)
    const second = await b.call('POST', '/v1/messages', { token, body: text('+4915100000001') })
    expect(second.status).toBe(201)
    await until(() => isRead(b, token, second.body.id))
    const acks = () =>
      receiver.requests.filter(({ json }) => (json as { data?: { id?: string } }).data?.id === second.body.id)
    await until(() => acks().length >= 3)
    const refused = await a.call('GET', '/v1/messages', { token })
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '2'])
    const { said: _, target: __, ...back } = moveOf(workspace)
    await removeMoved(back)
    expect(await a.count('messaging.message', workspace)).toBe(0)
    expect(await a.count('gateway.workspace', workspace)).toBe(0)
    expect(await b.count('messaging.message', workspace)).toBe(3)
  })

  it('has gateways refuse callbacks for a number that was connected until they refused changes', async () => {
    const { a } = cells()
    const { workspace, number } = await a.tenant()
    const { numbers } = a.cell.schemas
    let lists = 0
    const rows = async <T extends object>(text: string, values?: unknown[]): Promise<T[]> =>
      text.startsWith('select id from number ') && ++lists <= 2 ? [] : numbers.rows<T>(text, values)
    const source = { ...a.cell, schemas: { ...a.cell.schemas, numbers: { ...numbers, rows } } }
    const noted: Promise<{ numbers: string[] }[]>[] = []
    const text = 'select numbers from workspace_move where workspace_id = $1'
    const say = () => void noted.push(a.services.gateway.rows(text, [workspace]))
    await moveWorkspace({ ...moveOf(workspace), source, say })
    const [first, ...later] = (await Promise.all(noted)).map(([move]) => move?.numbers)
    expect(first).toEqual([])
    for (const each of later) expect(each).toEqual([number])
  })
})

describe('events of a workspace', () => {
  it('are under way while they wait beside the outbox or their place is not confirmed, and those of another workspace are not', async () => {
    const { a } = cells()
    const { workspace } = await a.tenant()
    const other = await a.tenant()
    const { rows } = a.services.numbers
    const listed = (of: string) => listUnderWay(a.cell, of)
    const isStill = async () => (await listed(workspace)).length === 0 && (await listed(other.workspace)).length === 0
    await until(isStill)
    const batches = [
      // The relay ignores a batch whose time is in the future.
      `insert into outbox_batch (id, ids, created_at) select min(id), array_agg(id), now() + interval '1 hour'
       from outbox where workspace_id = $1 returning id`,
      `insert into outbox_batch (id, js_epoch, js_seq, ids, seqs)
       select o.id, p.js_epoch, p.confirmed_seq + 100000, array[o.id], array[p.confirmed_seq + 100000]
       from relay_position p, (select min(id) as id from outbox where workspace_id = $1) o returning id`,
    ]
    for (const text of batches) {
      const [row] = await rows<{ id: string }>(text, [workspace])
      expect([await listed(workspace), await listed(other.workspace)]).toEqual([['numbers.outbox'], []])
      await rows('delete from outbox_batch where id = $1', [row?.id])
    }
    await until(isStill)
  })
})

describe('a move that fails or is ended', () => {
  it('gives the workspace back, which continues where it was, and leaves nothing in the other cell', async () => {
    const { a, b } = cells()
    const { workspace, token } = await a.tenant()
    const copy = storeFile(b, workspace, '')
    const other = await b.tenant()
    // A key with the same public part, which only a mistake could create. It makes one row impossible to copy.
    await b.services.gateway.rows('update api_key set public_id = $1 where workspace_id = $2', [
      token.slice('ph_live_'.length, 'ph_live_'.length + 12),
      other.workspace,
    ])
    await expect(moveWorkspace(moveOf(workspace))).rejects.toThrow('gateway.api_key: 0 rows of 1 are as they were')
    current = a
    const sent = await until(async () => {
      const answer = await a.call('POST', '/v1/messages', { token, body: text('+4915100000003') })
      return answer.status === 201 && answer.body
    })
    await until(() => isRead(a, token, sent.id))
    for (const place of [
      'gateway.workspace',
      'gateway.workspace_move',
      'numbers.number',
      'messaging.number_queue',
    ] as const)
      expect(await b.count(place, workspace), place).toBe(0)
    expect(existsSync(copy)).toBe(false)
    const holds = `select 1 from pg_policy where starts_with(polname, 'hold_${workspace}')`
    for (const service of Object.values({ ...a.services })) expect(await service.rows(holds)).toEqual([])
  })

  it('says how to continue if the workspace cannot be given back, and leaves no file in the other cell once it can', async () => {
    const { a, b } = cells()
    const { workspace } = await a.tenant()
    storeFile(a, workspace, 'content')
    const copy = `${(b.cell.files as { folder: string }).folder}/${workspace}/file_1`
    const source = await a.reopen()
    const move = { ...moveOf(workspace), source, say: () => void source.close() }
    await expect(moveWorkspace(move)).rejects.toThrow(/is still leaving .* run the command again .* --abort/)
    expect(existsSync(copy)).toBe(true)
    await abortMove(moveOf(workspace))
    expect(existsSync(copy)).toBe(false)
  })

  it('leaves no file in the other cell if it was killed while it copied the first files', async () => {
    const { a, b } = cells()
    const { workspace, token } = await a.tenant()
    storeFile(a, workspace, 'content')
    const copy = `${(b.cell.files as { folder: string }).folder}/${workspace}/file_1`
    const [source, target] = [await a.reopen(), await b.reopen()]
    let reads = 0
    const killed = {
      ...target,
      get files() {
        // The check reads it first, then the copy.
        if (++reads === 2) void Promise.all([source.close(), target.close()])
        return target.files
      },
    }
    await expect(moveWorkspace({ ...moveOf(workspace), source, target: killed })).rejects.toThrow('--abort')
    expect(existsSync(copy)).toBe(true)
    await abortMove(moveOf(workspace))
    expect(existsSync(copy)).toBe(false)
    for (const cell of [a, b]) expect(await cell.count('gateway.workspace_move', workspace)).toBe(0)
    expect((await a.call('POST', '/v1/contacts', { token, body: { phone: '+4915100000005' } })).status).toBe(201)
  })

  it('is refused before anything changes where the second cell has it, has other secrets or the same files, or the first does not have it', async () => {
    const { a, b } = cells()
    const { workspace, token } = await a.tenant()
    const unknown = moveOf('ws_00000000000000000000000000')
    await expect(moveWorkspace(unknown)).rejects.toThrow('the first cell does not have it')
    const move = moveOf(workspace)
    const strange = { ...b.cell, masterKeys: `1:${Buffer.alloc(32, 8).toString('base64')}` }
    await expect(moveWorkspace({ ...move, target: strange })).rejects.toThrow('is another key than the one')
    const { folder } = a.cell.files as { folder: string }
    mkdirSync(folder, { recursive: true })
    symlinkSync(folder, `${folder}-link`)
    const before = readdirSync(folder)
    for (const path of [folder, `${folder}-link`]) {
      const shared = { ...b.cell, files: { folder: path } }
      await expect(moveWorkspace({ ...move, target: shared })).rejects.toThrow('both cells must have the same bucket')
    }
    expect(readdirSync(folder)).toEqual(before)
    await expect(moveWorkspace({ ...move, target: a.cell })).rejects.toThrow('both cells have it')
    await expect(abortMove(move)).rejects.toThrow('is not leaving')
    await expect(removeMoved(move)).rejects.toThrow('has not moved away')
    expect((await a.call('POST', '/v1/contacts', { token, body: { phone: '+4915100000004' } })).status).toBe(201)
  })
})

describe('a lock of a workspace', () => {
  it('is refused to another command, and where a second path leads to the same cell, until the first is closed', async () => {
    const { workspace } = await cells().a.tenant()
    const [first, second] = [await cells().a.reopen(), await cells().a.reopen()]
    await lockMove(first, workspace)
    await expect(lockMove(second, workspace)).rejects.toThrow('--from and --to name the same cell')
    await first.close()
    await until(() => lockMove(second, workspace).then(() => true))
    await second.close()
  })
})

describe('tables', () => {
  it('of every service move, or are known to stay', async () => {
    for (const schema of Object.values(cells().a.cell.schemas)) {
      const moved = await listMovedTables(schema)
      expect(moved.length).toBeGreaterThan(3)
      await schema.client.query('begin')
      await schema.client.query('create table forgotten (id text)')
      await expect(listMovedTables(schema)).rejects.toThrow('forgotten: it is not known whether its rows move')
      await schema.client.query('rollback')
    }
  })
})
