import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { addressOf, addressSet } from './keyring.ts'

describe('a set of addresses', () => {
  it.each([
    ['203.0.113.0/24', '203.0.113.9', true],
    ['203.0.113.0/24', '203.0.114.9', false],
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7/32', '203.0.113.8', false],
    ['203.0.113.0/24', '::ffff:203.0.113.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['2001:db8::/32', '2001:db8:1::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['203.0.113.0/24', 'nonsense', false],
    ['203.0.113.0/24', '', false],
  ])('%s has %s: %s', (cidr, address, isIn) => {
    expect(addressSet(['198.51.100.1', cidr]).has(address)).toBe(isIn)
  })
})

describe('the address of a request', () => {
  const proxies = addressSet(['10.0.0.0/8', '::1'])
  const from = (remoteAddress: string, forwarded?: string) =>
    addressOf(
      {
        socket: { remoteAddress },
        headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      } as unknown as IncomingMessage,
      proxies,
    )

  it.each([
    ['the other end of the connection', '203.0.113.9', undefined, '203.0.113.9'],
    [
      'that too when it claims to come from elsewhere and is no proxy of ours',
      '203.0.113.9',
      '198.51.100.1',
      '203.0.113.9',
    ],
    ['whom our proxy heard', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['whom the first of our proxies heard', '10.0.0.1', '198.51.100.1, 10.2.3.4', '198.51.100.1'],
    ['not what the caller wrote before that', '10.0.0.1', '192.0.2.66, 198.51.100.1', '198.51.100.1'],
    ['of IPv4 over IPv6 the same', '::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['the proxy where it says nothing sensible', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['the farthest proxy where all are proxies', '10.0.0.1', '10.0.0.2', '10.0.0.2'],
  ])('is %s', (...[, remote, forwarded, expected]) => {
    expect(from(remote, forwarded)).toBe(expected)
  })
})
