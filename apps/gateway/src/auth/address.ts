import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Ranges of addresses. */
export type AddressSet = { has(address: string): boolean }

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** An IPv4 address that came in over an IPv6 socket, as IPv4. */
function plain(address: string): string {
  return mapped.exec(address)?.[1] ?? address
}

/** The set of these ranges, such as `10.0.0.0/8` or `2001:db8::/32`; an address without a length is one address. */
export function addressSet(cidrs: readonly string[]): AddressSet {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [net = '', length] = cidr.split('/')
    const family = isIP(net) === 6 ? 'ipv6' : 'ipv4'
    if (length === undefined) list.addAddress(net, family)
    else list.addSubnet(net, Number(length), family)
  }
  return {
    has(given) {
      const address = plain(given)
      const version = isIP(address)
      return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
    },
  }
}

/**
 * Where a request comes from: the other end of its connection; where that is a proxy we trust, the last address of `X-Forwarded-For`
 * that is none, as each proxy writes down whom it heard. What stands before it anybody may have written.
 */
export function addressOf({ socket, headers }: IncomingMessage, proxies: AddressSet): string {
  const direct = plain(socket.remoteAddress ?? '')
  const given = headers['x-forwarded-for']
  if (given === undefined || !proxies.has(direct)) return direct
  const hops = String(given)
    .split(',')
    .map((hop) => plain(hop.trim()))
  const client = hops.findLast((hop) => !proxies.has(hop))
  return client !== undefined && isIP(client) !== 0 ? client : direct
}
