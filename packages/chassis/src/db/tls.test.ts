import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningPostgres, startPostgres } from '@posthorn/embedded'
import { localhostCertificate, otherNameCertificate, tlsKey, until } from '@posthorn/test-servers'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startProbe } from '../testing/probe.fixture.ts'
import { onConnection } from './connection.ts'
import { tlsOf, withDatabaseTls } from './tls.ts'

let folder: string
let server: RunningPostgres
let place: string

const fileOf = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** Writes a file as the server's user, the only one who may read a key. */
const writeThere = (client: pg.Client, path: string, text: string) =>
  client.query(`copy (select unnest(string_to_array('${text}', '|'))) to program 'umask 077 && cat > "${path}"'`)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-tls-'))
  server = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false })
  place = server.url.replace('127.0.0.1', 'localhost')
  await onConnection({ connectionString: server.url }, async (client) => {
    const { rows } = await client.query<{ path: string }>(`select current_setting('data_directory') as path`)
    const path = rows[0]?.path ?? ''
    await writeThere(client, `${path}/server.crt`, localhostCertificate.replaceAll('\n', '|'))
    await writeThere(client, `${path}/server.key`, tlsKey.replaceAll('\n', '|'))
    await client.query('alter system set ssl = on')
    await writeThere(client, `${path}/pg_hba.conf`, 'hostssl all all all trust')
    await client.query('select pg_reload_conf()')
  })
  const isReady = () =>
    onConnection({ connectionString: withDatabaseTls(`${place}?sslmode=require`, undefined) }, () =>
      Promise.resolve(true),
    )
  await until(() => isReady().catch(() => false), { describe: 'TLS' })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function connects(url: string): Promise<boolean[]> {
  const { port } = new URL(url)
  const parts = { host: 'localhost', port: Number(port), user: 'postgres', database: 'postgres', ssl: tlsOf(url) }
  const each = [{ connectionString: url }, parts].map((options) => onConnection(options, async () => true))
  return (await Promise.allSettled(each)).map(({ status }) => status === 'fulfilled')
}

describe('TLS to Postgres', () => {
  it('holds for every connection of a service', async () => {
    const url = `${place}?sslmode=require&uselibpqcompat=true`
    await using probe = await startProbe({ database: { url, drop: async () => {} } as never })
    const connections = `select ssl, count(*)::int from pg_stat_ssl join pg_stat_activity using (pid)
      where backend_type = 'client backend' group by ssl`
    // A service at rest may have two connections. Events make it open more.
    const areAllEncrypted = async () => {
      await probe.announce(3)
      const rows = await probe.fixture.rows<{ ssl: boolean; count: number }>(connections)
      expect(rows.map(({ ssl }) => ssl)).toEqual([true])
      return (rows[0]?.count ?? 0) > 2
    }
    await until(areAllEncrypted, { describe: 'more than two connections' })
  })

  it.each<[query: string, ca: string | undefined, works: boolean]>([
    ['', undefined, false],
    ['?sslmode=disable', undefined, false],
    ['?sslmode=require', undefined, true],
    ['?sslmode=require&ssl=0', undefined, true],
    ['?sslmode=disable&ssl=true', undefined, false],
    ['?ssl=true', localhostCertificate, true],
    ['?ssl=true', otherNameCertificate, false],
    ['?sslmode=verify-full', undefined, false],
    ['?sslmode=verify-full', localhostCertificate, true],
    ['', localhostCertificate, true],
    ['', otherNameCertificate, false],
    ['?sslmode=require', localhostCertificate, true],
    ['?sslmode=require', otherNameCertificate, false],
    ['?sslmode=verify-ca', localhostCertificate, true],
    ['?sslmode=verify-ca', otherNameCertificate, false],
  ])('is as psql reads the URL: %s with the authority %#', async (query, ca, works) => {
    const caFile = ca === undefined ? undefined : fileOf('authority.pem', ca)
    expect(await connects(withDatabaseTls(`${place}${query}`, caFile))).toEqual([works, works])
  })

  it('is the same on every connection if only PGSSLMODE names it', async () => {
    vi.stubEnv('PGSSLMODE', 'no-verify')
    const connected = await connects(withDatabaseTls(place, undefined)).finally(() => vi.unstubAllEnvs())
    expect(connected).toEqual([true, true])
  })

  it.each([
    ['?sslmode=prefer', undefined, 'sslmode must be one of'],
    ['?sslmode=on', undefined, 'sslmode must be one of'],
    ['?sslmode=verify-ca', undefined, 'DATABASE_CA_FILE: name the authority'],
    ['?ssl=true', undefined, 'DATABASE_URL: ssl needs sslmode, one of disable'],
    ['?application_name=x&ssl=0', undefined, 'ssl needs sslmode'],
    ['?sslnegotiation=direct', undefined, 'sslnegotiation needs sslmode'],
    ['?sslrootcert=/authority.pem', undefined, 'sslrootcert needs sslmode'],
    ['', '/lost/authority.pem', '/lost/authority.pem cannot be read: ENOENT'],
  ])('is refused where it could be missing without notice: %s', (query, caFile, message) => {
    expect(() => withDatabaseTls(`${place}${query}`, caFile)).toThrow(message)
  })

  it('is refused by the name of its setting', () => {
    const refused = () => withDatabaseTls(`${place}?ssl=true`, undefined, 'DATABASE_DIRECT_URL')
    expect(refused).toThrow('DATABASE_DIRECT_URL: ssl needs sslmode')
  })
})
