import { writeFileSync } from 'node:fs'
import { mediaRules } from '@posthorn/contracts/provider-rules'
import { describe, expect, it, vi } from 'vitest'
import { codeOf, startFixture } from '../simulator.fixture.ts'
import { checkFile } from './media-routes.ts'
import { GraphRefusal } from './reply.ts'

const words = Buffer.from('words\r\n--and dashes')

type Staged = Awaited<ReturnType<typeof startFixture>>

async function upload(
  fixture: Staged,
  { fields = {}, partType = 'text/plain' }: { fields?: Record<string, string>; partType?: string } = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ messaging_product: 'whatsapp', type: 'text/plain', ...fields }))
    form.set(name, value)
  form.set('file', new Blob([words], { type: partType }), 'a.txt')
  const path = `${fixture.url}/v24.0/${fixture.number.phoneNumberId}/media`
  const headers = { authorization: `Bearer ${fixture.number.accessToken}` }
  const answer = await fetch(path, { method: 'POST', body: form, headers })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

describe('media', () => {
  it('are described by id, read with the token at an address of their own, and deleted', async () => {
    await using fixture = await startFixture()
    const token = fixture.number.accessToken
    const { id } = (await upload(fixture)).body
    const reported = await fixture.call('GET', `/v24.0/${String(id)}`, { token })
    expect(reported.body).toMatchObject({ id, mime_type: 'text/plain', file_size: String(words.length) })
    const url = String(reported.body.url)
    const read = (headers: Record<string, string>) => fetch(url, { headers })
    const bytes = await read({ authorization: `Bearer ${token}` })
    expect(Buffer.from(await bytes.arrayBuffer()).equals(words)).toBe(true)
    expect((await read({})).status).toBe(401)
    const other = await fixture.makeNumber()
    expect((await read({ authorization: `Bearer ${other.accessToken}` })).status).toBe(404)
    const expired = await fetch(url.replace(/\d+$/, '1000'), { headers: { authorization: `Bearer ${token}` } })
    expect(expired.status).toBe(404)
    expect((await fixture.call('DELETE', `/v24.0/${String(id)}`, { token })).body).toEqual({ success: true })
    expect(codeOf(await fixture.call('GET', `/v24.0/${String(id)}`, { token }))).toBe(100)
  })

  it.each(['application/zip', 'application/octet-stream'])(
    'are judged by the type of their part: %s is refused whatever the field `type` says',
    async (partType) => {
      await using fixture = await startFixture()
      const refused = await upload(fixture, { partType, fields: { type: 'image/jpeg' } })
      expect(codeOf(refused)).toBe(100)
      expect((refused.body.error as { message: string }).message).toContain(
        '(#100) Param file must be a file with one of the following types: audio/aac',
      )
    },
  )

  it('of a type that is taken are taken whatever the field `type` says', async () => {
    await using fixture = await startFixture()
    const taken = await upload(fixture, { partType: 'audio/ogg; codecs=opus', fields: { type: 'application/zip' } })
    expect(taken.status).toBe(200)
  })

  it.each(Object.entries(mediaRules))('of the kind %s are taken up to their size and refused beyond', (_kind, rule) => {
    const faultOf = (mime: string, size: number) => {
      try {
        checkFile(mime, Buffer.alloc(size))
        return undefined
      } catch (error) {
        return error instanceof GraphRefusal ? error.code : error
      }
    }
    for (const mime of rule.mimes)
      expect([mime, faultOf(mime, rule.bytesMax), faultOf(mime, rule.bytesMax + 1)]).toEqual([mime, undefined, 131053])
  })

  it('need `messaging_product` in the form or in the query', async () => {
    await using fixture = await startFixture()
    const fields = { messaging_product: 'fax' }
    expect(codeOf(await upload(fixture, { fields }))).toBe(131008)
    const form = new FormData()
    form.set('file', new Blob([words], { type: 'text/plain' }), 'a.txt')
    const path = `${fixture.url}/v24.0/${fixture.number.phoneNumberId}/media?messaging_product=whatsapp`
    const headers = { authorization: `Bearer ${fixture.number.accessToken}` }
    expect((await fetch(path, { method: 'POST', body: form, headers })).status).toBe(200)
  })

  it('get different ids even if they arrive at the same time', async () => {
    await using fixture = await startFixture()
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    const uploads = await Promise.all(Array.from({ length: 120 }, () => upload(fixture)))
    vi.useRealTimers()
    expect(new Set(uploads.map(({ body }) => body['id'])).size).toBe(120)
  })

  it('that the simulator cannot store are refused with its own error, not one of the caller', async () => {
    await using fixture = await startFixture()
    const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    writeFileSync(`${fixture.folder.path}/media`, 'no folder')
    expect(await upload(fixture)).toMatchObject({ status: 500, body: { error: { code: 131000 } } })
    const message = { from: '+4915112345678', type: 'image' }
    expect((await fixture.simulate(fixture.number, { message })).status).toBe(500)
    expect(printed).toHaveBeenCalledTimes(2)
    printed.mockRestore()
  })

  it('need a body', async () => {
    await using fixture = await startFixture()
    const type = 'multipart/form-data; boundary=x'
    const headers = { authorization: `Bearer ${fixture.number.accessToken}`, 'content-type': type }
    const path = `${fixture.url}/v24.0/${fixture.number.phoneNumberId}/media`
    expect((await fetch(path, { method: 'POST', headers })).status).toBe(400)
  })
})
