import { exampleContact } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { openStream, useGatewayBesideWebhooks } from '../../beside-webhooks.fixture.ts'

const beside = useGatewayBesideWebhooks()

type StreamedEvent = { id: string; event: string; data: { id: string; workspace: string; sequence: number } }

function eventsIn(text: string): StreamedEvent[] {
  const blocks = text.split('\n\n').filter((block) => block.startsWith('id: '))
  return blocks.map((block) => {
    const [id = '', event = '', data = ''] = block.split('\n').map((line) => line.slice(line.indexOf(': ') + 2))
    return { id, event, data: JSON.parse(data) as StreamedEvent['data'] }
  })
}

async function open(token: string, path = '/v1/events/stream', headers: Record<string, string> = {}) {
  const stream = await openStream(`${beside.fixture.url}${path}`, { Token: token, ...headers })
  return { ...stream, events: () => eventsIn(stream.state.text) }
}

async function publish(workspace: string, count: number): Promise<string[]> {
  const events = Array.from({ length: count }, () =>
    busEvent({ event: 'contact:created', workspace, data: exampleContact }),
  )
  await beside.webhooks.bus.publish(...events)
  return events.map(({ id }) => id)
}

async function logged(token: string, count: number): Promise<void> {
  await until(async () => (await beside.fixture.send('/v1/events', { token })).json.length === count)
}

describe('a stream of events', () => {
  it('sends each event of the own workspace as it happens, once and in order, and none from before', async () => {
    const [mine, other] = [await beside.fixture.tenant(), await beside.fixture.tenant()]
    await publish(mine.workspace, 1)
    await logged(mine.token, 1)
    const stream = await open(mine.token)
    expect(stream.answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    await publish(other.workspace, 3)
    const ids = await publish(mine.workspace, 5)
    await until(() => stream.events().length >= 5)
    const later = await publish(mine.workspace, 250)
    await until(() => stream.events().length >= 255)
    expect(stream.events().map(({ id }) => Number(id))).toEqual(Array.from({ length: 255 }, (_, i) => i + 2))
    expect(new Set(stream.events().map(({ data }) => data.id))).toEqual(new Set([...ids, ...later]))
    const first = { event: 'contact:created', data: { workspace: mine.workspace, sequence: 2 } }
    expect(stream.events()[0]).toMatchObject(first)
    stream.close()
  })

  it('continues where the client stopped, by Last-Event-ID or after, with only the events asked for', async () => {
    const { workspace, token } = await beside.fixture.tenant()
    await publish(workspace, 4)
    await logged(token, 4)
    const stream = await open(token, '/v1/events/stream?after=0', { 'Last-Event-ID': '2' })
    await until(() => stream.events().length === 2)
    expect(stream.events().map(({ id }) => id)).toEqual(['3', '4'])
    const all = await open(token, '/v1/events/stream?after=0&events=contact:*')
    await until(() => all.events().length === 4)
    const none = await open(token, '/v1/events/stream?after=0&events=message:*')
    expect(none.events()).toEqual([])
    for (const each of [stream, all, none]) each.close()
  })

  it('ends when its key is revoked, before the next event is sent', async () => {
    const { workspace, token, keyId } = await beside.fixture.tenant()
    const stream = await open(token)
    await beside.fixture.gateway.clients.gateway.workspaceKeys.revoke.mutate({ id: keyId }, beside.fixture.operator())
    await publish(workspace, 1)
    await until(() => stream.state.ended)
    expect(stream.events()).toEqual([])
  })

  it('is refused as any request: without a key, with a faulty place, and beyond 20 of a workspace', async () => {
    const { token } = await beside.fixture.tenant()
    expect((await beside.fixture.send('/v1/events/stream')).status).toBe(401)
    const faulty = await beside.fixture.send('/v1/events/stream', { token, headers: { 'Last-Event-ID': 'x' } })
    expect(faulty).toMatchObject({ status: 400, json: { errors: [{ path: 'Last-Event-ID' }] } })
    const misplaced = await beside.fixture.send('/v1/events/stream?after=x', { token })
    expect(misplaced).toMatchObject({ status: 400, json: { errors: [{ path: 'after' }] } })
    const streams = await Promise.all(Array.from({ length: 20 }, () => open(token)))
    expect((await beside.fixture.send('/v1/events/stream', { token })).status).toBe(429)
    for (const each of streams) each.close()
    const again = await until(async () => {
      const stream = await open(token)
      return stream.answer.status === 200 && stream
    })
    again.close()
  })

  it('shares its twenty places with long polls and uploads, however many come, and takes none of other workspaces', async () => {
    const [{ token }, { token: other }] = [await beside.fixture.tenant(), await beside.fixture.tenant()]
    const streams = await Promise.all(Array.from({ length: 15 }, () => open(token)))
    const gone = new AbortController()
    let refused = 0
    const polls = Array.from({ length: 300 }, async () => {
      const sent = { headers: { Token: token }, signal: gone.signal }
      const { status } = await fetch(`${beside.fixture.url}/v1/events?wait=20`, sent).catch(() => ({ status: 0 }))
      if (status === 429) refused += 1
    })
    await until(() => refused === 295, { describe: 'all polls but five to be refused' })
    const upload = { token, body: 'phone\n', headers: { 'Content-Type': 'text/csv' } }
    expect((await beside.fixture.send('/v1/imports', upload)).json).toMatchObject({ errorCode: 'rate:limited' })
    const theirs = await open(other)
    expect(theirs.answer.status).toBe(200)
    gone.abort()
    await Promise.all(polls)
    for (const each of [...streams, theirs]) each.close()
  })
})

describe('the log of events', () => {
  it.each([
    ['oldest first', 'order=asc', [1, 2, 3, 4, 5]],
    ['newest first', 'order=desc', [5, 4, 3, 2, 1]],
    ['oldest first with a wait', 'wait=1&after=0', [1, 2, 3, 4, 5]],
  ])('is read to its end by the links of its pages, %s', async (_, query, sequences) => {
    const { workspace, token } = await beside.fixture.tenant()
    await publish(workspace, 5)
    await logged(token, 5)
    const read: number[] = []
    let path: string | undefined = `/v1/events?${query}&size=2&events=contact:*`
    while (path !== undefined) {
      const { json, headers } = await beside.fixture.send(path, { token })
      read.push(...(json as StreamedEvent['data'][]).map(({ sequence }) => sequence))
      path = /<[^>]*(\/v1\/events[^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    }
    expect(read).toEqual(sequences)
  })
})
