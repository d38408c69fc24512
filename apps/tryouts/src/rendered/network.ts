import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDnsServer } from '@posthorn/testkit'

/** Addresses of servers outside the containers. The receivers' address looks public, because services require that. */
export const addresses = {
  host: '10.77.0.1',
  postgres: '10.77.0.2',
  bucket: '10.77.0.3',
  edge: '10.77.0.4',
  receiver: '45.77.0.1',
}

const bridge = 'posthorn'

/** A network of containers in this network namespace, with DNS names for their addresses. */
export type Network = AsyncDisposable & {
  join(container: string, names: readonly string[]): string
  name(address: string, names: readonly string[]): void
  leave(container: string): void
}

/** Changes the network with the `ip` program. Fails if the program does. */
const ip = (...args: string[]): void => void execFileSync('ip', args)

/** Sets up the network in a namespace created for it: a bridge, and a DNS server for the containers and this process. */
export async function startNetwork(folder: string): Promise<Network> {
  execFileSync('mount', ['-t', 'tmpfs', 'posthorn', '/run'])
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', bridge, 'type', 'bridge')
  for (const address of Object.values(addresses)) ip('address', 'add', `${address}/16`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  const zone: Record<string, string[]> = {}
  const dns = await startDnsServer(zone, { host: addresses.host, port: 53 })
  const resolv = join(folder, 'resolv.conf')
  writeFileSync(resolv, `nameserver ${addresses.host}\n`)
  execFileSync('mount', ['--bind', resolv, '/etc/resolv.conf'])
  let joined = 0
  const name = (address: string, names: readonly string[]) => {
    for (const each of names) zone[each] = [address]
  }
  return {
    name,
    join(container, names) {
      joined += 1
      const [address, link] = [`10.77.1.${joined}`, `posthorn${joined}`]
      ip('netns', 'add', container)
      ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', container)
      ip('link', 'set', link, 'master', bridge, 'up')
      ip('-n', container, 'link', 'set', 'lo', 'up')
      ip('-n', container, 'address', 'add', `${address}/16`, 'dev', 'eth0')
      ip('-n', container, 'link', 'set', 'eth0', 'up')
      ip('-n', container, 'route', 'add', 'default', 'via', addresses.host)
      name(address, names)
      return address
    },
    leave: (container) => ip('netns', 'delete', container),
    [Symbol.asyncDispose]: () => dns[Symbol.asyncDispose](),
  }
}

export type Certificates = { authority: string; certificate: string; key: string }

const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30']

/** Creates a certificate authority, and one certificate for all of these host names. */
export function makeCertificates(folder: string, names: readonly string[]): Certificates {
  mkdirSync(folder, { recursive: true })
  const [authority, authorityKey] = [join(folder, 'authority.pem'), join(folder, 'authority.key')]
  const [certificate, key] = [join(folder, 'server.pem'), join(folder, 'server.key')]
  const request = (name: string, files: readonly string[]) =>
    execFileSync('openssl', ['req', '-x509', ...curve, '-subj', `/CN=${name}`, ...files], { stdio: 'pipe' })
  request('Example authority', ['-keyout', authorityKey, '-out', authority])
  const alternatives = names.map((name) => `${/^[\d.]+$/.test(name) ? 'IP' : 'DNS'}:${name}`).join(',')
  const signed = ['-CA', authority, '-CAkey', authorityKey, '-addext', 'basicConstraints=critical,CA:false']
  request('servers', [...signed, '-addext', `subjectAltName=${alternatives}`, '-keyout', key, '-out', certificate])
  return { authority, certificate, key }
}
