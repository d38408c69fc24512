import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { fail } from '@posthorn/contracts'
import pLimit from 'p-limit'

/** Hashes passwords with argon2id, a few at a time, so that sign-ins can't use up memory and CPU. */
export type Passwords = {
  /** Returns the stored form of a password. */
  hash(password: string): Promise<string>
  /** Whether the password matches the hash. Without a hash, takes the same time and returns false. */
  isRight(password: string, stored: string | null): Promise<boolean>
}

const derive = promisify(argon2)
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }
const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`
const saltBytes = 16
const runningMax = 2
const waitingMax = 20
const retryAfterSeconds = 2

const stored = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/
/** A hash that no password matches, for unknown addresses. */
const nobody = `${prefix}${Buffer.alloc(saltBytes).toString('base64').replaceAll('=', '')}$${Buffer.alloc(cost.tagLength).toString('base64').replaceAll('=', '')}`

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

/** Creates a process's hasher: two at a time, twenty waiting, and `service:unavailable` beyond that. */
export function createPasswords(): Passwords {
  const limit = pLimit(runningMax)
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const isFull = limit.activeCount + limit.pendingCount >= runningMax + waitingMax
    if (isFull) fail('service:unavailable', { retryAfter: retryAfterSeconds })
    return limit(work)
  }
  return {
    hash: (password) =>
      inTurn(async () => {
        const nonce = randomBytes(saltBytes)
        const tag = await derive('argon2id', { message: password.normalize('NFKC'), nonce, ...cost })
        return `${prefix}${base64(nonce)}$${base64(tag)}`
      }),
    isRight: (password, hash) =>
      inTurn(async () => {
        const [, memory, passes, parallelism, salt = '', tag = ''] = stored.exec(hash ?? nobody) ?? []
        const expected = Buffer.from(tag, 'base64')
        const found = await derive('argon2id', {
          message: password.normalize('NFKC'),
          nonce: Buffer.from(salt, 'base64'),
          memory: Number(memory),
          passes: Number(passes),
          parallelism: Number(parallelism),
          tagLength: expected.length,
        })
        return timingSafeEqual(found, expected) && hash !== null
      }),
  }
}
