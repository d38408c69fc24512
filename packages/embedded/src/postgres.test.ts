import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type PostgresOptions, type RunningPostgres, startPostgres } from './postgres.ts'
import { claimFolder, processFacts } from './processes.ts'

let dataDir: string
let running: RunningPostgres[]

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'posthorn-embedded-'))
  chmodSync(dataDir, 0o711)
  running = []
})

afterEach(async () => {
  await Promise.all(running.map((server) => server.stop('immediate')))
  rmSync(dataDir, { recursive: true, force: true })
})

const start = async (options: Partial<PostgresOptions> = {}) => {
  const server = await startPostgres({ dataDir, durable: false, ...options })
  running.push(server)
  return server
}

const query = async (url: string, sql: string) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, string>>(sql)).rows
  } finally {
    await client.end()
  }
}

const isAlive = (pid: number) => processFacts(pid) !== undefined

test('a fresh folder becomes a Postgres 18 that keeps every committed row and verifies its pages', async () => {
  const { url } = await start({ durable: true })
  const names = [
    'fsync',
    'synchronous_commit',
    'data_checksums',
    'listen_addresses',
    'max_connections',
    'TimeZone',
  ].concat('idle_in_transaction_session_timeout')
  const rows = await query(url, `select name, setting from pg_settings where name in ('${names.join("','")}')`)
  expect(Object.fromEntries(rows.map((row) => [row['name'], row['setting']]))).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    data_checksums: 'on',
    listen_addresses: '127.0.0.1',
    max_connections: '120',
    idle_in_transaction_session_timeout: '15000',
    TimeZone: 'UTC',
  })
  const [row] = await query(url, 'select version() as version, uuidv7() as id')
  expect(row?.['version']).toContain('PostgreSQL 18')
})

test('the next start continues with the data, on the port and settings asked for', async () => {
  const first = await start()
  await query(first.url, 'create table kept as select 1 as id')
  await first.stop()
  await first.stop()
  expect(isAlive(first.pid)).toBe(false)
  const second = await start({ port: first.port, settings: { work_mem: '8MB' } })
  expect(second.url).toBe(first.url)
  expect(await query(second.url, 'select id from kept')).toEqual([{ id: 1 }])
  expect(await query(second.url, 'show work_mem')).toEqual([{ work_mem: '8MB' }])
})

test('what was committed survives a killed server', async () => {
  const first = await start({ durable: true })
  await query(first.url, 'create table kept as select 1 as id')
  process.kill(first.pid, 'SIGKILL')
  await first.stop()
  const second = await start({ durable: true })
  expect(await query(second.url, 'select id from kept')).toEqual([{ id: 1 }])
})

test('with a password no one gets in without it, and it is kept where only its owner reads', async () => {
  const { url, port } = await start({ password: 'p@ss/word' })
  expect(await query(url, 'show password_encryption')).toEqual([{ password_encryption: 'scram-sha-256' }])
  for (const login of ['postgres', 'postgres:wrong'])
    await expect(query(`postgres://${login}@127.0.0.1:${port}/postgres`, 'select 1')).rejects.toThrow(/password/i)
  const [row] = await query(url, `select rolpassword as kept from pg_authid where rolname = 'postgres'`)
  expect(row?.['kept']).toMatch(/^SCRAM-SHA-256\$/)
  expect(readdirSync(dataDir).filter((name) => name.includes('password'))).toEqual([])
  expect(statSync(join(dataDir, 'server.log')).mode & 0o077).toBe(0)
})

