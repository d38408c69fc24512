import { dialectRoutes } from '@posthorn/dialect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../gateway.fixture.ts'

let fixture: GatewayFixture
let key: string
beforeAll(async () => {
  fixture = await startGatewayFixture()
  key = (await fixture.tenant(['read', 'send', 'manage', 'admin'])).token
})
afterAll(() => fixture[Symbol.asyncDispose]())

const names = ['token', '%74oken', 't%6Fken', 'TOKEN', '%54oken']
const downloads = ['/v1/chat/{d}/files/{id}/download', '/v1/files/{id}/download', '/v1/files/{id}/preview']
const at = (path: string, name: string) => `/compat${path.replaceAll(/\{\w+\}/g, 'x')}?${name}=${key}`

describe('a key in the query', () => {
  it('opens downloads, and no other route, however its name is written', async () => {
    expect(dialectRoutes.flatMap(({ path, download }) => (download ? [path] : [])).toSorted()).toEqual(downloads)
    const others = [
      ['POST', '/v1/messages'],
      ['GET', '/v1/devices'],
      ['DELETE', '/v1/files/{id}'],
    ] as const
    for (const name of names) {
      for (const [method, path] of others) {
        const { status } = await fixture.send(at(path, name), { method, ...(method === 'POST' ? { json: {} } : {}) })
        expect([method, path, name, status]).toEqual([method, path, name, 401])
      }
      for (const path of downloads) {
        const { status, json } = await fixture.send(at(path, name))
        expect([path, name, [401, 429].includes(status)]).toEqual([path, name, false])
        expect(json['errorCode']).not.toBe('token:invalid')
      }
    }
  })

  it('is in no answer, refused or not', async () => {
    for (const name of names) {
      for (const path of ['/compat/v1/nothing', '/compat/v1/files', '/compat/v1/files/x/download']) {
        expect((await fixture.send(`${path}?size=x&${name}=${key}`)).text).not.toContain(key)
      }
    }
  })
})

it.each(['/compat/v1/messages', '/graph/v23.0/1/messages'])(
  '%s tells a browser that pages of other origins may call it, as /v1 does',
  async (path) => {
    const allowed = async (at: string) => {
      const { status, headers } = await fixture.send(at, {
        method: 'OPTIONS',
        headers: { Origin: 'https://shop.example' },
      })
      return [status, [...headers].filter(([name]) => name.startsWith('access-control-'))]
    }
    expect(await allowed(path)).toEqual(await allowed('/v1/messages'))
    expect((await allowed(path))[0]).toBe(204)
  },
)
