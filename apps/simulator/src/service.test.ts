import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { startSimulator } from './service.ts'
import { codeOf, reportedValues, startFixture, temporaryFolder, untilReported, wamidOf } from './simulator.fixture.ts'

const customer = '+4915112345678'

describe('a send', () => {
  it('is accepted with an id and reported as sent, delivered and read, with its tag', async () => {
    await using fixture = await startFixture()
    const answered = await fixture.sendText(fixture.number, customer, 'msg_7:2')
    expect(answered.body).toMatchObject({ contacts: [{ input: customer, wa_id: '4915112345678' }] })
    const reported = await untilReported(fixture, wamidOf(answered), ['sent', 'delivered', 'read'])
    for (const status of reported)
      expect(status).toMatchObject({ biz_opaque_callback_data: 'msg_7:2', recipient_id: '4915112345678' })
  })

  it('works without a version in the path and with the token in the query', async () => {
    await using fixture = await startFixture()
    const { phoneNumberId, accessToken } = fixture.number
    const body = { messaging_product: 'whatsapp', to: customer, text: { body: 'no type, as in the examples' } }
    const answered = await fixture.call('POST', `/${phoneNumberId}/messages?access_token=${accessToken}`, { body })
    expect(answered.status).toBe(200)
  })

  it('is refused with 104, 190 or 100/33 when the token is missing, wrong or of another number', async () => {
    await using fixture = await startFixture()
    const other = await fixture.makeNumber()
    const path = `/v24.0/${fixture.number.phoneNumberId}/messages`
    expect(codeOf(await fixture.call('POST', path, { body: {} }))).toBe(104)
    expect(codeOf(await fixture.call('POST', path, { token: 'EAAwrong', body: {} }))).toBe(190)
    const foreign = await fixture.call('POST', path, { token: other.accessToken, body: {} })
    expect(foreign).toMatchObject({
      status: 400,
      body: { error: { code: 100, error_subcode: 33, type: 'GraphMethodException' } },
    })
    expect((await fixture.callLog()).entries).toEqual([])
  })

  it.each(['{"messaging_product"', '[]', '7', 'null'])('is refused with 100 when its body is %j', async (body) => {
    await using fixture = await startFixture()
    expect(codeOf(await fixture.post(fixture.number, body))).toBe(100)
  })

  it('to the number itself is refused with 131021', async () => {
    await using fixture = await startFixture()
    expect(codeOf(await fixture.sendText(fixture.number, fixture.number.displayPhoneNumber))).toBe(131021)
  })

  it('to a user id is answered with that id and reported without a phone', async () => {
    await using fixture = await startFixture()
    const recipient = 'US.13491208655302741918'
    const answered = await fixture.post(fixture.number, {
      messaging_product: 'whatsapp',
      recipient,
      type: 'text',
      text: { body: 'Hi' },
    })
    expect(answered.body).toMatchObject({ contacts: [{ input: recipient, user_id: recipient }] })
    const [sent] = await untilReported(fixture, wamidOf(answered), ['sent', 'delivered', 'read'])
    expect(sent).toMatchObject({ recipient_user_id: recipient })
    expect(sent).not.toHaveProperty('recipient_id')
  })

  it('to a user id put into `to` is accepted and then fails with 131026', async () => {
    await using fixture = await startFixture()
    const answered = await fixture.post(fixture.number, {
      messaging_product: 'whatsapp',
      to: 'US.13491208655302741918',
      type: 'text',
      text: { body: 'Hi' },
    })
    const [failed] = await untilReported(fixture, wamidOf(answered), ['failed'])
    expect(failed?.errors?.[0]?.code).toBe(131026)
  })
})

