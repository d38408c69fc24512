import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '@posthorn/embedded'
import { startReceiver, until } from '@posthorn/testkit'
import { closeBrowser, openWatchedPage } from '@posthorn/testkit/browser'
import { RunningSystem, repositoryRoot } from '@posthorn/testkit/system'
import {
  activate,
  deactivate,
  type Imported,
  importWorkflow,
  owner,
  RunningN8n,
  runNow,
  type Trial,
  untilExecuted,
} from './running-n8n.ts'
import { answerElsewhere, type Run, runs } from './runs.ts'

const n8nVersion = '2.41.1'

/**
 * Installs n8n in its own folder unless it is already there, and refuses another version, because the record names this one. n8n is never
 * a dependency of this repository.
 */
function installN8n(folder: string): string {
  const program = join(folder, 'node_modules/n8n/bin/n8n')
  if (existsSync(program)) {
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules/n8n/package.json'), 'utf8')) as {
      version: string
    }
    if (version !== n8nVersion) throw new Error(`${folder} has n8n ${version}, but the record is of ${n8nVersion}`)
    return program
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  // Install scripts would build database drivers that we don't use.
  const flags = ['--ignore-scripts', '--legacy-peer-deps', '--prefer-offline', '--no-audit', '--no-fund']
  // One of n8n's nodes needs date-fns, which it declares only as a peer dependency.
  execFileSync('npm', ['install', `n8n@${n8nVersion}`, 'date-fns@2.30.0', ...flags], { cwd: folder, stdio: 'inherit' })
  return program
}

/** Builds our node, which is the connector for n8n, and copies it into n8n's community nodes folder. */
function installNode(userFolder: string): void {
  const source = join(repositoryRoot, 'packages/connectors/n8n')
  const rolldown = join(source, 'node_modules/.bin/rolldown')
  execFileSync(rolldown, ['--config', 'rolldown.config.mjs', '--log-level', 'warn'], { cwd: source, stdio: 'ignore' })
  const target = join(userFolder, '.n8n/nodes/node_modules/n8n-nodes-posthorn')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const part of ['package.json', 'dist']) cpSync(join(source, part), join(target, part), { recursive: true })
}

// `pnpm try:n8n`: runs every gallery workflow in a real n8n against a separate system, and writes the transcript and pictures to the docs.
// `N8N_DIR` sets another folder for n8n.
const folder = join(repositoryRoot, '.data/try-n8n')
const pictures = join(repositoryRoot, 'apps/docs/pictures')
const lines: string[] = []

/** Prints a line, and keeps it for the record of this run in the docs. */
function say(line: string): void {
  lines.push(line)
  console.log(line)
}

/** Stores the key in n8n, and says for the record what n8n makes of it and of a wrong one. Returns the id of the credential. */
async function createCredential(system: RunningSystem, n8n: RunningN8n): Promise<string> {
  const data = { url: system.url, token: system.account.key }
  const credential = { name: 'Posthorn', type: 'posthornApi', data }
  const { id } = await n8n.call<{ id: string }>('POST', '/rest/credentials', credential)
  const test = (token: string) =>
    n8n.call<{ status: string }>('POST', '/rest/credentials/test', {
      credentials: { ...credential, id, data: { ...data, token } },
    })
  say(
    `credential: the key is ${(await test(data.token)).status}, another one is ${(await test('ph_live_wrong')).status}`,
  )
  return id
}

/** Waits until the system has this many webhooks. n8n registers and removes them shortly after it responds. */
async function untilWebhooks(system: RunningSystem, count: number): Promise<void> {
  const isReached = async () => (await system.ok<unknown[]>('GET', '/v1/webhooks')).length === count
  await until(isReached, { timeoutMs: 60_000, describe: `${count} webhooks` })
}

/**
 * Runs a workflow, and returns it. Its event trigger, if any, must register its webhook and remove it. `requests`: what other programs have
 * received, which grows meanwhile.
 */
async function run(trial: Trial, planned: Run, requests: readonly string[]): Promise<Imported> {
  const imported = await importWorkflow(trial, planned.file)
  if (planned.startsBy !== 'schedule') await activate(trial, imported)
  try {
    await untilWebhooks(trial.system, planned.startsBy === 'event' ? 1 : 0)
    await (planned.begin?.(trial) ?? runNow(trial, imported))
    const outcome = await planned.outcome(trial, requests)
    const executions = await untilExecuted(trial, imported)
    say(`ok ${planned.file} (${planned.startsBy}, executions: ${executions}): ${outcome}`)
  } finally {
    if (planned.startsBy !== 'schedule') await deactivate(trial, imported)
    await untilWebhooks(trial.system, 0)
  }
  return imported
}

/** Takes pictures of the editor, signed in as the owner. */
async function photograph({ n8n }: Trial, pages: Readonly<Record<string, string>>): Promise<void> {
  await using watched = await openWatchedPage(n8n.url, { viewport: { width: 1280, height: 720 } })
  const { page } = watched
  await page.goto('/signin')
  await page.locator('input[type=email]').fill(owner.email)
  await page.locator('input[type=password]').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/signin'))
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(path, { waitUntil: 'networkidle' })
    // The editor has loaded once it shows the trigger, whose name in the gallery is "When it happens".
    await page
      .getByText(/it happens/)
      .first()
      .waitFor({ timeout: 60_000 })
    await page.screenshot({ path: join(pictures, `${name}.png`) })
  }
}

/** The workflow whose picture the docs show. */
const picturedFile = 'assistant-and-handover'

/** Runs every workflow of the gallery in n8n, and writes the record and a picture to the docs. Returns the exit code: 1 if one failed. */
async function main(): Promise<number> {
  const program = installN8n(process.env['N8N_DIR'] ?? join(repositoryRoot, `.data/n8n-${n8nVersion}`))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  installNode(folder)
  const requests: string[] = []
  // Closes whatever has been started, the latest first, also if a later start fails.
  await using opened = new AsyncDisposableStack()
  const receiver = await startReceiver({
    respond: ({ path, body }) => {
      requests.push(`${path} ${body.toString().slice(0, 500)}`)
      const { body: answer, type } = answerElsewhere(path)
      return { body: answer, headers: { 'content-type': type } }
    },
  })
  opened.use(receiver)
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durable: false })
  opened.defer(() => postgres.stop('immediate'))
  const system = opened.use(await RunningSystem.start({ split: false }))
  const { PATH = '', HOME = '' } = process.env
  const n8n = await RunningN8n.start({ program, userFolder: folder, postgres: postgres.url, env: { PATH, HOME } })
  opened.defer(() => n8n.stop())
  opened.defer(closeBrowser)
  let failed = 0
  say(`n8n ${n8nVersion}, Node ${process.versions.node}`)
  const trial = { system, n8n, credential: await createCredential(system, n8n), elsewhere: receiver.url }
  let pictured: Imported | undefined
  for (const each of runs) {
    try {
      const imported = await run(trial, each, requests)
      if (each.file === picturedFile) pictured = imported
    } catch (error) {
      failed++
      say(`FAILED ${each.file}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  writeFileSync(join(repositoryRoot, 'apps/docs/n8n-gallery.txt'), `${lines.join('\n')}\n`)
  if (pictured) await photograph(trial, { 'n8n-workflow': `/workflow/${pictured.id}` })
  return failed === 0 ? 0 : 1
}

process.exit(await main())
