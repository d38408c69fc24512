import { until } from '@posthorn/testkit'
import type { Installation } from './installation.ts'
import { asAdministrator } from './servers.ts'

type Connection = { authorized_user?: string; tls_version?: string }

/** Checks what an operator would: no process has a reason not to be ready, every connection is encrypted, all end in order. */
export async function check(installation: Installation, say: (line: string) => void): Promise<void> {
  const { rendered, running, postgres } = installation
  const apps = new Set(rendered.processes.map(({ app }) => app))
  for (const { name } of rendered.processes) {
    const address = running.get(name)?.address ?? ''
    const reasons = async () => JSON.stringify(await (await fetch(`http://${address}:4000/readyz`)).json())
    await until(async () => (await reasons()).includes('"reasons":[]'), {
      describe: `${name} to be ready without reasons`,
    })
    const metrics = async () => (await fetch(`http://${address}:4000/metrics`)).text()
    await until(async () => /^bus_connected\S* 1$/m.test(await metrics()), {
      describe: `${name} to be connected to NATS`,
    })
  }
  say('  every process is ready without a reason, and connected to NATS')
  const plain = await asAdministrator(
    postgres,
    `select usename from pg_stat_activity join pg_stat_ssl using (pid) where usename <> 'postgres' and not ssl`,
  )
  const encrypted = await asAdministrator<{ roles: number; count: number }>(
    postgres,
    `select count(distinct usename)::int roles, count(*)::int count from pg_stat_activity join pg_stat_ssl using (pid) where usename <> 'postgres' and ssl`,
  )
  const { roles = 0, count = 0 } = encrypted[0] ?? {}
  if (plain.length > 0 || roles !== apps.size)
    throw new Error(`${plain.length} connections in clear text, ${roles} roles`)
  say(`  Postgres: all ${count} connections of ${roles} roles are encrypted`)
  const users = await brokerUsers(installation)
  const missing = [...apps].filter((app) => !users.has(app ?? ''))
  if (missing.length > 0) throw new Error(`NATS has no connection of ${missing.join(', ')}`)
  say(`  NATS: ${users.size} users, each by TLS`)
  const codes = await Promise.all(
    rendered.processes.map(async ({ name }) => [name, await running.get(name)?.stop()] as const),
  )
  const odd = codes.filter(([, code]) => code !== 0)
  if (odd.length > 0)
    throw new Error(`did not end in order: ${odd.map(([name, code]) => `${name} (${code})`).join(', ')}`)
  say('  all ended in order')
}

/** Users that are connected to NATS; fails if one is in clear text. */
async function brokerUsers({ rendered, running }: Installation): Promise<Set<string>> {
  const brokers = rendered.servers.filter(({ name }) => name.startsWith('nats'))
  const lists = brokers.map(async ({ name }) => {
    const answer = await fetch(`http://${running.get(name)?.address}:8222/connz?auth=1`)
    return ((await answer.json()) as { connections: Connection[] }).connections
  })
  const connections = (await Promise.all(lists)).flat()
  const plain = connections.filter(({ tls_version: version }) => version === undefined || version === '')
  if (plain.length > 0) throw new Error(`${plain.length} connections to NATS in clear text`)
  return new Set(connections.map(({ authorized_user: user }) => user ?? ''))
}
