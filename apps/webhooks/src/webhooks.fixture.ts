import {
  type BusEvent,
  type contact,
  type delivery,
  type EventKind,
  exampleContact,
  type webhook,
  type webhooks,
} from '@posthorn/contracts'
import {
  busEvent,
  type Receiver,
  startTestService,
  type TestService,
  type TestServiceOptions,
  until,
} from '@posthorn/testkit'
import type { z } from 'zod'
import { webhooksService } from './service.ts'

/**
 * Starts the service with local receivers and with retries sped up a thousandfold. Receivers have five seconds to respond, because even an
 * immediate response may take a second on a busy machine.
 */
export function startWebhooks(env: Record<string, string> = {}, opts: TestServiceOptions = {}): Promise<TestService> {
  const fast = { ALLOW_PRIVATE_ADDRESSES: 'true', RETRY_SCALE: '0.001', DELIVERY_TIMEOUT_MS: '5000' }
  return startTestService(webhooksService, { ...opts, env: { ...fast, ...env } })
}

type CreateInput = Parameters<TestService['clients']['webhooks']['webhooks']['create']['mutate']>[0]

/** Creates helpers for a workspace's calls, webhooks, events and deliveries. */
export function createFixture(service: TestService, workspace: string = service.workspace()) {
  const as = (options?: Parameters<TestService['as']>[1]) => service.as(workspace, options)
  const api = (): TestService['clients']['webhooks'] => service.clients.webhooks
  return {
    workspace,
    as,
    api,
    /** Creates a webhook and gives its secret to the receiver. */
    async webhook(
      to: Receiver | string,
      input: Partial<CreateInput> = {},
    ): Promise<z.output<typeof webhooks.webhooks.create.output>> {
      const url = typeof to === 'string' ? to : to.url
      const created = await api().webhooks.create.mutate({ url, events: ['*'], ...input }, as())
      if (typeof to !== 'string') to.useSecret(created.signingSecret)
      return created
    },
    event: () => contactEvent(workspace),
    async publish(count = 1) {
      const events = Array.from({ length: count }, () => contactEvent(workspace))
      await service.bus.publish(...events)
      return events
    },
    deliveries: async (id: string): Promise<z.output<typeof delivery>[]> =>
      (await api().webhooks.deliveries.query({ id, size: 200 }, as())).items,
    show: (id: string): Promise<z.output<typeof webhook>> => api().webhooks.get.query({ id }, as()),
    published: (kind: EventKind) => service.bus.published.filter((e) => e.workspace === workspace && e.event === kind),
  }
}

/**
 * Runs calls that all wait for the rows that `lock` takes, or for each other, and then releases the rows. Returns the calls' answers.
 */
export async function runWhileLocked<T>(
  service: TestService,
  { lock, key }: { lock: string; key: string },
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const waiting = `with recursive waiting (pid) as (
    select pg_backend_pid() union select l.pid from pg_locks l join waiting w on w.pid = any(pg_blocking_pids(l.pid)) where not l.granted
  ) select pid from waiting where pid <> pg_backend_pid()`
  await service.rows('begin')
  await service.rows(lock, [key])
  const answers: Promise<T>[] = []
  for (const call of calls) {
    answers.push(call())
    await until(async () => (await service.rows(waiting)).length === answers.length)
  }
  await service.rows('commit')
  return Promise.all(answers)
}

/** Creates a public event of the workspace. Its kind and data do not matter. */
function contactEvent(workspace: string): BusEvent<'contact:created'> {
  const data = exampleContact as z.output<typeof contact>
  return busEvent({ event: 'contact:created', workspace, data })
}

/** Delays responses until the gate is opened. */
export function createGate(): { opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

export const listEventIds = (receiver: Receiver) =>
  receiver.requests.map((request) => request.headers['webhook-id'] ?? '')
