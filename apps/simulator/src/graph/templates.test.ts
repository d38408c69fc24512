import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { codeOf, stage, valuesTold } from '../stage.suite.ts'

const body = { type: 'BODY', text: 'Hello {{1}}', example: { body_text: [['Ada']] } }
const parcel = { name: 'parcel_pending', language: 'en', category: 'UTILITY', components: [body] }

/** A simulator with a template that waits to be judged, and what sends it. */
async function withTemplate() {
  const staged = await stage()
  const { number, call, post, simulate } = staged
  const path = `/v24.0/${number.businessAccountId}/message_templates`
  const made = await call('POST', path, { token: number.accessToken, body: parcel })
  expect(made).toMatchObject({ status: 200, body: { status: 'PENDING', category: 'UTILITY' } })
  const send = (texts: string[], code = 'en', name = parcel.name) =>
    post(number, {
      messaging_product: 'whatsapp',
      to: '+4915112345678',
      type: 'template',
      template: {
        name,
        language: { code },
        components: [{ type: 'body', parameters: texts.map((text) => ({ type: 'text', text })) }],
      },
    })
  const decide = (status: string) => simulate(number, { account: { template: { name: parcel.name, status } } })
  return { staged, path, send, decide }
}

describe('templates', () => {
  it('can be sent once they are approved, in their language and with as many parameters as they have', async () => {
    const { staged, send, decide } = await withTemplate()
    await using _ = staged
    expect(codeOf(await send(['Ada']))).toBe(132001)
    await decide('APPROVED')
    expect((await send(['Ada'])).status).toBe(200)
    expect(codeOf(await send(['Ada', 'Bob']))).toBe(132000)
    expect(codeOf(await send(['Ada'], 'de'))).toBe(132001)
    expect((await send([], 'de', 'hello_world')).status).toBe(200)
    await decide('PAUSED')
    expect(codeOf(await send(['Ada']))).toBe(132015)
    await decide('DISABLED')
    expect(codeOf(await send(['Ada']))).toBe(132016)
    const told = await until(() => {
      const values = valuesTold(staged.receiver, staged.number).filter((value) => 'message_template_name' in value)
      return values.length === 3 && values
    })
    expect(told.map(({ event }) => event)).toEqual(['APPROVED', 'PAUSED', 'DISABLED'])
  })

  it('are refused a second time, without an example for their variables, and to the token of another account', async () => {
    const { staged, path } = await withTemplate()
    await using _ = staged
    const { call, number } = staged
    const token = number.accessToken
    expect(codeOf(await call('POST', path, { token, body: parcel }))).toBe(100)
    const bare = { ...parcel, name: 'bare', components: [{ type: 'BODY', text: 'Hello {{1}}' }] }
    expect(codeOf(await call('POST', path, { token, body: bare }))).toBe(100)
    const other = await staged.makeNumber()
    expect(codeOf(await call('GET', path, { token: other.accessToken }))).toBe(100)
    expect((await call('DELETE', `${path}?name=${parcel.name}`, { token })).body).toEqual({ success: true })
    expect((await call('GET', path, { token })).body).toEqual({ data: [] })
  })
})
