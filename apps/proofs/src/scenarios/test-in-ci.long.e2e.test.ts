import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@posthorn/embedded'
import { repositoryRoot } from '@posthorn/testkit/system'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'

type Step = { uses?: string; with?: { path?: string }; run?: string; 'working-directory'?: string }
type Account = { key: string; number: string }
type Workflow = { jobs: { test: { env: Record<string, string>; steps: Step[] } } }

const page = readFileSync(join(repositoryRoot, 'apps/docs/guides/test-in-ci.md'), 'utf8')
const workspace = mkdtempSync(join(tmpdir(), 'posthorn-ci-'))
const groups: number[] = []
afterAll(() => {
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGTERM')
    } catch {
      // The step left no processes behind.
    }
  }
  rmSync(workspace, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 })
})

/** A customer's test, which sends a message and waits for the outcome. */
const customersTest = `import assert from 'node:assert/strict'
const { POSTHORN_URL: url, POSTHORN_TOKEN: token, POSTHORN_NUMBER: number } = process.env
const call = async (path, body) => {
  const headers = { Token: token, 'Content-Type': 'application/json' }
  const answer = await fetch(url + path, { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) })
  return answer.json()
}
const [newest] = await call('/v1/events?order=desc&size=1')
const sent = await call('/v1/messages', { number, phone: '+4915112345678', message: 'Hello' })
const acknowledged = await call('/v1/events?after=' + (newest?.sequence ?? 0) + '&events=message:ack&wait=30')
assert.equal(acknowledged[0].data.id, sent.id)
`

test('the job of the guide starts a clean clone and runs the tests of a customer against it', async () => {
  const [, printed = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? []
  const port = await freePort()
  const text = printed.replaceAll(`\${{ github.workspace }}`, workspace).replaceAll(':3000', `:${port}`)
  const { env, steps } = (parse(text) as Workflow).jobs.test
  const written = join(workspace, 'github-env')
  writeFileSync(written, '')
  writeFileSync(join(workspace, 'package.json'), JSON.stringify({ type: 'module', scripts: { test: 'node test.mjs' } }))
  writeFileSync(join(workspace, 'test.mjs'), customersTest)
  const [checkout, own, ...commands] = steps
  expect([checkout?.uses, own?.uses]).toEqual(['actions/checkout@v4', 'actions/checkout@v4'])
  execFileSync('git', ['clone', '--quiet', repositoryRoot, join(workspace, own?.with?.path ?? '')])
  const results = []
  for (const step of commands) {
    const known = readFileSync(written, 'utf8').split('\n').filter(Boolean)
    const variables = Object.fromEntries(known.map((line) => line.split(/=(.*)/)))
    const ran = await run(step, { ...env, ...variables, PORT: String(port), GITHUB_ENV: written })
    results.push([step.run, ran])
  }
  expect(results.filter(([, code]) => code !== 0)).toEqual([])
  expect(commands.at(-1)?.run).toBe('npm test')
  const { key, number } = JSON.parse(readFileSync(join(env['DATA_DIR'] ?? '', 'first-run.json'), 'utf8')) as Account
  const shown = [...page.matchAll(/^```\n((?:AFTER=|curl )[\s\S]*?)\n```$/gm)].map(([, block = '']) => block)
  expect(shown.length).toBeGreaterThan(4)
  const script = ['curl() { command curl --fail-with-body "$@"; }', ...shown].join('\n').replaceAll('num_…', number)
  expect(await run({ run: script }, { URL: env['POSTHORN_URL'] ?? '', KEY: key })).toBe(0)
})

/** Runs a step as GitHub does. Background processes keep running. */
async function run(step: Step, env: Record<string, string>): Promise<number | null> {
  const cwd = join(workspace, step['working-directory'] ?? '')
  const set = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const child = spawn('env', [...set, 'bash', '-e', '-c', step.run ?? ''], { cwd, detached: true, stdio: 'ignore' })
  if (child.pid !== undefined) groups.push(child.pid)
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}