describe('after a killed run', () => {
  const ownerThatStarts = async () => {
    const index = new URL('index.ts', import.meta.url).href
    const script = `
      const { startPostgres } = await import(${JSON.stringify(index)})
      const { pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false })
      console.log(pid)
    `
    const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [pid] = (await once(owner.stdout, 'data')) as [Buffer]
    return { owner, pid: Number(pid.toString()) }
  }

  test('the folder of a living owner is refused in one line, and its server continues', async () => {
    const { owner, pid } = await ownerThatStarts()
    await expect(start()).rejects.toThrow(new RegExp(`^.*in use by process ${owner.pid}: .*$`))
    expect(isAlive(pid)).toBe(true)
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    await start()
  })

  test('the server of a dead owner is stopped and the folder taken over at once', async () => {
    const { owner, pid } = await ownerThatStarts()
    process.kill(pid, 'SIGSTOP')
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    const lines: string[] = []
    const log = (line: string) => {
      lines.push(line)
      // The leftover server is suspended until this point. Otherwise the kernel's own signal would win the race.
      process.kill(pid, 'SIGCONT')
    }
    const server = await start({ log })
    expect(lines).toEqual([`stopping the Postgres left over by an earlier run (process ${pid})`])
    expect(isAlive(pid)).toBe(false)
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a process id that now belongs to another program does not block the start, nor is that program touched', async () => {
    const first = await start()
    const file = join(dataDir, 'cluster', 'postmaster.pid')
    const lines = readFileSync(file, 'utf8').split('\n')
    await first.stop()
    const outsider = spawn('sleep', ['60'])
    try {
      writeFileSync(file, [outsider.pid, ...lines.slice(1)].join('\n'))
      await start()
      expect(isAlive(outsider.pid ?? 0)).toBe(true)
    } finally {
      outsider.kill('SIGKILL')
    }
  })
})

test('a folder already served by this process is refused', async () => {
  await start()
  await expect(start()).rejects.toThrow(`in use by process ${process.pid}`)
})

test('of programs that claim a folder at once at most one gets it, and one that is gone does not keep it', async () => {
  // A process with this id that started at another time.
  writeFileSync(join(dataDir, `owner-${process.pid}-0`), '')
  const index = new URL('index.ts', import.meta.url).href
  const script = `
    const { claimFolder } = await import(${JSON.stringify(index)})
    const claim = () => claimFolder(${JSON.stringify(dataDir)}) && 'claimed'
    process.stdin.once('data', () => { try { console.log(claim()) } catch (error) { console.log(error.message) } })
    console.log('ready')
  `
  const programs = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
  )
  const ended = Promise.all(programs.map((each) => once(each, 'exit')))
  const lines = programs.map(async ({ stdout }) => {
    const [ready] = (await once(stdout, 'data')) as [Buffer]
    return ready.toString().trim()
  })
  expect(await Promise.all(lines)).toEqual(programs.map(() => 'ready'))
  const answers = programs.map(async ({ stdin, stdout }) => {
    stdin.write('\n')
    const [answer] = (await once(stdout, 'data')) as [Buffer]
    return answer.toString().trim()
  })
  const refused = (await Promise.all(answers)).filter((line) => line !== 'claimed')
  for (const each of programs) each.kill('SIGKILL')
  await ended
  expect(refused.length).toBeGreaterThanOrEqual(3)
  expect(refused.filter((line) => !line.includes('in use by process'))).toEqual([])
  claimFolder(dataDir)()
  expect(readdirSync(dataDir)).toEqual([])
})

test('a broken data folder gives one line that says what to do, and stays as it is', async () => {
  const first = await start()
  await first.stop()
  const version = join(dataDir, 'cluster', 'PG_VERSION')
  writeFileSync(version, '12\n')
  await expect(start()).rejects.toThrow(
    /^Postgres cannot use its data folder .* \(.*files are incompatible.*\): move .*$/,
  )
  expect(readFileSync(version, 'utf8')).toBe('12\n')
})

test('a data folder that is a file gives one line', async () => {
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  await expect(start({ dataDir: file })).rejects.toThrow(/^.*file cannot be taken into use: .*$/)
})

test('a taken port gives one line that names it', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  await expect(start({ port })).rejects.toThrow(new RegExp(`^port ${port} on 127.0.0.1 is taken: .*$`))
  other.close()
})

describe.runIf(process.getuid?.() === 0)('as root', () => {
  test('where user namespaces are closed, Postgres runs as no one from a copy of its programs', async () => {
    const first = await start({ runAs: 'nobody', password: 'secret' })
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(readFileSync(`/proc/${first.pid}/status`, 'utf8')).toMatch(/^Uid:\t65534\t/m)
    await query(first.url, 'create table kept as select 1 as id')
    await first.stop()
    const second = await start({ password: 'secret' })
    expect(await query(second.url, 'select id from kept')).toEqual([{ id: 1 }])
  })

  test('a folder that no one can reach is refused in one line before anything is made', async () => {
    chmodSync(dataDir, 0o700)
    const closed = start({ dataDir: join(dataDir, 'inner'), runAs: 'nobody' })
    await expect(closed).rejects.toThrow(/^Postgres cannot run as root, and another user cannot enter .*: .*$/)
  })
})
