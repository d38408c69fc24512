import { ApiError, ConnectionError } from '@posthorn/sdk'
import { expect, it } from 'vitest'
import { poll } from './api.ts'

const refused = (status: number, seconds?: number) =>
  new ApiError({ status, headers: new Headers(seconds ? { 'Retry-After': String(seconds) } : {}), text: '{}' })

it.each([
  ['again after its interval', null, 5_000],
  ['when the server asked for it', refused(429, 30), 30_000],
  ['soon if the server did not say', refused(503), 2_000],
  ['soon after a lost connection', new ConnectionError('lost'), 2_000],
  ['not again if it would be refused again', refused(403), false],
])('a polled query is read %s', (_name, error, ms) => {
  expect(poll(5_000)({ state: { error } })).toBe(ms)
})
