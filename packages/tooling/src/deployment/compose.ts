import { parse, parseDocument } from 'yaml'
import type { Tree } from '../repo-rules/tree.ts'

type Container = {
  cap_add?: string[]
  cap_drop?: string[]
  environment?: Record<string, string | number>
  networks?: string[]
  ports?: string[]
  privileged?: boolean
  network_mode?: string
  pid?: string
  read_only?: boolean
  security_opt?: string[]
  tmpfs?: string[]
}

/** Containers and networks that Compose starts from one file, or from two files used together. */
export type Composition = {
  place: string
  containers: Record<string, Container>
  networks: Record<string, { internal?: boolean } | null>
}

type ComposeFile = { name?: string; services: Record<string, Container>; networks?: Composition['networks'] }

const main = 'docker/compose.yaml'

/** Parses a compose file. `replacesPorts` tells whether it replaces the ports of a service instead of adding some. */
function parseFile(text: string): { file: ComposeFile; replacesPorts(name: string): boolean } {
  const document = parseDocument(text, { merge: true, logLevel: 'error' })
  const portsOf = (name: string) => document.getIn(['services', name, 'ports'], true) as { tag?: string } | undefined
  return { file: document.toJS() as ComposeFile, replacesPorts: (name) => portsOf(name)?.tag === '!override' }
}

/** Reads the containers and networks of all compose files, to check their rights. A file without a project name extends the main one. */
export function readCompositions(tree: Tree): Composition[] {
  const places = [...tree.keys()].filter((path) => /^docker\/(?:[\w-]+\/)*compose[\w.-]*\.yaml$/.test(path))
  const base = parseFile(tree.get(main) ?? '').file
  return places.map((place) => {
    const { file, replacesPorts } = parseFile(tree.get(place) ?? '')
    if (file.name !== undefined) return { place, containers: file.services, networks: file.networks ?? {} }
    const containers = { ...base.services }
    for (const [name, added] of Object.entries(file.services)) {
      const before = containers[name] ?? {}
      const ports = [...(replacesPorts(name) ? [] : (before.ports ?? [])), ...(added.ports ?? [])]
      const environment = { ...before.environment, ...added.environment }
      const networks = [...(before.networks ?? []), ...(added.networks ?? [])]
      containers[name] = { ...before, ...added, ports, environment, networks }
    }
    return { place, containers, networks: { ...base.networks, ...file.networks } }
  })
}

/** Capabilities without which a program can't start. */
const neededCapabilities: Readonly<Record<string, string[]>> = { caddy: ['NET_BIND_SERVICE'] }

/** Returns the ways in which a container could do more than its task, such as write its own file system. */
export const privileges = ({ place, containers }: Composition): string[] =>
  Object.entries(containers).flatMap(([name, each]) =>
    [
      ...(each.cap_drop?.join() === 'ALL' ? [] : ['keeps capabilities']),
      ...(each.cap_add ?? [])
        .filter((capability) => !neededCapabilities[name]?.includes(capability))
        .map((capability) => `adds ${capability}`),
      ...(each.read_only === true ? [] : ['can write its own file system']),
      ...(each.security_opt?.includes('no-new-privileges:true') ? [] : ['can gain privileges']),
      ...(each.tmpfs?.some((mount) => mount.startsWith('/tmp:size=')) ? [] : ['has no /tmp of a limited size']),
      ...(each.privileged || each.network_mode || each.pid ? ['shares the host'] : []),
    ].map((fault) => `${place}: ${name} ${fault}`),
  )

/** Whether a port may be published on all interfaces: those of Caddy, which uses TLS and redirects port 80 to it. */
const isTls = (name: string, port: string): boolean => name === 'caddy' && ['80:80', '443:443'].includes(port)
/** Returns whether a port is published on this machine only, unless a variable says otherwise. */
const isLocal = (port: string): boolean => /^(127\.0\.0\.1|\$\{\w+:-127\.0\.0\.1\}):/.test(port)

/** Returns ports that are open to other hosts, or that bypass the TLS proxy. */
export const openPorts = ({ place, containers }: Composition): string[] =>
  Object.entries(containers).flatMap(([name, { ports = [] }]) => [
    ...ports.filter((port) => !isTls(name, port) && !isLocal(port)).map((port) => `${place}: ${name} opens ${port}`),
    ...ports
      .filter((port) => 'caddy' in containers && port.endsWith(':3000') && name === 'gateway')
      .map((port) => `${place}: ${name} publishes ${port} beside Caddy`),
  ])

/** Networks that servers, the gateway, and services use on one host. Networks in other files differ only in `internal`. */
const networksOf = {
  servers: ['data'],
  gateway: ['edge', 'services', 'data'],
  service: ['services', 'data', 'outward'],
} as const

/**
 * Returns one host's containers that are on a wrong, unknown or no named network, and its networks for services, servers and look-ups that
 * aren't internal.
 */
export function strayNetworks({ place, containers, networks }: Composition, services: readonly string[]): string[] {
  const allowedNetworks = (name: string): readonly string[] | undefined => {
    if (['postgres', 'nats'].includes(name)) return networksOf.servers
    if (name === 'gateway') return networksOf.gateway
    return services.includes(name) ? networksOf.service : undefined
  }
  const listed = Object.entries(containers).flatMap(([name, { networks: joined = [] }]) => {
    if (joined.length === 0) return [`${place}: ${name} is on the network of all`]
    const unknown = joined.filter((network) => !(network in networks))
    const stray = joined.filter((network) => !(allowedNetworks(name)?.includes(network) ?? network !== 'data'))
    return [...unknown, ...stray].map((network) => `${place}: ${name} is on ${network}`)
  })
  const open = ['services', 'data', 'look-up'].filter((name) => name in networks && networks[name]?.internal !== true)
  return [...listed, ...open.map((name) => `${place}: network ${name} leads elsewhere`)]
}

export type Program = { app: string; place: string; env: Record<string, string> }

type ComposeService = {
  image?: string
  build?: { args?: { APP?: string } }
  environment?: Record<string, string | number>
  ports?: string[]
}

type Compose = {
  programs: Record<string, Program & { containerPorts: number[] }>
  /** Environment of services that aren't ours. */
  servers: Record<string, Record<string, string>>
  images: string[]
  variables: string[]
}

/** Returns the environment as programs get it: numbers are text. */
const textsOf = (values: Record<string, string | number> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

/** Returns the container's port in `3000:3000` or `127.0.0.1:4000:4000`. */
const containerPortOf = (port: string): number => Number(port.split(':').at(-1))

/** Reads the settings that a compose file gives its services. One with the build argument `APP` is one of our programs. */
export const readCompose = (text: string, place: string): Compose => {
  const { services } = parse(text, { merge: true, logLevel: 'error' }) as { services: Record<string, ComposeService> }
  const compose: Compose = { programs: {}, servers: {}, images: [], variables: [] }
  for (const [name, { image, build, environment, ports = [] }] of Object.entries(services)) {
    const app = build?.args?.APP
    const env = textsOf(environment)
    if (image !== undefined) compose.images.push(image)
    if (app === undefined) compose.servers[name] = env
    else compose.programs[name] = { app, place: `${place} ${name}`, env, containerPorts: ports.map(containerPortOf) }
  }
  compose.variables = [...new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name))]
  return compose
}

/** Returns the names set in a file of `NAME=value` lines. */
export const namesOfEnvFile = (text: string): string[] => [...text.matchAll(/^(\w+)=/gm)].map(([, name = '']) => name)
