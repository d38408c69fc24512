import { type ReceivedRequest, until } from '@posthorn/testkit'
import {
  acceptedCalls,
  callbackOf,
  callbackTargetOf,
  callLog,
  type Event,
  eventLog,
  listen,
  newWamid,
  postSigned,
  type RunningSystem,
  secretHeader,
} from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

type Message = { id: string; status: string; providerId?: string; chat: string }

/** Returns a message's event steps, sorted. `delivered` is missing if `read` overtook it. */
function stepsOf(events: readonly Event[], id: string): string[] {
  const steps = events.filter(({ event, data }) => event.startsWith('message:') && data.id === id)
  return steps.map(({ event, data }) => data.ack ?? event).sort()
}

/** A message is sent and acknowledged, and the webhook gets each step with a signature. */
export function sendAndAck(system: () => RunningSystem): void {
  test('send and ack: a message accepted over REST is sent once, acknowledged, and delivered to a webhook', async () => {
    await using webhook = await listen(system(), { events: ['message:*'] })
    const body = { phone: '+4915120000001', message: 'Hello', reference: 'order-1' }
    const { status, body: sent } = await system().call<Message>('POST', '/v1/messages', { body, idempotencyKey: 'one' })
    expect({ status, state: sent.status }).toEqual({ status: 201, state: 'queued' })

    const logged = await until(async () => {
      const steps = stepsOf(await eventLog(system()), sent.id)
      return steps.includes('message:out') && steps.includes('read') && steps
    })
    expect(logged).toEqual(expect.arrayContaining(['message:out', 'read']))
    await until(() => stepsOf(webhook.received(), sent.id).length >= logged.length)
    expect(stepsOf(webhook.received(), sent.id)).toEqual(logged)
    for (const { verified, headers } of webhook.receiver.requests) {
      expect({ verified, secret: headers[secretHeader.name.toLowerCase()] }).toEqual({
        verified: true,
        secret: secretHeader.value,
      })
    }

    const shown = await system().ok<Message>('GET', `/v1/messages/${sent.id}`)
    expect(shown).toMatchObject({ ...body, status: 'read', providerId: expect.stringMatching(/^wamid\./) })
    expect(acceptedCalls(await callLog(system())).get(sent.id)).toBe(1)
    const trace = () =>
      system().ok<{ traceId: string; entries: { what: string }[] }>('GET', `/v1/messages/${sent.id}/trace`)
    const tried = async () => (await trace()).entries.filter(({ what }) => what === 'webhook')
    await until(async () => (await tried()).length >= logged.length, { describe: 'the deliveries to be in the trace' })
    expect((await tried())[0]).toMatchObject({ attempt: 1, httpStatus: 200, outcome: 'delivered' })
    const { entries, traceId } = await trace()
    expect(traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(entries).toContainEqual(expect.objectContaining({ what: 'attempt', attempt: 1, outcome: 'sent' }))

    const { usage } = await system().ok<{ usage: { in: number; out: number } }>('GET', '/v1/me')
    expect(usage).toMatchObject({ in: expect.any(Number), out: expect.any(Number) })

    const again = await system().call<Message>('POST', '/v1/messages', { body, idempotencyKey: 'one' })
    expect(again.body.id).toBe(sent.id)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })
}

/** Two services apply what a customer writes, each to its part: the chat and the contact. */
export function receiveInbound(system: () => RunningSystem): void {
  test('receive inbound: what a customer writes reaches the webhook, the chat and the contacts', async () => {
    await using webhook = await listen(system(), { events: ['message:in'] })
    const from = '+4915120000002'
    const { number } = system().account
    await system().ok('POST', `/v1/numbers/${number}/simulate`, {
      body: { message: { from, type: 'text', text: 'Is it ready?', name: 'Ada' } },
    })

    const event = await until(() => webhook.received().find(({ data }) => data['phone'] === from))
    expect(event).toMatchObject({ event: 'message:in', data: { direction: 'in', message: 'Is it ready?', number } })
    expect(webhook.receiver.requests.every(({ verified }) => verified === true)).toBe(true)

    const chat = String(event.data['chat'])
    expect(await system().ok('GET', `/v1/chats/${chat}`)).toMatchObject({ phone: from, unread: true })
    expect(await system().ok('GET', `/v1/messages?chat=${chat}`)).toMatchObject([{ id: event.data.id }])
    const contacts = () => system().ok<Record<string, unknown>[]>('GET', '/v1/contacts')
    await until(async () => JSON.stringify(await contacts()).includes(from), { describe: 'the contact to exist' })

    const reply = await system().ok<{ id: string }>('POST', '/v1/messages', { body: { chat, message: 'Yes' } })
    await until(async () => (await system().ok('GET', `/v1/messages/${reply.id}`))['status'] === 'read')
  })

  test('receive inbound: a customer who shares the phone when asked for it is one contact in one chat, with that phone', async () => {
    await using webhook = await listen(system(), { events: ['message:in'] })
    const target = await callbackTargetOf(system())
    const [userId, phone] = ['US.7001', '+15005550124']
    const receive = async (content: { type: string; [field: string]: unknown }) => {
      const timestamp = String(Math.floor(Date.now() / 1000))
      const message = { id: newWamid(), timestamp, from_user_id: userId, ...content }
      const metadata = { phone_number_id: target.phoneNumberId }
      const value = { metadata, contacts: [{ user_id: userId }], messages: [message] }
      expect(await postSigned(target, callbackOf(target, [value]))).toBe(200)
      return until(() => webhook.received().find(({ data }) => data['type'] === content.type))
    }
    const { data: before } = await receive({ type: 'text', text: { body: 'Call me' } })
    const card = { name: { formatted_name: 'Zoe' }, phones: [{ phone: '(500) 555-0124', wa_id: phone.slice(1) }] }
    const { data } = await receive({ type: 'contacts', origin: 'contact_request', contacts: [card] })
    expect(data).toMatchObject({ origin: 'contact_request', chat: before['chat'], from: { phone, userId } })
    const contact = async () => {
      const found = await system().ok<Record<string, unknown>[]>('GET', `/v1/contacts?search=${userId}`)
      expect(found).toHaveLength(1)
      return found[0]?.['phone'] === phone
    }
    await until(contact, { describe: 'the contact to have the phone' })
  })
}

type Delivery = { id: string; status: string; attempts: number; event: { id: string } }

/** A failing receiver gets the same bytes until it accepts them. */
export function webhookRetries(system: () => RunningSystem): void {
  test('webhook retries: a failing receiver gets the same event again, on schedule, until it answers 2xx', async () => {
    // Other tests' messages in this workspace may still be reported.
    const phone = '+4915120000004'
    const isOwn = ({ json }: ReceivedRequest) => (json as { data: { phone?: string } }).data.phone === phone
    let answered = 0
    await using webhook = await listen(system(), {
      events: ['message:out'],
      respond: (request) => ({ status: isOwn(request) && answered++ < 2 ? 500 : 200 }),
    })
    await system().ok('POST', '/v1/messages', { body: { phone, message: 'Hello' } })
    const requests = () => webhook.receiver.requests.filter(isOwn)
    await until(() => requests().some(({ status }) => status === 200))
    expect(requests().map(({ status, verified }) => ({ status, verified }))).toEqual([
      { status: 500, verified: true },
      { status: 500, verified: true },
      { status: 200, verified: true },
    ])
    const [id, ...others] = new Set(requests().map(({ headers }) => headers['webhook-id']))
    expect(others).toEqual([])
    expect(new Set(requests().map(({ body }) => body.toString('utf8'))).size).toBe(1)

    const delivery = async () => {
      const deliveries = await system().ok<Delivery[]>('GET', `/v1/webhooks/${webhook.id}/deliveries`)
      return deliveries.find(({ event }) => event.id === id)
    }
    await until(async () => (await delivery())?.status === 'succeeded')
    expect(await delivery()).toMatchObject({ attempts: 3 })
  })
}
