import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningPostgres, startPostgres } from '@posthorn/embedded'
import { onceOrAtExit, until } from '@posthorn/testkit'
import { Client } from 'pg'
import { brokenInvariants, invariantText, startLoad, strangeStatuses } from '../load.ts'
import type { ProofFixture } from '../proof.ts'
import { all, type Outcome } from '../proof.ts'

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

/** Mounts a separate ext4 file system, which needs root, loop devices and Perl. Returns undefined if they aren't available. */
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

/**
 * A4: Postgres's machine loses power under load, together with everything not yet synced to disk. Promise: a message that got a 201
 * survives a power cut of the Postgres machine.
 */
export async function powerCuts(fixture: ProofFixture): Promise<Outcome> {
  using disk = mountPoweredDisk(diskMegabytes)
  if (disk === undefined) return unable
  const dataDir = join(disk.folder, 'postgres')
  let postgres: RunningPostgres = await startPostgres({ dataDir, settings })
  try {
    const { port } = postgres
    const system = await fixture.freshSystem({ DATABASE_URL: postgres.url })
    const load = startLoad(system, { perSecond: 20, firstPhone: 25_000, body: { onUnknown: 'resend' } })
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

/**
 * A4-twin: a Postgres that does not wait for its disk, in the same power cut. Promise: the power cut of A4 catches a Postgres that does not
 * wait for its disk.
 */
export async function unsyncedCommits(): Promise<Outcome> {
  using disk = mountPoweredDisk(diskMegabytes)
  if (disk === undefined) return unable
  const dataDir = join(disk.folder, 'postgres')
  const first = await startPostgres({ dataDir, settings: { ...settings, synchronous_commit: 'off' } })
  const client = new Client({ connectionString: first.url })
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
  await cutPower(disk, first)
  await client.end().catch(() => undefined)
  const again = await startPostgres({ dataDir, settings })
  try {
    const [row] = await countKept(again.url)
    const lost = committed - (row?.count ?? 0)
    return all(`${committed} commits that did not wait for the disk: ${lost} lost in a power cut`, {
      'the power cut is one': lost > 0,
    })
  } finally {
    await again.stop('immediate')
  }
}

/** Stops the background WAL writer, so that only commits reach the disk. It exits together with Postgres. */
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
  await postgres.stop('immediate')
}

/** Counts the rows that are still there after the power cut. */
async function countKept(url: string): Promise<{ count: number }[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ count: number }>('select count(*)::int as count from kept')).rows
  } finally {
    await client.end()
  }
}
