import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import proxyAddress from 'proxy-addr'

/** Ranges of addresses. */
export type AddressSet = { has(address: string): boolean }

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Returns the IPv4 address of one that is mapped into IPv6. */
function plain(address: string): string {
  return mapped.exec(address)?.[1] ?? address
}

/** Makes the set of these ranges, such as `10.0.0.0/8` or `2001:db8::/32`; an address without a length is one address. */
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

/**
 * Returns the address of a caller: of the connection, or, behind trusted proxies, the last address of `X-Forwarded-For` that is not a
 * proxy. The addresses before that are the caller's own claim.
 */
export function addressOf(req: IncomingMessage, proxies: AddressSet): string {
  const direct = plain(req.socket.remoteAddress ?? '')
  if (req.headers['x-forwarded-for'] === undefined) return direct
  const client = plain(proxyAddress(req, (address) => proxies.has(address)))
  return isIP(client) !== 0 ? client : direct
}
