import type { Settings } from '../docs/settings.ts'
import type { Program } from './compose.ts'
import type { ClusterService, Deployment, Manifests } from './manifests.ts'

/** A program's settings: its own and, if it is a service, the settings that every service has. */
const settingsOf = (app: string, settings: Settings) => [
  ...(settings[app] ?? []),
  ...(['simulator', 'directory'].includes(app) ? [] : (settings['chassis'] ?? [])),
]

/** Variables that Node itself reads. */
const runtimeSettings = ['NODE_OPTIONS']

/** Returns settings that a program receives but doesn't read. `toAll`: settings that all programs receive although only some read them. */
export const unknownSettings = (
  programs: readonly Program[],
  settings: Settings,
  toAll: readonly string[] = [],
): string[] =>
  programs.flatMap(({ app, place, env }) => {
    const known = new Set([...settingsOf(app, settings).map(({ name }) => name), ...toAll, ...runtimeSettings])
    return Object.keys(env)
      .filter((name) => !known.has(name))
      .map((name) => `${place}: ${app} has no setting ${name}`)
  })

export const missingSettings = (programs: readonly Program[], settings: Settings): string[] =>
  programs.flatMap(({ app, place, env }) =>
    settingsOf(app, settings)
      .filter(({ name, required }) => required && !(name in env))
      .map(({ name }) => `${place}: ${name} is missing`),
  )

export const undeployed = (services: readonly string[], programs: readonly Program[]): string[] =>
  services.filter((service) => !programs.some(({ app }) => app === service))

/** Services for which no process answers calls, or no process runs loops. */
export const idleRoles = (services: readonly string[], deployments: readonly Deployment[]): string[] =>
  services.flatMap((service) => {
    const roles = deployments.filter(({ app }) => app === service).map(({ env }) => env['ROLE'] ?? 'all')
    return (['api', 'worker'] as const)
      .filter((role) => !roles.includes(role) && !roles.includes('all'))
      .map((role) => `no ${role} of ${service} is deployed`)
  })

const wantedProbes = { startupProbe: '/livez', livenessProbe: '/livez', readinessProbe: '/readyz' }

/** Returns ports that the program doesn't listen on, probes that use a wrong port or path, and cluster services that lead nowhere. */
export const wrongPorts = ({ deployments, clusterServices }: Manifests): string[] => [
  ...deployments.flatMap(portFaults),
  ...deployments.flatMap(probeFaults),
  ...clusterServices.flatMap((clusterService) => clusterServiceFaults(clusterService, deployments)),
]

const portFaults = ({ place, env, ports }: Deployment): string[] =>
  Object.entries({ rpc: env['RPC_PORT'], ...('PORT' in env ? { public: env['PORT'] } : {}) })
    .filter(([name, port]) => ports[name] !== Number(port))
    .map(([name, port]) => `${place}: listens on ${port}, but its port ${name} is ${ports[name] ?? 'not there'}`)

const probeFaults = ({ place, ports, probes }: Deployment): string[] =>
  Object.entries(wantedProbes).flatMap(([probe, wanted]) => {
    const [path = '', port = ''] = (probes[probe] ?? '').split(' ')
    return path === wanted && port in ports ? [] : [`${place}: ${probe} asks ${path} of ${port}`]
  })

const clusterServiceFaults = (
  { name, selects, ports }: ClusterService,
  deployments: readonly Deployment[],
): string[] => {
  const behind = deployments.find((deployment) => deployment.name === selects)
  if (behind === undefined) return [`service ${name} selects ${selects}, which is not there`]
  return [
    ...(behind.env['ROLE'] === 'worker' ? [`service ${name} leads to workers, which take no calls`] : []),
    ...ports
      .filter(({ targetPort }) => !(targetPort in behind.ports))
      .map((port) => `service ${name}: no ${port.targetPort}`),
  ]
}

/** Returns the gateway's default URLs that have no cluster service. */
export const unreachable = (settings: Settings, clusterServices: readonly ClusterService[]): string[] =>
  (settings['gateway'] ?? [])
    .filter(({ name, fallback }) => /^[A-Z]+_URL$/.test(name) && fallback !== undefined)
    .filter(({ fallback }) => {
      const { hostname, port } = new URL(fallback ?? '')
      return !clusterServices.some(
        (clusterService) =>
          clusterService.name === hostname && clusterService.ports.some((each) => each.port === Number(port)),
      )
    })
    .map(({ name, fallback }) => `${name}: no service at ${fallback}`)
