import { PassThrough } from 'node:stream'
import { type Spooled, spool } from '@posthorn/chassis'
import { VettedFetchError, type VettedFetcher } from '@posthorn/chassis/net'
import { fail } from '@posthorn/contracts'

const timeoutMs = 40_000
const redirectsMax = 3

type Fetched = { spooled: Spooled; mime: string | undefined }
type Options = { folder: string; bytesMax: number }

/** Bytes at an address that a caller chose; each step of at most 3 redirects is vetted anew. */
export async function fetchFile(fetcher: VettedFetcher, url: string, options: Options): Promise<Fetched> {
  let next = url
  for (let step = 0; step <= redirectsMax; step++) {
    await fetcher.vet(next)
    const { answer, spooled } = await fetchOnce(fetcher, next, options)
    const { location } = answer.headers
    if (answer.status >= 300 && answer.status <= 399 && location && URL.canParse(location, next)) {
      await spooled[Symbol.asyncDispose]()
      next = new URL(location, next).href
      continue
    }
    if (answer.status === 200 && !answer.truncated) return { spooled, mime: answer.headers['content-type'] }
    await spooled[Symbol.asyncDispose]()
    if (answer.status === 200) fail('file:too_large')
    fail('file:fetch_failed', { message: `The address answered ${answer.status}.` })
  }
  return fail('file:fetch_failed', { message: `The address redirects more than ${redirectsMax} times.` })
}

async function fetchOnce(fetcher: VettedFetcher, url: string, { folder, bytesMax }: Options) {
  const sink = new PassThrough()
  const collected = spool(sink, { folder, bytesMax })
  collected.catch(() => {})
  const request = { url, method: 'GET' as const, headers: {}, timeoutMs, responseBytesMax: bytesMax, sink }
  const answer = await fetcher.request(request).catch(async (err: unknown) => {
    sink.destroy(err as Error)
    await collected.catch(() => {})
    return refuse(err)
  })
  return { answer, spooled: await collected }
}

function refuse(err: unknown): never {
  if (!(err instanceof VettedFetchError)) throw err
  if (err.reason === 'not_allowed') fail('url:not_allowed')
  fail('file:fetch_failed', { message: `The file could not be fetched: ${err.reason}.`, cause: err })
}
