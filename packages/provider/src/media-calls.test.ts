import { createServer } from 'node:http'
import { sharedSimulator } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloudProvider } from './cloud.ts'
import { access, closers, graphError, hello, json, listening, startGraph } from './graph.fixture.ts'
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
    const mediaId = uploaded.outcome === 'uploaded' ? uploaded.mediaId : ''
    expect(mediaId).toMatch(/^\d+$/)
    const got = await provider.downloadMedia(mine, mediaId, { bytesMax: 10_000, keep })
    expect(got).toMatchObject({ ok: true, mime: 'image/jpeg' })
    expect(got.ok && got.kept.equals(jpeg)).toBe(true)
    expect(await provider.downloadMedia(mine, mediaId, { bytesMax: 100, keep })).toMatchObject({ ok: false })
    expect(await provider.downloadMedia(theirs, mediaId, { bytesMax: 10_000, keep })).toMatchObject({ ok: false })
    expect(await provider.downloadMedia(mine, '404', { bytesMax: 10_000, keep })).toMatchObject({ ok: false })
  })

  it('that cannot be kept may be asked for again, and their error has no path in its title', async () => {
    const uploaded = await provider.uploadMedia(mine, fileOf(jpeg, 'image/jpeg', 'c.jpg'))
    const mediaId = uploaded.outcome === 'uploaded' ? uploaded.mediaId : ''
    const fill = async (bytes: AsyncIterable<Buffer>) => {
      await keep(bytes)
      throw new Error("ENOSPC: no space left on device, write '/data/spool/1'")
    }
    expect(await provider.downloadMedia(mine, mediaId, { bytesMax: 10_000, keep: fill })).toMatchObject({
      ok: false,
      error: { title: 'Media could not be read', details: expect.stringContaining('ENOSPC'), retryable: true },
    })
  })

  it('of a type the provider does not take are refused', async () => {
    const file = fileOf(Buffer.from('x'), 'application/zip', 'a.zip')
    expect(await provider.uploadMedia(mine, file)).toMatchObject({
      outcome: 'refused',
      error: { code: 100, retryable: false },
    })
  })
})

describe('an upload', () => {
  const pdf = fileOf(jpeg, 'image/jpeg', 'a.jpg')

  it.each([
    ['a failure at the provider', graphError(500, 131000), 'not_sent'],
    ['a rate limit with a time', graphError(400, 80007, { 'retry-after': '12' }), 'throttled'],
    ['a rate limit that is only a status', json(429, {}, { 'retry-after': '12' }), 'throttled'],
    ['a number that is not registered', graphError(400, 133010), 'refused'],
    ['a token that is not valid', graphError(401, 190), 'refused'],
    ['a permission that is missing', graphError(403, 10), 'refused'],
    ['a field that is not valid', graphError(400, 100), 'refused'],
  ])('that %s ends has the same outcome as a text', async (_, respond, outcome) => {
    const { provider } = await startGraph(respond)
    const ofText = await provider.send(access, hello)
    expect(ofText.outcome).toBe(outcome)
    expect(await provider.uploadMedia(access, pdf)).toEqual(ofText)
  })

  it('whose file cannot be read fails with that error, before or after its first part', async () => {
    const { provider } = await startGraph(json(200, { id: '1' }))
    const gone = new Error('the bytes of the file are gone')
    for (const parts of [[], [Buffer.alloc(200_000)]]) {
      const file = {
        ...pdf,
        size: 400_000,
        async *parts() {
          yield* parts
          throw gone
        },
      }
      await expect(provider.uploadMedia(access, file)).rejects.toBe(gone)
    }
  })

  it.each([200, 302, 408, 502])('whose answer has status %i and no id may be made again', async (status) => {
    const { provider } = await startGraph(json(status, {}))
    expect(await provider.uploadMedia(access, pdf)).toMatchObject({
      outcome: 'not_sent',
      error: { errorCode: 'provider:unavailable', retryable: true },
    })
  })
})

describe('an address of media', () => {
  it.each([403, 404, 429, 500])('that answers %i may be asked for again', async (status) => {
    const { provider, baseUrl } = await startGraph((req, res) => {
      if (req.url?.startsWith('/file')) return json(status, {})(req, res)
      return json(200, { url: `${baseUrl}/file`, mime_type: 'image/jpeg', id: '99' })(req, res)
    })
    expect(await provider.downloadMedia(access, '99', { bytesMax: 10, keep })).toMatchObject({
      ok: false,
      error: { retryable: true },
    })
  })

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
    expect(captured[0]?.url).toBe('/v24.0/99')
    expect(asked).toBe(0)
  })
})
