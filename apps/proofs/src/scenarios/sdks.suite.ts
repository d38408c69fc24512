import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { RunFile } from '@posthorn/client'
import { type RunningSystem, repositoryRoot } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { pnpm } from './journeys/packed-command.fixture.ts'

const packages = ['contracts', 'client']
const tsc = join(repositoryRoot, 'node_modules/.bin/tsc')
const examples = ['follow-events.ts', 'upload-file.ts']

const typeRoots = join(repositoryRoot, 'node_modules/@types')
/** Returns flags for the strictest check of types, so that the packed types are right for every user. */
const strictFlags = (target: string) =>
  `--noEmit --strict --module nodenext --target ${target} --types node --typeRoots`.split(' ').concat(typeRoots)

/** Runs a command in a folder. If it fails, the error includes its output. */
function run(folder: string, [tool, ...args]: [string, ...string[]], env: NodeJS.ProcessEnv = {}): string {
  const all = { ...process.env, ...env }
  return execFileSync(tool, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env: all })
}

/** Replaces registry packages with locally installed ones, because tests run offline. */
function overridesOf(tarballs: readonly string[]): Record<string, string> {
  const own = packages.map((name) => [`@posthorn/${name}`, `file:./${tarballs.find((each) => each.includes(name))}`])
  const others = packages.flatMap((name) => {
    const folder = join(repositoryRoot, 'packages', name)
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    return Object.keys(dependencies)
      .filter((each) => !each.startsWith('@posthorn/'))
      .map((each) => [each, `link:${join(folder, 'node_modules', each)}`])
  })
  return Object.fromEntries([...own, ...others])
}

/** Packs the client as for the registry, and installs it with the examples into an empty project. */
function installClient(folder: string): void {
  run(repositoryRoot, [tsc, '-b', 'packages/client/tsconfig.build.json'])
  for (const name of packages) pnpm(join(repositoryRoot, 'packages', name), ['pack', '--pack-destination', folder])
  const overrides = overridesOf(readdirSync(folder))
  const dependencies = { '@posthorn/client': overrides['@posthorn/client'] }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true, dependencies }))
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), JSON.stringify({ overrides }))
  pnpm(folder, ['install', '--offline'])
  for (const name of examples)
    copyFileSync(join(repositoryRoot, 'apps/docs/examples/internal-team', name), join(folder, name))
}

/** Returns the settings of an internal team's program: its credential and the internal URLs. */
function settingsOf({ dataDir, account }: RunningSystem): Record<string, string> {
  const read = (name: string) => JSON.parse(readFileSync(join(dataDir, name), 'utf8')) as unknown
  const { urls } = read('run.json') as RunFile
  const { credentials } = read('secrets.json') as { credentials: Record<string, string> }
  return {
    CREDENTIAL: `team:${credentials['team']}`,
    WORKSPACE: account.workspace,
    MESSAGING_URL: urls['messaging'] ?? '',
    WEBHOOKS_URL: urls['webhooks'] ?? '',
  }
}

