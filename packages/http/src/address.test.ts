import { describe, expect, it } from 'vitest'
import { canonicalAddress, isGlobalAddress } from './vet-url.ts'

const denied = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.255',
  '224.0.0.1',
  '239.1.1.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::a00:1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:808:808::',
  '3fff::1',
  '3fff:fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '4000::1',
  '0100::',
  '8000::1',
  'e000::1',
]

const spelledOddly = [
  '0x7f.1',
  '0177.0.0.1',
  '2130706433',
  '127.1',
  '127.0.1',
  '0x7f000001',
  '017700000001',
  '8.8.2056',
  '0x08080808',
  '８.8.8.8',
  '8.8.8.8.',
  ' 8.8.8.8',
  '8.8.8.8 ',
  '08.8.8.8',
  '[2606:4700::1]',
  '2606:4700::1%1',
  '',
  'example.com',
  '8.8.8',
]

const global = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2400:cb00::1',
  '2a00:1450::1',
]

describe('isGlobalAddress', () => {
  it.each(denied)('%s is not global', (address) => expect(isGlobalAddress(address)).toBe(false))
  it.each(spelledOddly)('"%s" is no ordinary spelling of a global address', (address) =>
    expect(isGlobalAddress(address)).toBe(false),
  )
  it.each(global)('%s is global', (address) => expect(isGlobalAddress(address)).toBe(true))

  it('an IPv4 address is judged the same when it is mapped into IPv6, and never global through a translator', () => {
    const octets = [0, 1, 16, 31, 64, 88, 100, 127, 168, 254, 255]
    for (let first = 0; first < 256; first++) {
      for (const second of octets) {
        const address = `${first}.${second}.${octets[first % octets.length]}.1`
        expect(isGlobalAddress(`::ffff:${address}`), address).toBe(isGlobalAddress(address))
        expect(isGlobalAddress(`64:ff9b::${address}`), address).toBe(false)
        expect(isGlobalAddress(`::${address}`), address).toBe(false)
      }
    }
  })
})

describe('canonicalAddress', () => {
  it.each([
    ['::ffff:8.8.8.8', '8.8.8.8'],
    ['::ffff:808:808', '8.8.8.8'],
    ['0:0:0:0:0:FFFF:0808:0808', '8.8.8.8'],
    ['2606:4700:0000::0001', '2606:4700::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['8.8.8.8', '8.8.8.8'],
    ['example.com', 'example.com'],
  ])('%s is %s', (address, canonical) => expect(canonicalAddress(address)).toBe(canonical))
})
