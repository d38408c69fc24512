import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../simulator.fixture.ts'
import { type CallLogEntry, makeWamid, openCallLog, readWamid } from './call-log.ts'

const call = (n: number): Omit<CallLogEntry, 'n'> => ({
  phoneNumberId: n % 3 === 0 ? '3' : '1',
  to: `+4915112${n}`,
  callbackTag: `msg_${n}:1`,
  atMs: n,
  accepted: true,
  plan: 'ordinary',
})

const numbersFrom = (page: { entries: CallLogEntry[] }) => page.entries.map(({ n }) => n)
const silent = () => undefined

describe('the call log', () => {
  it('finds any entry and reads on from any place, across its index', async () => {
    await using folder = await temporaryFolder()
    const callLog = openCallLog(join(folder.path, 'calls.jsonl'), silent)
    for (let n = 1; n <= 1000; n++) expect(callLog.add(call(n)).n).toBe(n)
    for (const n of [1, 2, 127, 128, 129, 256, 257, 999, 1000]) expect(callLog.get(n)).toEqual({ n, ...call(n) })
    expect(callLog.get(1001)).toBeUndefined()
    expect(callLog.get(0)).toBeUndefined()
    expect(numbersFrom(callLog.page({ after: 126, limit: 4 }))).toEqual([127, 128, 129, 130])
    expect(numbersFrom(callLog.page({ after: 994, limit: 4, phoneNumberId: '3' }))).toEqual([996, 999])
    expect(callLog.page({ after: 1000, limit: 4 })).toEqual({ entries: [], next: 1000 })
    callLog.close()
  })

  it('shows every entry again after it was closed, and continues counting', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'calls.jsonl')
    const before = openCallLog(path, silent)
    for (let n = 1; n <= 300; n++) before.add({ ...call(n), ...(n === 7 && { accepted: false, code: 131026 }) })
    before.close()
    const seen: CallLogEntry[] = []
    const after = openCallLog(path, (entry) => seen.push(entry))
    expect(seen.map(({ n }) => n)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1))
    expect(seen[6]).toMatchObject({ accepted: false, code: 131026 })
    expect(after.add(call(301)).n).toBe(301)
    expect(after.get(257)).toEqual({ n: 257, ...call(257) })
    after.close()
  })

  it('of 100 000 entries takes less than 10 MB of memory', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'calls.jsonl')
    const callLog = openCallLog(path, silent)
    const gc = globalThis.gc ?? (() => undefined)
    gc()
    const before = process.memoryUsage().heapUsed
    for (let n = 1; n <= 100_000; n++) callLog.add(call(n))
    gc()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(globalThis.gc === undefined ? 60e6 : 10e6)
    callLog.close()
  })
})

describe('a message id', () => {
  it.each([1, 255, 256, 4_294_967_296, 2 ** 47])('of number %i is read back', (n) => {
    expect(readWamid('0123456789ab', makeWamid('0123456789ab', 'inbound', n))).toEqual({ kind: 'inbound', n })
  })

  it('differs between data folders, kinds and numbers', () => {
    const ids = ['0123456789ab', 'ba9876543210'].flatMap((instance) =>
      (['inbound', 'outbound'] as const).flatMap((kind) => [1, 2].map((n) => makeWamid(instance, kind, n))),
    )
    expect(new Set(ids).size).toBe(8)
    for (const id of ids) expect(id).toMatch(/^wamid\.[A-Za-z0-9+/]{20}$/)
  })

  it.each(['', 'wamid.', 'wamid.AAAA', 'x', makeWamid('ba9876543210', 'outbound', 1)])(
    'of somebody else is not read: %s',
    (id) => {
      expect(readWamid('0123456789ab', id)).toBeUndefined()
    },
  )
})
