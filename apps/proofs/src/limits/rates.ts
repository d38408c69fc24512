import { until } from '@posthorn/testkit'
import { eachOf, newKey, startReplica } from '@posthorn/testkit/system'
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

/** Calls the API with this key, at any gateway, while `RunningSystem` only calls the first. Returns the status. */
export async function ask(url: string, key: string): Promise<number> {
  const answer = await fetch(`${url}/v1/me`, { headers: { Token: key } })
  await answer.arrayBuffer()
  return answer.status
}

/** Counts the requests with one key that gateways accept if they get them as fast as possible. `allowed`: by the usual limits of a key. */
async function acceptedBy(
  urls: readonly string[],
  key: string,
  seconds: number,
): Promise<{ accepted: number; allowed: number }> {
  const begun = performance.now()
  let accepted = 0
  const keepAsking = async (url: string) => {
    while (performance.now() - begun < seconds * 1_000) {
      const status = await ask(url, key)
      if (status === 200) accepted += 1
    }
  }
  await Promise.all(urls.flatMap((url) => Array.from({ length: 8 }, () => keepAsking(url))))
  return { accepted, allowed: 100 + 50 * ((performance.now() - begun) / 1_000) }
}

/** G2: two gateways share one key's limit. */
export async function jointLimit(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system(usualLimits)
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

/** Returns the first value of a metric of the process at this internal URL, or undefined if it has none. */
async function metricOf(url: string, name: string): Promise<number | undefined> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text.split('\n').find((each) => each.startsWith(`${name} `) || each.startsWith(`${name}{`))
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1))
}

/** G8: gateways lose the rate limit table. Valid keys pass, and invalid ones are still refused. */
export async function withoutStore(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system(usualLimits)
  // Only this gateway gets requests, and its metrics are read.
  await using second = await startReplica(system, 'gateway')
  const { key } = await newKey(system)
  const asks = (count: number, by: string) => eachOf(count, 4, () => ask(second.edgeUrl, by))
  const isDegraded = async () => (await metricOf(second.url, 'ratelimit_degraded')) === 1
  await asks(5, key)
  const before = await isDegraded()
  await fixture.rows('alter table gateway.rate_bucket rename to rate_bucket_away')
  const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
  let passed = 0
  let refused = 0
  try {
    for (let i = 0; i < 10; i++) {
      passed += (await asks(5, key)).filter((status) => status === 200).length
      refused += (await asks(5, wrong)).filter((status) => status === 401).length
    }
    await until(isDegraded, { timeoutMs: 5_000, describe: 'the metric to say so' })
  } finally {
    await fixture.rows('alter table gateway.rate_bucket_away rename to rate_bucket')
  }
  await until(async () => (await asks(1, key)).length === 1 && !(await isDegraded()), { timeoutMs: 5_000 })
  return all(
    `${passed} of 50 requests of a valid key passed, ${refused} of 50 of a wrong one refused; the metric rose and fell`,
    { 'not degraded before': !before, 'valid keys pass': passed === 50, 'bad keys are refused': refused === 50 },
  )
}
