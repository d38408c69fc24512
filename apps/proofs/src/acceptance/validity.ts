import { until } from '@posthorn/testkit'
import { callLog, eachOf, listen, phoneOf } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { quiescence } from '../invariants.ts'
import type { ProofFixture } from '../proof.fixture.ts'

/** A12: the queue accepts at most 1,000. */
export async function fullQueue(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem({ QUEUE_SIZE_MAX: '1000' })
  const queue = `/v1/numbers/${system.account.number}/queue`
  await system.ok('POST', `${queue}/pause`)
  const answers = await eachOf(1_100, 16, (i) =>
    system.call<{ errorCode?: string }>('POST', '/v1/messages', { body: { phone: phoneOf(i), message: `a12 ${i}` } }),
  )
  const accepted = answers.filter(({ status }) => status === 201).length
  const refused = answers.filter(({ status, body }) => status === 429 && body.errorCode === 'queue:full').length
  await system.ok('POST', `${queue}/resume`)
  await quiescence(fixture)
  const called = (await callLog(system)).filter((entry) => entry.accepted).length
  return all(`${accepted} × 201, ${refused} × 429 queue:full, ${called} reached the provider`, {
    'as many as the queue holds': accepted === 1_000 && refused === 100,
    'all of them sent': called === 1_000,
  })
}

/** A13: a message that can't be sent in time expires visibly, and is never sent later. */
export async function expiry(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system, { events: ['message:failed'] })
  const simulate = (seconds: number) =>
    system.ok('POST', `/v1/numbers/${system.account.number}/simulate`, { body: { outage: { kind: 'error', seconds } } })
  await simulate(80)
  const asked = await eachOf(20, 5, (i) =>
    system.post('/v1/messages', { phone: phoneOf(31_000 + i), message: `a13 ${i}`, expiresIn: 60 }),
  )
  const reported = () =>
    webhook.received().filter(({ data }) => (data['error'] as { errorCode?: string })?.errorCode === 'message:expired')
  await until(() => reported().length === asked.length, {
    timeoutMs: 90_000,
    describe: 'all to be reported as expired',
  })
  const ids = new Set(asked.map(({ id }) => id))
  const taken = (await callLog(system)).filter((e) => e.accepted && ids.has(e.callbackTag.split(':')[0] ?? '')).length
  return all(`${reported().length} of ${asked.length} announced as message:expired, ${taken} taken by the provider`, {
    'each is announced once': reported().length === asked.length,
    'none left': taken === 0,
  })
}
