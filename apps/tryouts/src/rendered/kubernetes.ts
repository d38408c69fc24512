import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { type Certificates, type Container, type Mount, ownedFolder, type Rendered } from './installation.ts'
import { brokerCluster } from './servers.ts'

type Reference = { name: string }
type PodContainer = {
  image: string
  command?: string[]
  args?: string[]
  env?: { name: string; value: string }[]
  envFrom?: { configMapRef?: Reference; secretRef?: Reference }[]
  ports?: { name: string; containerPort: number }[]
  readinessProbe?: { httpGet: { path: string; port: string } }
  securityContext?: { readOnlyRootFilesystem?: boolean }
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[]
}
type Volume = {
  name: string
  emptyDir?: { sizeLimit?: string }
  configMap?: Reference
  persistentVolumeClaim?: { claimName: string }
}
type PodTemplate = {
  metadata: { labels: { app: string } }
  spec: { containers: [PodContainer]; volumes?: Volume[]; securityContext?: { fsGroup?: number } }
}

type KubernetesObject = {
  kind: string
  metadata: { name: string; namespace?: string }
  data?: Record<string, string>
  spec?: { template?: PodTemplate; selector?: { app?: string }; volumeClaimTemplates?: { metadata: Reference }[] }
}

type RenderedObjects = { objects: readonly KubernetesObject[]; folder: string; image: Record<string, string> }

/** Returns the container of an object's pods, with its volumes, and with the settings and secrets that it refers to. */
function containerOf({ metadata: { name }, spec }: KubernetesObject, place: RenderedObjects): Container {
  const template = spec?.template
  const [container] = template?.spec.containers ?? []
  if (template === undefined || container === undefined) throw new Error(`${name} has no container`)
  const { command = ['node'], args = ['dist/main.js'], volumeMounts = [], env = [], envFrom = [] } = container
  const given = envFrom.map(({ configMapRef, secretRef }) => ({
    ...(configMapRef ? dataOf(place, 'ConfigMap', configMapRef.name) : {}),
    ...(secretRef ? dataOf(place, 'Secret', secretRef.name) : {}),
  }))
  const own = Object.fromEntries(env.map((each) => [each.name, each.value]))
  const claimed = (spec?.volumeClaimTemplates ?? []).map(({ metadata }) => ({
    name: metadata.name,
    persistentVolumeClaim: { claimName: `${metadata.name}-${name}-0` },
  }))
  const volumes = [...(template.spec.volumes ?? []), ...claimed]
  const group = template.spec.securityContext?.fsGroup ?? 0
  const probe = container.readinessProbe?.httpGet
  const port = container.ports?.find((each) => each.name === probe?.port)?.containerPort
  return {
    name,
    app: /(?:^|\/)posthorn-(\w+)/.exec(container.image)?.[1],
    names: namesOf(template.metadata.labels.app, place),
    env: { ...place.image, ...Object.assign({}, ...given), ...own },
    command: [...command, ...args],
    mounts: volumeMounts.map((mount) => mountOf(mount, { volumes, group, ...place })),
    readOnly: container.securityContext?.readOnlyRootFilesystem === true,
    probe: { port: String(port), path: probe?.path ?? '' },
  }
}

/** Returns the names of the services that select an app's pods. Other services point to this trial's servers. */
function namesOf(app: string, { objects }: RenderedObjects): string[] {
  const services = objects.filter(({ kind, spec }) => kind === 'Service' && spec?.selector?.app === app)
  return services.flatMap(({ metadata: { name, namespace = '' } }) => [name, `${name}.${namespace}.svc`])
}

/** Returns the values of a ConfigMap or Secret. A Secret has them in base64. */
function dataOf({ objects }: RenderedObjects, kind: 'ConfigMap' | 'Secret', name: string): Record<string, string> {
  const found = objects.find((each) => each.kind === kind && each.metadata.name === name)
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`)
  const decoded = (value: string) => (kind === 'Secret' ? Buffer.from(value, 'base64').toString() : value)
  return Object.fromEntries(Object.entries(found.data ?? {}).map(([key, value]) => [key, decoded(value)]))
}

type Volumes = RenderedObjects & { volumes: readonly Volume[]; group: number }

/**
 * Returns a volume as a cluster mounts it. A volume from a claim belongs to root and to the pod's `fsGroup`, whose members may write to it.
 */
function mountOf(mount: { name: string; mountPath: string; readOnly?: boolean }, place: Volumes): Mount {
  const { folder, volumes, group } = place
  const volume = volumes.find(({ name }) => name === mount.name)
  const path = mount.mountPath
  if (volume?.emptyDir !== undefined) {
    const [, size = '', unit = ''] = /^(\d+)(Gi|Mi)$/.exec(volume.emptyDir.sizeLimit ?? '') ?? []
    return { path, memoryMb: size === '' ? undefined : Number(size) * (unit === 'Gi' ? 1024 : 1) }
  }
  if (volume?.persistentVolumeClaim !== undefined) {
    const claim = join(folder, 'claims', volume.persistentVolumeClaim.claimName)
    return { path, folder: ownedFolder(claim, { uid: 0, gid: group, mode: group === 0 ? 0o755 : 0o2775 }) }
  }
  if (volume?.configMap === undefined) throw new Error(`the volume ${mount.name} is of no known kind`)
  const files = join(folder, 'config-maps', volume.configMap.name)
  mkdirSync(files, { recursive: true })
  for (const [file, text] of Object.entries(dataOf(place, 'ConfigMap', volume.configMap.name)))
    writeFileSync(join(files, file), text)
  return { path, folder: files, readOnly: true }
}

type Kustomization = { components: string[]; configMapGenerator: { name: string; literals: string[] }[] }

/** An operator's settings other than secrets: the simulator, and the company's certificate authority. */
const settings = ['SIMULATOR_URL=http://simulator:4010', 'NODE_EXTRA_CA_CERTS=/certificates/authority.pem']

/** Returns a random secret. It begins with a letter, because NATS reads values such as 5e… as numbers. */
const secret = (): string => `s${randomBytes(32).toString('hex')}`

/** Returns an installation's secrets, as required by the comments in the files in `components/secrets`. */
function secretsOf(apps: readonly string[], postgresHost: string): Record<string, Record<string, string>> {
  const [gateway, operator] = [secret(), secret()]
  const own = apps.map((app) => [
    app,
    {
      DATABASE_URL: `postgres://${app}:${secret()}@${postgresHost}:5432/posthorn?sslmode=verify-full`,
      NATS_URL: `tls://${app}:${secret()}@nats.nats.svc:4222`,
    },
  ])
  const secrets = Object.fromEntries(own) as Record<string, Record<string, string>>
  Object.assign(secrets['gateway'] ?? {}, { CREDENTIAL: `gateway:${gateway}` })
  Object.assign(secrets['messaging'] ?? {}, {
    FILES_S3_REGION: 'eu-central-1',
    FILES_S3_URL: 'http://bucket.storage.svc:9000',
    FILES_S3_PATH_STYLE: 'true',
    FILES_S3_ACCESS_KEY: 'S3RVER',
    FILES_S3_SECRET_KEY: 'S3RVER',
  })
  const every = {
    MASTER_KEYS: `1:${randomBytes(32).toString('base64')}`,
    SERVICE_CREDENTIALS: `gateway:${gateway},operator:${operator}`,
  }
  return { ...secrets, every }
}

