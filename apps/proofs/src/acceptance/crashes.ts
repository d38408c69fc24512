import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type RunningPostgres, startPostgres } from '@posthorn/embedded'
import { onceOrAtExit, until } from '@posthorn/testkit'
import { listen, phoneOf, rowsAt } from '@posthorn/testkit/system'
import { Client } from 'pg'
import { brokenInvariants, invariantText, sendUntilAccepted, startLoad, strangeStatuses } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'

/** Each message is sent once: a call that a kill prevented is repeated, and a status shows which calls the provider has accepted. */
const resending = { onUnknown: 'resend' }

/** A1: messaging is killed repeatedly under load. */
export async function killedMessaging(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using webhook = await listen(system)
  const load = startLoad(system, { perSecond: 50, body: resending })
  const kills = 20
  for (let kill = 0; kill < kills; kill++) {
    await pause(3_000)
    await fixture.killAndWait('messaging')
  }
  const sent = await load.stop()
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id), receivers: [webhook] })
  const strange = strangeStatuses(sent)
  return all(`${kills} kills, ${sent.length} accepted, ${invariantText(broken)}`, {
    'nothing lost or doubled': broken.length === 0,
    'only 201, 503 and lost connections': strange.length === 0,
  })
}

/** A2: each process of messaging dies after the commit of its first send, before the response. The repeated request gets that response. */
export async function diesBeforeAnswering(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem({ FAULT_POINTS: 'answer.committed/messages.send@1' })
  const deaths = 50
  const pids = new Set([system.run.processes['messaging']?.pid])
  const sent = []
  // The gateway repeats the call with the same key if the service recovers quickly. Otherwise, the client does.
  for (let i = 0; i < deaths; i++) {
    sent.push(await sendUntilAccepted(system, { phone: phoneOf(i), reference: `load-a2-${i}` }))
    await until(() => !pids.has(system.run.processes['messaging']?.pid), { timeoutMs: 30_000 })
    pids.add(system.run.processes['messaging']?.pid)
  }
  const stored = await fixture.rows<{ id: string; reference: string }>(
    `select id, reference from messaging.message where reference like 'load-a2-%'`,
  )
  const same = sent.filter(({ id, reference }) => stored.some((row) => row.id === id && row.reference === reference))
  const retried = sent.filter(({ statuses }) => statuses.length > 1)
  const asked = `${retried.length} times the client asked again, else the gateway`
  return all(
    `${pids.size - 1} deaths after the commit, ${stored.length} messages for ${sent.length} requests; ${asked}`,
    {
      'each request met a death': pids.size - 1 === deaths,
      'one message each': stored.length === deaths,
      'the id answered is the one stored': same.length === deaths,
    },
  )
}

/** A3: Postgres is stopped immediately (`pg_ctl stop -m immediate`) under load. */
export async function stoppedPostgres(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const load = startLoad(system, { perSecond: 50, firstPhone: 20_000, body: resending })
  const stops = 5
  const backMs: number[] = []
  for (let stop = 0; stop < stops; stop++) {
    await pause(2_000)
    // SIGQUIT makes the postmaster shut down immediately.
    await fixture.killAndWait('postgres', 'SIGQUIT')
    await until(async () => (await fixture.rows('select 1')).length === 1, { timeoutMs: 30_000 })
    const accepts = Date.now()
    const after = await sendUntilAccepted(system, { phone: phoneOf(29_000 + stop), reference: `load-a3-${stop}` })
    backMs.push(after.acceptedAtMs - accepts)
    fixture.say(`${load.sent.length} accepted so far`)
  }
  const sent = await load.stop()
  const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id) })
  const worst = Math.max(...backMs)
  return all(
    `${stops} stops, ${sent.length} accepted, next 201 at most ${worst} ms after Postgres accepts, ${invariantText(broken)}`,
    {
      'nothing lost or doubled': broken.length === 0,
      'only 201, 503 and lost connections': strangeStatuses(sent).length === 0,
      'back within 5 s': worst <= 5_000,
    },
  )
}

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: from here on, nothing reaches the disk, not even the in-memory journal. */
const shutDown =
  'open(my $folder, "<", $ARGV[0]) or exit 1; my $flags = pack("L", 2); ioctl($folder, 0x8004587d, $flags) or exit 1'

type PoweredDisk = {
  folder: string
  cutPower(): void
  /** Unmounts the disk and mounts it again with only the data that reached it. No process may have open files on it. */
  remount(): true
  [Symbol.dispose](): void
}

