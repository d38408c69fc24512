import { get } from 'node:http'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { png, useGraph } from './graph.fixture.ts'

const graph = useGraph()
const product = { messaging_product: 'whatsapp' }

type Json = Record<string, unknown>

const bytesAt = async (url: string) => {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${graph.token}` } })
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}

describe('media', () => {
  it('are uploaded, described, downloaded with the same key, sent by their id, and deleted', async () => {
    const id = await graph.upload(png)
    expect(id).toMatch(/^\d+$/)
    const { json } = await graph.call(`/${id}?phone_number_id=${graph.phoneNumberId}`)
    expect(json).toEqual({
      messaging_product: 'whatsapp',
      url: expect.stringContaining('/graph/v23.0/'),
      mime_type: 'image/png',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      file_size: String(png.length),
      id,
    })
    expect(await bytesAt(String(json['url']))).toEqual({ status: 200, bytes: png })
    expect((await fetch(String(json['url']))).status).toBe(401)
    expect((await graph.call(`/download/${id}`, { method: 'DELETE' })).json).toMatchObject({ error: { code: 100 } })
    const { phone } = await graph.customer()
    await graph.post({ to: phone.slice(1), type: 'image', image: { id, caption: 'Look' } })
    const sent = await until(() => graph.sent().find((each) => each['to'] === phone))
    expect(sent).toMatchObject({ type: 'image', image: { id: expect.stringMatching(/^\d+$/), caption: 'Look' } })
    expect((await graph.call(`/${id}`, { method: 'DELETE' })).json).toEqual({ success: true })
    expect((await graph.call(`/${id}`)).json).toMatchObject({ error: { code: 100 } })
  })

  it('of another workspace are not there', async () => {
    const other = await graph.gateway.tenant()
    expect((await graph.call(`/${await graph.upload(png)}`, { token: other.token })).json).toMatchObject({
      error: { code: 100 },
    })
  })
})

describe('what a program reads', () => {
  it('of the number is what the provider says, by any version, with the key as bearer or in the query', async () => {
    const path = `/${graph.phoneNumberId}`
    expect((await graph.call(path)).json).toMatchObject({
      id: graph.phoneNumberId,
      display_phone_number: expect.any(String),
    })
    const read = (url: string, host: string) =>
      new Promise((resolve, reject) => {
        get(`${graph.gateway.url}${url}`, { headers: { host } }, (answer) => resolve(answer.resume().statusCode)).on(
          'error',
          reject,
        )
      })
    const key = `access_token=${graph.token}`
    expect(await read(`/graph/v13.0${path}?${key}`, 'posthorn.example.com')).toBe(200)
    expect(await read(`/graph${path}?fields=id&${key}`, 'posthorn.example.com')).toBe(200)
    for (const host of ['graph.example.com', 'Graph.Example.com.', 'graph.example.com.:3000'])
      expect(await read(`/v21.0${path}?${key}`, host)).toBe(200)
    expect(await read(`/v21.0${path}?${key}`, 'posthorn.example.com')).toBe(404)
  })

  it('of the account is its numbers that the key may see, and its templates page by page', async () => {
    const numbers = await graph.call(
      `/${graph.businessAccountId}/phone_numbers?fields=id,display_phone_number&limit=100`,
    )
    expect(numbers.json).toMatchObject({ data: [{ id: graph.phoneNumberId }] })
    for (const name of ['first', 'second'])
      expect(
        (
          await graph.call(`/${graph.businessAccountId}/message_templates`, {
            json: { name, language: 'en', category: 'UTILITY', components: [{ type: 'BODY', text: 'Hello' }] },
          })
        ).json,
      ).toMatchObject({ id: expect.any(String), status: expect.any(String), category: 'UTILITY' })
    const names: unknown[] = []
    let next: string | undefined =
      `${graph.gateway.url}/graph/v14.0/${graph.businessAccountId}/message_templates?limit=1&access_token=${graph.token}`
    while (next !== undefined) {
      const page = (await (await fetch(next)).json()) as { data: Json[]; paging?: { next?: string } }
      names.push(...page.data.map(({ name }) => name))
      next = page.paging?.next
      if (next) expect(next).toContain(`${graph.gateway.url}/graph/v14.0/`)
    }
    expect(names).toEqual(expect.arrayContaining(['first', 'second']))
  })

  it('of a template is changed and deleted', async () => {
    const path = `/${graph.businessAccountId}/message_templates`
    const json = { name: 'third', language: 'en', category: 'UTILITY', components: [{ type: 'BODY', text: 'Hello' }] }
    const { id } = (await graph.call(path, { json })).json as Json
    expect((await graph.call(`/${String(id)}`)).json).toMatchObject({ id, name: 'third' })
    const components = [{ type: 'BODY', text: 'Good day' }]
    expect((await graph.call(`/${String(id)}`, { json: { components } })).json).toMatchObject({ success: true })
    expect((await graph.call(`${path}?name=third`, { method: 'DELETE' })).json).toEqual({ success: true })
    expect((await graph.call(`/${String(id)}`)).json).toMatchObject({ error: { code: 100, error_subcode: 33 } })
  })

  it('of the business profile is written and read', async () => {
    const path = `/${graph.phoneNumberId}/whatsapp_business_profile`
    const json = { ...product, about: 'Open', websites: ['https://shop.example.com'] }
    expect((await graph.call(path, { json })).json).toEqual({ success: true })
    expect((await graph.call(`${path}?fields=about,websites`)).json).toMatchObject({
      data: [{ about: 'Open', websites: ['https://shop.example.com'] }],
    })
  })

  it('of QR codes and blocked people is the provider’s', async () => {
    const codes = `/${graph.phoneNumberId}/message_qrdls`
    const made = (await graph.call(codes, { json: { prefilled_message: 'Hi' } })).json as Json
    expect(made).toMatchObject({ code: expect.any(String), deep_link_url: expect.any(String) })
    expect((await graph.call(codes)).json).toMatchObject({ data: [{ code: made['code'] }] })
    expect((await graph.call(`${codes}/${String(made['code'])}`, { method: 'DELETE' })).json).toEqual({ success: true })
    const { phone } = await graph.customer()
    const blocked = `/${graph.phoneNumberId}/block_users`
    const json = { ...product, block_users: [{ user: phone }] }
    expect((await graph.call(blocked, { json })).status).toBe(200)
    expect((await graph.call(blocked)).json).toMatchObject({ data: [expect.anything()] })
    expect((await graph.call(blocked, { method: 'DELETE', json })).status).toBe(200)
  })

  it('of the subscribed app and of the key fits together', async () => {
    const path = `/${graph.businessAccountId}/subscribed_apps`
    expect((await graph.call(path, { method: 'POST' })).json).toEqual({ success: true })
    const { data } = (await graph.call(path)).json as unknown as {
      data: { whatsapp_business_api_data: { id: string } }[]
    }
    const token = await graph.call(`/debug_token?input_token=${graph.token}&access_token=${graph.token}`)
    expect(token.json).toMatchObject({
      data: {
        app_id: data[0]?.whatsapp_business_api_data.id,
        application: 'Posthorn',
        is_valid: true,
        scopes: expect.arrayContaining(['whatsapp_business_messaging']),
      },
    })
  })

  it('is refused as unsupported where there is nothing of that name', async () => {
    for (const path of [`/${graph.phoneNumberId}/calls`, `/${graph.businessAccountId}/flows`, '/99999999999'])
      expect((await graph.call(path)).json).toMatchObject({ error: { code: 100, error_subcode: 33 } })
  })

  it('needs the scope that a change has', async () => {
    const path = `/${graph.phoneNumberId}/whatsapp_business_profile`
    const made = await graph.gateway.gateway.clients.gateway.workspaceKeys.create.mutate(
      { workspace: graph.workspace, name: 'reader', scopes: ['read'] },
      graph.gateway.operator(),
    )
    expect((await graph.call(path, { token: made.key })).status).toBe(200)
    const refused = await graph.call(path, { token: made.key, json: { ...product, about: 'x' } })
    expect([refused.status, refused.json]).toMatchObject([403, { error: { code: 10 } }])
  })
})
