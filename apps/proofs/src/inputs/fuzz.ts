import { startReceiver } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { eachOf } from '@posthorn/testkit/system'
import fc from 'fast-check'
import { all, type Outcome } from '../check.ts'
import { filledPool, fire, type Shot, shots } from '../scenarios/contract/shots.ts'
import { World } from '../scenarios/contract/world.ts'
import type { Stage } from '../stage.ts'

const seed = 20_261_122
const requests = 6_000

/** N1: shots at every operation; each answer is held against the OpenAPI document. */
export async function fuzzed(stage: Stage): Promise<Outcome> {
  await using receiver = await startReceiver()
  const system = await stage.freshSystem({ CLOUD_API_URL: receiver.url })
  const world = await World.create(system, 'Fuzzed', receiver.url)
  const pool = await filledPool(world)
  const tally = new Map<number, number>()
  const undocumented: string[] = []
  const faults: string[] = []
  const all6000 = fc.sample(shots(receiver.url), { numRuns: requests, seed }) as Shot[]
  await eachOf(all6000.length, 4, async (i) => {
    try {
      const shot = all6000[i] as Shot
      const { status, body } = await fire(world, pool, shot)
      tally.set(status, (tally.get(status) ?? 0) + 1)
      if (status >= 500) faults.push(`${shot.rest}: ${JSON.stringify(body)}; ${saidOf(system, body)}`)
    } catch (error) {
      undocumented.push((error as Error).message.slice(0, 200))
    }
  })
  await stage.end()
  const statuses = [...tally].sort(([a], [b]) => a - b)
  for (const fault of faults) stage.say(fault)
  const figure = `${requests} requests, seed ${seed}: ${statuses.map(([status, times]) => `${times} × ${status}`).join(', ')}`
  return all(figure, {
    'none is 5xx': faults.length === 0,
    [`each as documented (${undocumented.length}: ${undocumented[0] ?? ''})`]: undocumented.length === 0,
  })
}

/** What the system logged of a request. */
function saidOf({ output }: RunningSystem, body: unknown): string {
  const { requestId } = body as { requestId: string }
  const lines = output.split('\n').filter((line) => line.includes(requestId))
  return lines.join(' ').slice(0, 2_000)
}
