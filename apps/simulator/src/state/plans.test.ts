import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { codeOf, startFixture, textTo, untilReported, wamidOf } from '../simulator.fixture.ts'
import { plans, treatmentOf } from './plans.ts'
import { messageErrors } from './provider-errors.ts'

const magic = (digits: string) => `+1555010${digits}`

const codesPerNumber = 25

describe('a magic recipient', () => {
  it.each([
    ['0001', ['sent', 'delivered']],
    ['0002', ['failed']],
    ['0006', ['read', 'read', 'read', 'delivered', 'delivered', 'delivered', 'sent', 'sent', 'sent']],
    ['0008', ['failed']],
    ['0011', ['sent', 'read']],
  ])('%s is accepted and reported as %j', async (digits, states) => {
    await using fixture = await startFixture()
    const reported = await untilReported(
      fixture,
      wamidOf(await fixture.sendText(fixture.number, magic(digits))),
      states,
    )
    const code = { '0002': 131026, '0008': 131047 }[digits]
    if (code !== undefined) expect(reported[0]?.errors?.[0]?.code).toBe(code)
  })

  it.each([
    ['0009', 400, 131026],
    ['0012', 401, 190],
    ['0014', 400, 131047],
  ])('%s is refused every time with %i and %i', async (digits, status, code) => {
    await using fixture = await startFixture()
    for (const _attempt of [1, 2]) {
      const answered = await fixture.sendText(fixture.number, magic(digits))
      expect([answered.status, codeOf(answered)]).toEqual([status, code])
    }
    expect((await fixture.callLog()).entries).toMatchObject([
      { accepted: false, code },
      { accepted: false, code },
    ])
  })

  it.each([
    ['0007', 3, 429, 130429],
    ['0010', 2, 500, 131000],
  ])('%s is refused %i times for each message, then accepted', async (...[digits, tries, status, code]) => {
    await using fixture = await startFixture()
    for (const id of ['msg_1', 'msg_2']) {
      for (let attempt = 1; attempt <= tries; attempt++) {
        const refused = await fixture.sendText(fixture.number, magic(digits), `${id}:${attempt}`)
        expect([refused.status, codeOf(refused)]).toEqual([status, code])
      }
      expect((await fixture.sendText(fixture.number, magic(digits), `${id}:${tries + 1}`)).status).toBe(200)
    }
  })

  it('0003 is reported while its answer still waits', async () => {
    await using fixture = await startFixture({ config: { slowAnswerMs: 1000 } })
    const started = performance.now()
    const pending = fixture
      .sendText(fixture.number, magic('0003'))
      .finally(() => (answeredMs = performance.now() - started))
    let answeredMs = 0
    await until(() => fixture.reported().length === 3)
    expect(answeredMs).toBe(0)
    expect(wamidOf(await pending)).toBe(fixture.reported()[0]?.id)
    expect(answeredMs).toBeGreaterThan(990)
  })

  it.each([
    ['0004', ['sent', 'delivered', 'read']],
    ['0005', []],
  ])('%s is accepted without an answer, then reported as %j', async (digits, states) => {
    await using fixture = await startFixture()
    const { phoneNumberId, accessToken } = fixture.number
    const answer = fetch(`${fixture.url}/v24.0/${phoneNumberId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
      body: JSON.stringify(textTo(magic(digits))),
    })
    await expect(answer).rejects.toThrow('fetch failed')
    const { entries } = await fixture.callLog()
    expect(entries).toMatchObject([{ accepted: true, to: magic(digits), callbackTag: 'msg_1:1' }])
    await untilReported(fixture, entries[0]?.wamid ?? '', states)
  })

  it('0013 is accepted and nothing is reported', async () => {
    await using fixture = await startFixture()
    const silent = wamidOf(await fixture.sendText(fixture.number, magic('0013')))
    await untilReported(fixture, wamidOf(await fixture.sendText(fixture.number, '+4915112345678')), [
      'sent',
      'delivered',
      'read',
    ])
    expect(fixture.reported().filter(({ id }) => id === silent)).toEqual([])
  })

  it('of a code is refused with it, or accepted and fails with it later, for each error that a message can meet', async () => {
    const codes = Object.entries(messageErrors)
    let fixture = await startFixture()
    for (const [i, [text, { status }]] of codes.entries()) {
      // A number accepts 80 messages per second, which a fast machine exceeds, so further codes use another number.
      if (i > 0 && i % codesPerNumber === 0) {
        await fixture[Symbol.asyncDispose]()
        fixture = await startFixture()
      }
      const digits = text.padStart(6, '0')
      const refused = await fixture.sendText(fixture.number, `+15551${digits}`)
      expect([refused.status, codeOf(refused)]).toEqual([status, Number(text)])
      const accepted = wamidOf(await fixture.sendText(fixture.number, `+15552${digits}`))
      expect((await untilReported(fixture, accepted, ['failed']))[0]?.errors?.[0]?.code).toBe(Number(text))
    }
    await fixture[Symbol.asyncDispose]()
  })

  it('is only a phone of the reserved range: the same last digits elsewhere are an ordinary customer', () => {
    expect(treatmentOf('+49151550100002')).toEqual(treatmentOf('+4915112345678'))
    expect(treatmentOf('+15550109999')).toEqual(treatmentOf('+4915112345678'))
    expect(treatmentOf('+15551999999')).toEqual(treatmentOf('+4915112345678'))
    expect(treatmentOf('US.15550100002')).toEqual(treatmentOf('+4915112345678'))
  })
})

it('no plan has more steps than the journal has bits for', () => {
  for (const steps of Object.values(plans)) expect(steps.length).toBeLessThanOrEqual(16)
})