describe('a rate', () => {
  it('above that of the number is refused with 130429 and nothing is sent', async () => {
    await using fixture = await startFixture({ number: { messagesPerSecond: 5 } })
    const phones = Array.from({ length: 50 }, (_, n) => `+49151000${10_000 + n}`)
    const answers = await Promise.all(phones.map((phone) => fixture.sendText(fixture.number, phone)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.map(codeOf)).toEqual(refused.map(() => 130429))
    const accepted = (await fixture.callLog()).entries.filter((entry) => entry.accepted)
    expect(accepted).toHaveLength(50 - refused.length)
    const times = accepted.map(({ at }) => Date.parse(String(at)))
    for (const from of times) expect(times.filter((ms) => ms >= from && ms < from + 999).length).toBeLessThanOrEqual(5)
  })

  it('counts what customers write', async () => {
    await using fixture = await startFixture({ number: { messagesPerSecond: 1 } })
    await fixture.simulate(fixture.number, { message: { from: customer, text: 'Hi' } })
    expect(codeOf(await fixture.sendText(fixture.number, customer))).toBe(130429)
  })

  it('of more than 45 at once to one recipient is refused with 131056, others are served, and time refills it', async () => {
    await using fixture = await startFixture({ number: { messagesPerSecond: 1000 } })
    const burst = await Promise.all(Array.from({ length: 46 }, () => fixture.sendText(fixture.number, customer)))
    expect(burst.map(codeOf).filter((code) => code !== undefined)).toEqual([131056])
    expect((await fixture.sendText(fixture.number, '+4915112345679')).status).toBe(200)
    await fixture.simulate(fixture.number, { advance: { seconds: 6 } })
    expect((await fixture.sendText(fixture.number, customer)).status).toBe(200)
    expect(codeOf(await fixture.sendText(fixture.number, customer))).toBe(131056)
  })
})

describe('the 24 h window', () => {
  it('is open at first, closes as time passes, and a message of the customer opens it', async () => {
    await using fixture = await startFixture()
    await fixture.simulate(fixture.number, { advance: { seconds: 24 * 3600 } })
    const late = await fixture.sendText(fixture.number, customer)
    const [failed] = await untilReported(fixture, wamidOf(late), ['failed'])
    expect(failed?.errors?.[0]?.code).toBe(131047)

    await fixture.simulate(fixture.number, { message: { from: customer, text: 'Still there?' } })
    await untilReported(fixture, wamidOf(await fixture.sendText(fixture.number, customer)), [
      'sent',
      'delivered',
      'read',
    ])
    await fixture.simulate(fixture.number, { advance: { seconds: 24 * 3600 } })
    await untilReported(fixture, wamidOf(await fixture.sendText(fixture.number, customer)), ['failed'])
  })

  it('does not hold back templates', async () => {
    await using fixture = await startFixture()
    await fixture.simulate(fixture.number, { advance: { seconds: 48 * 3600 } })
    const template = { name: 'hello_world', language: { code: 'en_US' } }
    const answered = await fixture.post(fixture.number, {
      messaging_product: 'whatsapp',
      to: customer,
      type: 'template',
      template,
    })
    await untilReported(fixture, wamidOf(answered), ['sent', 'delivered', 'read'])
  })
})

describe('a number', () => {
  it('answers the fields it is asked for', async () => {
    await using fixture = await startFixture()
    const { phoneNumberId, accessToken: token, displayPhoneNumber } = fixture.number
    const asked = await fixture.call('GET', `/v24.0/${phoneNumberId}?fields=status,throughput`, { token })
    expect(asked.body).toEqual({ id: phoneNumberId, status: 'CONNECTED', throughput: { level: 'STANDARD' } })
    const usual = await fixture.call('GET', `/${phoneNumberId}`, { token })
    expect(usual.body).toMatchObject({ display_phone_number: displayPhoneNumber, quality_rating: 'GREEN' })
    expect(codeOf(await fixture.call('GET', `/${phoneNumberId}?fields=nonsense`, { token }))).toBe(100)
  })

  it('takes a new callback address only from a receiver that echoes the challenge, and none when it is empty', async () => {
    await using fixture = await startFixture({
      respond: ({ path, method }) => {
        if (method !== 'GET') return { status: 200 }
        const asked = new URL(path, 'http://receiver').searchParams
        return asked.get('hub.verify_token') === 'good' ? { body: asked.get('hub.challenge') ?? '' } : { status: 403 }
      },
    })
    const configure = (token: string, url: string) =>
      fixture.call('POST', `/v24.0/${fixture.number.phoneNumberId}`, {
        token: fixture.number.accessToken,
        body: { webhook_configuration: { override_callback_uri: url, verify_token: token } },
      })
    const posted = () => fixture.receiver.requests.filter(({ method }) => method === 'POST').map(({ path }) => path)
    expect(codeOf(await configure('bad', `${fixture.receiver.url}/other`))).toBe(2200)
    expect((await configure('good', `${fixture.receiver.url}/other`)).body).toEqual({ success: true })
    await fixture.simulate(fixture.number, { message: { from: customer, text: 'Hi' } })
    await until(() => posted().length > 0)
    expect(posted()).toEqual(['/other'])
    expect((await configure('', '')).body).toEqual({ success: true })
    await fixture.simulate(fixture.number, { message: { from: customer, text: 'Nobody hears this' } })
    expect((await configure('good', `${fixture.receiver.url}/third`)).status).toBe(200)
    await fixture.simulate(fixture.number, { message: { from: customer, text: 'Hi again' } })
    await until(() => posted().length > 1)
    expect(posted()).toEqual(['/other', '/third'])
  })

  it('marks messages of customers read, and only those', async () => {
    await using fixture = await startFixture()
    const { body } = await fixture.simulate(fixture.number, { message: { from: customer, text: 'Hi' } })
    const receipt = { messaging_product: 'whatsapp', status: 'read', message_id: body.wamid }
    expect((await fixture.post(fixture.number, receipt)).body).toEqual({ success: true })
    expect((await fixture.post(fixture.number, { ...receipt, typing_indicator: { type: 'text' } })).body).toEqual({
      success: true,
    })
    expect(codeOf(await fixture.post(fixture.number, { ...receipt, message_id: 'wamid.unknown' }))).toBe(131009)
  })
})

describe('a path that does not exist', () => {
  it.each(['/', '/v24.0/1/2/3', '/v24.0/1/nothing'])(
    '%s is answered like the Graph API, not with a page',
    async (path) => {
      await using fixture = await startFixture()
      const answered = await fixture.call('POST', path, { token: fixture.number.accessToken, body: {} })
      expect(answered).toMatchObject({ status: 400, body: { error: { code: 2500, fbtrace_id: expect.any(String) } } })
    },
  )
})

describe('callbacks', () => {
  it('escape slashes and everything beyond ASCII, so a receiver that re-serializes is found out', async () => {
    await using fixture = await startFixture()
    await fixture.simulate(fixture.number, { message: { from: customer, text: 'a/b ü 👍', name: 'Zoë' } })
    await until(() => fixture.receiver.requests.length > 0)
    const raw = fixture.receiver.requests[0]?.body.toString('latin1') ?? ''
    expect(raw).toContain('a\\/b \\u00fc \\ud83d\\udc4d')
    expect(raw).toMatch(/^[\x20-\x7e]*$/)
    expect(reportedValues(fixture.receiver, fixture.number)).toMatchObject([
      { messages: [{ text: { body: 'a/b ü 👍' } }], contacts: [{ profile: { name: 'Zoë' } }] },
    ])
  })

  it('are repeated until the receiver answers exactly 200', async () => {
    await using fixture = await startFixture({
      respond: (_request, index) => ({ status: [500, 201, 302, 200][Math.min(index, 3)] ?? 200 }),
    })
    await fixture.simulate(fixture.number, { message: { from: customer, text: 'Hi' } })
    await until(() => fixture.receiver.requests.length >= 4)
    const bodies = new Set(fixture.receiver.requests.map(({ body }) => body.toString()))
    expect(bodies.size).toBe(1)
    expect(reportedValues(fixture.receiver, fixture.number)).toHaveLength(1)
  })

  it('gather many statuses in one POST when the receiver is slow', async () => {
    await using fixture = await startFixture({ respond: { delayMs: 100 }, number: { messagesPerSecond: 1000 } })
    await Promise.all(Array.from({ length: 60 }, (_, n) => fixture.sendText(fixture.number, `+49151000${10000 + n}`)))
    await until(() => fixture.reported().length === 180)
    expect(fixture.receiver.requests.length).toBeLessThan(90)
  })

  it('end when the number is deleted', async () => {
    await using fixture = await startFixture({ respond: { status: 500 } })
    await fixture.sendText(fixture.number, customer)
    await until(() => fixture.receiver.requests.length > 0)
    await fixture.call('DELETE', `/_simulator/numbers/${fixture.number.phoneNumberId}`)
    expect(codeOf(await fixture.sendText(fixture.number, customer))).toBe(190)
  })
})

describe('starting', () => {
  it('on a port that is taken fails and leaves the data of the other alone', async () => {
    await using fixture = await startFixture()
    await using folder = await temporaryFolder()
    const port = Number(new URL(fixture.url).port)
    await expect(startSimulator({ port, dataDir: folder.path })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    expect((await fixture.call('GET', '/_simulator/health')).body).toEqual({ status: 'ok' })
  })

  it('with a data folder that cannot be one fails and frees the port', async () => {
    await using folder = await temporaryFolder()
    await expect(startSimulator({ port: 0, dataDir: '/dev/null/x' })).rejects.toThrow('ENOTDIR')
    const again = await startSimulator({ port: 0, dataDir: folder.path })
    await again.stop()
  })
})
