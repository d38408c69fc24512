import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { services as contracts } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../docs/settings.ts'
import { readTree } from '../repo-rules/tree.ts'
import { namesOfEnvFile, readCompose } from './compose.ts'
import {
  imageEnv,
  missingRoles,
  missingSettings,
  recipeFaults,
  unbuildable,
  undeployed,
  unknownSettings,
  unreachable,
  wrongPorts,
} from './faults.ts'
import { readKustomizations, readManifests, readResources } from './manifests.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const tree = readTree(root)
const textOf = (path: string) => tree.get(path) ?? ''
const settings = await readSettings(root)
const services = Object.keys(contracts)
const byText = (a: string, b: string) => a.localeCompare(b)

const recipe = textOf('docker/Dockerfile')
const inImage = imageEnv(recipe)
const compose = readCompose(textOf('docker/compose.yaml'), 'docker/compose.yaml')
const programs = Object.values(compose.programs)

describe('the image', () => {
  it('is built from files that exist, with the versions of the repository, and runs as no one special', () => {
    expect(recipeFaults(recipe, tree)).toEqual([])
    expect(unbuildable([...services, 'simulator'], tree)).toEqual([])
  })

  it('sets only what services know', () => {
    const env = Object.fromEntries(Object.entries(inImage).filter(([name]) => !['CI', 'NODE_ENV'].includes(name)))
    expect(unknownSettings([{ app: 'contacts', place: 'image', env }], settings)).toEqual([])
  })

  it('with a missing source, another Node, another pnpm, root, no health check or no bill of materials is reported', () => {
    const odd = recipe
      .replace('COPY apps apps', 'COPY lost apps')
      .replace('FROM node:24-', 'FROM node:18-')
      .replace('pnpm@', 'pnpm@1.')
      .replace('USER 1000', 'USER root')
      .replace('/livez', '/alive')
      .replace('$app sbom', '$app list')
    expect(recipeFaults(odd, tree).map((fault) => fault.split(' ').slice(0, 2).join(' '))).toEqual([
      'copies lost,',
      'stands on',
      'installs with',
      'runs as',
      'has no',
      'writes no',
    ])
    expect(unbuildable(['messaging', 'lost'], tree)).toEqual(['lost'])
  })

  it.each([
    ['docker/Dockerfile', 'groups numbers webhooks', 'groups webhooks'],
    ['docker/bake.hcl', '"numbers", ', ''],
  ])('is missed for an app that %s does not list', (path, listed, left) => {
    const shorter = new Map([...tree, [path, textOf(path).replace(listed, left)]])
    expect(unbuildable(services, shorter)).toEqual(['numbers'])
  })
})

describe('compose', () => {
  it('runs every service and the simulator', () => {
    expect(undeployed([...services, 'simulator'], programs)).toEqual([])
  })

  it('gives each program what it requires, and nothing that it does not know', () => {
    expect(unknownSettings(programs, settings)).toEqual([])
    expect(missingSettings(programs, settings)).toEqual([])
  })

  it('gives no program a value that is empty with its variable, because that would override the one in settings.env', () => {
    const optional = programs.flatMap(({ place, env }) =>
      Object.entries(env).flatMap(([name, value]) => (/^\$\{\w+(:?-)?\}$/.test(value) ? `${place} ${name}` : [])),
    )
    expect(optional).toEqual([])
  })

  it('publishes only ports that the program listens on', () => {
    for (const { env, containerPorts } of programs)
      for (const port of containerPorts) expect([env['PORT'], inImage['RPC_PORT']]).toContain(String(port))
  })

  it('names services as the gateway calls them', () => {
    const clusterServices = programs.map(({ app }) => ({
      name: app,
      selects: app,
      ports: [{ port: Number(inImage['RPC_PORT']), targetPort: 'rpc' }],
    }))
    expect(unreachable(settings, clusterServices)).toEqual([])
    expect(Object.entries(compose.programs).filter(([name, { app }]) => name !== app)).toEqual([])
  })

  it('asks for exactly the variables that the example lists', () => {
    const places = [...tree.keys()].filter((path) => /^docker\/compose\.(?!dev)[\w.]*yaml$/.test(path))
    const asked = new Set(places.flatMap((place) => readCompose(textOf(place), place).variables))
    expect([...asked].toSorted(byText)).toEqual(namesOfEnvFile(textOf('docker/.env.example')).toSorted(byText))
  })

  it('gives each service the role and schema that the init script makes, and a login of its own at NATS', () => {
    const schemas = [...textOf('docker/postgres/init.sh').matchAll(/^give_schema (\w+) "\$(\w+)"$/gm)]
    expect(schemas.map(([, name]) => name)).toEqual(services)
    for (const [, name = '', password = ''] of schemas) {
      expect(compose.servers['postgres']).toHaveProperty(password)
      expect(compose.programs[name]?.env['DATABASE_URL']).toContain(`//${name}:\${${password}:?}@`)
      const natsPassword = `${name.toUpperCase()}_NATS_PASSWORD`
      expect(compose.servers['nats']).toHaveProperty(natsPassword)
      expect(compose.programs[name]?.env['NATS_URL']).toBe(`nats://${name}:\${${natsPassword}:?}@nats:4222`)
    }
  })

  it("makes the schemas as the services make them for themselves on an administrator's Postgres", () => {
    const [, block] = /(do \$provision\$.*\$provision\$;)/s.exec(textOf('packages/chassis/src/db/open-schema.ts')) ?? []
    expect(block).toContain('alter schema')
    expect(textOf('docker/postgres/init.sh')).toContain(block)
  })

  it('stands on the same servers as development', () => {
    const dev = readCompose(textOf('docker/compose.dev.yaml'), 'docker/compose.dev.yaml')
    expect(compose.images).toEqual(expect.arrayContaining(dev.images))
  })
})

