import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const module = new URL('./heap.ts', import.meta.url).href

/** Runs in a separate process, because the tests' heap might have room for the strings without growing. */
const program = `
const { collectStartGarbage } = await import(${JSON.stringify(module)})
const megabytes = () => process.memoryUsage().heapTotal / 2 ** 20
const sizes = { before: megabytes() }
let texts = Array.from({ length: 1_000_000 }, (_, at) => 'text ' + at)
sizes.grown = megabytes()
texts = undefined
collectStartGarbage()
console.log(JSON.stringify({ ...sizes, after: megabytes() }))
`

/** Program killed by a signal as soon as compiled code is stored. */
const killed = `
import { readdirSync } from 'node:fs'
const { finishStartSoon } = await import(${JSON.stringify(module)})
finishStartSoon()
setInterval(() => {
  const stored = readdirSync(process.env.NODE_COMPILE_CACHE, { recursive: true }).length
  if (stored > 1) process.kill(process.pid, 'SIGKILL')
}, 20)
`

it('memory that a start no longer uses goes back to the system', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  const { before, grown, after } = JSON.parse(printed) as { before: number; grown: number; after: number }
  expect(grown).toBeGreaterThan(before + 30)
  expect(after).toBeLessThan(before + 10)
})

it('compiled code is stored for the next start, also by a process that a signal ends', () => {
  const cache = mkdtempSync(join(tmpdir(), 'posthorn-compile-cache-'))
  onTestFinished(() => rmSync(cache, { recursive: true }))
  const env = { ...process.env, NODE_COMPILE_CACHE: cache }
  const { signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', killed], {
    env,
    encoding: 'utf8',
    timeout: 15_000,
  })
  expect(stderr).toBe('')
  expect(signal).toBe('SIGKILL')
})
