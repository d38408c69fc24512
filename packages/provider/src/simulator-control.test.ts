import { startReceiver } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { simulatorControl } from './simulator-control.ts'

const made = {
  phoneNumberId: '1',
  businessAccountId: '2',
  accessToken: 'EAA',
  appSecret: 's',
  displayPhoneNumber: '+1 555-200-0001',
}
const input = { name: 'Shop', callbackUrl: 'http://127.0.0.1:1/callbacks/num_1', verifyToken: 'v' }
const answering = (status: number, body: unknown) => startReceiver({ respond: { status, body: JSON.stringify(body) } })

describe('the control client', () => {
  it('makes numbers and leaves out what the caller need not know', async () => {
    await using simulator = await answering(200, { ...made, further: true })
    const control = simulatorControl({ baseUrl: simulator.url })
    expect(await control.createNumber(input)).toEqual(made)
    expect(simulator.requests[0]).toMatchObject({ method: 'POST', path: '/_simulator/numbers', json: input })
  })

  it('asks each thing of its own path', async () => {
    await using simulator = await answering(200, { entries: [], next: 7 })
    const control = simulatorControl({ baseUrl: `${simulator.url}/` })
    await control.simulate('12', { advance: { seconds: 5 } })
    expect(await control.callLog({ phoneNumberId: '12', after: 7 })).toEqual({ entries: [], next: 7 })
    await control.deleteNumber('1/2')
    expect(simulator.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /_simulator/numbers/12/simulate',
      'GET /_simulator/calls?after=7&phoneNumberId=12',
      'DELETE /_simulator/numbers/1%2F2',
    ])
  })

  it('fails with provider:refused and the reason when the simulator says no', async () => {
    await using simulator = await answering(404, { error: { message: 'There is no such number.' } })
    const control = simulatorControl({ baseUrl: simulator.url })
    await expect(control.deleteNumber('9')).rejects.toMatchObject({
      code: 'provider:refused',
      message: 'The simulator refused: There is no such number.',
    })
  })

  it('fails with provider:refused when the answer names no credentials', async () => {
    await using simulator = await answering(200, {})
    const control = simulatorControl({ baseUrl: simulator.url })
    await expect(control.createNumber(input)).rejects.toMatchObject({ code: 'provider:refused' })
  })

  it('fails with provider:unreachable when no one answers', async () => {
    const simulator = await answering(200, {})
    await simulator.stop()
    const control = simulatorControl({ baseUrl: simulator.url })
    await expect(control.callLog()).rejects.toMatchObject({ code: 'provider:unreachable' })
  })
})
