import { describe, expect, it } from 'vitest'
import { codeOf, stage } from '../stage.suite.ts'

const words = Buffer.from('words\r\n--and dashes')

type Staged = Awaited<ReturnType<typeof stage>>

async function upload(staged: Staged, fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ messaging_product: 'whatsapp', type: 'text/plain', ...fields }))
    form.set(name, value)
  form.set('file', new Blob([words], { type: 'text/plain' }), 'a.txt')
  const path = `${staged.url}/v24.0/${staged.number.phoneNumberId}/media`
  const headers = { authorization: `Bearer ${staged.number.accessToken}` }
  const answer = await fetch(path, { method: 'POST', body: form, headers })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

describe('media', () => {
  it('are told of by id, read with the token at an address of their own, and deleted', async () => {
    await using staged = await stage()
    const token = staged.number.accessToken
    const { id } = (await upload(staged)).body
    const told = await staged.call('GET', `/v24.0/${String(id)}`, { token })
    expect(told.body).toMatchObject({ id, mime_type: 'text/plain', file_size: String(words.length) })
    const url = String(told.body.url)
    const read = (headers: Record<string, string>) => fetch(url, { headers })
    const bytes = await read({ authorization: `Bearer ${token}` })
    expect(Buffer.from(await bytes.arrayBuffer()).equals(words)).toBe(true)
    expect((await read({})).status).toBe(401)
    const other = await staged.makeNumber()
    expect((await read({ authorization: `Bearer ${other.accessToken}` })).status).toBe(404)
    const expired = await fetch(url.replace(/\d+$/, '1000'), { headers: { authorization: `Bearer ${token}` } })
    expect(expired.status).toBe(404)
    expect((await staged.call('DELETE', `/v24.0/${String(id)}`, { token })).body).toEqual({ success: true })
    expect(codeOf(await staged.call('GET', `/v24.0/${String(id)}`, { token }))).toBe(100)
  })

  it('of another type, or in an incomplete form, are refused', async () => {
    await using staged = await stage()
    expect(codeOf(await upload(staged, { type: 'application/zip' }))).toBe(131053)
    expect(codeOf(await upload(staged, { messaging_product: 'fax' }))).toBe(131008)
  })
})
