import { until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { failAtPhones, loseHistory } from '../dashboard/disturbed.ts'

const customer = '+4915112345699'

/** Leaves an installation that needs its operator: an event that was put aside, an attempt that failed, two services in quarantine. */
export async function seedOperator(system: RunningSystem): Promise<void> {
  const { number } = system.account
  await system.posthorn('operator', 'workspace', 'create', 'Bakery')
  await system.ok('POST', '/v1/messages', { body: { number, phone: '+15550100009', message: 'Your order is ready.' } })
  const fix = await failAtPhones(system, [customer])
  const message = { from: customer, name: 'Grace Murray', text: 'Hello' }
  await system.ok('POST', `/v1/numbers/${number}/simulate`, { body: { message } })
  const isAside = () =>
    system.asOperator(
      async ({ clients, operator }) => (await clients.contacts.deadEvents.list.query({}, operator)).length > 0,
    )
  await until(isAside, { timeoutMs: 60_000, describe: 'an event to be put aside' })
  const hasFailed = () =>
    system.asOperator(
      async ({ clients, operator }) => (await clients.messaging.installation.failures.query({}, operator)).length > 0,
    )
  await until(hasFailed, { timeoutMs: 60_000, describe: 'an attempt to fail' })
  await fix()
  for (const service of ['messaging', 'webhooks'] as const) await loseHistory(system, service)
  await system.stop()
  await system.restart()
}