/** Fills in the secret files in a copy of the manifests. Returns the secrets. */
function fillSecrets(manifests: string, postgresHost: string): Record<string, Record<string, string>> {
  const folder = join(manifests, 'components/secrets')
  const files = readdirSync(folder).filter((file) => file.endsWith('.env'))
  const apps = files.map((file) => file.slice(0, -'.env'.length)).filter((name) => name !== 'every')
  const secrets = secretsOf(apps, postgresHost)
  for (const file of files) {
    const values = secrets[file.slice(0, -'.env'.length)] ?? {}
    const text = readFileSync(join(folder, file), 'utf8')
    const filled = text.replaceAll(/^(\w+)=$/gm, (line, name: string) => `${line}${values[name] ?? ''}`)
    for (const name of Object.keys(values)) if (!filled.includes(`${name}=`)) throw new Error(`${file} lacks ${name}`)
    writeFileSync(join(folder, file), filled)
  }
  return secrets
}

/**
 * Renders an overlay from a copy that an operator has adapted by adding secrets, the simulator, and the certificate authority for Postgres
 * and NATS.
 */
export function renderOverlay(
  folder: string,
  { overlay, image, certificates }: { overlay: string; image: Record<string, string>; certificates: Certificates },
): Rendered {
  const manifests = join(folder, 'k8s')
  cpSync(join(repositoryRoot, 'docker/k8s'), manifests, { recursive: true })
  // The `scrape` component builds its PrometheusRules from the alarms next to the manifests.
  cpSync(join(repositoryRoot, 'docker/prometheus'), join(folder, 'prometheus'), { recursive: true })
  const secrets = fillSecrets(manifests, 'posthorn-postgres-rw.posthorn.svc')
  cpSync(certificates.authority, join(manifests, 'components/certificates/authority.pem'))
  const file = join(manifests, 'overlays', overlay, 'kustomization.yaml')
  const written = parse(readFileSync(file, 'utf8')) as Kustomization
  written.components.push('../../components/certificates')
  written.configMapGenerator.find(({ name }) => name === 'posthorn')?.literals.push(...settings)
  writeFileSync(file, stringify(written))
  const rendered = execFileSync('kubectl', ['kustomize', join(manifests, 'overlays', overlay)], { encoding: 'utf8' })
  const objects = parseAllDocuments(rendered).map((document) => document.toJS() as KubernetesObject)
  const of = (...kinds: string[]) =>
    objects.filter(({ kind }) => kinds.includes(kind)).map((each) => containerOf(each, { objects, folder, image }))
  const passwords = Object.entries(secrets).flatMap(([app, { NATS_URL: url }]) =>
    url === undefined ? [] : [[`${app.toUpperCase()}_NATS_PASSWORD`, new URL(url).password]],
  )
  return {
    name: `overlay ${overlay}`,
    servers: [
      ...brokerCluster(folder, { certificates, passwords: Object.fromEntries(passwords) as Record<string, string> }),
      simulator(image, certificates),
    ],
    jobs: of('Job'),
    processes: of('Deployment', 'StatefulSet'),
    publicUrl: 'https://api.example.com',
    operator: /operator:(\w+)/.exec(secrets['every']?.['SERVICE_CREDENTIALS'] ?? '')?.[1] ?? '',
  }
}

/** Returns the container of the simulated provider, which isn't part of an overlay. */
const simulator = (image: Record<string, string>, { authority }: Certificates): Container => ({
  name: 'simulator',
  app: 'simulator',
  names: ['simulator'],
  env: {
    ...image,
    PORT: '4010',
    HOST: '0.0.0.0',
    DATA_DIR: '/data',
    NODE_EXTRA_CA_CERTS: '/certificates/authority.pem',
  },
  command: ['node', 'dist/main.js'],
  mounts: [{ path: '/data' }, { path: '/certificates', folder: dirname(authority), readOnly: true }],
  readOnly: true,
  probe: { port: '4010', path: '/_simulator/health' },
})
