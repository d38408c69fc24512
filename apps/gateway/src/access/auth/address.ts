import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import proxyAddress from 'proxy-addr'

export type AddressSet = { has(address: string): boolean }

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Converts an IPv4-mapped IPv6 address to IPv4, so that a client has the same address in limits and logs however it connects. */
const plain = (address: string): string => mapped.exec(address)?.[1] ?? address

/** Creates a set of ranges such as `10.0.0.0/8` or `2001:db8::/32`. An entry without a prefix length is a single address. */
export function addressSet(cidrs: readonly string[]): AddressSet {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [net = '', length] = cidr.split('/')
    const family = isIP(net) === 6 ? 'ipv6' : 'ipv4'
    if (length === undefined) list.addAddress(net, family)
    else list.addSubnet(net, Number(length), family)
  }
  return {
    has(text) {
      const address = plain(text)
      const version = isIP(address)
      return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
    },
  }
}

/** Whether one of the ranges contains all of `range`. IPv4 counts as mapped to IPv6, so that both notations compare. */
export function containsRange(cidrs: readonly string[], range: string): boolean {
  const [net = ''] = range.split('/')
  return cidrs.some((cidr) => prefixLength(cidr) <= prefixLength(range) && addressSet([cidr]).has(net))
}

/** Returns a range's prefix length in IPv6. The longer it is, the fewer addresses the range has. */
function prefixLength(cidr: string): number {
  const [net = '', length] = cidr.split('/')
  if (length === undefined) return 128
  return isIP(net) === 6 ? Number(length) : 96 + Number(length)
}

/**
 * Returns what an address's limits count for: IPv4 itself, or the IPv6 network of 64 bits, because one client can use all of its addresses.
 * Addresses that begin with `::`, such as `::1`, are in no such network.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::')) return address
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}

/**
 * Returns the client's address: the connection's or, behind trusted proxies, the last in `X-Forwarded-For` that isn't a proxy's. Those before
 * may be made up.
 */
export function addressOf(req: IncomingMessage, proxies: AddressSet): string {
  const direct = plain(req.socket.remoteAddress ?? '')
  if (req.headers['x-forwarded-for'] === undefined) return direct
  const client = plain(proxyAddress(req, (address) => proxies.has(address)))
  // Some proxies write `unknown`, or add a port.
  return isIP(client) !== 0 ? client : direct
}
