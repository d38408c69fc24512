import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { startReceiver } from '@posthorn/testkit'
import {
  eachOf,
  type Memory,
  memoryOf,
  type RunningSystem,
  watchMemory,
  withDescendants,
} from '@posthorn/testkit/system'
import { type Bench, load, nextMessage, type Outcome, type Scenario } from '../bench.ts'

/** Long enough for the Postgres connections opened at startup to close. */
const restMs = 75_000

export const footprint: Scenario = {
  name: 'memory',
  measures: 'memory of everything in one process, at rest, in the flow, and with a receiver that no longer answers',
  run: (bench) => bench.withSystem((system) => measure(bench, system), { split: false }),
}

/** Measures one process at rest, then under load, then with a receiver that hangs, since each state can hold memory of another kind. */
async function measure(bench: Bench, system: RunningSystem): Promise<Outcome> {
  const pids = () => Object.values(system.run.processes).map(({ pid }) => pid)
  await pause(restMs)
  const atRest = memoryOf(pids())
  const restNote = processesText(system, atRest)
  bench.say(`at rest: ${Math.round(atRest.pssMb)} MB in ${atRest.processes} processes`)
  const stop = watchMemory(pids, 500)
  await load(`${system.url}/v1/messages`, { headers: { Token: system.account.key }, seconds: bench.size(10, 60) })
  const flowNote = processesText(system, memoryOf(pids()))
  const inFlow = stop()
  bench.say(`in the flow: ${Math.round(inFlow.pssMb)} MB`)
  const hanging = await withHangingReceiver(bench, system, pids)
  bench.say(`with a hanging receiver: ${Math.round(hanging.grownMb)} MB and ${hanging.descriptors} descriptors more`)
  return {
    measurements: [
      {
        measurement: 'memory at rest',
        value: atRest.pssMb,
        unit: 'MB',
        target: { of: 'value', atMost: 290 },
        note: restNote,
      },
      {
        measurement: 'memory in the flow',
        value: inFlow.pssMb,
        unit: 'MB',
        target: { of: 'value', atMost: 480 },
        note: `at its end: ${flowNote}`,
      },
      {
        measurement: 'memory more with a hanging receiver',
        value: hanging.grownMb,
        unit: 'MB',
        target: { of: 'value', atMost: 50 },
      },
      {
        measurement: 'descriptors more with a hanging receiver',
        value: hanging.descriptors,
        unit: 'descriptors',
        target: { of: 'value', atMost: 200 },
      },
    ],
  }
}

/** Lists each process with its memory; shared pages count once. The launcher's is what the others leave of the total. */
function processesText(system: RunningSystem, all: Memory): string {
  const others = Object.entries(system.run.processes).filter(([name]) => name !== 'launcher')
  const parts = others.map(([name, { pid }]) => ({ name, ...memoryOf([pid]) }))
  const launcherMb = all.pssMb - parts.reduce((sum, { pssMb }) => sum + pssMb, 0)
  const texts = parts.map(({ name, pssMb, processes }) => {
    const count = processes > 1 ? ` in ${processes} processes` : ''
    return `${name} ${Math.round(pssMb)}${count}`
  })
  return [...texts, `launcher ${Math.round(launcherMb)}`].join(', ')
}

/**
 * Measures the cost of a receiver that never responds, compared with one that responds under the same load. Each Postgres connection opens
 * table files and keeps them open, so an initial round opens the files that deliveries use.
 */
async function withHangingReceiver(bench: Bench, system: RunningSystem, pids: () => number[]) {
  await using receiver = await startReceiver({ keeps: false })
  const sendInBursts = async () => {
    const stop = watchMemory(pids, 500)
    for (let i = 0; i < bench.size(5, 20); i++) {
      await eachOf(50, 8, () => system.call('POST', '/v1/messages', { body: nextMessage() }))
      await pause(500)
    }
    return { most: stop(), descriptors: descriptorsOf(pids()) }
  }
  await system.ok('POST', '/v1/webhooks', { body: { url: receiver.url, events: ['*'] } })
  await sendInBursts()
  const answered = await sendInBursts()
  receiver.respondWith({ hang: true })
  const hanging = await sendInBursts()
  // What shrinks meanwhile is no cost.
  return {
    grownMb: Math.max(0, hanging.most.pssMb - answered.most.pssMb),
    descriptors: Math.max(0, hanging.descriptors - answered.descriptors),
  }
}

/** Counts the open files and sockets of processes and their descendants. A process that has ended has none. */
function descriptorsOf(roots: readonly number[]): number {
  return withDescendants(roots).reduce((sum, pid) => {
    try {
      return sum + readdirSync(`/proc/${pid}/fd`).length
    } catch {
      return sum
    }
  }, 0)
}
