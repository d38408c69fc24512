import type { Settings } from '../docs/settings.ts'
import { exists, type Tree } from '../repo-rules/tree.ts'
import type { Program } from './compose.ts'
import type { ClusterService, Deployment, Manifests } from './manifests.ts'

// Tests run these checks on the files for Docker and Kubernetes, because a cluster is the first place that would notice a fault in them.

/** Returns a program's settings: its own and, if it is a service, the settings that every service has. */
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

/** Returns required settings that a program does not receive. */
export const missingSettings = (programs: readonly Program[], settings: Settings): string[] =>
  programs.flatMap(({ app, place, env }) =>
    settingsOf(app, settings)
      .filter(({ name, required }) => required && !(name in env))
      .map(({ name }) => `${place}: ${name} is missing`),
  )

/** Returns services that no program of the deployment runs. */
export const undeployed = (services: readonly string[], programs: readonly Program[]): string[] =>
  services.filter((service) => !programs.some(({ app }) => app === service))

/** Returns a fault for each service without a process that answers calls, and for each without one that runs loops. */
export const missingRoles = (services: readonly string[], deployments: readonly Deployment[]): string[] =>
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

/** Returns ports whose number differs from the one that the program listens on. */
const portFaults = ({ place, env, ports }: Deployment): string[] =>
  Object.entries({ rpc: env['RPC_PORT'], ...('PORT' in env ? { public: env['PORT'] } : {}) })
    .filter(([name, port]) => ports[name] !== Number(port))
    .map(([name, port]) => `${place}: listens on ${port}, but its port ${name} is ${ports[name] ?? 'not there'}`)

/** Returns probes that are missing, or ask a path or port that does not tell the health of the program. */
const probeFaults = ({ place, ports, probes }: Deployment): string[] =>
  Object.entries(wantedProbes).flatMap(([probe, wanted]) => {
    const [path = '', port = ''] = (probes[probe] ?? '').split(' ')
    return path === wanted && port in ports ? [] : [`${place}: ${probe} asks ${path} of ${port}`]
  })

/** Returns why calls to a cluster service would fail: it selects nothing, workers, or a port that is not there. */
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

/** Splits a Dockerfile into instructions, without comments and with continued lines joined. */
const instructionsOf = (text: string): [string, string][] =>
  text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => [line.split(' ')[0] ?? '', line.slice(line.indexOf(' ') + 1)])

/** Returns the environment that an image sets for its program, to check it like that of a deployment. */
export const imageEnv = (text: string): Record<string, string> =>
  Object.fromEntries(
    instructionsOf(text)
      .filter(([name]) => name === 'ENV')
      .flatMap(([, rest]) => rest.split(' ').map((pair) => pair.split('=') as [string, string])),
  )

/** Returns the Dockerfile's faults: missing sources, other versions than here, root, no health check, bill of materials or right command. */
export const recipeFaults = (text: string, tree: Tree): string[] => {
  const steps = instructionsOf(text)
  const restsOf = (name: string) => steps.filter(([step]) => step === name).map(([, rest]) => rest)
  const sources = restsOf('COPY')
    .filter((rest) => !rest.startsWith('--from'))
    .flatMap((rest) => rest.split(' ').slice(0, -1))
  const node = /^nodeVersion: (\d+)/m.exec(tree.get('pnpm-workspace.yaml') ?? '')?.[1]
  const { packageManager } = JSON.parse(tree.get('package.json') ?? '{}') as { packageManager?: string }
  const managers = [...text.matchAll(/pnpm@[\d.]+/g)].map(([manager]) => manager)
  const users = restsOf('USER')
  // All stages except the build stage become images.
  const isRoot = users.length < restsOf('FROM').length - 1 || users.some((user) => user === 'root' || user === '0')
  return [
    ...sources.filter((source) => !exists(tree, source)).map((source) => `copies ${source}, which does not exist`),
    ...restsOf('FROM')
      .filter((image) => !image.startsWith(`node:${node}-`))
      .map((image) => `stands on ${image}`),
    ...managers.filter((manager) => manager !== packageManager).map((manager) => `installs with ${manager}`),
    ...(isRoot ? ['runs as root'] : []),
    ...(restsOf('HEALTHCHECK').some((rest) => rest.includes('/livez')) ? [] : ['has no health check']),
    ...(restsOf('RUN').some((rest) => /sbom .+ --prod\s+--out \/programs\/\$app\/sbom\.json/.test(rest))
      ? []
      : ['writes no bill of materials']),
    ...(restsOf('CMD').at(-1) === '["node", "dist/main.js"]' ? [] : ['does not run dist/main.js']),
  ]
}

/**
 * Returns apps that don't get an image: those without a program, with a different package name, or missing in a loop of the Dockerfile or in
 * the matrix of the build.
 */
export const unbuildable = (apps: readonly string[], tree: Tree): string[] => {
  const loops = [...(tree.get('docker/Dockerfile') ?? '').matchAll(/^RUN for app in (.+?);/gm)]
  const matrix = /\bmatrix = \{ app = \[(.*?)\] \}/.exec(tree.get('docker/bake.hcl') ?? '')
  const lists = [...loops, matrix ?? []].map(([, list = '']): readonly string[] => list.match(/[\w-]+/g) ?? [])
  return apps.filter((app) => {
    const { name } = JSON.parse(tree.get(`apps/${app}/package.json`) ?? '{}') as { name?: string }
    const isListed = lists.length > 1 && lists.every((list) => list.includes(app))
    return name !== `@posthorn/${app}` || !tree.has(`apps/${app}/src/main.ts`) || !isListed
  })
}
