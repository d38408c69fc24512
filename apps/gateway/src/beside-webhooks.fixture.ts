import { startTestService, type TestService, until } from '@posthorn/testkit'
import { webhooksService } from '@posthorn/webhooks/service'
import { afterAll, beforeAll } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from './gateway.fixture.ts'

export type BesideWebhooks = { webhooks: TestService; fixture: GatewayFixture }

/**
 * Starts both services before a file's tests and stops them afterwards. Use them only inside tests and hooks. `prepare` runs before the
 * gateway connects to the bus, so the gateway doesn't see what `prepare` publishes.
 */
export function useGatewayBesideWebhooks(prepare?: (webhooks: TestService) => Promise<void>): BesideWebhooks {
  const beside = {} as BesideWebhooks
  beforeAll(async () => {
    beside.webhooks = await startTestService(webhooksService)
    await prepare?.(beside.webhooks)
    beside.fixture = await startGatewayFixture({ WEBHOOKS_URL: beside.webhooks.service.url })
    const { gateway, operator } = beside.fixture
    await until(async () => (await gateway.clients.gateway.process.get.query({}, operator())).bus.connected)
  })
  afterAll(async () => {
    await beside.fixture[Symbol.asyncDispose]()
    await beside.webhooks[Symbol.asyncDispose]()
  })
  return beside
}

export type OpenStream = { answer: Response; state: { text: string; ended: boolean }; close: () => void }

/** Opens an event stream and reads it until it ends or is closed. Resolves once it has started. */
export async function openStream(url: string, headers: Record<string, string>): Promise<OpenStream> {
  const gone = new AbortController()
  const answer = await fetch(url, { headers, signal: gone.signal })
  const state = { text: '', ended: false }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const part of answer.body ?? []) state.text += decoder.decode(part as Uint8Array, { stream: true })
  }
  const end = () => {
    state.ended = true
  }
  void read().then(end, end)
  await until(() => state.text.length > 0 || state.ended)
  return { answer, state, close: () => gone.abort() }
}
