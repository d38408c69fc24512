import {
  hostileUrls,
  startHostileServer,
  startHttpServer,
  startTestService,
  type TestService,
  until,
} from '@posthorn/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importEnded } from '../contacts.fixture.ts'
import { contactsService } from '../service.ts'

let fixture: TestService
beforeAll(async () => {
  fixture = await startTestService(contactsService, { env: { ALLOW_PRIVATE_ADDRESSES: 'true' } })
})
afterAll(() => fixture[Symbol.asyncDispose]())

const imports = () => fixture.clients.contacts.imports

const ended = (id: string, caller: ReturnType<TestService['as']>) => importEnded(fixture, id, caller)

const csv = 'phone,name\n+4915112345678,Ada\n'

it('an import follows three redirects and no more', async () => {
  const caller = fixture.as(fixture.workspace())
  await using server = await startHttpServer((req, res) => {
    const left = Number(req.url?.slice(1))
    if (left === 0) res.end(csv)
    else res.writeHead(302, { location: `/${left - 1}` }).end()
  })
  const [three, four] = await Promise.all(
    [3, 4].map((hops) => imports().create.mutate({ url: `${server.url}/${hops}` }, caller)),
  )
  expect(await ended(three?.id ?? '', caller)).toMatchObject({ status: 'finished', counts: { created: 1 } })
  expect(await ended(four?.id ?? '', caller)).toMatchObject({ error: { errorCode: 'import:not_fetched' } })
})

it('addresses that drip for ever hold up no import of another workspace', async () => {
  const slow = fixture.as(fixture.workspace())
  await using server = await startHostileServer()
  for (let i = 0; i < 20; i++) {
    await imports().create.mutate({ url: `http://127.0.0.1:${server.port}/drip-body/${i === 0 ? 0 : -i}` }, slow)
  }
  const caller = fixture.as(fixture.workspace())
  const { id } = await imports().create.mutate({ url: `http://127.0.0.1:${server.port}/whole` }, caller)
  expect(await ended(id, caller)).toMatchObject({ status: 'finished' })
  await fixture.rows(`update import set status = 'failed', completed_at = now() where status = 'fetching'`)
})

it('an import whose process ends while it is fetched is fetched by the next one at once', async () => {
  const caller = fixture.as(fixture.workspace())
  let requests = 0
  await using server = await startHttpServer((_, res) => {
    requests += 1
    if (requests > 1) res.end(csv)
  })
  const { id } = await imports().create.mutate({ url: server.url }, caller)
  await until(() => requests === 1)
  await fixture.restart()
  expect(await ended(id, caller)).toMatchObject({ status: 'finished', counts: { created: 1 } })
})

it('an import that another process ends while its fetch fails stays as it ended', async () => {
  const caller = fixture.as(fixture.workspace())
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await using server = await startHttpServer(async (_, res) => {
    asked.resolve()
    await answered.promise
    res.writeHead(404).end()
  })
  const { id } = await imports().create.mutate({ url: server.url }, caller)
  await asked.promise
  await fixture.rows('begin')
  await fixture.rows(`update import set status = 'finished', completed_at = now() where id = $1`, [id])
  answered.resolve()
  const waits = 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
  await until(async () => (await fixture.rows(waits)).length > 0)
  await fixture.rows('commit')
  await fixture.restart()
  expect(await imports().get.query({ id }, caller)).toMatchObject({ status: 'finished', error: null })
})

it('an import whose fetch never ended well, or whose rows cannot be stored, fails after its last attempt', async () => {
  const caller = fixture.as(fixture.workspace())
  await using server = await startHttpServer((req, res) => {
    if (req.url === '/rows') res.end('phone,name\n+4915112345699,Poison\n')
  })
  await fixture.rows(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
     create trigger refuse before insert on contact for each row when (new.name = 'Poison') execute function refuse()`,
  )
  const [fetched, stored] = await Promise.all(
    ['/hang', '/rows'].map((path) => imports().create.mutate({ url: server.url + path }, caller)),
  )
  await fixture.rows(`update import set attempts = 5, lease_until = null where id = $1`, [fetched?.id])
  fixture.bus.nudge('contacts', 'fetch')
  expect(await ended(fetched?.id ?? '', caller)).toMatchObject({ error: { errorCode: 'import:not_fetched' } })
  expect(await ended(stored?.id ?? '', caller)).toMatchObject({ error: { errorCode: 'import:unreadable' } })
  await fixture.rows('drop trigger refuse on contact')
})

it('every import from 120 hostile addresses ends with a reason', async () => {
  const caller = fixture.as(fixture.workspace())
  await using server = await startHostileServer()
  const ids: string[] = []
  for (const url of hostileUrls(server, 120, { dripMs: 500 })) {
    ids.push((await imports().create.mutate({ url }, caller)).id)
  }
  const views = await Promise.all(ids.map((id) => ended(id, caller)))
  const unexplained = views.filter(({ status, error }) => status !== 'finished' && (error?.message ?? '') === '')
  expect(unexplained).toEqual([])
  expect(views.filter(({ status }) => status === 'failed').length).toBeGreaterThan(60)
})
