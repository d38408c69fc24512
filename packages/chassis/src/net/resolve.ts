import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isGlobalAddress } from './address.ts'
import { VettedFetchError } from './fetch-error.ts'
import type { VetOptions } from './vet-url.ts'

/** How names are resolved; `dnsServers` (`address:port`) instead of the machine's own. */
export type ResolveOptions = VetOptions & { dnsServers?: string[] }

const dnsTimeoutMs = 2_000

/**
 * All addresses of a host, every one of them vetted: a single answer that is not public, or that is this machine's own, refuses the whole
 * name. Throws `VettedFetchError` with `dns` or `not_allowed`, within 2 s.
 */
export async function resolveVetted(host: string, opts: ResolveOptions): Promise<string[]> {
  const addresses = isIP(host) === 0 ? await addressesOf(host, opts) : [host]
  if (opts.allowPrivate) return addresses
  const own = ownAddresses()
  const bad = addresses.find((address) => !isGlobalAddress(address) || own.has(address))
  if (bad !== undefined) throw new VettedFetchError('not_allowed', `${host} is not a public address (${bad})`)
  return addresses
}

function ownAddresses(): Set<string> {
  return new Set(Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address)))
}

async function addressesOf(host: string, opts: ResolveOptions): Promise<string[]> {
  const asking = opts.allowPrivate && !opts.dnsServers ? askSystem(host) : askServers(host, opts.dnsServers)
  const addresses = await asking.catch((err: unknown) => {
    throw new VettedFetchError('dns', `${host} cannot be resolved: ${err instanceof Error ? err.message : String(err)}`)
  })
  if (addresses.length === 0) throw new VettedFetchError('dns', `${host} has no address`)
  return addresses
}

/** The machine's way, with its hosts file: only where private names are wanted. */
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
    timer = setTimeout(() => reject(new Error(`no answer within ${dnsTimeoutMs} ms`)), dnsTimeoutMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
