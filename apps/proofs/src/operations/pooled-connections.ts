import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningSystem } from '@posthorn/testkit/system'
import { rowsAt } from '@posthorn/testkit/system'
import { Client } from 'pg'

const everyMs = 100

function repeating(look: () => Promise<void>): AsyncDisposable {
  let ended = false
  const running = (async () => {
    while (!ended) {
      await look()
      await pause(everyMs)
    }
  })()
  return {
    async [Symbol.asyncDispose]() {
      ended = true
      await running
    },
  }
}

/** Watches the number of Postgres connections, not counting the administrator's. */
export async function watchConnections(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  let [most, since] = [0, new Date(0)]
  const counted = `select count(*)::int as open from pg_stat_activity
    where backend_type = 'client backend' and usesysid <> current_user::regrole and backend_start >= $1`
  const looking = repeating(async () => {
    const { rows } = await client.query<{ open: number }>(counted, [since])
    most = Math.max(most, rows[0]?.open ?? 0)
  })
  return {
    most: () => most,
    /** Ignores earlier connections, which Postgres closes once it notices that the peer is gone. */
    startAnew: () => {
      since = new Date()
    },
    async [Symbol.asyncDispose]() {
      await looking[Symbol.asyncDispose]()
      await client.end()
    },
  }
}

type Look = {
  rows: number
  isItself: boolean
  workspaces: string
  path: string
}

const unscoped = `select (select count(*) from messaging.message)::int as rows, current_user = session_user as "isItself",
  coalesce(current_setting('posthorn.workspaces', true), '') as workspaces, current_setting('search_path') as path`

/**
 * Repeatedly reads through the pooler with messaging's login and without a workspace scope, and through the API as another workspace.
 * Collects leaks.
 */
export async function watchScope(system: RunningSystem, poolerUrl: string) {
  const key = await otherKey(system)
  const url = loginOf(system, poolerUrl)
  const leaks: string[] = []
  let looks = 0
  const looking = repeating(async () => {
    // There is no response while the pooler is down.
    const [look] = await rowsAt<Look>(url, unscoped).catch(() => [])
    const listed = await system.call<unknown[]>('GET', '/v1/messages?size=5', { key }).catch(() => undefined)
    if (look === undefined || listed?.status !== 200) return
    looks += 1
    const isClean = look.rows === 0 && look.isItself && look.workspaces === '' && look.path === '"$user", public'
    if (!isClean) leaks.push(JSON.stringify(look))
    if (listed.body.length > 0) leaks.push(`${listed.body.length} messages of another workspace`)
  })
  return { looks: () => looks, leaks: () => leaks, ...looking }
}

async function otherKey(system: RunningSystem): Promise<string> {
  return system.asOperator(async ({ clients: { gateway }, operator }) => {
    const { id } = await gateway.workspaces.create.mutate({ name: 'Other' }, operator)
    const made = { workspace: id, name: 'other', scopes: ['read' as const] }
    return (await gateway.workspaceKeys.create.mutate(made, operator)).key
  })
}

function loginOf(system: RunningSystem, poolerUrl: string): string {
  const secrets = JSON.parse(readFileSync(join(system.dataDir, 'secrets.json'), 'utf8')) as {
    databasePasswords: { messaging: string }
  }
  const url = new URL(poolerUrl)
  const username = `${url.pathname.slice(1)}_messaging`
  return Object.assign(url, {
    username,
    password: secrets.databasePasswords.messaging,
  }).href
}
