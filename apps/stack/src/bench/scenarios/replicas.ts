import { until } from '@posthorn/testkit'
import { startReplica } from '../../prove/replica.ts'
import { eachOf } from '../../scenarios/events.ts'
import type { RunningSystem } from '../../scenarios/system.ts'
import type { Bench, Outcome, Scenario } from '../bench.ts'
import { type Child, startChild } from '../child.ts'
import { cpuSecondsOf } from '../cpu.ts'
import { nextMessage } from '../load.ts'
import { drain, parked, setQueue, unthrottle } from '../queue.ts'

type Speed = { perSecond: number; perCpuSecond: number }
type Speeds = { dispatch: Speed; deliver: Speed }

/** One process of messaging and of webhooks, and then two of each. */
export const replicas: Scenario = {
  name: 'replicas',
  measures: 'dispatch and delivery by two processes of a service, beside one; also per second of CPU',
  run: (bench) => bench.withSystem((system) => measure(bench, system), { env: { STATUS_DELAY_MS: '3600000' } }),
}

async function measure(bench: Bench, system: RunningSystem): Promise<Outcome> {
  await using sink = await startChild('sink.ts')
  const webhook = await system.ok<{ id: string }>('POST', '/v1/webhooks', {
    body: { url: sink.url, events: ['message:out'] },
  })
  await unthrottle(system, 1_000)
  const place = { sink, webhook: webhook.id }
  await speeds(bench, system, place)
  const one = await speeds(bench, system, place)
  const others = [await startReplica(system, 'messaging'), await startReplica(system, 'webhooks')]
  const two = await speeds(bench, system, { ...place, more: others.map(({ pid }) => pid) })
  for (const other of others) await other.end()
  return {
    figures: (['dispatch', 'deliver'] as const).map((part) => ({
      figure: `${part} with a second process`,
      value: two[part].perSecond,
      unit: '/s',
      baseline: one[part].perSecond,
      target: { of: 'ratio', atLeast: 1.6 },
      note: `per second of CPU of the whole system: ${two[part].perCpuSecond.toFixed(0)} beside ${one[part].perCpuSecond.toFixed(0)}`,
    })),
  }
}

type Place = { sink: Child; webhook: string; more?: number[] }

async function speeds(bench: Bench, system: RunningSystem, { sink, webhook, more = [] }: Place): Promise<Speeds> {
  const messages = bench.size(2_000, 10_000)
  const cpu = () => cpuSecondsOf([...Object.values(system.run.processes).map(({ pid }) => pid), ...more])
  const timed = async (work: () => Promise<void>): Promise<Speed> => {
    const [begun, before] = [performance.now(), cpu()]
    await work()
    return {
      perSecond: (messages * 1_000) / (performance.now() - begun),
      perCpuSecond: messages / (cpu() - before),
    }
  }
  await system.ok('POST', `/v1/webhooks/${webhook}/pause`)
  await setQueue(system, 'paused')
  await eachOf(messages / 100, 4, () =>
    system.post('/v1/messages/batch', { messages: Array.from({ length: 100 }, nextMessage) }),
  )
  const dispatch = await timed(() => drain(system))
  await parked(system, messages)
  const deliver = await timed(async () => {
    await system.ok('POST', `/v1/webhooks/${webhook}/enable`)
    await until(async () => (await sink.ask<{ count: number }>({})).count >= messages, { timeoutMs: 300_000 })
  })
  await sink.ask({ forget: true })
  bench.say(`${Math.round(dispatch.perSecond)} dispatched, ${Math.round(deliver.perSecond)} delivered per second`)
  return { dispatch, deliver }
}
