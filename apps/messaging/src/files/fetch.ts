import { VettedFetchError, type VettedFetcher } from '@posthorn/chassis/net'
import { fail, fileBytesMax } from '@posthorn/contracts'

const timeoutMs = 20_000
const redirectsMax = 3

/** Bytes at an address that a caller chose; each step of at most 3 redirects is vetted anew. */
export async function fetchFile(
  fetcher: VettedFetcher,
  url: string,
): Promise<{ bytes: Buffer; mime: string | undefined }> {
  let next = url
  for (let step = 0; step <= redirectsMax; step++) {
    await fetcher.vet(next)
    const answer = await fetcher
      .request({ url: next, method: 'GET', headers: {}, timeoutMs, responseBytesMax: fileBytesMax + 1 })
      .catch(refuse)
    const { location } = answer.headers
    if (answer.status >= 300 && answer.status <= 399 && location && URL.canParse(location, next)) {
      next = new URL(location, next).href
      continue
    }
    if (answer.status !== 200) fail('file:fetch_failed', { message: `The address answered ${answer.status}.` })
    if (answer.truncated || answer.body.length > fileBytesMax) fail('file:too_large')
    return { bytes: answer.body, mime: answer.headers['content-type'] }
  }
  return fail('file:fetch_failed', { message: `The address redirects more than ${redirectsMax} times.` })
}

function refuse(err: unknown): never {
  if (!(err instanceof VettedFetchError)) throw err
  if (err.reason === 'not_allowed') fail('url:not_allowed')
  fail('file:fetch_failed', { message: `The file could not be fetched: ${err.reason}.`, cause: err })
}
