import { createServer } from 'node:http'
import { sharedSimulator } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloudProvider } from './cloud.ts'
import { access, closers, json, listening, startGraph } from './graph.fixture.ts'
import type { NumberAccess, Provider } from './provider.ts'
import { simulatorControl } from './simulator-control.ts'

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x0d, 0x0a]), Buffer.alloc(5000, 7)])

const fileOf = (bytes: Buffer, mime: string, filename: string) => ({
  size: bytes.length,
  async *parts() {
    yield bytes.subarray(0, 100)
    yield bytes.subarray(100)
  },
  mime,
  filename,
})
async function keep(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}

describe('media', () => {
  let provider: Provider
  let mine: NumberAccess
  let theirs: NumberAccess
  beforeAll(async () => {
    const baseUrl = sharedSimulator().url
    provider = cloudProvider({ name: 'simulator', baseUrl })
    const control = simulatorControl({ baseUrl })
    const input = { name: 'Shop', callbackUrl: 'http://127.0.0.1:9/x', verifyToken: 'not-verified' }
    mine = await control.createNumber(input)
    theirs = await control.createNumber(input)
  })
  afterAll(() => provider.close())

  it('come back as they were uploaded, to their own number only and up to the size that is wanted', async () => {
    const uploaded = await provider.uploadMedia(mine, fileOf(jpeg, 'image/jpeg', 'a"b.jpg'))
    const mediaId = uploaded.ok ? uploaded.mediaId : ''
    expect(mediaId).toMatch(/^\d+$/)
    const got = await provider.downloadMedia(mine, mediaId, { bytesMax: 10_000, keep })
    expect(got).toMatchObject({ ok: true, mime: 'image/jpeg' })
    expect(got.ok && got.kept.equals(jpeg)).toBe(true)
    expect(await provider.downloadMedia(mine, mediaId, { bytesMax: 100, keep })).toMatchObject({ ok: false })
    expect(await provider.downloadMedia(theirs, mediaId, { bytesMax: 10_000, keep })).toMatchObject({ ok: false })
    expect(await provider.downloadMedia(mine, '404', { bytesMax: 10_000, keep })).toMatchObject({ ok: false })
  })

  it('of a type the provider does not take are refused', async () => {
    const file = fileOf(Buffer.from('x'), 'application/zip', 'a.zip')
    expect(await provider.uploadMedia(mine, file)).toMatchObject({
      ok: false,
      error: { code: 100, retryable: false },
    })
  })
})

describe('an address of media', () => {
  it('at a host that is not the provider’s is not asked, so that it never sees the token', async () => {
    let asked = 0
    const elsewhere = createServer((_req, res) => {
      asked++
      res.end('x')
    })
    const url = await listening(elsewhere)
    closers.push(async () => elsewhere.close())
    const { provider, captured } = await startGraph(json(200, { url: `${url}/x`, mime_type: 'image/jpeg', id: '99' }))
    expect(await provider.downloadMedia(access, '99', { bytesMax: 10, keep })).toMatchObject({ ok: false })
    expect(captured[0]?.url).toBe('/v24.0/99?phone_number_id=106540352242922')
    expect(asked).toBe(0)
  })
})
