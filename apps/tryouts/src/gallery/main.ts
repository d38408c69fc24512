import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startReceiver, until } from '@posthorn/testkit'
import { addSecondFactor, becomeOwner, closeBrowser, openPatiently, owner } from '@posthorn/testkit/browser'
import { failAtPhones, loseHistory, RunningSystem, repositoryRoot } from '@posthorn/testkit/system'
import { photographAll, type Shooting, type SignedIn, schemes, sizes } from './photograph.ts'
import { operatorScreens, type Screen, screens } from './screens.ts'
import { seed } from './seed.ts'

const customer = '+4915112345699'

/** Prepares an installation with problems: a dead event, a failed attempt, two quarantined services. */
async function seedOperator(system: RunningSystem): Promise<void> {
  const { number } = system.account
  await system.posthorn('operator', 'workspace', 'create', 'Bakery')
  await system.ok('POST', '/v1/messages', { body: { number, phone: '+15550100009', message: 'Your order is ready.' } })
  const fix = await failAtPhones(system, [customer])
  const message = { from: customer, name: 'Grace Murray', text: 'Hello' }
  await system.ok('POST', `/v1/numbers/${number}/simulate`, { body: { message } })
  const isAside = () =>
    system.asOperator(
      async ({ clients, operator }) => (await clients.contacts.deadEvents.list.query({}, operator)).length > 0,
    )
  await until(isAside, { timeoutMs: 60_000, describe: 'an event to be put aside' })
  const hasFailed = () =>
    system.asOperator(
      async ({ clients, operator }) => (await clients.messaging.installation.failures.query({}, operator)).length > 0,
    )
  await until(hasFailed, { timeoutMs: 60_000, describe: 'an attempt to fail' })
  await fix()
  for (const service of ['messaging', 'webhooks'] as const) await loseHistory(system, service)
  await system.stop()
  await system.restart()
}

// `pnpm gallery`: starts a system with a small shop, and takes pictures of every screen of the dashboard for the docs: wide and on a phone, light and
// dark. Fails if a screen logs an error, requests another host, or is not accessible. Names of screens select some; other pictures stay. `--language
// de --into <folder>` takes German ones as PNG.
const { values: options, positionals: asked } = parseArgs({
  options: { language: { type: 'string', default: 'en' }, into: { type: 'string' } },
  allowPositionals: true,
})
const ofDocs = join(repositoryRoot, 'apps/docs/pictures/dashboard')
const { language, into: folder = ofDocs } = options
const format: Shooting['format'] = folder === ofDocs ? 'jpeg' : 'png'
const chosen = (all: readonly Screen[]) => all.filter(({ name }) => asked.length === 0 || asked.includes(name))

async function signUp(system: RunningSystem): Promise<SignedIn> {
  await using watched = await openPatiently(system, { locale: 'en' })
  await becomeOwner(watched.page, system, 'Shop')
  return await watched.page.context().storageState()
}

async function becomeOperator(system: RunningSystem, storageState: SignedIn): Promise<SignedIn> {
  const [person] = await system.posthorn<{ id: string }[]>('operator', 'member', 'find', owner.email)
  const id = person?.id ?? ''
  await system.posthorn('operator', 'member', 'confirm', id)
  await system.posthorn('operator', 'add', id)
  await using watched = await openPatiently(system, { locale: 'en', storageState })
  await addSecondFactor(watched.page, system)
  return await watched.page.context().storageState()
}

function guide(): string {
  const parts = [...screens, ...operatorScreens].map(({ name, title }: Screen) => {
    const picture = (size: string, scheme: string) =>
      `![${title}, ${size}, ${scheme}](pictures/dashboard/${name}-${size}-${scheme}.jpg)`
    const pictures = Object.keys(sizes).flatMap((size) => schemes.map((scheme) => picture(size, scheme)))
    return `## ${title}\n\n${pictures.join('\n\n')}\n`
  })
  return `# The screens of the dashboard

\`npx -y pnpm@12.21.0 gallery\` takes these pictures of a separate system, and fails if a screen
has an error or is not accessible. [The guide](guides/dashboard.md) shows how to use the screens.

${parts.join('\n')}`
}

async function main(): Promise<number> {
  if (asked.length === 0 && folder === ofDocs) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await using receiver = await startReceiver()
  // An event is dead after ten attempts: within moments instead of minutes.
  const system = await RunningSystem.start({ split: false, env: { EVENT_RETRY_MS: '5' } })
  const faults: string[] = []
  const [ofWorkspace, ofOperators] = [chosen(screens), chosen(operatorScreens)]
  try {
    const signedIn = await signUp(system)
    const shooting = { system, seeded: await seed(system, receiver), language, folder, format }
    faults.push(...(await photographAll({ ...shooting, signedIn, screens: ofWorkspace })))
    if (ofOperators.length > 0) {
      const operator = await becomeOperator(system, signedIn)
      await seedOperator(system)
      faults.push(...(await photographAll({ ...shooting, signedIn: operator, screens: ofOperators })))
    }
  } finally {
    await closeBrowser()
    await system.remove()
  }
  if (folder === ofDocs) writeFileSync(join(repositoryRoot, 'apps/docs/dashboard-gallery.md'), guide())
  for (const fault of faults) console.error(fault)
  console.log(`${(ofWorkspace.length + ofOperators.length) * 4} pictures, ${faults.length} faults`)
  return faults.length === 0 ? 0 : 1
}

process.exit(await main())
