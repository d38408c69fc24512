import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isRecent, type NatsOptions, packagedNatsServer, type RunningNats, startNats } from './nats.ts'
import { processFacts, waitUntil } from './processes.ts'

let dataDir: string
let running: RunningNats[]

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'posthorn-embedded-'))
  running = []
})

afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()))
  rmSync(dataDir, { recursive: true, force: true })
})

const start = async (options: Partial<NatsOptions> = {}) => {
  const server = await startNats({ dataDir, ...options })
  running.push(server)
  return server
}

/** Sends NATS client protocol commands. Resolves with the server's output up to `end`. */
const talk = async (
  port: number,
  commands: string,
  { end, login }: { end: RegExp; login?: object },
): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('utf8')
  socket.write(`CONNECT ${JSON.stringify(login ?? { verbose: false })}\r\n${commands}`)
  let answer = ''
  for await (const text of socket) {
    answer += text as string
    if (end.test(answer)) break
  }
  return answer
}

const request = (port: number, { subject, body, end }: { subject: string; body: object; end: string }) => {
  const payload = JSON.stringify(body)
  return talk(port, `SUB answer 1\r\nPUB ${subject} answer ${payload.length}\r\n${payload}\r\n`, {
    end: new RegExp(end),
  })
}

const makeStream = (port: number) =>
  request(port, {
    subject: '$JS.API.STREAM.CREATE.kept',
    body: { name: 'kept', subjects: ['kept'], storage: 'memory' },
    end: 'stream_create_response',
  })

const publish = (port: number) => request(port, { subject: 'kept', body: {}, end: '"seq":' })

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'the program of a package that is not of NATS is the official one of 2.14.0, byte for byte: every event passes through it',
  async () => {
    const program = await packagedNatsServer()
    const digest = createHash('sha256')
      .update(readFileSync(program ?? ''))
      .digest('hex')
    expect(digest).toBe('c67f0fb76603cbd7b59ae4103b37668e627dbf7b9f4bef121c60cfebce304fff')
  },
)

test('the next start takes the port asked for', async () => {
  const first = await start()
  await first.stop()
  await first.stop()
  expect(processFacts(first.pid)).toBeUndefined()
  const second = await start({ port: first.port })
  expect(second.url).toBe(first.url)
})

test('with a password no one gets in without it, and it is kept where only its owner reads', async () => {
  writeFileSync(join(dataDir, 'nats.conf'), '', { mode: 0o644 })
  const { url, port } = await start({ password: 'p@ss/word' })
  const said = (login: object) => talk(port, '', { login: { verbose: true, ...login }, end: /\+OK|-ERR/ })
  expect(await said({})).toContain('Authorization Violation')
  expect(await said({ user: 'posthorn', pass: 'wrong' })).toContain('Authorization Violation')
  const { username: user, password } = new URL(url)
  expect(await said({ user, pass: decodeURIComponent(password) })).toContain('+OK')
  expect(statSync(join(dataDir, 'nats.conf')).mode & 0o777).toBe(0o600)
})

test('the server of a dead owner is stopped and the folder taken over at once', async () => {
  const index = new URL('index.ts', import.meta.url).href
  const script = `
    const { startNats } = await import(${JSON.stringify(index)})
    console.log((await startNats({ dataDir: ${JSON.stringify(dataDir)} })).pid)
  `
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output] = (await once(owner.stdout, 'data')) as [Buffer]
  const pid = Number(output.toString())
  await expect(start()).rejects.toThrow(`in use by process ${owner.pid}`)
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
  expect(lines).toEqual([`stopping the NATS left over by an earlier run (process ${pid})`])
  expect(await waitUntil(() => processFacts(pid) === undefined, 1_000)).toBe(true)
  expect(await talk(server.port, 'PING\r\n', { end: /PONG/ })).toContain('PONG')
})

test('a process id that now belongs to the server of a folder whose name begins the same is left alone', async () => {
  const [folder, longer] = [join(dataDir, 'nats'), join(dataDir, 'nats-2')]
  await (await start({ dataDir: folder })).stop()
  const other = await start({ dataDir: longer })
  writeFileSync(join(folder, 'nats.pid'), String(other.pid))
  await start({ dataDir: folder })
  expect(processFacts(other.pid)).toBeDefined()
})

test('a taken port gives one line that names it, even when another NATS holds it', async () => {
  const other = createServer((socket) => socket.end('INFO {"jetstream":true}\r\n')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  await expect(start({ port })).rejects.toThrow(new RegExp(`^port ${port} on 127.0.0.1 is taken: .*$`))
  other.close()
})

test('a data folder that cannot hold a store gives one line that says what to do', async () => {
  writeFileSync(join(dataDir, 'jetstream'), '')
  await expect(start()).rejects.toThrow(/^NATS cannot start on .* \(.*\): .*deleted.*$/)
})

test('a configuration that cannot be read gives one line with the reason, and no advice to delete the folder', async () => {
  await expect(start({ configuration: 'max_connections: many' })).rejects.toThrow(
    /^NATS cannot start on .* \(.*nats\.conf.*\): see .*server\.log$/,
  )
})

test.runIf(process.getuid?.() === 0)('a server takes what is published while its disk is full', async () => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', dataDir])
  try {
    const { port, stop } = await start()
    for (const bytes of [65_536, 512])
      expect(() => {
        for (;;) appendFileSync(join(dataDir, 'ballast'), Buffer.alloc(bytes))
      }).toThrow('ENOSPC')
    await makeStream(port)
    for (let i = 0; i < 20; i++) expect(await publish(port)).toContain(`"seq":${i + 1}`)
    await stop()
  } finally {
    execFileSync('umount', ['--lazy', dataDir])
  }
})

test('a server older than 2.10 is not accepted', () => {
  expect(['2.9.10', '1.4.1', '2.10.0', '2.14.0', '3.0.0'].map(isRecent)).toEqual([false, false, true, true, true])
})
