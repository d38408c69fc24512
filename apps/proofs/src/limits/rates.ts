import { Agent, request } from 'node:http'
import { until } from '@posthorn/testkit'
import { eachOf, newKey, phoneOf, startReplica } from '@posthorn/testkit/system'
import { all, type Outcome, type ProofFixture } from '../proof.ts'

/** The default limits for a customer. */
export const usualLimits = {
  RATE_LIMIT_KEY_PER_SECOND: '50',
  RATE_LIMIT_KEY_BURST: '100',
  RATE_LIMIT_WORKSPACE_PER_SECOND: '100',
  RATE_LIMIT_WORKSPACE_BURST: '200',
  RATE_LIMIT_REFUSED_PER_SECOND: '20',
  RATE_LIMIT_REFUSED_BURST: '200',
}

type LimitAnswer = { status: number; retryAfter: string | undefined; rateLimit: string | undefined; body: string }

type Asked = { method: 'GET' | 'POST'; path: string; key: string; body?: object; from?: string }

/** Sends one request on a keep-alive connection and reads the response. `from` is the source address. */
export const ask = (agent: Agent, url: string, { method, path, key, body, from }: Asked): Promise<LimitAnswer> =>
  new Promise((resolve, reject) => {
    const headers = { Token: key, ...(body ? { 'content-type': 'application/json' } : {}) }
    const local = from === undefined ? {} : { localAddress: from }
    const call = request(`${url}${path}`, { method, headers, agent, ...local }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.once('end', () => {
        const { 'retry-after': retryAfter, ratelimit } = answer.headers
        const rateLimit = ratelimit === undefined ? undefined : String(ratelimit)
        resolve({ status: answer.statusCode ?? 0, retryAfter, rateLimit, body: text })
      })
    })
    call.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
  })

/** G1: 500 requests with one key, as fast as possible. */
export async function burstOfOneKey(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem(usualLimits)
  const { key } = await newKey(system)
  const agent = new Agent({ keepAlive: true, maxSockets: 40 })
  const begun = performance.now()
  const answers = await eachOf(500, 40, (i) => {
    const body = { phone: phoneOf(50_000 + i), message: `g1 ${i}`, reference: 'g1' }
    return ask(agent, system.url, { method: 'POST', path: '/v1/messages', key, body })
  })
  const seconds = (performance.now() - begun) / 1_000
  agent.destroy()
  const accepted = answers.filter(({ status }) => status === 201).length
  const refused = answers.filter(({ status }) => status === 429)
  const agreeing = refused.filter(({ retryAfter, rateLimit, body }) => {
    const said = JSON.parse(body) as { retryAfter?: number; retryable?: boolean }
    return String(said.retryAfter) === retryAfter && said.retryable === true && /"key";r=0/.test(rateLimit ?? '')
  }).length
  const stored = (await fixture.rows(`select 1 from messaging.message where reference = 'g1'`)).length
  const most = Math.ceil((100 + 50 * seconds) * 1.05)
  const measured = `500 in ${seconds.toFixed(2)} s: ${accepted} accepted (at most ${most}), ${refused.length} × 429, ${stored} stored`
  return all(measured, {
    'as many as burst and rate allow': accepted >= 100 && accepted <= most,
    'accepted or 429': accepted + refused.length === 500,
    'Retry-After, RateLimit and body agree': agreeing === refused.length,
    'what is refused has no effect': stored === accepted,
  })
}

/** Counts how many requests with one key several gateways accept when the requests are sent as fast as possible. */
async function acceptedBy(
  urls: readonly string[],
  key: string,
  seconds: number,
): Promise<{ accepted: number; allowed: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const begun = performance.now()
  let accepted = 0
  const keepAsking = async (url: string) => {
    while (performance.now() - begun < seconds * 1_000) {
      const { status } = await ask(agent, url, { method: 'GET', path: '/v1/me', key })
      accepted += status === 200 ? 1 : 0
    }
  }
  await Promise.all(urls.flatMap((url) => Array.from({ length: 8 }, () => keepAsking(url))))
  agent.destroy()
  return { accepted, allowed: 100 + 50 * ((performance.now() - begun) / 1_000) }
}

/** G2: two gateways share one key's limit. */
export async function jointLimit(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system(usualLimits)
  // Only the second gateway gets requests, and its address serves its metrics.
  await using second = await startReplica(system, 'gateway')
  const { key } = await newKey(system)
  const { accepted, allowed } = await acceptedBy([system.url, second.edgeUrl], key, 10)
  const off = Math.round((accepted / allowed - 1) * 1_000) / 10
  return all(`two gateways let ${accepted} through where ${Math.round(allowed)} are allowed (${off} %)`, {
    'within 5 %': Math.abs(off) <= 5,
  })
}

/** G-twin: gateways that count separately. G2 must catch it. Two keys stand for the two gateways: each has a full limit. */
export async function limitOfEach(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system(usualLimits)
  const keys = [await newKey(system), await newKey(system)]
  const counted = await Promise.all(keys.map(({ key }) => acceptedBy([system.url], key, 3)))
  const accepted = counted.reduce((sum, each) => sum + each.accepted, 0)
  const allowed = Math.max(...counted.map((each) => each.allowed))
  const off = Math.round((accepted / allowed - 1) * 100)
  return all(`counting apart lets ${accepted} through where ${Math.round(allowed)} are allowed (${off} %)`, {
    'the twin is caught': Math.abs(off) > 5,
  })
}

/** Returns a process's metric, or undefined if it is absent. */
async function metricOf(url: string, name: string): Promise<number | undefined> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(`${name} `) || each.startsWith(`${name}{`))
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1))
}

/** G8: gateways lose the rate limit table. Valid keys pass, and invalid ones are still refused. */
export async function withoutStore(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system(usualLimits)
  await using second = await startReplica(system, 'gateway')
  const { key } = await newKey(system)
  const agent = new Agent({ keepAlive: true, maxSockets: 10 })
  const asks = (count: number, by: string) =>
    eachOf(count, 4, () => ask(agent, second.edgeUrl, { method: 'GET', path: '/v1/me', key: by }))
  const isDegraded = async () => (await metricOf(second.url, 'ratelimit_degraded')) === 1
  await asks(5, key)
  const before = await isDegraded()
  await fixture.rows('alter table gateway.rate_bucket rename to rate_bucket_away')
  const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
  let passed = 0
  let refused = 0
  try {
    for (let i = 0; i < 10; i++) {
      passed += (await asks(5, key)).filter(({ status }) => status === 200).length
      refused += (await asks(5, wrong)).filter(({ status }) => status === 401).length
    }
    await until(isDegraded, { timeoutMs: 5_000, describe: 'the metric to say so' })
  } finally {
    await fixture.rows('alter table gateway.rate_bucket_away rename to rate_bucket')
  }
  await until(async () => (await asks(1, key)).length === 1 && !(await isDegraded()), { timeoutMs: 5_000 })
  agent.destroy()
  return all(
    `${passed} of 50 requests of a valid key passed, ${refused} of 50 of a wrong one refused; the metric rose and fell`,
    { 'not degraded before': !before, 'valid keys pass': passed === 50, 'bad keys are refused': refused === 50 },
  )
}