type Autoscaler = { spec: { scaleTargetRef: { name: string }; maxReplicas: number } }
const replicasOf = ({ spec }: object & { spec?: object }) => (spec as { replicas?: number } | undefined)?.replicas ?? 1

describe('the manifests', () => {
  const manifests = readManifests(tree)
  const { deployments, clusterServices, configNames } = manifests

  it('run every service, its calls and its loops', () => {
    expect(undeployed(services, deployments)).toEqual([])
    expect(missingRoles(services, deployments)).toEqual([])
  })

  it('give each program what it requires, and nothing that no one knows', () => {
    expect(missingSettings(deployments, settings)).toEqual([])
    expect(unknownSettings(deployments, settings, configNames)).toEqual([])
    const known = new Set(Object.values(settings).flatMap((list) => list.map(({ name }) => name)))
    expect(configNames.filter((name) => !known.has(name))).toEqual([])
  })

  it('take the addresses of Postgres and NATS, which have a login for each service, from its Secret', () => {
    for (const name of ['DATABASE_URL', 'NATS_URL']) {
      expect(configNames).not.toContain(name)
      for (const { env } of deployments) expect(env[name]).toBe('secret')
    }
  })

  it('probe and open the ports that the programs listen on, and have a service wherever the gateway calls', () => {
    expect(wrongPorts(manifests)).toEqual([])
    expect(unreachable(settings, clusterServices)).toEqual([])
  })

  it('are all listed in the kustomization of their folder, which lists nothing that is missing', () => {
    const folders = readKustomizations(tree)
    expect(folders.map(({ folder }) => folder)).toContain('docker/k8s/overlays/production')
    for (const { folder, listed, files } of folders) {
      const [places, own] = [
        listed.filter((each) => each.startsWith('..')),
        listed.filter((each) => !each.startsWith('..')),
      ]
      const unlisted = ['adapter-rules.yaml']
      expect(own.toSorted(byText)).toEqual(files.filter((file) => !unlisted.includes(file)).toSorted(byText))
      for (const place of places) expect(folders.map((each) => each.folder)).toContain(join(folder, place))
    }
  })

  it('have a disruption budget for each kind of process and a Job of migrations for each service', () => {
    const names = (folder: string, kind: string) =>
      readResources(tree, folder)
        .filter((resource) => resource.kind === kind)
        .map(({ metadata }) => metadata.name)
    const processes = deployments.map(({ name }) => name)
    expect(names('docker/k8s/base', 'PodDisruptionBudget').toSorted(byText)).toEqual(processes.toSorted(byText))
    const jobs = names('docker/k8s/components/migrate-job', 'Job')
    expect(jobs.toSorted(byText)).toEqual(services.map((name) => `${name}-migrate`).toSorted(byText))
    const scaled = names('docker/k8s/components/autoscale', 'HorizontalPodAutoscaler')
    expect(scaled.filter((name) => !processes.includes(name))).toEqual([])
  })

  it('open fewer connections than the example of Postgres allows, with as many processes as autoscalers make', () => {
    const scaled = readResources(tree, 'docker/k8s/components/autoscale') as unknown as Autoscaler[]
    const most = new Map(scaled.map(({ spec }) => [spec.scaleTargetRef.name, spec.maxReplicas]))
    const running = readResources(tree, 'docker/k8s/base').filter(({ kind }) => /Deployment|StatefulSet/.test(kind))
    const processes = running.reduce((sum, each) => sum + (most.get(each.metadata.name) ?? replicasOf(each)), 0)
    const pool = Number(settings['chassis']?.find(({ name }) => name === 'DATABASE_POOL')?.fallback)
    const administrators = 20
    for (const file of ['cluster', 'recovery']) {
      const allowed = /max_connections: '(\d+)'/.exec(textOf(`docker/k8s/examples/cloudnative-pg/${file}.yaml`))?.[1]
      expect(processes * pool + administrators, file).toBeLessThanOrEqual(Number(allowed))
    }
    expect(processes * pool).toBe(380)
    expect(textOf('apps/docs/guides/deploy.md')).toContain(`together open ${processes * pool} connections`)
  })

  it('with a wrong port, probe, service, role or setting are reported', () => {
    const [first] = deployments.filter(({ name }) => name === 'messaging')
    if (first === undefined) throw new Error('messaging is not deployed')
    const odd = { ...first, env: { ...first.env, RPC_PORT: '4001', ROLE: 'worker', LOG_LEVLE: 'info' } }
    const unprobed = { ...odd, probes: { ...odd.probes, readinessProbe: '/ready rpc' } }
    const lost = { name: 'lost', selects: 'nobody', ports: [] }
    const clusterService = { name: 'messaging', selects: 'messaging', ports: [{ port: 4000, targetPort: 'http' }] }
    expect(
      wrongPorts({ deployments: [unprobed], clusterServices: [clusterService, lost], configNames: [] }),
    ).toHaveLength(5)
    expect(missingRoles(['messaging'], [odd])).toEqual(['no api of messaging is deployed'])
    expect(unknownSettings([odd], settings, configNames)).toEqual([
      'docker/k8s/base/ messaging: messaging has no setting LOG_LEVLE',
    ])
    expect(missingSettings([{ ...odd, env: {} }], settings).length).toBeGreaterThan(3)
    expect(unreachable(settings, [clusterService])).toHaveLength(4)
  })
})
