import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { flush } from '@posthorn/chassis'
import { Fault } from '@posthorn/contracts'

/** Storage for file contents. Each key is written only once. */
export type Storage = {
  /** Writes a file from disk. A failed write may leave a partial file, which is never read. */
  write(place: BlobKey, source: { path: string; size: number }): Promise<void>
  /** Reads up to `size` bytes from `start`, or returns null if the key doesn't exist. */
  read(place: BlobKey, range: { start: number; size: number }): Promise<Buffer | null>
  /** Removes the bytes. Missing bytes are not an error. */
  remove(place: BlobKey): Promise<void>
  /** Returns the reasons why it can't accept files now, except those that the chassis detects itself. */
  refusals(): Promise<string[]>
  close(): void
}

/** A workspace and a name within it. Both are our own ids, never names chosen by callers. */
export type BlobKey = { workspace: string; name: string }

const partBytes = 2 * 1024 * 1024

/** Yields the chunks of a file. Ends early if the file is removed in the meantime. */
export async function* partsOf(storage: Storage, place: BlobKey, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < size; ) {
    const part = await storage.read(place, { start, size: partBytes })
    if (!part || part.length === 0) throw new Error('the bytes of the file are gone')
    start += part.length
    yield part
  }
}

/** Stores files in a folder. Creates the folder on the first write. */
export function folderStorage(folder: string): Storage {
  const pathOf = ({ workspace, name }: BlobKey) => join(folder, workspace, name)
  return {
    async write(place, { path: source }) {
      const path = pathOf(place)
      const own = join(folder, place.workspace)
      const made = await mkdir(own, { recursive: true })
      const unfinished = `${path}.part`
      await copyFile(source, unfinished)
      await flush(unfinished)
      await rename(unfinished, path)
      // From here on, the file must survive a power failure, which would lose a directory entry that wasn't flushed.
      await flush(own)
      if (made !== undefined) await flush(folder)
    },
    async read(place, { start, size }) {
      const file = await open(pathOf(place)).catch(absent)
      if (!file) return null
      try {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(size), 0, size, start)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    async remove(place) {
      const path = pathOf(place)
      await Promise.all([rm(path, { force: true }), rm(`${path}.part`, { force: true })])
    },
    refusals: async () => [],
    close() {},
  }
}

function absent(err: NodeJS.ErrnoException): null {
  if (err.code === 'ENOENT') return null
  throw err
}

export type S3Settings = {
  bucket: string
  region: string
  /** Defaults to AWS. */
  endpoint?: string | undefined
  /** Whether the bucket is part of the path instead of the host name. */
  pathStyle: boolean
  /** Defaults to the AWS credential chain, such as the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** Stores files in a bucket. Uploads are spooled to disk first, so that their length is known and no incomplete multipart upload is left behind. */
export function s3Storage({ bucket: Bucket, region, endpoint, pathStyle, credentials }: S3Settings): Storage {
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
    // Some S3-compatible servers don't support newer AWS checksums; we store our own in the row.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: { debug: silent, info: silent, warn: silent, error: silent },
  })
  const keyOf = ({ workspace, name }: BlobKey) => `${workspace}/${name}`
  const refusals = lastAnswer(async () => {
    const written = client.send(new PutObjectCommand({ Bucket, Key: trialKey, Body: '', ContentLength: 0 }))
    return written.then(
      () => [],
      (err: unknown) => [`FILES_BUCKET cannot be written (${nameOf(err)})`],
    )
  })
  return {
    async write(place, { path, size }) {
      await again(async () => {
        await using file = await open(path)
        const Body = file.createReadStream({ autoClose: false })
        Body.on('error', silent)
        await client.send(new PutObjectCommand({ Bucket, Key: keyOf(place), Body, ContentLength: size }))
      })
    },
    async read(place, { start, size }) {
      const range = `bytes=${start}-${start + size - 1}`
      try {
        const answer = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(place), Range: range }))
        return Buffer.from((await answer.Body?.transformToByteArray()) ?? [])
      } catch (err) {
        if (err instanceof NoSuchKey) return null
        if (err instanceof Error && err.name === 'InvalidRange') return Buffer.alloc(0)
        throw unavailable(err)
      }
    },
    async remove(place) {
      const command = new DeleteObjectCommand({ Bucket, Key: keyOf(place) })
      await client.send(command).catch((err: unknown) => {
        throw unavailable(err)
      })
    },
    refusals,
    close: () => client.destroy(),
  }
}

/** Key of an empty object that is written to test whether the bucket accepts files. Requires only the permission to write files. */
const trialKey = '.posthorn'
/** Probes arrive every few seconds, but each write is billed. */
const trialEveryMs = 60_000

/**
 * Returns a function that returns the last answer immediately and refreshes it once a minute, so that a hanging bucket doesn't delay a
 * probe.
 */
function lastAnswer(ask: () => Promise<string[]>): () => Promise<string[]> {
  let answer: string[] = []
  let askedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - askedAt < trialEveryMs) return answer
    askedAt = performance.now()
    void ask().then((next) => {
      answer = next
    })
    return answer
  }
}

function nameOf(err: unknown): string {
  const { code, name = 'unknown error' } = err as { code?: string; name?: string }
  return code ?? name
}

const silent = () => {}

const unavailable = (cause: unknown) => new Fault('service:unavailable', { cause, retryAfter: 5 })

const writeAttemptsMax = 3

/** Retries a streaming write, because the S3 client retries only requests without a stream. */
async function again(write: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (err) {
      if (attempt === writeAttemptsMax) throw unavailable(err)
    }
  }
}
