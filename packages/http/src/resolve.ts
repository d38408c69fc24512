import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { ExchangeError, failureOf } from './exchange-error.ts'
import { canonicalAddress, isGlobalAddress, type VetOptions } from './vet-url.ts'

/**
 * Name resolution. `dnsServers` (`address:port`): used instead of the machine's DNS servers. `ownAddresses`: our addresses that aren't on
 * any network interface. `onForbidden`: called for each name that resolves to a forbidden address.
 */
export type ResolveOptions = VetOptions & {
  dnsServers?: string[]
  ownAddresses?: readonly string[]
  onForbidden?: () => void
}

const dnsTimeoutMs = 2_000

// RFC 6761, section 6.3. The system's lookup uses four threads, which unanswered lookups can block for seconds.
const loopback = ['127.0.0.1', '::1']
const isLoopbackName = (host: string) => /(^|\.)localhost$/i.test(host)

/**
 * Resolves a host and vets every address. Refuses the name if any address isn't public, or is this machine's own. Throws `ExchangeError`
 * within 2 s: `not_allowed` for an address, `dns` for a name. A name in our network fails like one that doesn't exist, so that callers
 * can't probe for names.
 */
export async function resolveVetted(host: string, opts: ResolveOptions): Promise<string[]> {
  const isName = isIP(host) === 0
  const addresses = isName ? await addressesOf(host, opts) : [host]
  if (opts.allowPrivate) return addresses
  const own = ownAddresses(opts.ownAddresses)
  const canonical = addresses.map(canonicalAddress)
  if (addresses.every((address, i) => isGlobalAddress(address) && !own.has(canonical[i] ?? address))) return canonical
  if (!isName) throw new ExchangeError('not_allowed', `${host} is not a public address`)
  opts.onForbidden?.()
  throw noPublicAddress()
}

const noPublicAddress = () => new ExchangeError('dns', 'no public address was found for the name')

function ownAddresses(more: readonly string[] = []): ReadonlySet<string> {
  const shown = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))
  return new Set([...shown, ...more].map(canonicalAddress))
}

async function addressesOf(host: string, opts: ResolveOptions): Promise<string[]> {
  if (opts.allowPrivate && isLoopbackName(host)) return [...loopback]
  const asking = opts.allowPrivate && !opts.dnsServers ? askSystem(host) : askServers(host, opts.dnsServers)
  const addresses = await asking.catch((err: unknown) => {
    throw opts.allowPrivate ? failureOf('dns', err) : noPublicAddress()
  })
  if (addresses.length > 0) return addresses
  throw opts.allowPrivate ? failureOf('dns', { code: 'ENODATA' }) : noPublicAddress()
}

/** The system's lookup, including its hosts file. Used only if private names are allowed. */
async function askSystem(host: string): Promise<string[]> {
  const answers = await withinTimeout(lookup(host, { all: true, order: 'ipv4first' }))
  return answers.map(({ address }) => address)
}

async function askServers(host: string, servers: string[] | undefined): Promise<string[]> {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 1 })
  if (servers) resolver.setServers(servers)
  try {
    const answers = await withinTimeout(Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]))
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const failed = answers.find((answer) => answer.status === 'rejected')
    if (addresses.length === 0 && failed) throw failed.reason
    return addresses
  } finally {
    resolver.cancel()
  }
}

async function withinTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('no answer'), { code: 'ETIMEOUT' })), dnsTimeoutMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
