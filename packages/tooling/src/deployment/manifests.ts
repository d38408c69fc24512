import { parseAllDocuments } from 'yaml'
import type { Tree } from '../repo-rules/tree.ts'
import { namesOfEnvFile, type Program } from './compose.ts'

type Reference = { name: string }
type Container = {
  image: string
  env?: { name: string; value: string }[]
  envFrom?: { configMapRef?: Reference; secretRef?: Reference }[]
  ports: { name: string; containerPort: number }[]
} & Partial<Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', { httpGet: { path: string; port: string } }>>

type Resource = {
  kind: string
  metadata: Reference
  data?: Record<string, string>
  spec?: {
    selector?: Record<string, unknown>
    ports?: { name: string; port: number; targetPort: string }[]
    template?: { metadata: { labels: { app: string } }; spec: { containers: [Container] } }
  }
}

/** A deployment of one of our programs: its ports by name, and its probes as `path port`. */
export type Deployment = Program & { name: string; ports: Record<string, number>; probes: Record<string, string> }

/** The Kubernetes service of a deployment. */
export type ClusterService = { name: string; selects: string; ports: { port: number; targetPort: string }[] }

/** The objects of the manifests. */
export type Manifests = { deployments: Deployment[]; clusterServices: ClusterService[]; configNames: string[] }

const base = 'docker/k8s/base/'
const secretFolder = 'docker/k8s/overlays/example/secrets/'

const secretNames = (tree: Tree, file: string): string[] => namesOfEnvFile(tree.get(`${secretFolder}${file}.env`) ?? '')

/** Reads the base, with the secrets of the example overlay. */
export const readManifests = (tree: Tree): Manifests => {
  const resources = [...tree]
    .filter(([path]) => path.startsWith(base) && !path.endsWith('kustomization.yaml'))
    .flatMap(([, text]) => parseAllDocuments(text).map((document) => document.toJS() as Resource))
  const of = (kind: string) => resources.filter((resource) => resource.kind === kind)
  const config = Object.assign({}, ...of('ConfigMap').map(({ data }) => data)) as Record<string, string>
  return {
    deployments: of('Deployment').map((resource) => deploymentOf(tree, resource, config)),
    clusterServices: of('Service').map(({ metadata, spec }) => ({
      name: metadata.name,
      selects: String(spec?.selector?.['app']),
      ports: spec?.ports ?? [],
    })),
    configNames: Object.keys(config),
  }
}

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
