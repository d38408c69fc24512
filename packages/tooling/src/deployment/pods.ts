import { BlockList, isIPv6 } from 'node:net'
import { parse } from 'yaml'
import type { Tree } from '../repo-rules/tree.ts'
import { readResources } from './manifests.ts'

type Labels = Record<string, string>
type Selector = {
  matchLabels?: Labels
  matchExpressions?: { key: string; operator: 'In' | 'Exists'; values?: string[] }[]
}
type Peer = { podSelector?: Selector; namespaceSelector?: Selector; ipBlock?: { cidr: string; except?: string[] } }
type Policy = { podSelector: Selector; policyTypes: string[]; egress?: { to?: Peer[] }[]; ingress?: object[] }
type SecurityContext = {
  runAsNonRoot?: boolean
  seccompProfile?: { type: string }
  allowPrivilegeEscalation?: boolean
  privileged?: boolean
  readOnlyRootFilesystem?: boolean
  capabilities?: { drop?: string[]; add?: string[] }
}
type PodContainer = {
  name: string
  image: string
  resources?: { limits?: { memory?: string } }
  securityContext?: SecurityContext
  volumeMounts?: { mountPath: string }[]
}
type PodSpec = {
  automountServiceAccountToken?: boolean
  hostNetwork?: boolean
  hostPID?: boolean
  hostIPC?: boolean
  securityContext?: SecurityContext
  containers: PodContainer[]
  initContainers?: PodContainer[]
  volumes?: object[]
}

export type Pod = { place: string; labels: Labels; spec: PodSpec }

type PodFolder = { pods: Pod[]; policies: Policy[] }

type Kustomization = { labels?: { pairs: Labels; includeTemplates?: boolean }[] }
type PodTemplate = { metadata: { labels: Labels }; spec: PodSpec }
type Written = {
  kind: string
  metadata: { name: string }
  spec?: { template?: PodTemplate; jobTemplate?: { spec: { template: PodTemplate } } }
}

/** Reads the pods and network policies of a folder, with the labels that its kustomization adds to pods. */
export function readPods(tree: Tree, folder: string): PodFolder {
  const { labels = [] } = (parse(tree.get(`${folder}/kustomization.yaml`) ?? '') ?? {}) as Kustomization
  const common = Object.assign(
    {},
    ...labels.filter((each) => each.includeTemplates).map(({ pairs }) => pairs),
  ) as Labels
  const written = readResources(tree, folder) as unknown as Written[]
  const pods = written.flatMap(({ kind, metadata, spec }) => {
    const template = spec?.template ?? spec?.jobTemplate?.spec.template
    if (template === undefined) return []
    const place = `${folder} ${kind} ${metadata.name}`
    return [{ place, labels: { ...template.metadata.labels, ...common }, spec: template.spec }]
  })
  const policies = written.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec as unknown as Policy)
  return { pods, policies }
}

/** Capabilities without which an image can't start. */
const neededCapabilities: Readonly<Record<string, string[]>> = { 'caddy:2': ['NET_BIND_SERVICE'] }

/** Returns the ways in which a pod could affect its node or cluster beyond its task. */
export function podFaults({ place, spec }: Pod): string[] {
  const { securityContext: pod = {} } = spec
  const containers = [...spec.containers, ...(spec.initContainers ?? [])]
  const faults = [
    ...(pod.runAsNonRoot === true ? [] : ['may run as root']),
    ...(pod.seccompProfile?.type === 'RuntimeDefault' ? [] : ['may make every system call']),
    ...(spec.automountServiceAccountToken === false ? [] : ['has a token of the cluster']),
    ...(spec.hostNetwork || spec.hostPID || spec.hostIPC ? ['shares the host'] : []),
    ...((spec.volumes ?? []).some((volume) => 'hostPath' in volume) ? ['sees files of the host'] : []),
    ...containers.flatMap(containerFaults),
  ]
  return faults.map((fault) => `${place} ${fault}`)
}

/** Returns the rights that a container has beyond its task, and whether it could use up the memory of its node. */
function containerFaults({ name, image, resources, securityContext: own = {} }: PodContainer): string[] {
  const added = (own.capabilities?.add ?? []).filter((each) => !neededCapabilities[image]?.includes(each))
  return [
    ...(own.allowPrivilegeEscalation === false && own.privileged !== true ? [] : ['can gain privileges']),
    ...(own.readOnlyRootFilesystem === true ? [] : ['can write its own file system']),
    ...(own.capabilities?.drop?.join() === 'ALL' ? [] : ['keeps capabilities']),
    ...added.map((capability) => `adds ${capability}`),
    ...(own.runAsNonRoot === false || own.seccompProfile !== undefined ? ['undoes what its pod states'] : []),
    ...(resources?.limits?.memory === undefined ? ['has no limit of memory'] : []),
  ].map((fault) => `(${name}) ${fault}`)
}

/** Returns pods whose containers have no `/tmp`, where programs keep files during a call. Jobs need none. */
export const withoutSpool = (pods: readonly Pod[]): string[] =>
  pods
    .filter(({ place }) => !place.includes(' Job '))
    .flatMap(({ place, spec }) =>
      spec.containers
        .filter(({ volumeMounts = [] }) => !volumeMounts.some(({ mountPath }) => mountPath === '/tmp'))
        .map(() => `${place} has no /tmp`),
    )

/** Returns whether a selector applies to a pod with these labels. Its operators can be `In` and `Exists`. */
const selects = ({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, operator, values = [] }) =>
    operator === 'In' ? values.includes(labels[key] ?? '') : key in labels,
  )

/** Addresses that cloud providers reserve for credentials or the host. The last one represents any private address. */
const forbidden = [
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  '10.0.0.1',
]

/** An address for documentation (RFC 5737), which stands for any on the internet. */
const internetAddress = '192.0.2.1'

/** Returns whether a block of addresses, without its exceptions, includes an address. */
function covers({ cidr, except = [] }: { cidr: string; except?: string[] }, address: string): boolean {
  const list = (ranges: string[]) => {
    const blocks = new BlockList()
    for (const range of ranges) {
      const [net = '', bits] = range.split('/')
      blocks.addSubnet(net, Number(bits), isIPv6(net) ? 'ipv6' : 'ipv4')
    }
    return blocks
  }
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  return list([cidr]).check(address, family) && !list(except).check(address, family)
}

/** Returns pods that no policy isolates, that reach forbidden addresses, or that reach the internet if and only if they should not. */
export const reachFaults = ({ pods, policies }: PodFolder, callsOutward: (labels: Labels) => boolean): string[] =>
  pods.flatMap(({ place, labels }) => {
    const own = policies.filter(({ podSelector }) => selects(podSelector, labels))
    const rules = own.flatMap(({ egress = [] }) => egress)
    const blocks = rules.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []))
    const reaches = (address: string) => blocks.some((block) => covers(block, address))
    const isOpen = rules.some(({ to = [] }) => to.length === 0)
    return [
      ...['Ingress', 'Egress']
        .filter((type) => !own.some(({ policyTypes }) => policyTypes.includes(type)))
        .map((type) => `is not isolated for ${type}`),
      ...(isOpen ? ['may reach every address'] : []),
      ...forbidden.filter(reaches).map((address) => `may reach ${address}`),
      ...(reaches(internetAddress) === callsOutward(labels)
        ? []
        : [`${reaches(internetAddress) ? 'reaches' : 'misses'} the internet`]),
    ].map((fault) => `${place} ${fault}`)
  })
