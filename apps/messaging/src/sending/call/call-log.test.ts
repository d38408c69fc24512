import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { mountSmallDisk } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { openCallLog } from './call-log.ts'

it('the call log on a disk that fills never holds part of a note: the call would count as not made, and be made again', ({
  skip,
}) => {
  using disk = mountSmallDisk(64 * 1024)
  if (disk === undefined) return skip('a disk that is really full takes root')
  const { folder } = disk
  const errors: unknown[] = []
  const log = openCallLog(folder, { error: (fields: unknown) => void errors.push(fields) } as never)
  const lines = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.calls'))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  disk.fill()
  for (let call = 0; errors.length === 0; call += 1) {
    log.record(`msg_${call}`, 1)
    // Without a log, the outcome of every call counts as unknown.
    if (errors.length === 0) expect(lines()).toContain(`msg_${call}:1`)
  }
  expect(lines()).toEqual([])
  expect(errors).toMatchObject([{ err: { code: 'ENOSPC' } }])
})

it('the call log that can be neither written nor removed refuses every call: the log would show it as not made', ({
  skip,
}) => {
  using disk = mountSmallDisk(64 * 1024)
  if (disk === undefined) return skip('a disk that is really full takes root')
  const log = openCallLog(disk.folder, { error: () => {} } as never)
  const path = join(disk.folder, readdirSync(disk.folder).find((name) => name.endsWith('.calls')) ?? '')
  rmSync(path)
  mkdirSync(path)
  disk.fill()
  const record = () => log.record('msg_1', 1)
  expect(() => Array.from({ length: 10_000 }, record)).toThrow()
  expect(record).toThrow()
  rmSync(path, { recursive: true })
  log.close()
})
