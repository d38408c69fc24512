import { open } from 'node:fs/promises'
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Fault } from '@posthorn/contracts'
import type { BlobKey, Storage } from './storage.ts'

type S3Settings = {
  bucket: string
  region: string
  /** Defaults to AWS. */
  endpoint?: string | undefined
  /** Whether the bucket is part of the path instead of the host name. */
  pathStyle: boolean
  /** Defaults to the AWS credential chain, such as the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
  /** How long the server may send nothing. Otherwise a loop would wait for a hanging bucket forever. */
  silenceMs?: number
}

const connectMs = 5_000

/** Stores files in a bucket. Uploads are spooled first, so that the length is known and no partial multipart upload stays behind. */
export function s3Storage({ silenceMs = 20_000, ...settings }: S3Settings): Storage {
  const { bucket: Bucket, region, endpoint, pathStyle, credentials } = settings
  const client = new S3Client({
    region,
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
    forcePathStyle: pathStyle,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
    // Some S3-compatible servers don't support newer AWS checksums; we store our own in the row.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // By default, the client prints failed uploads to the console.
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
        // The stream may fail after the upload has ended. Without a listener, the error would end the process.
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
 * Returns a function that gives the last answer at once, empty before the first, and asks again at most every minute: a hanging bucket
 * doesn't delay a probe. `ask` must not reject.
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

/** Returns the error's code, such as ECONNREFUSED, or else its name, which for the bucket's own errors is the code. */
function nameOf(err: unknown): string {
  const { code, name = 'unknown error' } = err as { code?: string; name?: string }
  return code ?? name
}

const silent = () => {}

const unavailable = (cause: unknown) => new Fault('service:unavailable', { cause, retryAfter: 5 })

const writeAttemptsMax = 3

/**
 * Makes up to three attempts, because the S3 client retries only requests without a stream. Then throws `service:unavailable`. Each `write`
 * must open a new stream.
 */
async function again(write: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (err) {
      if (attempt === writeAttemptsMax) throw unavailable(err)
    }
  }
}
