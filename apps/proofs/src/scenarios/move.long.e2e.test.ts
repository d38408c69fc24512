import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { subscriptionCovers } from '@posthorn/contracts'
import { type Receiver, type SimulatorProcess, startSimulatorProcess, until } from '@posthorn/testkit'
import { type Ended, type Event, environment, messageOf, repositoryRoot } from '@posthorn/testkit/system'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cells, startCells } from './cells.fixture.ts'
import { acceptedAt, createLogReader, createTenant, type Load, startLoad, type Tenant } from './move-load.fixture.ts'

let simulator: SimulatorProcess
let cells: Cells
beforeAll(async () => {
  simulator = await startSimulatorProcess()
  cells = await startCells({ CLOUD_API_URL: simulator.url })
})
afterAll(async () => {
  await cells[Symbol.asyncDispose]()
  await simulator.stop()
})

const moves = 10
/**
 * Number of output lines after which a move is killed, by move: while it drains, while it copies, and after the first cell has released the
 * workspace.
 */
const killedAfter: Record<number, number> = { 2: 1, 4: 3, 6: 9 }
const limitMs = 1_500_000

function run(args: string[], killAfterLines = Number.POSITIVE_INFINITY): Promise<Ended> {
  const program = join(repositoryRoot, 'apps/stack/src/move/main.ts')
  const child = spawn(process.execPath, ['--conditions=source', program, ...args], { env: environment() })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    if (stdout.split('\n').length > killAfterLines) child.kill('SIGKILL')
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  return new Promise((resolve) => child.once('close', (exitCode) => resolve({ exitCode, stdout, stderr })))
}

/** Moves a workspace back and forth under load. Some commands are killed and run again. */
async function moveOften({ workspace }: Tenant): Promise<void> {
  for (let n = 0; n < moves; n++) {
    const [from, to] = n % 2 === 0 ? [cells.a, cells.b] : [cells.b, cells.a]
    const args = [workspace, '--from', from.dataDir, '--to', to.dataDir]
    const kill = killedAfter[n]
    if (kill !== undefined) expect(await run(args, kill)).toMatchObject({ exitCode: null })
    const ended = await run(args)
    console.log(`move ${n + 1}\n${ended.stdout}${ended.stderr}`)
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' })
  }
}

/** Returns the errors: nothing may be lost or repeated, messages must stay in order for each phone number, and the log must have no gap. */
async function findFaults(load: Load, events: Event[], receiver: Receiver): Promise<string[]> {
  const called = (await acceptedAt(simulator)).map(messageOf)
  const sent = [...load.accepted.values()].flat()
  const own = new Set(sent)
  const times = (id: string) => called.filter((each) => each === id).length
  const isInOrder = (ids: string[]) => {
    const places = ids.map((id) => called.indexOf(id))
    return places.every((place, i) => i === 0 || place > (places[i - 1] ?? 0))
  }
  const questions = events
    .filter(({ event }) => event === 'message:in')
    .map(({ data }) => String(data['body'] ?? data['message']))
  const received = new Set(
    receiver.requests.filter(({ status }) => status === 200).map(({ json }) => (json as Event).id),
  )
  return [
    ...sent.filter((id) => times(id) !== 1).map((id) => `${id} was sent ${times(id)} times`),
    ...called.filter((id) => !own.has(id)).map((id) => `${id} was sent, but to nobody's knowledge accepted`),
    ...[...load.accepted].filter(([, ids]) => !isInOrder(ids)).map(([phone]) => `${phone} got messages out of order`),
    ...load.written
      .filter((text) => questions.filter((each) => each === text).length !== 1)
      .map((text) => `"${text}" is not there once`),
    ...events.filter(({ sequence }, i) => sequence !== i + 1).map(({ sequence }) => `a hole before ${sequence}`),
    ...events
      .filter(({ id, event }) => !received.has(id) && subscriptionCovers('*', event))
      .map(({ id, event }) => `${event} ${id} was not delivered`),
    ...load.wrong,
  ]
}

describe('a workspace that moves ten times between two cells under load', () => {
  it(
    'loses nothing, sends nothing twice or out of order, and keeps its log without a hole, though commands are killed',
    async () => {
      const { tenant, receiver } = await createTenant(cells, simulator)
      const load = startLoad(cells, tenant, simulator)
      await moveOften(tenant).finally(() => load.stop())
      const sent = [...load.accepted.values()].flat()
      const readLog = createLogReader(cells, tenant)
      let missing: object = {}
      const isDone = async () => {
        const events = await readLog()
        const read = new Set(events.filter(({ data }) => data.ack === 'read').map(({ data }) => data.id))
        const unread = sent.filter((id) => !read.has(id))
        const questions = events.filter(({ event }) => event === 'message:in').length
        missing = { unread, questions: load.written.length - questions }
        return unread.length === 0 && questions >= load.written.length
      }
      await until(isDone, { timeoutMs: 300_000 }).catch(() => {
        throw new Error(`still missing: ${JSON.stringify(missing)}`)
      })
      let faults: string[] = []
      const look = async () => {
        faults = await findFaults(load, await readLog(), receiver)
        return faults.length === 0
      }
      await until(look, { timeoutMs: 60_000 }).catch(() => {})
      console.log({ sent: sent.length, questions: load.written.length, longest: load.longest })
      expect(faults).toEqual([])
      const verified = await cells.a.posthorn<{ fault: string }[]>(
        'operator',
        'audit',
        'verify',
        '--workspace',
        tenant.workspace,
      )
      expect(verified).toMatchObject([{ fault: '' }])
      await receiver.stop()
    },
    limitMs,
  )
})
