import { hasDocument, violations } from '@posthorn/testkit/cloud-api'
import { describe, expect, it } from 'vitest'
import { access, graphError, json, startGraph } from './graph.fixture.ts'
import type { CallOutcome, Provider } from './provider.ts'

const profile = {
  about: 'Open all day',
  address: 'Main Street 1',
  description: 'A shop',
  email: 'shop@example.com',
  websites: ['https://shop.example.com'],
  vertical: 'RETAIL',
}

describe('calls about a number', () => {
  it.each<[string, string, (provider: Provider) => Promise<CallOutcome>]>([
    ['RequestCodeRequest', '/request_code', (p) => p.requestCode(access, { method: 'SMS', language: 'en_US' })],
    ['VerifyCodeRequest', '/verify_code', (p) => p.verifyCode(access, '123456')],
    ['RegisterRequest', '/register', (p) => p.register(access, '123456')],
    [
      'WhatsAppBusinessProfileUpdateRequest',
      '/whatsapp_business_profile',
      (p) => p.changeProfile(access, { ...profile, about: 'New' }),
    ],
  ])('keep to the provider contract: %s', async (schema, path, ask) => {
    const { provider, captured } = await startGraph(json(200, { success: true }))
    expect(await ask(provider)).toEqual({ ok: true })
    expect(captured[0]).toMatchObject({ method: 'POST', url: `/v24.0/${access.phoneNumberId}${path}` })
    if (hasDocument) expect(violations(schema, captured[0]?.body)).toEqual([])
  })

  it('deregister without a word more than the path', async () => {
    const { provider, captured } = await startGraph(json(200, { success: true }))
    expect(await provider.deregister(access)).toEqual({ ok: true })
    expect(captured[0]).toMatchObject({ method: 'POST', url: `/v24.0/${access.phoneNumberId}/deregister`, body: {} })
  })

  it('read a profile, whatever of it is filled in', async () => {
    const { about, vertical } = profile
    const answer = {
      data: [{ messaging_product: 'whatsapp', about, vertical, profile_picture_url: 'https://p.example' }],
    }
    const { provider } = await startGraph(json(200, answer))
    const read = { about, vertical, pictureUrl: 'https://p.example' }
    expect(await provider.readProfile(access)).toEqual({ ok: true, profile: read })
  })

  it('bring a picture to the profile: app, session, bytes with an OAuth header, handle', async () => {
    const answers: Record<string, unknown> = {
      '/v24.0/app?fields=id': { id: '9001' },
      '/v24.0/9001/uploads?file_name=sample.jpg&file_length=3&file_type=image%2Fjpeg': { id: 'upload:MTp?sig=AR' },
      '/v24.0/upload:MTp?sig=AR': { h: '4:cGlj:aW1hZ2U=:AR' },
    }
    const seen: string[] = []
    const { provider, server, captured } = await startGraph((req, res) => {
      json(200, answers[req.url ?? ''] ?? { success: true })(req, res)
    })
    server.prependListener('request', ({ url, headers }) =>
      seen.push(`${url} ${headers.authorization} ${String(headers.file_offset)}`),
    )
    expect(await provider.changePicture(access, { bytes: Buffer.from('"x"'), mime: 'image/jpeg' })).toEqual({
      ok: true,
    })
    expect(seen[2]).toBe(`/v24.0/upload:MTp?sig=AR OAuth ${access.accessToken} 0`)
    expect(captured[3]?.body).toEqual({ messaging_product: 'whatsapp', profile_picture_handle: '4:cGlj:aW1hZ2U=:AR' })
    if (hasDocument) expect(violations('WhatsAppBusinessProfileUpdateRequest', captured[3]?.body)).toEqual([])
  })

  it('send no bytes to a session that is none', async () => {
    const { provider, captured } = await startGraph((req, res) => {
      json(200, { id: req.url?.includes('/app?') ? '9001' : '../../me' })(req, res)
    })
    const picture = { bytes: Buffer.from('"x"'), mime: 'image/jpeg' }
    expect(await provider.changePicture(access, picture)).toMatchObject({
      ok: false,
      error: { errorCode: 'provider:refused' },
    })
    expect(captured).toHaveLength(2)
  })

  it.each([
    [133005, 'number:pin_wrong'],
    [133006, 'number:not_verified'],
    [133016, 'number:register_limited'],
    [136024, 'number:code_not_sent'],
    [136025, 'number:code_wrong'],
  ])('name what is wrong when the provider says %d', async (code, errorCode) => {
    const { provider } = await startGraph(graphError(400, code))
    expect(await provider.register(access, '123456')).toMatchObject({
      ok: false,
      error: { errorCode, retryable: false },
    })
  })
})
