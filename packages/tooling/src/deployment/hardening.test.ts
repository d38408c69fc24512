import { fileURLToPath } from 'node:url'
import { services as contracts } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { readTree } from '../repo-rules/tree.ts'
import { type Composition, openPorts, privileges, readCompositions, strayNetworks } from './compose.ts'
import { readKustomizations } from './manifests.ts'
import { type Pod, podFaults, reachFaults, readPods, withoutSpool } from './pods.ts'

const tree = readTree(fileURLToPath(new URL('../../../..', import.meta.url)))
const services = Object.keys(contracts)
const callers = services.filter((app) =>
  /"@posthorn\/(?:provider|http)"/.test(tree.get(`apps/${app}/package.json`) ?? ''),
)
describe('compose', () => {
  const compositions = readCompositions(tree)
  const [host] = compositions.filter(({ place }) => place === 'docker/compose.yaml')
  const odd = (name: string, change: object): Composition => {
    const containers = host?.containers ?? {}
    return {
      place: 'odd',
      networks: host?.networks ?? {},
      containers: { ...containers, [name]: { ...containers[name], ...change } },
    }
  }

  it('gives no container a privilege, a file system to write or a port that other hosts reach without TLS', () => {
    expect(compositions.map(({ place }) => place)).toContain('docker/compose.tls.yaml')
    expect(compositions.flatMap((each) => [...privileges(each), ...openPorts(each)])).toEqual([])
  })

  it('lets only services reach Postgres and NATS, and only the gateway reach services', () => {
    const withNetworks = compositions.filter(({ place }) => place !== 'docker/compose.dev.yaml')
    expect(withNetworks.flatMap((each) => strayNetworks(each, services))).toEqual([])
  })

  it('with a container that has more is reported', () => {
    expect(privileges(odd('new', {})).length).toBe(4)
    expect(privileges(odd('gateway', { cap_add: ['SYS_ADMIN'], privileged: true })).length).toBe(2)
    expect(openPorts(odd('contacts', { ports: ['4000:4000'] })).length).toBe(1)
    expect(openPorts(odd('caddy', {})).length).toBe(1)
    expect(strayNetworks(odd('new', {}), services).length).toBe(1)
    expect(strayNetworks(odd('postgres', { networks: ['data', 'outward'] }), services).length).toBe(1)
    expect(strayNetworks(odd('simulator', { networks: ['data'] }), services).length).toBe(1)
    expect(strayNetworks({ ...odd('nats', {}), networks: { data: null } }, services)).toContain(
      'odd: network data leads elsewhere',
    )
  })
})

describe('the manifests', () => {
  const folders = readKustomizations(tree).map(({ folder }) => ({ folder, ...readPods(tree, folder) }))
  const base = readPods(tree, 'docker/k8s/base')
  const jobs = readPods(tree, 'docker/k8s/components/migrate-job')
  const cells = readPods(tree, 'docker/k8s/examples/cells')
  const installed = { pods: [...base.pods, ...jobs.pods], policies: base.policies }
  const callsOutward = ({ app = '' }: Record<string, string>) => callers.includes(app.replace(/-worker$/, ''))
  const oddPod = (change: object): Pod => {
    const [pod] = base.pods
    if (pod === undefined) throw new Error('there are no pods')
    return { ...pod, spec: { ...pod.spec, ...change } }
  }

  it('give no pod a privilege, a token, a file system to write or unlimited memory', () => {
    const pods = folders.flatMap((each) => each.pods)
    expect(pods.length).toBe(installed.pods.length + cells.pods.length)
    expect(pods.flatMap(podFaults)).toEqual([])
  })

  it('have a place for temporary files in every process', () => {
    expect(withoutSpool(base.pods)).toEqual([])
    expect(withoutSpool([oddPod({ containers: [{ name: 'new', image: 'new' }] })])).toHaveLength(1)
  })

  it('isolate every pod, and let only what calls outward reach the internet, but no address of a cloud or a private network', () => {
    expect(callers).toEqual(['gateway', 'messaging', 'contacts', 'groups', 'numbers', 'webhooks'])
    expect(reachFaults(installed, callsOutward)).toEqual([])
    expect(reachFaults(cells, () => false)).toEqual([])
  })

  it('refuse pods with privileges in the namespace of each overlay', () => {
    for (const overlay of ['small', 'production'])
      expect(tree.get(`docker/k8s/overlays/${overlay}/namespace.yaml`)).toContain(
        'pod-security.kubernetes.io/enforce: restricted',
      )
  })

  it('with a pod or policy that allows more are reported', () => {
    const bare = oddPod({ securityContext: {}, automountServiceAccountToken: true, volumes: [{ hostPath: {} }] })
    expect(podFaults(bare).length).toBe(4)
    expect(podFaults(oddPod({ containers: [{ name: 'new', image: 'new' }] })).length).toBe(4)
    const stranger = { ...oddPod({}), labels: { app: 'stranger' } }
    expect(reachFaults({ ...installed, pods: [stranger] }, callsOutward).length).toBe(2)
    const [pod] = base.pods
    const wide = (to: object[]) => ({
      pods: pod ? [pod] : [],
      policies: [...base.policies, { podSelector: {}, policyTypes: ['Egress'], egress: [{ to }] }],
    })
    expect(reachFaults(wide([{ ipBlock: { cidr: '0.0.0.0/0' } }]), callsOutward).length).toBeGreaterThan(3)
    expect(reachFaults(wide([]), callsOutward).length).toBe(1)
  })
})
