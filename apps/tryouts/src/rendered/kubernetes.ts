import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { repositoryRoot } from '@posthorn/testkit/system'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { brokerCluster } from './broker.ts'
import type { Certificates } from './certificates.ts'
import type { Container } from './container.ts'
import type { Rendered } from './installation.ts'
import { containerOf, type KubernetesObject } from './pods.ts'

type Kustomization = {
  components: string[]
  configMapGenerator: { name: string; literals: string[] }[]
}

/** An operator's settings besides the secrets: a simulator, and the company's certificate authority. */
const settings = ['SIMULATOR_URL=http://simulator:4010', 'NODE_EXTRA_CA_CERTS=/certificates/authority.pem']

const secret = (): string => `s${randomBytes(32).toString('hex')}`

/** Secrets of an installation, as the comments in the files of `components/secrets` ask for them. */
function secretsOf(apps: readonly string[], postgres: string): Record<string, Record<string, string>> {
  const [gateway, operator] = [secret(), secret()]
  const own = apps.map((app) => [
    app,
    {
      DATABASE_URL: `postgres://${app}:${secret()}@${postgres}:5432/posthorn?sslmode=verify-full`,
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

/** Fills in the files of secrets in a copy of the manifests; returns the secrets. */
function fillSecrets(manifests: string, postgres: string): Record<string, Record<string, string>> {
  const folder = join(manifests, 'components/secrets')
  const files = readdirSync(folder).filter((file) => file.endsWith('.env'))
  const apps = files.map((file) => file.slice(0, -'.env'.length)).filter((name) => name !== 'every')
  const secrets = secretsOf(apps, postgres)
  for (const file of files) {
    const values = secrets[file.slice(0, -'.env'.length)] ?? {}
    const text = readFileSync(join(folder, file), 'utf8')
    const filled = text.replaceAll(/^(\w+)=$/gm, (line, name: string) => `${line}${values[name] ?? ''}`)
    for (const name of Object.keys(values)) if (!filled.includes(`${name}=`)) throw new Error(`${file} lacks ${name}`)
    writeFileSync(join(folder, file), filled)
  }
  return secrets
}

/** Renders an overlay from a copy that an operator adapted: secrets, simulator, and the authority of Postgres and NATS. */
export function renderOverlay(
  folder: string,
  { overlay, image, certificates }: { overlay: string; image: Record<string, string>; certificates: Certificates },
): Rendered {
  const manifests = join(folder, 'k8s')
  cpSync(join(repositoryRoot, 'docker/k8s'), manifests, { recursive: true })
  // PrometheusRules of the component `scrape` are made from the alarms next to the manifests.
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

/** The provider, which isn't part of an overlay. */
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
