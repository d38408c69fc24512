import { serviceNames } from '@posthorn/contracts'
import { databaseUrlOf, RunningSystem } from '@posthorn/testkit/system'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/**
 * Tables without a workspace: the chassis's own; those looked up only by a number's id and a digest, or only by a phone number; and people,
 * who may belong to several workspaces.
 */
const workspaceless = [
  ...['migration', 'relay_position', 'dead_event', 'restore_guard', 'master_key', 'derivation_root'].flatMap((table) =>
    serviceNames.map((service) => `${service}.${table}`),
  ),
  ...['worker_process', 'outbox_batch', 'received_event', 'failed_event'].flatMap((table) =>
    serviceNames.map((service) => `${service}.${table}`),
  ),
  'gateway.rate_bucket',
  ...['person', 'recovery_code', 'session', 'reset_link', 'confirm_link', 'sign_in_tries', 'mail'].map(
    (table) => `gateway.${table}`,
  ),
  ...['push_key', 'push_subscription'].map((table) => `gateway.${table}`),
  'numbers.callback_digest',
  'messaging.pair_gate',
]

/** Queues and internal tables. Their rows are looked up by our own ids, have no foreign keys, and are protected by row-level security. */
const keyedById = [
  ...serviceNames.map((service) => `${service}.outbox`),
  ...[
    'number_queue',
    'provider_reference',
    'send_job',
    'send_attempt',
    'receipt_job',
    'media_job',
    'chat_action',
    'pending_amendment',
    'automation_job',
  ].map((table) => `messaging.${table}`),
  'numbers.callback',
]

let system: RunningSystem
let admin: Client
beforeAll(async () => {
  system = await RunningSystem.start({ split: false })
  admin = new Client({ connectionString: databaseUrlOf(system) })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await system.remove()
})

const rowsOf = async <T>(text: string): Promise<T[]> => (await admin.query(text)).rows as T[]
const tables = `pg_class c join pg_namespace n on n.oid = c.relnamespace and c.relkind in ('r', 'p')
  and n.nspname in (${serviceNames.map((name) => `'${name}'`).join(', ')})
  left join pg_attribute w on w.attrelid = c.oid and w.attname = 'workspace_id'`
const namesOf = async (condition: string, from = tables) =>
  (await rowsOf<{ name: string }>(`select n.nspname || '.' || c.relname as name from ${from} where ${condition}`)).map(
    ({ name }) => name,
  )
const sorted = (names: string[]) => names.toSorted((a, b) => a.localeCompare(b))

describe('the schemas of the services', () => {
  test('row-level security is forced on every table and partition but those that belong to no workspace', async () => {
    expect(sorted(await namesOf('w.attname is null and not c.relispartition'))).toEqual(sorted(workspaceless))
    expect(await namesOf('w.attname is not null and not (c.relrowsecurity and c.relforcerowsecurity)')).toEqual([])
    const policies = `(select string_agg(polname, ' ' order by polname) from pg_policy p where p.polrelid = c.oid)`
    expect(
      await namesOf(`w.attname is not null and ${policies} is distinct from 'every_workspace own_workspaces'`),
    ).toEqual([])
  })

  test('a reference across workspaces cannot be stored: keys begin with the workspace', async () => {
    const keys = `${tables} join pg_constraint k on k.conrelid = c.oid`
    const astray = `w.attname is not null and not c.relispartition and k.conkey[1] <> w.attnum`
    // Rows in a table without a workspace column belong to no workspace, so a reference to them crosses no boundary.
    const toTenant = `exists (select from pg_attribute f where f.attrelid = k.confrelid and f.attname = 'workspace_id')`
    expect(await namesOf(`${astray} and k.contype = 'f' and ${toTenant}`, keys)).toEqual([])
    expect(sorted(await namesOf(`${astray} and k.contype = 'p'`, keys))).toEqual(sorted(keyedById))
  })

  test.each(serviceNames)(
    '%s logs in as nobody special and sees neither rows it does not name nor another schema',
    async (service) => {
      const [login] = await rowsOf(
        `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = '${service}'`,
      )
      expect(login).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false })
      expect(await namesOf(`pg_has_role('${service}', c.relowner, 'usage')`)).toEqual([])
      expect(
        await namesOf(`n.nspname <> '${service}' and (has_schema_privilege('${service}', n.oid, 'usage')
        or has_table_privilege('${service}_sweep', c.oid, 'select'))`),
      ).toEqual([])
      const own = await namesOf(`n.nspname = '${service}' and w.attname is not null and not c.relispartition`)
      await admin.query(`set session authorization ${service}`)
      try {
        for (const name of own) expect(await rowsOf(`select 1 from ${name} limit 1`), name).toEqual([])
      } finally {
        await admin.query('reset session authorization')
      }
    },
  )
})
