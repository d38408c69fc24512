import { until } from '@posthorn/testkit'
import { type RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, test } from 'vitest'
import { newCustomer } from './customers.ts'
import { openDialect, wid } from './dialect-client.ts'

const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' }

/** Accepts an invitation. Returns the cookie of the session. */
async function join({ url }: RunningSystem, link: string): Promise<string> {
  const answer = await fetch(`${url}/app/auth/welcome`, {
    method: 'POST',
    headers: { ...sameOrigin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: link.split('#')[1], name: 'Grace', password: 'a parcel on its way' }),
  })
  if (answer.status !== 201) throw new Error(`the invitation was refused: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** In the dialect, a key may do no more than in the main API, and a browser session may do nothing. */
export function dialectAccess(system: () => RunningSystem): void {
  const { call } = openDialect(system)
  let made: Promise<string> | undefined
  const admin = () => (made ??= system().keyWith('read', 'send', 'manage', 'admin'))
  const newAddress = () => `${newCustomer().slice(1)}@team.example.com`

  describe('access to the established v1 dialect', () => {
    test('with a key limited to one number is access to that device and its chats alone', async () => {
      const own = system().account.number
      const body = { name: 'Another line', provider: 'simulator' }
      const { id: other } = await system().ok<{ id: string }>('POST', '/v1/numbers', { body })
      const limits = { name: 'One device', scopes: ['read', 'send'], numbers: [own] }
      const { key } = await system().ok<{ key: string }>('POST', '/v1/keys', { key: await admin(), body: limits })
      const [here, there] = [newCustomer(), newCustomer()]
      const send = async (phone: string, device: string) =>
        (await call('POST /messages', { json: { phone, device, message: 'Hello' } })).status === 201
      await until(async () => (await send(here, own)) && send(there, other))
      const chat = async (device: string, phone: string, as?: string) =>
        (await call(`GET /chat/${device}/chats/${wid(phone)}`, as === undefined ? {} : { key: as })).status
      await until(async () => (await chat(other, there)) === 200 && (await chat(own, here, key)) === 200)

      const devices = (await call('GET /devices', { key })).body
      expect(devices.map(({ id }) => id)).toEqual([(await call(`GET /devices/${own}`)).body['id']])
      const chats = (await call(`GET /chat/${own}/chats?size=200`, { key })).body.map(({ id }) => id)
      expect([chats.includes(wid(here)), chats.includes(wid(there))]).toEqual([true, false])
      expect([await chat(other, there, key), await chat(own, there, key)]).toEqual([404, 404])
      const foreign = await call(`GET /messages?phone=${there}`, { key })
      expect([foreign.status, foreign.body]).toEqual([200, []])
      const sent = await call('POST /messages', { key, json: { phone: there, device: other, message: 'Hello' } })
      expect([sent.status, sent.body]).toMatchObject([404, { errorCode: 'device:notfound' }])
      expect((await call(`DELETE /devices/${other}`)).status).toBe(200)
    })

    test('with the cookie of a session but without a key is refused; the team is invited, changed and removed', async () => {
      const { number } = system().account
      const { call, ok } = openDialect(system, await admin())
      const email = newAddress()
      const invited = await call(`POST /devices/${number}/team`, { json: { email, role: 'agent' } })
      expect([invited.status, invited.body]).toMatchObject([201, { email, role: 'agent', status: 'invited' }])
      const Cookie = await join(system(), String(invited.body['link']))
      const headers = { ...sameOrigin, Cookie }
      expect((await fetch(`${system().url}/v1/me`, { headers })).status).toBe(200)
      const refused = await call('GET /devices', { key: null, headers })
      expect([refused.status, refused.body]).toMatchObject([401, { errorCode: 'token:invalid' }])

      const [member] = await ok(`GET /team?search=${email}`)
      expect(member).toMatchObject({ displayName: 'Grace', role: 'agent', status: 'active' })
      const id = String(member?.['id'])
      expect(await ok('PATCH /team', { id, name: 'Grace H.', role: 'agent' })).toMatchObject({
        displayName: 'Grace H.',
      })
      // Only owners manage admins, and a key isn't an owner.
      expect((await call('PATCH /team', { json: { id, role: 'admin' } })).status).toBe(403)
      expect((await call('PATCH /team', { json: { id, role: 'owner' } })).status).toBe(400)
      expect(await ok(`PATCH /devices/${number}/team`, { agent: id, status: 'disabled' })).toMatchObject({ id })
      expect(await ok(`GET /devices/${number}/team?status=disabled&search=${email}`)).toMatchObject([{ id }])
      expect(await ok(`DELETE /devices/${number}/team`, { email })).toMatchObject({ id, status: 'removed' })
      expect((await call('DELETE /team', { json: { id } })).status).toBe(404)
    })

    test('for a person invited by mistake ends with the invitation', async () => {
      const { call, ok } = openDialect(system, await admin())
      const email = newAddress()
      const { id } = await ok(`POST /devices/${system().account.number}/team`, { email })
      expect(await ok('DELETE /team', { id })).toMatchObject({ id, email, status: 'removed' })
      expect((await call('DELETE /team', { json: { id } })).status).toBe(404)
      expect((await call(`POST /devices/${system().account.number}/team`, { json: {} })).status).toBe(400)
    })
  })
}
