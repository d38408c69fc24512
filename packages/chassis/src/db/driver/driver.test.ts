import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { expect, it } from 'vitest'

const ownRequire = createRequire(import.meta.url)
const ormRequire = createRequire(ownRequire.resolve('@mikro-orm/postgresql'))
const driverRequire = createRequire(ormRequire.resolve('pg'))
const driver = ormRequire('pg') as typeof pg

const versionIn = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
const versions = {
  pg: versionIn(driverRequire.resolve('pg/package.json')),
  // The package doesn't export package.json, but its entry point is in the same folder.
  pool: versionIn(join(dirname(driverRequire.resolve('pg-pool')), 'package.json')),
}

it('the driver is the one that the changes to it were checked against: after an upgrade follow README.md', () => {
  expect(versions).toEqual({ pg: '8.23.0', pool: '3.14.0' })
})

it('the ORM and the rest of the system use one version of the driver', () => {
  expect(versionIn(ownRequire.resolve('pg/package.json'))).toBe(versions.pg)
})

it('pool and client of the driver have what the changes rely on', () => {
  const pool = new driver.Pool()
  const { connect, totalCount, idleCount, waitingCount } = pool
  expect({ connect, totalCount, idleCount, waitingCount }).toEqual({
    connect: expect.any(Function),
    totalCount: 0,
    idleCount: 0,
    waitingCount: 0,
  })
  const client = new driver.Client() as pg.Client & { connection: { stream: unknown } }
  expect(client).toMatchObject({ _ending: false })
  expect(client.query).toEqual(expect.any(Function))
  expect(client.connection.stream).toMatchObject({
    cork: expect.any(Function),
    uncork: expect.any(Function),
    destroy: expect.any(Function),
  })
})
