import { type Receiver, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { codeOf, reportedValues, startFixture, untilReported, wamidOf } from '../simulator.fixture.ts'
import { samples } from './samples.ts'

const customer = '+4915112345678'

describe('a simulated message', () => {
  it('comes as a callback with the id that was answered', async () => {
    await using fixture = await startFixture()
    const { body } = await fixture.simulate(fixture.number, {
      message: { from: customer, text: 'Hello', name: 'Ann', replyTo: 'wamid.Q' },
    })
    await until(() => fixture.receiver.requests.length > 0)
    expect(reportedValues(fixture.receiver, fixture.number)).toMatchObject([
      {
        metadata: { phone_number_id: fixture.number.phoneNumberId },
        contacts: [{ profile: { name: 'Ann' }, wa_id: '4915112345678', user_id: body.userId }],
        messages: [
          {
            from: '4915112345678',
            from_user_id: body.userId,
            id: body.wamid,
            type: 'text',
            text: { body: 'Hello' },
            context: { id: 'wamid.Q' },
          },
        ],
      },
    ])
  })

  it('of one customer always has the same user id, of another a different one', async () => {
    await using fixture = await startFixture()
    const userOf = async (from: string) =>
      (await fixture.simulate(fixture.number, { message: { from, text: 'Hi' } })).body.userId
    expect(await userOf(customer)).toBe(await userOf('49 151 12345678'))
    expect(await userOf(customer)).not.toBe(await userOf('+4915112345679'))
  })

  it('of another type carries the content and any further field as they were given', async () => {
    await using fixture = await startFixture()
    const image = { id: '9', mime_type: 'image/png', sha256: 'x', caption: 'Look' }
    await fixture.simulate(fixture.number, {
      message: { from: customer, type: 'image', content: image, extra: { novelty: [1] } },
    })
    await until(() => fixture.receiver.requests.length > 0)
    expect(reportedValues(fixture.receiver, fixture.number)).toMatchObject([
      { messages: [{ type: 'image', image, novelty: [1] }] },
    ])
  })

  it('may come from a user whose phone is hidden', async () => {
    await using fixture = await startFixture()
    await fixture.simulate(fixture.number, { message: { userId: 'US.42', text: 'Hi' } })
    await until(() => fixture.receiver.requests.length > 0)
    const [value] = reportedValues(fixture.receiver, fixture.number)
    expect(value).toMatchObject({ messages: [{ from_user_id: 'US.42' }], contacts: [{ user_id: 'US.42' }] })
    expect(JSON.stringify(value)).not.toMatch(/"from"|wa_id/)
  })
})

describe('a simulated status', () => {
  it('of an accepted message is reported, with its error', async () => {
    await using fixture = await startFixture()
    const wamid = wamidOf(await fixture.sendText(fixture.number, '+15550100013', 'msg_9:1'))
    await fixture.simulate(fixture.number, { status: { message: wamid, status: 'played' } })
    await fixture.simulate(fixture.number, { status: { message: wamid, status: 'failed', error: 131049 } })
    await until(() => fixture.reported().length === 2)
    const failed = fixture.reported().find(({ status }) => status === 'failed')
    expect(failed).toMatchObject({ id: wamid, biz_opaque_callback_data: 'msg_9:1', errors: [{ code: 131049 }] })
    expect(fixture.reported().some(({ status }) => status === 'played')).toBe(true)
  })

  it('of a message no one sent, or another number sent, is refused', async () => {
    await using fixture = await startFixture()
    const other = await fixture.makeNumber()
    const wamid = wamidOf(await fixture.sendText(other, customer))
    for (const message of ['wamid.unknown', wamid]) {
      const answered = await fixture.simulate(fixture.number, { status: { message, status: 'read' } })
      expect(answered.status).toBe(404)
    }
  })
})

describe('a simulated callback about the account', () => {
  it('is reported with the sample of its field, each as the documentation has it, at the time it happens', async () => {
    await using fixture = await startFixture()
    for (const field of Object.keys(samples))
      expect((await fixture.simulate(fixture.number, { change: { field } })).body).toEqual({ simulated: 'change' })
    const reported = () => reportedEntries(fixture.receiver).map(({ changes }) => changes[0]?.field)
    await until(() => reported().length === Object.keys(samples).length)
    expect(new Set(reported())).toEqual(new Set(Object.keys(samples)))
    expect(reportedValues(fixture.receiver, fixture.number)).toHaveLength(reported().length)
    expect(reportedEntries(fixture.receiver).every(({ time }) => Number.isInteger(time))).toBe(true)
  })

  it('carries a value as it is, and without one is refused where there is no sample', async () => {
    await using fixture = await startFixture()
    const value = { event: 'UNHEARD_OF', novelty: [1, { deep: null }] }
    await fixture.simulate(fixture.number, { change: { field: 'novelty_update', value } })
    await until(() => fixture.receiver.requests.length > 0)
    expect(reportedValues(fixture.receiver, fixture.number)).toEqual([value])
    const refused = await fixture.simulate(fixture.number, { change: { field: 'novelty_update' } })
    expect(refused).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('no sample') } } })
  })
})

function reportedEntries(receiver: Receiver) {
  return receiver.requests.flatMap(
    ({ json }) => (json as { entry: { time?: number; changes: { field: string }[] }[] }).entry,
  )
}

