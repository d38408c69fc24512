import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { fail } from '@posthorn/contracts'
import { ExchangeError, type ExchangeFailure, failureOf } from './exchange.ts'
import type { VettedFetcher, VettedResponse } from './vetted-fetch.ts'

/** Received bytes in a file on disk, for the duration of the call. */
export type Spooled = AsyncDisposable & {
  path: string
  size: number
  /** Hexadecimal. */
  sha256: string
}

export type SpoolOptions = { folder: string; bytesMax: number }

const prefix = 'posthorn-upload-'
const ours = new RegExp(`^${prefix}[0-9a-f-]{36}$`)
/** No call lasts this long, so older files were left by a dead process. */
const abandonedAfterMs = 3_600_000

/**
 * Writes bytes to a file, using little memory regardless of size. Fails with `request:too_large` if there are too many. On failure, leaves
 * no file behind and destroys a stream.
 */
export async function spool(bytes: AsyncIterable<Buffer>, { folder, bytesMax }: SpoolOptions): Promise<Spooled> {
  // A stream may fail before reading starts. Without a listener, the error would end the process. Reading throws it later.
  if (bytes instanceof Readable) bytes.on('error', () => {})
  const path = join(folder, `${prefix}${randomUUID()}`)
  const remove = () => rm(path, { force: true })
  const file = await open(path, 'wx', 0o600).catch((err: unknown) => {
    if (bytes instanceof Readable) bytes.destroy()
    throw err
  })
  try {
    const measured = await collect(bytes, file, bytesMax)
    return { path, ...measured, [Symbol.asyncDispose]: remove }
  } catch (err) {
    await remove()
    throw err
  } finally {
    await file.close()
  }
}

/** Writes bytes to a file while measuring and hashing them. */
async function collect(
  bytes: AsyncIterable<Buffer>,
  file: FileHandle,
  bytesMax: number,
): Promise<Pick<Spooled, 'size' | 'sha256'>> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > bytesMax)
      fail('request:too_large', { message: `The bytes are over the limit of ${bytesMax}; send fewer.` })
    hash.update(chunk)
    await file.writeFile(chunk)
  }
  return { size, sha256: hash.digest('hex') }
}

/** Creates the folder if needed, and removes files left by dead processes. The folder may be shared with other users. */
export async function openSpool(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !ours.test(entry.name)) continue
    const path = join(folder, entry.name)
    // Another process may be removing the same file, and other users' files aren't ours.
    const left = await stat(path).catch(() => null)
    if (left && Date.now() - left.mtimeMs > abandonedAfterMs) await rm(path, { force: true }).catch(() => {})
  }
}

/** Folder to download to, maximum size in bytes, and a timeout that includes redirects. */
export type FetchFileOptions = { folder: string; bytesMax: number; timeoutMs: number; accept?: string }

export type FetchedFile = { spooled: Spooled; mime: string | undefined }

const redirectsMax = 3

/**
 * Downloads a file from a URL that a caller chose. Follows up to 3 redirects and vets each URL. Fails with `url:not_allowed`,
 * `file:too_large`, `file:fetch_failed`, or `file:unavailable` if a retry may succeed. A failure leaves nothing on disk.
 */
export async function fetchFile(fetcher: VettedFetcher, url: string, options: FetchFileOptions): Promise<FetchedFile> {
  const endsAt = performance.now() + options.timeoutMs
  let next = url
  for (let step = 0; step <= redirectsMax; step++) {
    await fetcher.vet(next)
    const timeoutMs = Math.max(1, endsAt - performance.now())
    const { answer, spooled } = await fetchOnce(fetcher, next, { ...options, timeoutMs })
    if (answer.status === 200 && !answer.truncated) return { spooled, mime: answer.headers['content-type'] }
    await spooled[Symbol.asyncDispose]()
    if (answer.status === 200) fail('file:too_large')
    next = redirectOf(answer, next) ?? refuseStatus(answer.status)
  }
  return fail('file:fetch_failed', { message: `The address redirects more than ${redirectsMax} times.` })
}

/** Statuses below 500 for which a retry may succeed. */
const busyStatuses = new Set([408, 425, 429])

/** Fails because of a status that is neither 200 nor a redirect to a URL. */
function refuseStatus(status: number): never {
  const code = status >= 500 || busyStatuses.has(status) ? 'file:unavailable' : 'file:fetch_failed'
  return fail(code, { message: `The address answered ${status}.` })
}

/** Returns where a response redirects to; undefined if it does not, or to no URL. */
function redirectOf({ status, headers: { location } }: VettedResponse, base: string): string | undefined {
  if (status < 300 || status > 399 || !location || !URL.canParse(location, base)) return undefined
  return new URL(location, base).href
}

type Fetched = { answer: VettedResponse; spooled: Spooled }

/** Requests a URL and writes the body to disk as it arrives. If either fails, nothing is left on disk. */
async function fetchOnce(fetcher: VettedFetcher, url: string, options: FetchFileOptions): Promise<Fetched> {
  const { accept, timeoutMs, bytesMax } = options
  const sink = new PassThrough()
  const headers: Record<string, string> = accept === undefined ? {} : { accept }
  const request = { url, method: 'GET' as const, headers, timeoutMs, responseBytesMax: bytesMax, sink }
  const requested = fetcher.request(request).catch((err: unknown) => {
    sink.destroy(err as Error)
    throw err
  })
  const [answered, collected] = await Promise.allSettled([requested, spool(sink, options)])
  if (answered.status === 'fulfilled' && collected.status === 'fulfilled')
    return { answer: answered.value, spooled: collected.value }
  if (collected.status === 'fulfilled') await collected.value[Symbol.asyncDispose]()
  // A disk error takes precedence, because it ended the request.
  const failures = [collected, answered].flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
  return refuse(failures.find((err) => !(err instanceof ExchangeError)) ?? failures[0], new URL(url).host)
}

/** Reasons of failures after which a retry may succeed. */
const transientReasons = new Set<ExchangeFailure>(['dns', 'connect', 'timeout', 'reset'])

/** Fails because of an exchange without a response. Any other error, such as a full disk, is ours and thrown as it is. */
function refuse(err: unknown, host: string): never {
  if (!(err instanceof ExchangeError)) throw err
  if (err.reason === 'not_allowed') fail('url:not_allowed')
  const code = transientReasons.has(err.reason) ? 'file:unavailable' : 'file:fetch_failed'
  // A timeout's own message names what redirects have left of the limit.
  const { message } = err.reason === 'timeout' ? failureOf('timeout') : err
  return fail(code, { message: `The file could not be fetched from ${host}: ${message}.`, cause: err })
}