/** What is packed may lack files that the repository has, so only an installed package proves that it works. */
export function typedClient(system: () => RunningSystem): void {
  test('the typed client is packed and installed into an empty project, where the examples compile, upload a file, send it and follow the events', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-client-'))
    try {
      installClient(folder)
      run(folder, [tsc, '--skipLibCheck', ...strictFlags('es2023'), ...examples])

      const settings = settingsOf(system())
      writeFileSync(join(folder, 'hours.txt'), 'Opening hours: 9 to 17')
      const upload = () => run(folder, [process.execPath, 'upload-file.ts', 'hours.txt', '+4915120000449'], settings)
      const sent = JSON.parse(upload()) as { file: string; message: string }
      expect([sent.file, sent.message]).toEqual([expect.stringMatching(/^file_/), expect.stringMatching(/^msg_/)])

      const following = spawn(process.execPath, ['follow-events.ts', '0'], {
        cwd: folder,
        env: { ...process.env, ...settings },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const closed = once(following, 'close')
      const sequences: number[] = []
      for await (const line of createInterface(following.stdout)) {
        const event = JSON.parse(line) as { sequence: number; event: string; data: { id?: string } }
        sequences.push(event.sequence)
        if (event.event === 'message:out' && event.data.id === sent.message) break
      }
      following.kill('SIGTERM')
      expect(await closed).toEqual([0, null])
      expect(sequences).toEqual(sequences.map((_, i) => (sequences[0] ?? 0) + i))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

const nodeProgram = `import { ApiError, Posthorn, type Message } from '@posthorn/sdk'

const [, , text = ''] = process.argv
const requests = new Set<string | undefined>()
const posthorn = new Posthorn({ onResponse: ({ requestId }) => requests.add(requestId) })
const sent: Message = await posthorn.messages.send({ phone: '+4915120000441', message: text })
const acks: string[] = []
for await (const event of posthorn.events.follow({ after: 0, events: ['message:ack'] })) {
  if (event.event !== 'message:ack' || event.data.id !== sent.id) continue
  acks.push(String(event.data.ack))
  if (event.data.ack === 'delivered' || event.data.ack === 'read') break
}
const bytes: Uint8Array = Buffer.from('Opening hours: 9 to 17')
const file = await posthorn.files.create({ file: bytes, filename: 'hours.txt' })
const content = await (await posthorn.files.download({ id: file.id })).text()
const found = []
for await (const message of posthorn.messages.list({ size: 1, chat: sent.chat })) found.push(message.id)
const refusal = await posthorn.messages.get({ id: 'msg_01k5v2s8xgf9hb3m4q7r8t9w0y' }).catch((err: unknown) => err)
const code = refusal instanceof ApiError ? refusal.errorCode : 'none'
// @ts-expect-error a phone is a text
const faulty = await posthorn.messages.send({ phone: 5, message: text }).catch((err: unknown) => err)
const paths = faulty instanceof ApiError ? faulty.errors.map(({ path }) => path) : []
console.log(JSON.stringify({ id: sent.id, acks, content, found, code, paths, requests: requests.size }))
`

/** As with the typed client, only the packed SDK in an empty project proves that it works. */
export function typescriptSdk(system: () => RunningSystem): void {
  test('the TypeScript SDK is packed, installed into an empty project without network, and sends a message', () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-sdk-'))
    try {
      pnpm(join(repositoryRoot, 'packages/sdk'), ['pack', '--pack-destination', folder])
      const [tarball = ''] = readdirSync(folder)
      writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }')
      writeFileSync(join(folder, 'main.ts'), nodeProgram)
      pnpm(folder, ['add', '--offline', '--ignore-workspace', `./${tarball}`])
      run(folder, [tsc, ...strictFlags('es2022'), 'main.ts'])

      const text = `It's "$HOME" \`id\` #{1} 👋\nsecond line`
      const { url, key } = system().account
      const access = { POSTHORN_URL: url, POSTHORN_TOKEN: key }
      const printed = JSON.parse(run(folder, [process.execPath, 'main.ts', text], access)) as {
        id: string
        acks: string[]
        requests: number
      }
      expect(printed).toMatchObject({
        content: 'Opening hours: 9 to 17',
        found: [printed.id],
        code: 'message:not_found',
        paths: ['phone'],
      })
      expect(printed.requests).toBeGreaterThan(4)
      expect(printed.acks).toEqual(expect.arrayContaining([expect.stringMatching(/^(delivered|read)$/)]))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

const pythonProgram = `import json, sys
from posthorn import ApiError, Posthorn

url, token, text = sys.argv[1:]
posthorn = Posthorn(url=url, token=token)
sent = posthorn.messages.send(phone="+4915120000442", message=text)
for event in posthorn.events.follow(after=0, events=["message:ack"]):
    if event["data"]["id"] == sent["id"] and event["data"]["ack"] in ("delivered", "read"):
        break
file = posthorn.files.create(file=b"Opening hours: 9 to 18", filename="hours.txt")
with posthorn.files.download(id=file["id"]) as answer:
    content = answer.read().decode()
found = [message["message"] for message in posthorn.messages.list(size=1, chat=sent["chat"])]
try:
    posthorn.messages.get(id="msg_01k5v2s8xgf9hb3m4q7r8t9w0y")
except ApiError as refusal:
    print(json.dumps({"content": content, "found": found, "code": refusal.error_code}))
`

const needed = 'import sys, pip, venv; sys.exit(sys.version_info < (3, 11))'
const hasPython = spawnSync('python3', ['-c', needed], { stdio: 'ignore' }).status === 0

/** As with the TypeScript SDK, only the installed wheel proves that it works. Skipped without Python 3.11. */
export function pythonSdk(system: () => RunningSystem): void {
  const title =
    'the Python SDK is packed as a wheel, installed into an empty environment without network, and sends a message'
  test.skipIf(!hasPython)(title, () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-python-'))
    try {
      cpSync(join(repositoryRoot, 'packages/sdk/python'), join(folder, 'source'), { recursive: true })
      const pip = ['-m', 'pip', '--disable-pip-version-check', '--no-cache-dir']
      run(folder, ['python3', ...pip, 'wheel', '--no-index', '--no-deps', '--wheel-dir', 'wheels', './source'])
      const [wheel = ''] = readdirSync(join(folder, 'wheels'))
      run(folder, ['python3', '-m', 'venv', '--without-pip', 'environment'])
      const inside = join(folder, 'environment/bin/python')
      run(folder, ['python3', ...pip, '--python', inside, 'install', '--no-index', join('wheels', wheel)])
      const text = 'It\'s "$HOME" `id` #{1} 👋\nsecond line'
      const { url, key } = system().account
      const printed: unknown = JSON.parse(run(folder, [inside, '-I', '-c', pythonProgram, url, key, text]))
      expect(printed).toEqual({ content: 'Opening hours: 9 to 18', found: [text], code: 'message:not_found' })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
