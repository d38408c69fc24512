import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { services } from '@posthorn/contracts'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const docker = fileURLToPath(new URL('../../../../docker', import.meta.url))
const read = (path: string) => readFileSync(join(docker, path), 'utf8')

type User = { user: string; password: string; permissions: { publish: string[]; subscribe: string[] } }

type Values = {
  config: {
    cluster: { enabled: boolean; replicas: number }
    jetstream: { merge: { sync_interval: string } }
    merge: { authorization: { users: User[] } }
  }
  container: { env: Record<string, { valueFrom: { secretKeyRef: { key: string } } }> }
}

const { config, container } = parse(read('k8s/examples/nats/values.yaml')) as Values
const { users } = config.merge.authorization
/** Returns the names of the password variables in a text that uses the syntax of NATS's configuration. */
const namesIn = (text: string) => [...text.matchAll(/\$(\w+_NATS_PASSWORD)/g)].map(([, name]) => name)

it('a NATS cluster on Kubernetes gives each service the login and permissions that compose gives it', () => {
  const subjects = (text = '') => [...text.matchAll(/"([^"]+)"/g)].map(([, subject]) => subject)
  const inCompose = read('nats/users.conf')
    .split('user: ')
    .slice(1)
    .map((text) => ({
      user: text.split(/\s/)[0],
      publish: subjects(/publish: \[(.*)\]/.exec(text)?.[1]),
      subscribe: subjects(/subscribe: \[(.*)\]/.exec(text)?.[1]),
    }))
  const onCluster = users.map(({ user, permissions }) => ({ user, ...permissions }))
  expect(onCluster).toEqual(inCompose)
  expect(onCluster.map(({ user }) => user).toSorted()).toEqual(Object.keys(services).toSorted())
})

it('a NATS cluster on Kubernetes takes each password from the environment, and syncs each write', () => {
  const named = users.flatMap(({ password }) => namesIn(password))
  expect(named).toEqual(namesIn(read('nats/users.conf')))
  expect(Object.entries(container.env).map(([name, { valueFrom }]) => [name, valueFrom.secretKeyRef.key])).toEqual(
    named.map((name) => [name, name]),
  )
  expect(config.jetstream.merge.sync_interval).toBe('always')
})

it('the overlay production asks for as many replicas of the stream as the cluster has servers', () => {
  const overlay = read('k8s/overlays/production/kustomization.yaml')
  expect(config.cluster.enabled).toBe(true)
  expect(overlay).toContain(`BUS_REPLICAS=${config.cluster.replicas}`)
})

it('a single NATS has the memory that the stream of events may take, and as much again', () => {
  const streamGb = 1
  const documented = readFileSync(join(docker, '../apps/docs/reference/settings.md'), 'utf8')
  expect(documented).toContain(`| \`BUS_BYTES_MAX\` | \`${streamGb * 1024 ** 3}\` |`)
  for (const name of ['nats', 'dev']) expect(read(`nats/${name}.conf`)).toContain(`max_memory_store: ${streamGb}GB\n`)
  const { nats } = (parse(read('compose.yaml'), { merge: true }) as { services: { nats: object } }).services
  expect(nats).toMatchObject({ mem_limit: `${2 * streamGb}g`, environment: { GOMEMLIMIT: '1750MiB' } })
})
