import { describe, expect, it } from 'vitest'
import { type ExchangeFailure, failureOf } from './exchange.ts'

const reasons: ExchangeFailure[] = ['not_allowed', 'dns', 'connect', 'tls', 'timeout', 'reset', 'protocol', 'invalid']
const errorOf = (code: string) => Object.assign(new Error(`${code}: try --use-system-ca of Node.js`), { code })

describe('the sentence for a failed exchange', () => {
  it.each([
    ['dns', 'ENOTFOUND', 'the name does not exist'],
    ['dns', 'EAI_AGAIN', 'the name servers give no response'],
    ['connect', 'ECONNREFUSED', 'the server refuses the connection: nothing listens at this port'],
    ['connect', 'ETIMEDOUT', 'the server gave no whole response in time'],
    ['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate of the server is self-signed'],
    ['tls', 'ECONNRESET', 'the server closed the connection during the TLS handshake'],
    ['reset', 'EPIPE', 'the server closed the connection before its response was complete'],
    ['protocol', 'UND_ERR_RES_EXCEEDED_MAX_SIZE', 'the body of the response is too long'],
  ] as const)('tells the cause: %s %s', (reason, code, sentence) => {
    const { message, cause } = failureOf(reason, errorOf(code))
    expect([message, cause]).toEqual([sentence, undefined])
  })

  it.each(reasons)(
    'is a general one for a cause that is not known, which stays with the error for the log: %s',
    (reason) => {
      for (const err of [errorOf('ERR_OF_TOMORROW'), new Error('undefined: secret'), 'text']) {
        const { message, cause } = failureOf(reason, err)
        expect(message).toMatch(/^(the|no) [a-zA-Z0-9/. ]+$/)
        expect(cause).toBe(err)
      }
    },
  )
})
