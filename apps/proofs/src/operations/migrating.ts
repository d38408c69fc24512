import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serviceNames } from '@posthorn/contracts'
import { type Replica, type RunningSystem, repositoryRoot, startReplica } from '@posthorn/testkit/system'
import { brokenInvariants, invariantText, repeat } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { connectTo } from './own-postgres.ts'
import { behind, loadText, strictLoad } from './rolling.ts'

type CodeCopy = { commit: string; folder: string; [Symbol.dispose](): void }

/** Runs git in the repository. Returns what it printed. */
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** Returns the commit of a tag or commit, or undefined if this clone does not have it. */
function findCommit(release: string): string | undefined {
  try {
    return git('rev-parse', '--short', '--verify', `${release}^{commit}`)
  } catch {
    return undefined
  }
}

/** Unpacks a tag or commit with the current dependencies, so that nothing is installed. Returns undefined if this clone doesn't have it. */
export function unpackCode(release: string): CodeCopy | undefined {
  const commit = findCommit(release)
  if (commit === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-code-'))
  const archive = join(folder, 'code.tar')
  git('archive', '--output', archive, commit)
  execFileSync('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'))
  for (const modules of globSync('{apps,packages,packages/connectors}/*/node_modules', { cwd: repositoryRoot })) {
    // Replaces links to our packages with links into the copy.
    if (existsSync(join(folder, modules, '..')))
      cpSync(join(repositoryRoot, modules), join(folder, modules), { recursive: true, verbatimSymlinks: true })
  }
  return { commit, folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Migrations of a fictional next release, for every schema: a column and an index on tables that each call writes to, and a new table. */
const nextMigrations = `
import { concurrentIndexes } from './migration.ts'
chassisMigrations.push(
  migration('chassis_002_next', [
    'alter table outbox add column next text',
    'create table next_thing (id text collate "C" primary key)',
  ]),
  concurrentIndexes('chassis_003_next', [{ name: 'idempotency_next', definition: 'on idempotency (workspace_id, key)' }]),
)
`

/** Unpacks the current commit with additional migrations, as the next release. Returns undefined if there is no clone. */
function unpackNext(): CodeCopy | undefined {
  const copy = unpackCode('HEAD')
  if (copy) appendFileSync(join(copy.folder, 'packages/chassis/src/db/chassis-migrations.ts'), nextMigrations)
  return copy
}

const beforeMs = 5_000
const besideMs = 10_000
const backMs = 5_000
/** A service starts within seconds, but can take many times longer on a busy machine. */
const backMaxMs = 180_000
const lockMaxSeconds = 1

/** The longest lock wait: seconds, the waiting statement and the blocking one, each shortened. */
type LockWait = { seconds: number; waiting: string; holding: string }

const longestWait = `with w as (
    select pid, extract(epoch from clock_timestamp() - waitstart)::float8 as seconds from pg_locks
    where not granted and locktype <> 'advisory' and waitstart is not null order by waitstart limit 1
  )
  select w.seconds, left(a.query, 80) as waiting, coalesce(left(b.query, 80), 'unknown') as holding
  from w join pg_stat_activity a on a.pid = w.pid left join pg_stat_activity b on b.pid = (pg_blocking_pids(w.pid))[1]`

/** Looks every 25 ms for the statement that has waited longest for a lock. Advisory locks do not count: waiting for them is intended. */
async function watchLocks(url: string): Promise<{ end(): Promise<LockWait> }> {
  const client = await connectTo(url)
  let longest: LockWait = { seconds: 0, waiting: 'none', holding: 'none' }
  const looking = repeat(25, async () => {
    const { rows } = await client.query<LockWait>(longestWait)
    if (rows[0] && rows[0].seconds > longest.seconds) longest = rows[0]
  })
  return {
    async end() {
      await looking.stop()
      await client.end()
      return longest
    },
  }
}

/** Returns the longest wait for a lock as text, and both statements if it was too long. */
function lockText({ seconds, waiting, holding }: LockWait): string {
  const text = `longest wait for a lock ${(seconds * 1000).toFixed(0)} ms`
  return seconds <= lockMaxSeconds ? text : `${text} (${[waiting, holding].map(oneLine).join(' behind ')})`
}

/** Puts a statement on one line, for the text of a wait. */
const oneLine = (statement: string) => statement.replaceAll(/\s+/g, ' ').trim()

/** Returns the migrations that each service has applied, as `service/name`. */
async function migrationsOf(fixture: ProofFixture): Promise<Set<string>> {
  const tables = serviceNames.map((schema) => `select '${schema}/' || name as name from ${schema}.migration`)
  return new Set((await fixture.rows<{ name: string }>(tables.join(' union all '))).map(({ name }) => name))
}

/**
 * Starts a second process of each service with the code in `repository`, or this code, and adds it to `later`, the gateway last. Its gateway
 * calls these processes, not the earlier ones. Returns it.
 */
async function startLater(
  system: RunningSystem,
  repository: string | undefined,
  later: AsyncDisposableStack,
): Promise<Replica> {
  const urls: Record<string, string> = {}
  for (const service of behind) {
    const { url } = later.use(await startReplica(system, service, {}, repository))
    urls[`${service.toUpperCase()}_URL`] = url
  }
  return later.use(await startReplica(system, 'gateway', urls, repository))
}

/** Stops the later version and starts the earlier one on the later version's schema, as operators do after a failed upgrade. */
async function goBack(
  fixture: ProofFixture,
  { system, later, say }: { system: RunningSystem; later: AsyncDisposableStack; say(phase: string): void },
): Promise<void> {
  say('the later version ended')
  await later.disposeAsync()
  for (const service of behind) {
    say(`the earlier ${service} started anew`)
    await system.awaitRestart(service, fixture.signal(service, 'SIGTERM'), backMaxMs)
  }
  await pause(backMs)
}

/**
 * J3: under load, a later version migrates, runs next to the earlier one, and is then replaced by the earlier one, which runs on the later
 * schema. By default, the versions are the current one and one with fictional migrations; with `EARLIER_RELEASE`, they are that release and
 * the current version.
 */
export async function migrationsUnderLoad(fixture: ProofFixture): Promise<Outcome> {
  const { earlierRelease } = fixture
  using copy = earlierRelease === undefined ? unpackNext() : unpackCode(earlierRelease)
  if (copy === undefined) return { passed: false, measured: 'needs a clone with its history' }
  const [earlier, next] = earlierRelease === undefined ? [undefined, copy.folder] : [copy.folder, undefined]
  const system = await fixture.freshSystem({}, earlier)
  const known = await migrationsOf(fixture)
  const locks = await watchLocks(await fixture.databaseUrl())
  let phase = 'the earlier version ran alone'
  await using load = strictLoad(system.url, system.account.key, () => ` while ${phase}`)
  await pause(beforeMs)
  phase = 'the later version started'
  await using later = new AsyncDisposableStack()
  const { edgeUrl } = await startLater(system, next, later)
  const applied = [...(await migrationsOf(fixture))].filter((name) => !known.has(name))
  phase = 'both versions ran'
  await using newLoad = strictLoad(edgeUrl, system.account.key)
  await pause(besideMs)
  const [fresh, wait] = [await newLoad.stop(), await locks.end()]
  const say = (next: string) => {
    phase = next
  }
  await goBack(fixture, { system, later, say })
  const old = await load.stop()
  const broken = await brokenInvariants(fixture, system, { accepted: [...old.accepted, ...fresh.accepted] })
  await fixture.end()
  return all(
    `${copy.commit}${earlier === undefined ? '' : ' as the earlier version'} under load while ${applied.join(', ') || 'nothing'} was applied, beside the later version, and started anew on its schema: ${loadText(old)}; by the later one ${loadText(fresh)}; ${lockText(wait)}, ${invariantText(broken)}`,
    {
      'something was applied': applied.length > 0,
      'no failed request of the earlier version': old.failed.length === 0,
      'none of the later one': fresh.failed.length === 0,
      'no lock over 1 s': wait.seconds <= lockMaxSeconds,
      'nothing lost or doubled': broken.length === 0,
    },
  )
}
