import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mountSmallDisk } from '@posthorn/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appendToJournal, type JournalLine, readJournal } from './journal.ts'

const now = new Date('2026-03-04T05:06:07Z')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-erasures-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const erasure = (id: number): JournalLine => ({
  erasure: `ers_${id}`,
  workspace: 'ws_1',
  contacts: [`con_${id}`],
  requestedAt: now.toISOString(),
})
const erasures = (from: number, count: number) => Array.from({ length: count }, (_, i) => erasure(from + i))
const journalFile = () => join(folder, readdirSync(folder)[0] ?? '')

describe('the journal of erasures', () => {
  it('keeps a line written after one that a crash cut short', async () => {
    await appendToJournal(folder, erasures(1, 2), now)
    truncateSync(journalFile(), statSync(journalFile()).size - 20)
    await appendToJournal(folder, erasures(3, 2), now)
    expect(readJournal(folder)).toEqual([erasure(1), erasure(3), erasure(4)])
  })

  it('refuses lines that a full disk cuts short, and keeps all of them when there is space again', async ({ skip }) => {
    using disk = mountSmallDisk(64 * 1024)
    if (disk === undefined) return skip('a disk that is really full takes root')
    await appendToJournal(disk.folder, erasures(1, 1), now)
    disk.fill()
    await expect(appendToJournal(disk.folder, erasures(2, 100), now)).rejects.toThrow('ENOSPC')
    disk.free()
    await appendToJournal(disk.folder, erasures(2, 100), now)
    const kept = readJournal(disk.folder).map((line) => line.erasure)
    expect([...new Set(kept)].toSorted()).toEqual(
      erasures(1, 101)
        .map((line) => line.erasure)
        .toSorted(),
    )
  })
})
