import { cpuSecondsOf, median, phoneOf, purge, type RunningSystem, setQueue } from '@posthorn/testkit/system'
import { request } from 'undici'
import type { Bench, Outcome, Scenario } from '../bench.ts'

/** Maximum CPU milliseconds that the dialect may add to an operation's cost. */
const moreMsMax = 0.3

type Call = (i: number) => { method: 'GET' | 'POST'; path: string; body?: object }
type Pair = { own: Call; dialect: Call; calls: number }

export const dialect: Scenario = {
  name: 'dialect',
  measures: 'CPU of the gateway for a call of the established v1 dialect, beside the same call of the main API',
  run: (bench) => bench.withSystem((system) => measure(bench, system)),
}

const text = 'Hello from the bench'

/** Returns calls of the dialect next to the same calls of the main API. `calls`: how many are measured in a round. */
function pairsOf(bench: Bench, { account: { number } }: RunningSystem): Record<string, Pair> {
  const message = (i: number) => ({ phone: phoneOf(i % 200), message: text })
  const single = bench.size(500, 4_000)
  return {
    'sending a message': {
      own: (i) => ({ method: 'POST', path: '/v1/messages', body: message(i) }),
      dialect: (i) => ({ method: 'POST', path: '/compat/v1/messages', body: message(i) }),
      calls: single,
    },
    'showing a device': {
      own: () => ({ method: 'GET', path: `/v1/numbers/${number}` }),
      dialect: () => ({ method: 'GET', path: `/compat/v1/devices/${number}/health` }),
      calls: single,
    },
    'a list of 100 chats': {
      own: () => ({ method: 'GET', path: `/v1/chats?number=${number}&size=100` }),
      dialect: () => ({ method: 'GET', path: `/compat/v1/chat/${number}/chats?size=100` }),
      calls: bench.size(50, 300),
    },
  }
}

/**
 * Returns the gateway's CPU milliseconds per call over many calls on eight connections, because Linux counts CPU time in steps of 10 ms.
 */
async function cost(system: RunningSystem, call: Call, calls: number): Promise<number> {
  const { pid } = system.run.processes['gateway'] ?? { pid: 0 }
  const before = cpuSecondsOf([pid])
  let next = 0
  const work = async () => {
    while (next < calls) {
      const { method, path, body } = call(next++)
      const headers = { Token: system.account.key, ...(body ? { 'content-type': 'application/json' } : {}) }
      const answer = await request(`${system.url}${path}`, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      await answer.body.dump()
      if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return ((cpuSecondsOf([pid]) - before) * 1_000) / calls
}

/** Measures each call in the dialect and its counterpart in turns. The target is an absolute one: translating a call may cost this much. */
async function measure(bench: Bench, system: RunningSystem): Promise<Outcome> {
  await setQueue(system, 'paused')
  const measurements: Outcome['measurements'] = []
  for (const [name, { own, dialect: other, calls }] of Object.entries(pairsOf(bench, system))) {
    const rounds: { own: number; other: number }[] = []
    for (let i = 0; i <= bench.size(3, 5); i++) {
      const round = { own: await cost(system, own, calls), other: await cost(system, other, calls) }
      bench.say(`${name}: ${round.own.toFixed(2)} ms, in the dialect ${round.other.toFixed(2)} ms`)
      // Skip the first round, because it compiles the code.
      if (i > 0) rounds.push(round)
    }
    const whole = median(rounds.map((round) => round.other))
    measurements.push({
      measurement: `CPU of the dialect beyond the main API, ${name}`,
      value: median(rounds.map((round) => round.other - round.own)),
      unit: 'ms',
      ...(name === 'a list of 100 chats' ? {} : { target: { of: 'value', atMost: moreMsMax } }),
      note: `gateway only; ${whole.toFixed(2)} ms in all`,
    })
  }
  await purge(system)
  return { measurements }
}
