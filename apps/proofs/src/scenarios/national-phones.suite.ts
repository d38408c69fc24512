import { until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

type Message = { id: string; status: string; phone: string }

export function nationalPhones(system: () => RunningSystem): void {
  test('a phone without a country code is read in the country of the number that the request names', async () => {
    const { number } = system().account
    const settings = (country: string | null) =>
      system().ok('PATCH', `/v1/numbers/${number}`, { body: { settings: { country } } })
    const send = (body: object) => system().call<Message>('POST', '/v1/messages', { body })
    const words = { message: 'Hello', phone: '07400 123456' }
    await settings('GB')
    const sent = await until(async () => {
      const { status, body } = await send({ ...words, number })
      return status === 201 && body
    })
    expect(sent.phone).toBe('+447400123456')
    await until(async () => (await system().ok<Message>('GET', `/v1/messages/${sent.id}`)).status === 'read')
    expect((await send(words)).body).toMatchObject({ errorCode: 'phone:invalid' })
    await settings(null)
    await until(async () => (await send({ ...words, number })).status === 400)
  })
}
