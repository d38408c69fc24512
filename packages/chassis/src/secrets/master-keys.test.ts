import { randomBytes } from 'node:crypto'
import { exampleContact, newId } from '@posthorn/contracts'
import { cloneDatabase, natsUrl, type TestDatabase, until } from '@posthorn/test-servers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createVault,
  defineService,
  implement,
  migration,
  on,
  type RunningService,
  type Runtime,
  startService,
} from '../index.ts'
import { busEvent } from '../testing/index.ts'
import { chassisSealed, resealRound } from './master-keys.ts'

let runtime: Runtime
let isLoaded = false

/** Under load, each event is handled only after the next one is on the bus, so the bus is never empty. */
async function publishNext(): Promise<void> {
  if (!isLoaded) return
  const event = busEvent({ event: 'contact:created', workspace: newId('ws'), data: exampleContact })
  await runtime.bus.publish({ id: event.id, kind: event.event, payload: JSON.stringify(event) })
}

const service = defineService({
  name: 'contacts',
  config: {},
  entities: [],
  migrations: [
    migration('probe_001', [
      'create table held (workspace_id text not null, id text not null, sealed text, primary key (workspace_id, id))',
    ]),
  ],
  deps: async (base) => {
    runtime = { ...base, deps: {} }
    return {}
  },
  router: implement({}, {}),
  sealed: [{ table: 'held', column: 'sealed', key: ['workspace_id', 'id'], purpose: (_, id) => `held ${id}` }],
  subscribers: [on('contact:created', async () => publishNext())],
  workers: [],
  erase: async ({ people }) => people.map(() => ({ done: true })),
})

let database: TestDatabase
let admin: pg.Client
beforeAll(async () => {
  database = await cloneDatabase('empty', async () => {})
  admin = new pg.Client({ connectionString: database.url, options: '-c search_path=contacts' })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await database.drop()
})

const key = (version: number) => `${version}:${randomBytes(32).toString('base64')}`
const [first, second, third, fourth] = [key(1), key(2), key(3), key(4)]
const busName = `t_${randomBytes(6).toString('hex')}`

const start = (masterKeys: string): Promise<RunningService> =>
  startService(service, {
    DATABASE_URL: database.url,
    NATS_URL: natsUrl(),
    BUS_NAME: busName,
    MASTER_KEYS: masterKeys,
    SERVICE_CREDENTIALS: `gateway:${randomBytes(32).toString('hex')}`,
    LOG_LEVEL: 'silent',
    SAFETY_CHECKS: 'skip',
  })

async function running<T>(masterKeys: string, work: () => Promise<T>): Promise<T> {
  const started = await start(masterKeys)
  try {
    return await work()
  } finally {
    await started.stop()
  }
}

const versions = async () =>
  (await admin.query('select version from master_key where retired_at is null order by 1')).rows.map(
    (row) => row.version,
  )
/** Waits until only this version is in use. Keys count as noted long ago, so that no process with earlier settings may still run. */
async function retiredTo(version: string): Promise<void> {
  const recent = `noted_at > now() - interval '1 hour'`
  await until(
    async () => {
      await admin.query(`update master_key set noted_at = now() - interval '1 day' where ${recent}`)
      return (await versions()).join() === version
    },
    { describe: `all versions but ${version} to retire` },
  )
}
const values = async () =>
  (await admin.query<{ id: string; sealed: string | null }>('select id, sealed from held order by id')).rows

