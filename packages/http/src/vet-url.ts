import { isIP } from 'node:net'
import { fail } from '@posthorn/contracts'
import ipaddr from 'ipaddr.js'

/** `allowPrivate`: allows plain HTTP and private addresses, for a developer's machine. */
export type VetOptions = { allowPrivate: boolean }

const hostLengthMax = 253
const portMin = 1024
const forbiddenSuffixes = ['.internal', '.local', '.localhost']

/** Ports above 1023 used by databases, brokers, remote desktops, and cluster APIs, which must not receive our requests. */
const deniedPorts = new Set([
  1433, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4222, 5432, 5672, 5900, 5984, 5985, 5986, 6000, 6222,
  6379, 6443, 6667, 7000, 8222, 9042, 9092, 9200, 9300, 10250, 10255, 11211, 15672, 27017,
])

/** Returns a URL's host as an address or name, without IPv6 brackets and without the trailing dot of a fully qualified name. */
export const hostOf = ({ hostname }: Pick<URL, 'hostname'>): string =>
  hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/** Returns the reason that a URL must not be called, or null if it may be. The address behind its name is checked when connecting. */
export function urlProblem(url: string, opts: VetOptions): string | null {
  if (!URL.canParse(url)) return 'it is not a URL'
  const parsed = new URL(url)
  if (parsed.username !== '' || parsed.password !== '') return 'it carries a user name or password'
  if (parsed.protocol !== 'https:' && !(opts.allowPrivate && parsed.protocol === 'http:')) return 'it is not https'
  const host = hostOf(parsed)
  if (host.length === 0 || host.length > hostLengthMax) return 'its host is too long or missing'
  return opts.allowPrivate ? null : (portProblem(parsed) ?? hostProblem(host))
}

/** Returns the reason that a port is not allowed. Allowed are 443, and ports above 1023 without a known internal service. */
function portProblem({ port }: URL): string | null {
  if (port === '' || port === '443') return null
  const number = Number(port)
  return number < portMin || deniedPorts.has(number) ? `port ${port} is not allowed` : null
}

/** Returns the reason that a host is not allowed: a private address, or a name that only our network can know. */
function hostProblem(host: string): string | null {
  if (isIP(host) !== 0) return isGlobalAddress(host) ? null : `${host} is not a public address`
  const labels = host.split('.')
  if (labels.length < 2 || labels.includes('') || forbiddenSuffixes.some((suffix) => host.endsWith(suffix)))
    return `${host} is not a public name`
  return null
}

/** Parses the URL, or fails with `url:not_allowed` and the reason. */
export function vetUrl(url: string, opts: VetOptions): URL {
  const problem = urlProblem(url, opts)
  if (problem !== null) refuseUrl(problem)
  return new URL(url)
}

/** Fails with `url:not_allowed` and the reason. */
export function refuseUrl(problem: string): never {
  fail('url:not_allowed', { message: `The address is not allowed: ${problem}; use a public https URL.` })
}

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
 * notations (hex, octal, short, with a zone) aren't global, because programs read them differently.
 */
export function isGlobalAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(isIP(address) === 6 ? withoutDots(address) : address)
  if (parsed instanceof ipaddr.IPv4) return isGlobalV4(parsed)
  if (parsed.isIPv4MappedAddress()) return isGlobalV4(parsed.toIPv4Address())
  return parsed.match(globalUnicastV6) && !rangesV6.some((range) => parsed.match(range))
}

/**
 * Returns an address's canonical notation: IPv4-mapped IPv6 as IPv4, other IPv6 in its shortest form, without a zone. IPv4 stays
 * as it is.
 */
export function canonicalAddress(address: string): string {
  const [bare = address] = address.split('%')
  if (isIP(bare) !== 6) return bare
  const parsed = ipaddr.IPv6.parse(withoutDots(bare))
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.toString()
}

/** Writes IPv6 in hex groups only, because the parser mistakes the dotted `::8.8.8.8` for a mapped address. */
const withoutDots = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1)

const isGlobalV4 = (address: ipaddr.IPv4): boolean => !rangesV4.some((range) => address.match(range))
