import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const module = new URL('./start-garbage.ts', import.meta.url).href

/** A process of its own, as the heap of the tests could take the texts without growing. */
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

it('memory that a start no longer uses goes back to the system', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  const { before, grown, after } = JSON.parse(printed) as { before: number; grown: number; after: number }
  expect(grown).toBeGreaterThan(before + 30)
  expect(after).toBeLessThan(before + 10)
})