describe('a new master key', () => {
  it('seals everything anew beside live work, after which the old one is not needed; derived keys stay', async () => {
    const workspace = newId('ws')
    const response = Buffer.of(0, 255, 128)
    const ids = Array.from({ length: 1_200 }, (_, i) => `h${String(i).padStart(4, '0')}`)
    const derived = await running(first, async () => {
      const sealed = ids.map((id, i) => (i === 7 ? null : runtime.vault.seal(`secret of ${id}`, `held ${id}`)))
      await admin.query('insert into held select $1, * from unnest($2::text[], $3::text[])', [workspace, ids, sealed])
      await admin.query(
        `insert into idempotency (workspace_id, route, key, fingerprint, body) values ($1, 'r', 'k', 'f', $2)`,
        [workspace, runtime.vault.seal(response, `answer ${workspace} r k`)],
      )
      return runtime.vault.derive('api keys')
    })
    await running(`${second},${first}`, async () => {
      expect(runtime.vault.derive('api keys')).toEqual(derived)
      await retiredTo('2')
    })
    await running(second, async () => {
      expect(runtime.vault.derive('api keys')).toEqual(derived)
      for (const { id, sealed } of await values())
        expect(sealed === null ? id : runtime.vault.open(sealed, `held ${id}`)).toBe(
          sealed === null ? 'h0007' : `secret of ${id}`,
        )
      const [answer] = (await admin.query<{ body: string }>('select body from idempotency')).rows
      expect(runtime.vault.openBytes(answer?.body ?? '', `answer ${workspace} r k`)).toEqual(response)
    })
  })

  it('signs new values; values signed by the old one are valid only while it is configured', () => {
    const [before, during, after] = [createVault(first), createVault(`${second},${first}`), createVault(second)]
    const signed = before.sign('value', 'scope')
    const anew = during.sign('value', 'scope')
    expect([before, during, after].map((vault) => vault.verify(signed, 'scope'))).toEqual(['value', 'value', null])
    expect([before, during, after].map((vault) => vault.verify(anew, 'scope'))).toEqual([null, 'value', 'value'])
  })

  it('is refused while the old one is missing and still needed, and so is another key under its version', async () => {
    await expect(start(third)).rejects.toThrow('MASTER_KEYS: lacks version 2, under which secrets are still sealed')
    for (const other of [`${third},${key(2)}`, `${second},${key(1)}`])
      await expect(start(other)).rejects.toThrow('is another key than the one that secrets')
    expect(await versions()).toEqual(['2'])
  })

  it('keeps the old one for as long as something comes that is sealed under it', async () => {
    await running(`${third},${second}`, async () => {
      await retiredTo('3')
    })
    const late = createVault(second).seal('late', 'held late')
    await admin.query('insert into held values ($1, $2, $3)', [newId('ws'), 'late', late])
    await running(`${third},${second}`, async () => {
      await until(async () => (await values()).at(-1)?.sealed !== late)
      await retiredTo('3')
      expect(runtime.vault.open((await values()).at(-1)?.sealed ?? '', 'held late')).toBe('late')
    })
  })

  it('seals everything else beside a value that cannot be opened, and keeps the old one until that is gone', async () => {
    const [broken, later] = ['another purpose', 'held later'].map((purpose) => createVault(second).seal('x', purpose))
    await admin.query(`insert into held values ($1, 'broken', $2), ($1, 'later', $3)`, [newId('ws'), broken, later])
    await running(`${third},${second}`, async () => {
      await until(async () => (await values()).find(({ id }) => id === 'later')?.sealed !== later)
      const round = resealRound(service.sealed ?? [])
      for (let i = 0; i < 3; i++) await round(runtime)
      expect(await versions()).toEqual(['2', '3'])
      await admin.query(`delete from held where id = 'broken'`)
      runtime.wakeHere('reseal')
      await retiredTo('3')
    })
  })

  it('keeps the old one at each start, and once another process needs it, until everything has been searched', async () => {
    const workspace = newId('ws')
    const put = (name: string) =>
      admin.query(
        `insert into idempotency (workspace_id, route, key, fingerprint, body) values ($1, 'r', $2, 'f', $3)`,
        [workspace, name, createVault(second).seal('answer', `answer ${workspace} r ${name}`)],
      )
    const isCurrent = async (name: string) => {
      const { rows } = await admin.query<{ body: string }>('select body from idempotency where key = $1', [name])
      return runtime.vault.isCurrent(rows[0]?.body ?? '')
    }
    await put('of a process replaced late')
    await running(`${third},${second}`, async () => {
      await retiredTo('3')
      expect(await isCurrent('of a process replaced late')).toBe(true)
      await put('of another process')
      await admin.query(`update master_key set noted_at = now(), retired_at = null where version = '2'`)
      runtime.wakeHere('reseal')
      await retiredTo('3')
      expect(await isCurrent('of another process')).toBe(true)
    })
  })

  it('that is configured behind the old one is not in use, and can be taken away again', async () => {
    await running(`${third},${fourth}`, async () => {
      runtime.wakeHere('reseal')
      expect(await versions()).toEqual(['3'])
    })
    await running(third, async () => expect(await versions()).toEqual(['3']))
  })

  it('keeps the old one for a minute, in which a process that is being replaced may use it', async () => {
    const inUseAfter = async (noted: string) => {
      const statement = `update master_key set noted_at = now() - $1::interval, retired_at = null where version = '2'`
      await admin.query(statement, [noted])
      const round = resealRound(chassisSealed)
      await round(runtime)
      return versions()
    }
    await running(`${third},${second}`, async () => {
      await retiredTo('3')
      expect(await inUseAfter('1 second')).toEqual(['2', '3'])
      await until(async () => (await inUseAfter('61 seconds')).join() === '3')
    })
  })

  it('replaces the old one while events keep coming', async () => {
    isLoaded = true
    await running(`${fourth},${third}`, async () => {
      await until(() => runtime.bus.connected())
      await publishNext()
      await retiredTo('4')
    })
    isLoaded = false
  })
})
