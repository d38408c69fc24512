import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openCallLog } from './call-log.ts'

/** A disk that is really full takes root. */
describe.skipIf(process.getuid?.() !== 0)('the call log on a disk that fills', () => {
  it('never holds part of a note: the call would count as not made, and be made again', () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-call-log-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
    try {
      const errors: unknown[] = []
      const log = openCallLog(folder, { error: (fields: unknown) => void errors.push(fields) } as never)
      const lines = () =>
        readdirSync(folder)
          .filter((name) => name.endsWith('.calls'))
          .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
      expect(() => {
        for (;;) appendFileSync(join(folder, 'ballast'), Buffer.alloc(512))
      }).toThrow('ENOSPC')
      for (let call = 0; errors.length === 0; call += 1) {
        log.note(`msg_${call}`, 1)
        // Without a log, every call counts as in doubt.
        if (errors.length === 0) expect(lines()).toContain(`msg_${call}:1`)
      }
      expect(lines()).toEqual([])
      expect(errors).toMatchObject([{ err: { code: 'ENOSPC' } }])
    } finally {
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
