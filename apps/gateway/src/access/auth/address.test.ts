import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { addressOf, addressSet, containsRange, networkOf } from './address.ts'

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

it('limits of an IPv6 address count for its network of 64 bits', () => {
  const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', '2001:db8::1', '2001:db8:1::', '::1', '203.0.113.9']
  expect(addresses.map(networkOf)).toEqual([
    '2001:db8:1:2',
    '2001:db8:1:2',
    '2001:db8:0:0',
    '2001:db8:1:0',
    '::1',
    '203.0.113.9',
  ])
})

describe('a set of ranges', () => {
  const own = ['198.51.100.1', '203.0.113.0/24', '2001:db8::/32', '192.0.2.77/28']
  it.each([
    ['an equal range', '203.0.113.0/24', true],
    ['a single address of it', '203.0.113.5/32', true],
    ['one without a length', '203.0.113.5', true],
    ['a narrower range', '203.0.113.128/25', true],
    ['a range written with another of its addresses', '203.0.113.9/24', true],
    ['a range of which it was given another address', '192.0.2.64/28', true],
    ['the end of that range', '192.0.2.79/32', true],
    ['a wider range', '203.0.113.0/23', false],
    ['a wider range that begins elsewhere', '203.0.112.0/23', false],
    ['everything', '0.0.0.0/0', false],
    ['another range', '203.0.114.0/25', false],
    ['its own address', '198.51.100.1/32', true],
    ['a range around its own address', '198.51.100.1/31', false],
    ['an equal range of IPv6', '2001:DB8::/32', true],
    ['a narrower range of IPv6', '2001:db8:1::/48', true],
    ['a single address of IPv6', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff/128', true],
    ['a wider range of IPv6', '2001:db8::/31', false],
    ['another range of IPv6', '2001:db9::/48', false],
    ['everything of IPv6', '::/0', false],
    ['IPv4 written as IPv6', '::ffff:203.0.113.0/120', true],
    ['more than its IPv4 written as IPv6', '::ffff:203.0.113.0/119', false],
  ])('contains %s, %s: %s', (...[, range, isIn]) => {
    expect(containsRange(own, range)).toBe(isIn)
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