/** Mounts an ext4 file system whose power can be cut, which needs root, loop devices and Perl. Returns undefined if they are missing. */
function mountPoweredDisk(megabytes: number): PoweredDisk | undefined {
  const base = mkdtempSync(join(tmpdir(), 'posthorn-powered-disk-'))
  const [image, folder] = [join(base, 'image'), join(base, 'disk')]
  chmodSync(base, 0o711)
  mkdirSync(folder)
  writeFileSync(image, '')
  truncateSync(image, megabytes * 1024 ** 2)
  const mount = () => run('mount', '-o', 'loop', image, folder)
  try {
    run('perl', '-e', '1')
    run('mkfs.ext4', '-q', '-F', image)
    mount()
    chmodSync(folder, 0o711)
  } catch {
    rmSync(base, { recursive: true, force: true })
    return undefined
  }
  return {
    folder,
    cutPower: () => run('perl', '-e', shutDown, folder),
    remount() {
      run('umount', folder)
      mount()
      return true
    },
    [Symbol.dispose]: onceOrAtExit(() => {
      run('umount', '--lazy', folder)
      rmSync(base, { recursive: true, force: true })
    }),
  }
}

/** Runs a program of the operating system, such as `mount`. Fails if the program does. */
function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: 'ignore' })
}

const settings = { max_wal_size: '64MB', min_wal_size: '32MB' }
const diskMegabytes = 768
const acceptedBetweenCuts = 60
const unable: Outcome = { passed: false, measured: 'needs root, ext4 and Perl, to mount a disk and cut its power' }

/** A4: Postgres's machine loses power under load, together with everything not yet synced to disk. */
export async function powerCuts(fixture: ProofFixture): Promise<Outcome> {
  using disk = mountPoweredDisk(diskMegabytes)
  if (disk === undefined) return unable
  const dataDir = join(disk.folder, 'postgres')
  let postgres: RunningPostgres = await startPostgres({ dataDir, settings })
  try {
    const { port } = postgres
    const system = await fixture.freshSystem({ DATABASE_URL: postgres.url })
    const load = startLoad(system, { perSecond: 20, firstPhone: 25_000, body: resending })
    const acceptMore = async () => {
      const enough = load.sent.length + acceptedBetweenCuts
      await until(() => load.sent.length >= enough, { timeoutMs: 180_000, describe: 'messages to be accepted' })
    }
    const cuts = 3
    for (let cut = 0; cut < cuts; cut++) {
      await acceptMore()
      await cutPower(disk, postgres)
      postgres = await startPostgres({ dataDir, settings, port })
    }
    await acceptMore()
    const sent = await load.stop()
    const broken = await brokenInvariants(fixture, system, { accepted: sent.map(({ id }) => id) })
    await fixture.end()
    return all(`${cuts} power cuts, ${sent.length} answered 201, ${invariantText(broken)}`, {
      'nothing lost or doubled': broken.length === 0,
      'only 201, 503 and lost connections': strangeStatuses(sent).length === 0,
    })
  } finally {
    await fixture.end()
    await postgres.stop('immediate')
  }
}

/** A4-twin: a Postgres that does not wait for its disk, in the same power cut. */
export async function unsyncedCommits(): Promise<Outcome> {
  using disk = mountPoweredDisk(diskMegabytes)
  if (disk === undefined) return unable
  const dataDir = join(disk.folder, 'postgres')
  let postgres = await startPostgres({ dataDir, settings: { ...settings, synchronous_commit: 'off' } })
  try {
    const client = new Client({ connectionString: postgres.url })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('create table kept (id int primary key)')
    await client.query('checkpoint')
    let committed = 0
    for (; committed < 1_000; committed++) {
      // Stops background writes of the log. On a slow machine, such a write would always happen before the power cut.
      if (committed === 500) await stopLogWriter(client)
      await client.query('insert into kept values ($1)', [committed])
    }
    await cutPower(disk, postgres)
    await client.end().catch(() => undefined)
    postgres = await startPostgres({ dataDir, settings })
    const [row] = await rowsAt<{ count: number }>(postgres.url, 'select count(*)::int as count from kept')
    const lost = committed - (row?.count ?? 0)
    return all(`${committed} commits that did not wait for the disk: ${lost} lost in a power cut`, {
      'the power cut is one': lost > 0,
    })
  } finally {
    await postgres.stop('immediate')
  }
}

/** Stops the background WAL writer, which would soon write the commits that do not wait for the disk. It exits together with Postgres. */
async function stopLogWriter(client: Client): Promise<void> {
  const text = `select pid from pg_stat_activity where backend_type = 'walwriter'`
  const [writer] = (await client.query<{ pid: number }>(text)).rows
  if (writer === undefined) throw new Error('Postgres runs no process that writes its log')
  process.kill(writer.pid, 'SIGSTOP')
}

/** Cuts the power of the disk, ends Postgres, and mounts the disk again with what reached it. */
async function cutPower(disk: PoweredDisk, postgres: RunningPostgres): Promise<void> {
  disk.cutPower()
  process.kill(postgres.pid, 'SIGQUIT')
  await postgres.exited
  // Postgres's processes keep files open for a moment.
  await until(() => disk.remount(), { describe: 'the disk to be free' })
  // It has ended, but its folder must be released for the next start.
  await postgres.stop('immediate')
}
