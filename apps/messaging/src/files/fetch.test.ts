import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { createVettedFetcher, type VettedFetcher } from '@posthorn/chassis/net'
import { expect, it } from 'vitest'
import { fetchFile } from './fetch.ts'

it('a public address that redirects to a private one is refused, however that is spelled, and nothing there is hit', async () => {
  let hits = 0
  const inside = createServer(() => (hits += 1))
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
  const { port } = inside.address() as AddressInfo
  const strict = createVettedFetcher({ allowPrivate: false })
  const first = 'https://8.8.8.8/photo'
  for (const host of [
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::ffff:7f00:1]',
    'localhost',
    '169.254.169.254',
    'me@127.1',
  ]) {
    // Only the first hop is played: nobody out there redirects to us.
    const redirecting: VettedFetcher = {
      ...strict,
      request: async (request) => {
        if (request.url !== first) return strict.request(request)
        request.sink?.end()
        const headers = { location: `https://${host}:${port}/` }
        return { status: 302, headers, body: Buffer.alloc(0), truncated: false, latencyMs: 1 }
      },
    }
    await expect(fetchFile(redirecting, first, { folder: tmpdir(), bytesMax: 1_000 })).rejects.toMatchObject({
      code: 'url:not_allowed',
    })
  }
  expect(hits).toBe(0)
  await strict.close()
  inside.close()
})
