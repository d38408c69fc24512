import { setTimeout as pause } from 'node:timers/promises'
import { unpublishedSql } from '@posthorn/testkit'
import { type RunningSystem, rowsOf } from '@posthorn/testkit/system'
import { nextMessage, type Outcome, type Scenario, steadily } from '../bench.ts'

const streamBytes = 16 * 1024 ** 2
const timesAtLeast = 5
const text = 'x'.repeat(3_500)
const services = ['messaging', 'contacts', 'groups', 'numbers', 'webhooks']

export const stream: Scenario = {
  name: 'stream',
  measures: 'events through a stream of 16 MiB: how many times its size, and how long the slowest waited to get in',
  run: (bench) => bench.withSystem(measure, { env: { BUS_BYTES_MAX: String(streamBytes) } }),
}

/** Publishes several times what the stream can hold, which refuses events while it is full, and watches how long the oldest one waits. */
async function measure(system: RunningSystem): Promise<Outcome> {
  const begun = await published(system)
  const waits: number[] = []
  let times = 0
  let messages = 0
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      waits.push(await oldestWaitSeconds(system))
      await pause(500)
    }
  })()
  while (times < timesAtLeast) {
    await steadily(10, async () => {
      await system.ok('POST', '/v1/messages', { body: { ...nextMessage(), message: text } })
      messages += 1
    })
    times = ((await published(system)) - begun) / streamBytes
  }
  isDone = true
  await watching
  const note = `${messages} messages at 50/s, ${Math.round(times * streamBytes) / 1e6} MB of events`
  return {
    measurements: [
      {
        measurement: 'events through a stream of 16 MiB, in times of its size',
        value: times,
        unit: '×',
        target: { of: 'value', atLeast: timesAtLeast },
        note,
      },
      {
        measurement: 'events through a stream of 16 MiB, longest wait to get in',
        value: Math.max(...waits),
        unit: 's',
        target: { of: 'value', atMost: 3 },
        note,
      },
    ],
  }
}

/** Returns the total unpacked bytes of all events that the stream has accepted, except the gateway's, which the load does not cause. */
async function published(system: RunningSystem): Promise<number> {
  // A packed event begins with its format, followed by its length before packing.
  const length = 'get_byte(payload, 1) + 256 * get_byte(payload, 2)'
  const each = services.map((name) => `select ${length} as bytes, id from ${name}.outbox`)
  const waiting = services.map((name) => `select id from ${unpublishedSql(name)} as u`)
  const [row] = await rowsOf<{ bytes: number }>(
    system,
    `select coalesce(sum(bytes), 0)::float8 as bytes from (${each.join(' union all ')}) o
     where not id = any(array(${waiting.join(' union all ')}))`,
  )
  return row?.bytes ?? 0
}

/** Returns how long the oldest event that is not in the stream has waited; 0 if none waits. */
async function oldestWaitSeconds(system: RunningSystem): Promise<number> {
  const each = services.map((name) => `select created_at from ${unpublishedSql(name)} as u`)
  const [row] = await rowsOf<{ seconds: number }>(
    system,
    `select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds from (${each.join(' union all ')}) o`,
  )
  return row?.seconds ?? 0
}
