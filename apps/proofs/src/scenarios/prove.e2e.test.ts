import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'
import { afterAll, describe, expect, it } from 'vitest'
import { groups } from '../groups.ts'
import { ProofFixture } from '../proof.ts'

const fixture = new ProofFixture(() => {})
afterAll(() => fixture.end())

for (const { title, checks } of groups) {
  const fast = checks.filter((check) => check.fast && check.run !== undefined)
  describe.runIf(fast.length > 0)(title, () => {
    for (const { id, promise, run } of fast) {
      it(`${id}: ${promise}`, async () => {
        const outcome = await run?.(fixture)
        expect(outcome?.passed, outcome?.measured).toBe(true)
      })
    }
  })
}

describe('the checks', () => {
  it('have each a name of their own, and a proof', () => {
    const checks = groups.flatMap((group) => group.checks)
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length)
    for (const { id, run, tests } of checks) expect([id, run ?? tests]).not.toEqual([id, undefined])
  })

  it('name only tests that exist', () => {
    const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8').replaceAll("\\'", "'")
    const suites = globSync('apps/proofs/src/scenarios/**/*.suite.ts', { cwd: repositoryRoot }).map(read).join()
    const references = groups.flatMap((group) => group.checks.flatMap(({ tests = [] }) => tests))
    const missing = references.filter(([file, name]) => {
      return !read(file).includes(name) && !(file.endsWith('.e2e.test.ts') && suites.includes(name))
    })
    expect(missing).toEqual([])
  })
})
