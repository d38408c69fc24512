import type { ServerResponse } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { until } from '@posthorn/testkit'
import { Pool } from 'undici'
import { describe, expect, it } from 'vitest'
import { exchange } from './exchange.ts'
import { acceptedBody, access, closers, hello, json, listening, open, startGraph } from './graph.fixture.ts'

describe('a send', () => {
  it('is not sent when no one listens', async () => {
    const server = createTcpServer()
    const baseUrl = await listening(server)
    await new Promise((resolve) => server.close(resolve))
    const outcome = await open({ baseUrl }).send(access, hello)
    expect(outcome).toMatchObject({
      outcome: 'not_sent',
      error: { errorCode: 'provider:unreachable', retryable: true },
    })
  })

  it('is not sent when the name does not resolve', async () => {
    const outcome = await open({ baseUrl: 'http://no-such-host.invalid' }).send(access, hello)
    expect(outcome).toMatchObject({ outcome: 'not_sent', error: { errorCode: 'provider:unreachable' } })
  })

  it('is not sent when TLS fails', async () => {
    const server = createTcpServer((socket) => socket.end('this is not TLS\r\n'))
    const baseUrl = (await listening(server)).replace('http:', 'https:')
    closers.push(async () => server.close())
    expect(await open({ baseUrl, timeoutMs: 2_000 }).send(access, hello)).toMatchObject({ outcome: 'not_sent' })
  })

  it('is refused, and suspends the number, when the token cannot be put into a header', async () => {
    const { provider, captured } = await startGraph(json(200, acceptedBody))
    const outcome = await provider.send({ ...access, accessToken: 'a\nb' }, hello)
    expect(outcome).toMatchObject({
      outcome: 'refused',
      suspendsNumber: true,
      error: { errorCode: 'number:unauthorized' },
    })
    expect(captured).toHaveLength(0)
  })

  it('is unknown at the deadline although the body still drips', async () => {
    const { provider } = await startGraph(
      (_req, res) => {
        const drip = setInterval(() => res.write(' '), 50)
        res.on('close', () => clearInterval(drip))
      },
      { timeoutMs: 400 },
    )
    const started = performance.now()
    expect(await provider.send(access, hello)).toMatchObject({
      outcome: 'unknown',
      error: { details: 'Reason: no whole answer within 400 ms.' },
    })
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('is not sent, and never written later, when the deadline comes while it waits for a connection', async () => {
    const unanswered: ServerResponse[] = []
    const { baseUrl, captured } = await startGraph((_req, res) => void unanswered.push(res))
    const pool = new Pool(baseUrl, { connections: 1 })
    closers.push(() => pool.close())
    const asked = (tag: string, timeoutMs: number) => {
      const body = JSON.stringify({
        messaging_product: 'whatsapp',
        to: hello.to,
        type: 'text',
        text: { body: 'Hello' },
        biz_opaque_callback_data: tag,
      })
      const headers = { 'content-type': 'application/json', authorization: 'Bearer EAAtest' }
      return exchange(pool, {
        method: 'POST',
        path: `/v24.0/${access.phoneNumberId}/messages`,
        headers,
        body,
        timeoutMs,
      })
    }
    const answerNext = async (served: number) => {
      await until(() => unanswered.length === served, { describe: `request ${served}` })
      unanswered.at(-1)?.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(acceptedBody))
    }
    // The first request occupies the only connection until its response arrives, which is after the second has given up.
    const first = asked('msg_1:1', 60_000)
    await until(() => unanswered.length === 1)
    expect(await asked('msg_2:1', 50)).toMatchObject({ kind: 'not_written', reason: 'no whole answer within 50 ms' })
    await answerNext(1)
    expect((await first).kind).toBe('answer')
    const third = asked('msg_3:1', 60_000)
    await answerNext(2)
    expect((await third).kind).toBe('answer')
    expect(captured.map(({ body }) => body.biz_opaque_callback_data)).toEqual(['msg_1:1', 'msg_3:1'])
  })

  it('is sent over a new connection when the provider closed the idle one', async () => {
    const { provider, captured, server } = await startGraph(json(200, acceptedBody))
    expect((await provider.send(access, hello)).outcome).toBe('sent')
    server.closeAllConnections()
    expect((await provider.send(access, hello)).outcome).toBe('sent')
    expect(captured).toHaveLength(2)
  })
})
