import { appendFileSync, chmodSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mountSmallDisk } from '@posthorn/testkit'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../simulator.fixture.ts'
import { type CallLogEntry, openCallLog } from './call-log.ts'
import { openJournal, readJournal } from './journal.ts'
import { openLineFile } from './line-file.ts'

const isWhole = (line: string) => /^\{"n":\d+\}$/.test(line)
const options = { isWhole, lost: 'what they said is lost' }

const linesOf = (path: string) => {
  const file = openLineFile(path, options)
  const lines: string[] = []
  file.scan(0, (line) => lines.push(line) > 0)
  file.close()
  return lines
}

const said = (work: () => void): string => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    work()
    return write.mock.calls.map(([text]) => String(text)).join('')
  } finally {
    write.mockRestore()
  }
}

describe('a file of lines', () => {
  it('loses only the lines that are damaged, wherever they are, sets them aside and names the file and what was lost', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.nat(99).map((n) => `{"n":${n}}`),
            fc.constantFrom('{"n":1', '{"n":{"n":2}', '\0\0\0', ''),
          ),
        ),
        fc.constantFrom('', '{"n":7', '{"n":7}'),
        async (lines, cutOff) => {
          await using folder = await temporaryFolder()
          const path = join(folder.path, 'file.jsonl')
          writeFileSync(path, lines.map((line) => `${line}\n`).join('') + cutOff)
          const damaged = [...lines.filter((line) => !isWhole(line)), ...(cutOff === '' ? [] : [cutOff])]
          const whole = lines.filter(isWhole)
          const output = said(() => expect(linesOf(path)).toEqual(whole))
          expect(output === '').toBe(damaged.length === 0)
          if (damaged.length > 0) {
            expect(output).toContain(path)
            expect(output).toContain(`set aside in ${path}.damaged; what they said is lost`)
            expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(damaged.map((line) => `${line}\n`).join(''))
          }
          // The next start has nothing to report.
          expect(said(() => expect(linesOf(path)).toEqual(whole))).toBe('')
        },
      ),
      { numRuns: 50 },
    ))

  it('is for its owner only, also when it was there before', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'file.jsonl')
    writeFileSync(path, '')
    chmodSync(path, 0o644)
    openLineFile(path, options).close()
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })
})

it('a journal with a torn line in its middle and at its end keeps every other record', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'journal.jsonl')
  const journal = openJournal(path, readJournal(path))
  journal.append(['wrote', 'a', 1])
  // A full disk cut a record short, and the next record was appended to it.
  appendFileSync(path, '["update",{"id":-13,["wrote","b",2]\n')
  journal.append(['wrote', 'c', 3])
  appendFileSync(path, '["wrote","d"')
  journal.close()
  const output = said(() => expect(Object.fromEntries(readJournal(path).wrote)).toEqual({ a: 1, c: 3 }))
  expect(output).toContain('2 damaged lines')
  expect(existsSync(`${path}.damaged`)).toBe(true)
})

it('a journal that a full disk cuts short does not replace the one before it', ({ skip }) => {
  using disk = mountSmallDisk(64 * 1024)
  if (disk === undefined) return skip('a disk that is really full takes root')
  const path = join(disk.folder, 'journal.jsonl')
  const journal = openJournal(path, readJournal(path))
  const long = 'x'.repeat(9_000)
  journal.append(['wrote', long, 1])
  journal.close()
  const state = readJournal(path)
  disk.fill()
  // Leaves space for only the beginning of a record.
  const ballast = join(disk.folder, 'ballast')
  truncateSync(ballast, statSync(ballast).size - 4_096)
  expect(() => openJournal(path, state).close()).toThrow('ENOSPC')
  disk.free()
  expect(Object.fromEntries(readJournal(path).wrote)).toEqual({ [long]: 1 })
})

it('a call log without a call that was torn finds every other, and continues counting', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'calls.jsonl')
  const call = { phoneNumberId: '1', to: '+49', callbackTag: null, atMs: 0, accepted: true, plan: 'ordinary' } as const
  const before = openCallLog(path, () => {})
  for (let n = 1; n <= 300; n++) before.add(call)
  before.close()
  const lines = readFileSync(path, 'utf8').split('\n')
  // The 129th entry starts a new page of the index.
  writeFileSync(path, lines.map((line, i) => (i === 128 ? line.slice(0, 9) : line)).join('\n'))
  const seen: CallLogEntry[] = []
  said(() => {
    const after = openCallLog(path, (entry) => seen.push(entry))
    expect(seen).toHaveLength(299)
    expect(after.get(129)).toBeUndefined()
    for (const n of [128, 130, 300]) expect(after.get(n)?.n).toBe(n)
    expect(after.page({ after: 128, limit: 1 }).entries[0]?.n).toBe(130)
    expect(after.add(call).n).toBe(301)
    after.close()
  })
})
