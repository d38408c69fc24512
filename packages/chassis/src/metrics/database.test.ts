import { expect, it } from 'vitest'
import { startProbe } from '../testing/probe.fixture.ts'
import { databaseMetrics } from './database.sql.ts'

it('the age of the last base backup is measured once something has noted its time', async () => {
  const backup = databaseMetrics.find(({ descriptions }) => 'base_backup_age_seconds' in descriptions)
  await using probe = await startProbe()
  const { db } = probe.runtime()
  const { rows } = probe.fixture
  const read = () => db.withScope('all', async () => (await backup?.read(db.em())) ?? [])
  expect(await read()).toEqual([])
  const [database] = await rows<{ name: string }>('select current_database() as name')
  await rows(
    `alter database ${database?.name} set posthorn.base_backup_at = '${Math.floor(Date.now() / 1000) - 3_600}'`,
  )
  const [sample] = await read()
  expect(sample?.value).toBeGreaterThan(3_590)
  expect(sample?.value).toBeLessThan(4_200)
})
