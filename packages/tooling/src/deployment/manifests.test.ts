import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readTree } from '../repo-rules/tree.ts'
import { type Resource, readKustomizations, readResources, schemaFaults } from './manifests.ts'

type Versioned = Resource & { apiVersion: string }

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const tree = readTree(root)
const resources = readKustomizations(tree).flatMap(({ folder }) => readResources(tree, folder)) as Versioned[]
/** Kubernetes objects, without the Prometheus adapter's rules. */
const objects = resources.filter(({ apiVersion }) => apiVersion !== undefined)
const faultsOf = async (all: Versioned[]) => (await Promise.all(all.map(schemaFaults))).flat()

const rendering = ['kubectl', 'kustomize'].find((program) => spawnSync(program, ['version', '--client']).status === 0)
const render = (overlay: string): Versioned[] => {
  const args = rendering === 'kubectl' ? ['kustomize'] : ['build']
  const { status, stdout, stderr } = spawnSync(rendering ?? '', [...args, join(root, 'docker/k8s/overlays', overlay)])
  expect([status, stderr.toString()]).toEqual([0, ''])
  return parseAllDocuments(stdout.toString()).map((document) => document.toJS() as Versioned)
}

describe('the manifests', () => {
  it('are valid by the schemas of Kubernetes, of its gateways and of the operator of Prometheus', async () => {
    expect(objects.length).toBeGreaterThan(30)
    expect(await faultsOf(objects)).toEqual([])
  })

  it('with a text for a number, without a required field or of an unknown version are reported', async () => {
    const deployment = objects.find(({ kind }) => kind === 'Deployment') as Versioned
    const odd = [
      { ...deployment, spec: { ...deployment.spec, replicas: 'two' } },
      { ...deployment, spec: { ...deployment.spec, selector: undefined } },
      { ...deployment, apiVersion: 'apps/v9' },
    ] as unknown as Versioned[]
    expect(await faultsOf(odd)).toHaveLength(3)
  })

  it.runIf(rendering).each(['small', 'production'])('of the overlay %s are valid when rendered', async (overlay) => {
    const rendered = render(overlay)
    expect(rendered.length).toBeGreaterThan(30)
    expect(await faultsOf(rendered)).toEqual([])
  })
})
