import { randomBytes } from 'node:crypto'
import { type Receiver, until } from '@posthorn/testkit'
import { listen, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

type SpanView = {
  resource: { attributes: { key: string; value: { stringValue?: string } }[] }
  scopeSpans: { spans: { traceId: string; spanId: string; parentSpanId?: string; name: string }[] }[]
}

/** Returns a trace's spans from the collector, each as `parent > service span`. */
export function spansOf(collector: Receiver, trace: string): string[] {
  const resources = collector.requests.flatMap(({ json }) => (json as { resourceSpans: SpanView[] }).resourceSpans)
  const spans = resources.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue
    return scopeSpans.flatMap(({ spans: some }) => some.map((span) => ({ ...span, title: `${service} ${span.name}` })))
  })
  const own = spans.filter(({ traceId }) => traceId === trace)
  const titles = new Map(own.map(({ spanId, title }) => [spanId, title]))
  return own.map(({ title, parentSpanId = '' }) => `${titles.get(parentSpanId) ?? parentSpanId} > ${title}`)
}

/** A collector sees a message's complete path as one trace. */
export function tracedMessage(system: () => RunningSystem, collector: () => Receiver): void {
  test('traced message: a collector receives each step of it, from the caller to the webhook, below the one that led to it', async () => {
    await using webhook = await listen(system(), { events: ['message:out'] })
    const [trace, caller] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
    const answer = await fetch(`${system().url}/v1/messages`, {
      method: 'POST',
      headers: {
        Token: system().account.key,
        'content-type': 'application/json',
        traceparent: `00-${trace}-${caller}-01`,
      },
      body: JSON.stringify({ phone: '+4915120000077', message: 'Follow me' }),
    })
    expect(answer.status).toBe(201)
    const reported = () => spansOf(collector(), trace)
    const wanted = [
      `${caller} > gateway POST /v1/messages`,
      'gateway POST /v1/messages > messaging messages.send',
      'messaging messages.send > messaging simulator send',
      'messaging messages.send > messaging publish message:out',
      'messaging messages.send > webhooks apply message:out',
      'webhooks apply message:out > webhooks POST webhook',
    ]
    await until(() => wanted.every((step) => reported().includes(step))).catch(() => {})
    expect(reported()).toEqual(expect.arrayContaining(wanted))
    expect(collector().requests.some(({ body }) => body.includes('4915120000077'))).toBe(false)
    const traces = webhook.receiver.requests.map(({ headers }) => headers['traceparent'])
    expect(traces).toContainEqual(expect.stringContaining(trace))
  })
}
