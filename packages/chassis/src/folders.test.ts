import { watch } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openFolders, refusingFolders, watchDisks } from './folders.ts'
import { createMetrics } from './metrics.ts'

let base: string
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'posthorn-folders-'))
})
afterEach(() => rm(base, { recursive: true, force: true }))

it('a start creates folders, and names all that cannot be written by their settings', async () => {
  const folders = { SPOOL_DIR: join(base, 'a/b'), CALLS_DIR: base }
  await openFolders(folders)
  expect(await refusingFolders(folders)).toEqual([])
  const file = join(base, 'file')
  await writeFile(file, '')
  const refused = openFolders({ ...folders, FILES_DIR: join(file, 'files'), ERASURE_JOURNAL_DIR: '/dev/null/journal' })
  await expect(refused).rejects.toThrow(/^FILES_DIR: .*\(ENOTDIR\).*\nERASURE_JOURNAL_DIR: .*\(ENOTDIR\)/)
})

it('services of one process may open a folder that they share at the same time: each writes a file of its own', async () => {
  const names = new Set<string | null>()
  const watcher = watch(base, (_, name) => names.add(name))
  await Promise.all([openFolders({ SPOOL_DIR: base }), openFolders({ SPOOL_DIR: base })])
  await vi.waitUntil(() => names.size === 2)
  watcher.close()
})

it('a folder that no longer takes files is a reason, by the name of its setting', async () => {
  const folders = { SPOOL_DIR: join(base, 'spool') }
  await openFolders(folders)
  await rm(folders.SPOOL_DIR, { recursive: true })
  expect(await refusingFolders(folders)).toEqual(['SPOOL_DIR cannot be written (ENOENT)'])
  // Root bypasses permission checks.
  if (process.getuid?.() !== 0) {
    await chmod(base, 0o500)
    expect(await refusingFolders({ CALLS_DIR: base })).toEqual(['CALLS_DIR cannot be written (EACCES)'])
    await chmod(base, 0o700)
  }
})

it('a folder that is missing hides no other disk', async () => {
  const metrics = createMetrics()
  watchDisks(metrics, { HERE_DIR: base, GONE_DIR: join(base, 'gone') })
  const text = await metrics.text()
  expect(text).toMatch(/^disk_used_ratio\{folder="here"\} [\d.]+$/m)
  expect(text).not.toContain('folder="gone"')
})
