import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments, stringify } from 'yaml'
import type { Tree } from '../repo-rules/tree.ts'
import { namesOfEnvFile, type Program } from './compose.ts'

export const prometheusRulePath = 'docker/k8s/components/scrape/alarms.yaml'

type Alarm = { alert: string; expr: string; annotations: { summary: string; description: string; runbook_url: string } }
type RuleGroup = { name: string; rules: Alarm[] }

/** Returns the groups of alerts that Prometheus reads in compose. */
export const alarmGroups = (root: string): RuleGroup[] =>
  ['alarms.yaml', 'availability.yaml'].flatMap(
    (file) => (parse(readFileSync(join(root, 'docker/prometheus', file), 'utf8')) as { groups: RuleGroup[] }).groups,
  )

/** Returns the same alerts as a Prometheus Operator object, for clusters that have the operator in place of our Prometheus. */
export function prometheusRule(root: string): string {
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'posthorn' },
    spec: { groups: alarmGroups(root) },
  }
  return `# Made from docker/prometheus by \`pnpm run docs\`.\n${stringify(rule, { lineWidth: 0 })}`
}

type Reference = { name: string }
type Container = {
  image: string
  env?: { name: string; value: string }[]
  envFrom?: { configMapRef?: Reference; secretRef?: Reference }[]
  ports: { name: string; containerPort: number }[]
} & Partial<Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', { httpGet: { path: string; port: string } }>>

export type Resource = {
  kind: string
  metadata: Reference
  spec?: {
    clusterIP?: string
    selector?: Record<string, unknown>
    ports?: { name: string; port: number; targetPort: string }[]
    template?: { metadata: { labels: { app: string } }; spec: { containers: [Container] } }
  }
}

/** A deployment of one of our programs: ports by name, and probes as `path port`. */
export type Deployment = Program & { name: string; ports: Record<string, number>; probes: Record<string, string> }

/** A Kubernetes `Service`: a name in the cluster that leads to the pods it selects. */
export type ClusterService = { name: string; selects: string; ports: { port: number; targetPort: string }[] }

export type Manifests = { deployments: Deployment[]; clusterServices: ClusterService[]; configNames: string[] }

const base = 'docker/k8s/base/'
const secretFolder = 'docker/k8s/components/secrets/'

/** Returns the names of the secrets in a file of an installation. */
const secretNames = (tree: Tree, file: string): string[] => namesOfEnvFile(tree.get(`${secretFolder}${file}.env`) ?? '')

type Kustomization = {
  resources?: string[]
  components?: string[]
  configMapGenerator?: { name: string; literals: string[] }[]
}

const isKustomization = (path: string): boolean => path.endsWith('/kustomization.yaml')

/** Reads all kustomizations: the resources and components that each lists, and the other YAML files in its folder, which it must list. */
export const readKustomizations = (tree: Tree): { folder: string; listed: string[]; files: string[] }[] =>
  [...tree.keys()]
    .filter((path) => path.startsWith('docker/k8s/') && isKustomization(path))
    .map((path) => {
      const folder = path.slice(0, path.lastIndexOf('/'))
      const { resources = [], components = [] } = parse(tree.get(path) ?? '') as Kustomization
      const inside = [...tree.keys()].filter(
        (each) => each.startsWith(`${folder}/`) && /^[\w-]+\.yaml$/.test(each.slice(folder.length + 1)),
      )
      const files = inside.map((each) => each.slice(folder.length + 1)).filter((file) => file !== 'kustomization.yaml')
      return { folder, listed: [...resources, ...components], files }
    })

/** Reads the objects in a folder of manifests. */
export const readResources = (tree: Tree, folder: string): Resource[] =>
  [...tree]
    .filter(([path]) => path.startsWith(`${folder}/`) && path.endsWith('.yaml') && !isKustomization(path))
    .flatMap(([, text]) => parseAllDocuments(text).map((document) => document.toJS() as Resource))

/** Returns the settings that all programs receive from a config map. */
function settingsOfBase(tree: Tree): Record<string, string> {
  const { configMapGenerator = [] } = parse(tree.get(`${base}kustomization.yaml`) ?? '') as Kustomization
  const pairs = configMapGenerator.flatMap(({ literals }) => literals)
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

/** Reads the base manifests, with the names of an installation's secrets. */
export const readManifests = (tree: Tree): Manifests => {
  const resources = readResources(tree, 'docker/k8s/base')
  const of = (...kinds: string[]) => resources.filter(({ kind }) => kinds.includes(kind))
  const config = settingsOfBase(tree)
  return {
    deployments: of('Deployment', 'StatefulSet').map((resource) => deploymentOf(tree, resource, config)),
    clusterServices: of('Service')
      .filter(({ spec }) => spec?.clusterIP !== 'None')
      .map(({ metadata, spec }) => ({
        name: metadata.name,
        selects: String(spec?.selector?.['app']),
        ports: spec?.ports ?? [],
      })),
    configNames: Object.keys(config),
  }
}

/** Describes a deployment with the environment that its container gets. Secrets count by their names. */
const deploymentOf = (tree: Tree, { metadata, spec }: Resource, config: Record<string, string>): Deployment => {
  const [container] = spec?.template?.spec.containers ?? []
  if (container === undefined) throw new Error(`${metadata.name} has no container`)
  const app = container.image.replace(/^posthorn-/, '')
  const secrets = [...secretNames(tree, 'every'), ...secretNames(tree, app)].map((name) => [name, 'secret'] as const)
  const own = (container.env ?? []).map(({ name, value }) => [name, value] as const)
  const probes = (['startupProbe', 'livenessProbe', 'readinessProbe'] as const).map((probe) => {
    const { path, port } = container[probe]?.httpGet ?? { path: '', port: '' }
    return [probe, `${path} ${port}`] as const
  })
  return {
    app,
    name: metadata.name,
    place: `${base} ${metadata.name}`,
    env: { ...config, ...Object.fromEntries(secrets), ...Object.fromEntries(own) },
    ports: Object.fromEntries(container.ports.map(({ name, containerPort }) => [name, containerPort])),
    probes: Object.fromEntries(probes),
  }
}

type Model = new (resource: object) => { validate(): void }

/** Packages with the models for each API group. Kubernetes's own groups share one package. */
const packages: Readonly<Record<string, string>> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
}

/** Returns missing required fields, and values that the schema of the object's kind doesn't allow. Models allow unknown fields. */
export async function schemaFaults(resource: Resource & { apiVersion: string }): Promise<string[]> {
  const { apiVersion, kind, metadata } = resource
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
  const from = packages[group] ?? 'kubernetes-models'
  const place = `${kind} ${metadata.name}`
  try {
    const models = (await import(`${from}/${apiVersion}/${kind}`)) as Record<string, Model>
    const model = models[kind]
    if (model === undefined) return [`${place}: no schema of ${apiVersion}`]
    new model(resource).validate()
    return []
  } catch (error) {
    return [`${place}: ${error instanceof Error ? error.message : String(error)}`]
  }
}
