import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../docs/settings.ts'
import { readTree } from '../repo-rules/tree.ts'
import { readCompose } from './compose.ts'
import { missingSettings, unknownSettings } from './faults.ts'
import { readResources } from './manifests.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const tree = readTree(root)
const textOf = (path: string) => tree.get(path) ?? ''
const settings = await readSettings(root)
const router = textOf('docker/cells/Caddyfile')
const compose = readCompose(textOf('docker/cells/compose.yaml'), 'docker/cells/compose.yaml')

type Example = {
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec?: { template?: { spec: { containers: { env: { name: string }[] }[] } } }
}
const examples = readResources(tree, 'docker/k8s/examples/cells') as unknown as Example[]
const named = (kind: string, name: string) => examples.find((each) => each.kind === kind && each.metadata.name === name)

describe('the deployment of cells', () => {
  it('gives the directory what it requires, and nothing that it does not know', () => {
    const programs = Object.values(compose.programs)
    expect(programs.map(({ app }) => app)).toEqual(['directory'])
    const [container] = named('Deployment', 'directory')?.spec?.template?.spec.containers ?? []
    const given = [
      ...(container?.env ?? []).map(({ name }) => name),
      ...Object.keys(named('Secret', 'directory')?.stringData ?? {}),
    ]
    const env = Object.fromEntries(given.map((name) => [name, '']))
    const all = [...programs, { app: 'directory', place: 'docker/k8s/examples/cells', env }]
    expect(missingSettings(all, settings)).toEqual([])
    expect(unknownSettings(all, settings)).toEqual([])
  })

  it('can call every cell on a single host, whose example lists a variable for more callers', () => {
    const cell = readCompose(textOf('docker/compose.yaml'), 'docker/compose.yaml')
    for (const { app, env } of Object.values(cell.programs))
      if (app !== 'simulator')
        expect(env['SERVICE_CREDENTIALS']).toMatch(/\$\{OTHER_CREDENTIALS:\+,\$\{OTHER_CREDENTIALS\}\}$/)
    expect(textOf('docker/.env.example')).toMatch(/^OTHER_CREDENTIALS=$/m)
    expect(textOf('docker/cells/compose.yaml')).toContain('OTHER_CREDENTIALS')
  })

  it('has the same router in compose and in Kubernetes, which asks where the directory listens', () => {
    expect(named('ConfigMap', 'router')?.data?.['Caddyfile']).toBe(router)
    for (const env of [compose.servers['caddy'], named('ConfigMap', 'router')?.data])
      expect(env).toMatchObject({ DIRECTORY: 'directory:4030', PUBLIC_HOSTNAME: expect.any(String) })
    expect(compose.programs['directory']?.env['PORT']).toBe('4030')
    expect(router).toContain('uri /look-up')
  })

  it('takes the names of cells from no one outside', () => {
    const asked = router.indexOf('forward_auth')
    for (const header of /copy_headers (.+)/.exec(router)?.[1]?.split(' ') ?? [])
      expect(router.slice(0, asked)).toContain(`request_header -${header}\n`)
    expect(asked).toBeGreaterThan(0)
  })
})
