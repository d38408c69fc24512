import { isIP } from 'node:net'
import { fail } from '@posthorn/contracts'
import { isGlobalAddress } from './address.ts'

/** `allowPrivate`: allows plain HTTP and private addresses, for a developer's machine. */
export type VetOptions = { allowPrivate: boolean }

const hostLengthMax = 253
const portMin = 1024
const forbiddenSuffixes = ['.internal', '.local', '.localhost']

/** Ports above 1023 of databases, brokers, remote desktops and cluster APIs, which must not receive our requests. */
const deniedPorts = new Set([
  1433, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4222, 5432, 5672, 5900, 5984, 5985, 5986, 6000, 6222,
  6379, 6443, 6667, 7000, 8222, 9042, 9092, 9200, 9300, 10250, 10255, 11211, 15672, 27017,
])

/** Returns a URL's host as an address or name: without IPv6's brackets and the trailing dot of a full name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/** Returns why a URL must not be called, null if it may. The address behind its name is checked when connecting. */
export function urlProblem(url: string, opts: VetOptions): string | null {
  if (!URL.canParse(url)) return 'it is not a URL'
  const parsed = new URL(url)
  if (parsed.username !== '' || parsed.password !== '') return 'it carries a user name or password'
  if (parsed.protocol !== 'https:' && !(opts.allowPrivate && parsed.protocol === 'http:')) return 'it is not https'
  const host = hostOf(parsed)
  if (host.length === 0 || host.length > hostLengthMax) return 'its host is too long or missing'
  return opts.allowPrivate ? null : (portProblem(parsed) ?? hostProblem(host))
}

function portProblem({ port }: URL): string | null {
  if (port === '' || port === '443') return null
  const number = Number(port)
  return number < portMin || deniedPorts.has(number) ? `port ${port} is not allowed` : null
}

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

/** Refuses a caller's URL, with the reason in the public message. */
export function refuseUrl(problem: string): never {
  fail('url:not_allowed', { message: `The address is not allowed: ${problem}; use a public https URL.` })
}
