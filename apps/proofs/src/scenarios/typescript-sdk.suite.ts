import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningSystem, repositoryRoot } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

const program = `import { ApiError, Posthorn, type Message } from '@posthorn/sdk'

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

/** Runs a tool in a folder. If it fails, the error includes its output. */
function run(folder: string, tool: string, args: readonly string[], variables: Record<string, string> = {}): string {
  const env = { ...process.env, ...variables }
  return execFileSync(tool, args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Runs the package manager that is running this test, or else the pinned one. */
function pnpm(folder: string, args: readonly string[]): string {
  const { npm_execpath: current = '' } = process.env
  if (!current.endsWith('pnpm')) return run(folder, 'npx', ['-y', 'pnpm@12.21.0', ...args])
  return run(folder, current, args)
}

export function typescriptSdk(system: () => RunningSystem): void {
  test('the TypeScript SDK is packed, installed into an empty project without network, and sends a message', () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-sdk-'))
    try {
      const tsc = join(repositoryRoot, 'node_modules/.bin/tsc')
      pnpm(join(repositoryRoot, 'packages/sdk'), ['pack', '--pack-destination', folder])
      const [tarball = ''] = readdirSync(folder)
      writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }')
      writeFileSync(join(folder, 'main.ts'), program)
      pnpm(folder, ['add', '--offline', '--ignore-workspace', `./${tarball}`])
      const types = join(repositoryRoot, 'node_modules/@types')
      const flags = [
        '--noEmit',
        '--strict',
        '--module',
        'nodenext',
        '--target',
        'es2022',
        '--typeRoots',
        types,
        '--types',
        'node',
      ]
      run(folder, tsc, [...flags, 'main.ts'])

      const text = `It's "$HOME" \`id\` #{1} 👋\nsecond line`
      const { url, key } = system().account
      const access = { POSTHORN_URL: url, POSTHORN_TOKEN: key }
      const printed = JSON.parse(run(folder, process.execPath, ['main.ts', text], access)) as {
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