describe('an outage', () => {
  it.each([
    ['error', 500, 131000],
    ['throttle', 429, 130429],
  ])('of kind %s answers %i and accepts nothing, then ends', async (kind, status, code) => {
    await using fixture = await startFixture()
    await fixture.simulate(fixture.number, { outage: { kind, seconds: 60 } })
    const struck = await fixture.sendText(fixture.number, customer)
    expect([struck.status, codeOf(struck)]).toEqual([status, code])
    await fixture.simulate(fixture.number, { outage: { kind, seconds: 0 } })
    expect((await fixture.sendText(fixture.number, customer)).status).toBe(200)
    expect((await fixture.callLog()).entries.map(({ accepted }) => accepted)).toEqual([false, true])
  })

  it('of kind cut accepts, closes the connection, and reports the statuses', async () => {
    await using fixture = await startFixture()
    await fixture.simulate(fixture.number, { outage: { kind: 'cut', seconds: 60 } })
    await expect(fixture.sendText(fixture.number, customer)).rejects.toThrow('fetch failed')
    const { entries } = await fixture.callLog()
    await untilReported(fixture, entries[0]?.wamid ?? '', ['sent', 'delivered', 'read'])
  })

  it('of kind hang neither accepts nor answers until it ends', async () => {
    await using fixture = await startFixture()
    await fixture.simulate(fixture.number, { outage: { kind: 'hang', seconds: 0.5 } })
    const started = performance.now()
    await expect(fixture.sendText(fixture.number, customer)).rejects.toThrow('fetch failed')
    expect(performance.now() - started).toBeGreaterThan(400)
    expect((await fixture.callLog()).entries).toEqual([])
  })

  it('of kind refuse closes the port for everyone and opens it again', async () => {
    await using fixture = await startFixture()
    await fixture.simulate(fixture.number, { outage: { kind: 'refuse', seconds: 0.5 } })
    await until(
      () =>
        fixture.sendText(fixture.number, customer).then(
          () => false,
          () => true,
        ),
      { describe: 'a refused connection' },
    )
    await until(() => fixture.sendText(fixture.number, customer).then(({ status }) => status === 200), {
      describe: 'an open port',
    })
  })

  it('may strike a share of the calls, evenly, and only those of its number', async () => {
    await using fixture = await startFixture()
    const other = await fixture.makeNumber()
    await fixture.simulate(fixture.number, { outage: { kind: 'error', seconds: 60, share: 0.25 } })
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) statuses.push((await fixture.sendText(fixture.number, customer)).status)
    expect(statuses).toEqual([200, 200, 200, 500, 200, 200, 200, 500])
    expect((await fixture.sendText(other, customer)).status).toBe(200)
  })
})

describe('the control API', () => {
  it.each([
    [{}],
    [{ advance: { seconds: 1 }, outage: { kind: 'cut', seconds: 1 } }],
    [{ message: { text: 'from nobody' } }],
    [{ message: { from: customer, shade: 'red' } }],
    [{ outage: { kind: 'flood', seconds: 1 } }],
    [{ advance: { seconds: -1 } }],
  ])('refuses %j with a sentence', async (body) => {
    await using fixture = await startFixture()
    const answered = await fixture.simulate(fixture.number, body)
    expect(answered).toMatchObject({ status: 400, body: { error: { message: expect.any(String) } } })
  })

  it('makes a number once for a given id, and takes its new address', async () => {
    await using fixture = await startFixture()
    const first = await fixture.makeNumber({ phoneNumberId: '42' })
    const second = await fixture.makeNumber({ phoneNumberId: '42', callbackUrl: `${fixture.receiver.url}/moved` })
    expect(second).toEqual(first)
    await fixture.simulate(second, { message: { from: customer, text: 'Hi' } })
    await until(() => fixture.receiver.requests.some(({ path }) => path === '/moved'))
  })

  it('shows the call log page by page and by number', async () => {
    await using fixture = await startFixture()
    const other = await fixture.makeNumber()
    for (let n = 0; n < 5; n++) await fixture.sendText(n % 2 === 0 ? fixture.number : other, customer, `msg_${n}:1`)
    const first = await fixture.callLog('limit=2')
    expect(first.entries.map(({ callbackTag }) => callbackTag)).toEqual(['msg_0:1', 'msg_1:1'])
    const rest = await fixture.callLog(`after=${first.next}`)
    expect(rest.entries.map(({ callbackTag }) => callbackTag)).toEqual(['msg_2:1', 'msg_3:1', 'msg_4:1'])
    const own = await fixture.callLog(`phoneNumberId=${other.phoneNumberId}`)
    expect(own.entries.map(({ callbackTag }) => callbackTag)).toEqual(['msg_1:1', 'msg_3:1'])
    expect(await fixture.callLog(`after=${rest.next}`)).toEqual({ entries: [], next: 5 })
  })

  it('answers 404 for a number that is not there', async () => {
    await using fixture = await startFixture()
    expect((await fixture.call('DELETE', '/_simulator/numbers/7')).status).toBe(404)
    expect(
      (await fixture.call('POST', '/_simulator/numbers/7/simulate', { body: { advance: { seconds: 1 } } })).status,
    ).toBe(404)
  })
})
