import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Container, type Mount, ownedFolder } from './container.ts'

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

export type KubernetesObject = {
  kind: string
  metadata: { name: string; namespace?: string }
  data?: Record<string, string>
  spec?: {
    template?: PodTemplate
    selector?: { app?: string }
    volumeClaimTemplates?: { metadata: Reference }[]
  }
}

type RenderedObjects = { objects: readonly KubernetesObject[]; folder: string; image: Record<string, string> }

/** Reads the container of an object's pods: with settings and secrets by the names that kustomize gave them, and the volumes. */
export function containerOf({ metadata: { name }, spec }: KubernetesObject, place: RenderedObjects): Container {
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

/** Names of the services that lead to pods of an app; those of others lead to the servers of this trial. */
function namesOf(app: string, { objects }: RenderedObjects): string[] {
  const services = objects.filter(({ kind, spec }) => kind === 'Service' && spec?.selector?.app === app)
  return services.flatMap(({ metadata: { name, namespace = '' } }) => [name, `${name}.${namespace}.svc`])
}

function dataOf({ objects }: RenderedObjects, kind: 'ConfigMap' | 'Secret', name: string): Record<string, string> {
  const found = objects.find((each) => each.kind === kind && each.metadata.name === name)
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`)
  const decoded = (value: string) => (kind === 'Secret' ? Buffer.from(value, 'base64').toString() : value)
  return Object.fromEntries(Object.entries(found.data ?? {}).map(([key, value]) => [key, decoded(value)]))
}

type Volumes = RenderedObjects & { volumes: readonly Volume[]; group: number }

/** A volume as a cluster mounts it: a claim belongs to root, and to the group that the pod names for its files, which may write then. */
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
