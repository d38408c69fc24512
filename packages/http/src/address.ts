import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** IPv4 ranges that aren't publicly reachable (IANA special-purpose registry, RFC 6890 and later). */
const deniedV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** IPv6 ranges that aren't global, or that translate to IPv4 addresses: NAT64, Teredo, 6to4, SRv6. */
const deniedV6 = [
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]

/** All allocated global unicast addresses (RFC 4291, IANA). Anything else is denied, even if no range above includes it. */
const globalUnicastV6 = ipaddr.IPv6.parseCIDR('2000::/3')

const rangesV4 = deniedV4.map((range) => ipaddr.IPv4.parseCIDR(range))
const rangesV6 = deniedV6.map((range) => ipaddr.IPv6.parseCIDR(range))

/**
 * Whether the text is a publicly reachable IP address in its usual notation. An IPv4-mapped IPv6 address is judged by its IPv4 address; other
 * notations (hex, octal, short, with a zone) aren't global.
 */
export function isGlobalAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(isIP(address) === 6 ? withoutDots(address) : address)
  if (parsed instanceof ipaddr.IPv4) return isGlobalV4(parsed)
  if (parsed.isIPv4MappedAddress()) return isGlobalV4(parsed.toIPv4Address())
  return parsed.match(globalUnicastV6) && !rangesV6.some((range) => parsed.match(range))
}

/**
 * Returns an address's canonical notation: IPv4-mapped IPv6 as IPv4, other IPv6 in its shortest form, without a zone. Other text is returned as
 * it is.
 */
export function canonicalAddress(address: string): string {
  const [bare = address] = address.split('%')
  if (isIP(bare) !== 6) return bare
  const parsed = ipaddr.IPv6.parse(withoutDots(bare))
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.toString()
}

/** Writes IPv6 in hex groups only, because the parser mistakes the dotted `::8.8.8.8` for a mapped address. */
function withoutDots(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1)
}

function isGlobalV4(address: ipaddr.IPv4): boolean {
  return !rangesV4.some((range) => address.match(range))
}
