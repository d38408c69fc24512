import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startReceiver, until } from '@posthorn/testkit'
import {
  addSecondFactor,
  becomeOwner,
  closeBrowser,
  openPatiently,
  owner,
  violationsOf,
  type WatchedPage,
} from '@posthorn/testkit/browser'
import { failAtPhones, loseHistory, RunningSystem, repositoryRoot } from '@posthorn/testkit/system'
import { type Opening, operatorScreens, pausedScreens, type Screen, screens } from './screens.ts'
import { pauseQueue, type Seeded, seed } from './seed.ts'

type Page = WatchedPage['page']

/** Window sizes of the docs' pictures. The phone has a touch screen. */
const sizesOfDocs = {
  wide: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const

const schemes = ['light', 'dark'] as const

const extensions = { jpeg: 'jpg', png: 'png' } as const

type SignedIn = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>

/** The screens, their language, the target folder, and whether pictures are compressed or lossless. */
type Shooting = {
  system: RunningSystem
  signedIn: SignedIn
  screens: readonly Screen[]
  seeded: Seeded
  language: string
  folder: string
  format: 'jpeg' | 'png'
}

/** Takes pictures of screens in all sizes and color schemes, and checks each on the way. Returns the problems found. */
async function photographAll(shooting: Shooting): Promise<string[]> {
  const faults: string[] = []
  if (shooting.screens.length === 0) return faults
  for (const size of Object.keys(sizes))
    for (const scheme of schemes) faults.push(...(await photograph(shooting, { size, scheme })))
  return faults
}

/** Takes a picture of each screen in one size and color scheme, once the stream of events is connected. Returns the problems found. */
async function photograph(
  shooting: Shooting,
  { size, scheme }: { size: string; scheme: (typeof schemes)[number] },
): Promise<string[]> {
  const { system, signedIn, seeded, language, folder, format } = shooting
  const device = { ...sizes[size], colorScheme: scheme, locale: language, storageState: signedIn }
  await using watched = await openPatiently(system, device)
  const { page } = watched
  const faults: string[] = []
  for (const { name, path, shows = 'h1', opened } of shooting.screens) {
    await page.goto(`/app/${system.account.workspace}/${path(seeded)}`)
    await page.locator(shows).first().waitFor()
    await page
      .getByRole('status')
      .filter({ has: page.locator('[data-status=live]') })
      .first()
      .waitFor()
    await settles(page)
    if (opened) await open(page, opened)
    for (const violation of await violationsOf(page))
      faults.push(`${name} ${size} ${scheme}: ${JSON.stringify(violation)}`)
    const file = join(folder, `${name}-${size}-${scheme}.${extensions[format]}`)
    const quality = format === 'jpeg' ? { quality: 75 } : {}
    await page.screenshot({ path: file, type: format, ...quality, animations: 'disabled' })
  }
  return [...faults, ...watched.consoleErrors, ...watched.strayRequests]
}

/** Opens something with a key, such as a palette, and types into it if `typed` says what. */
async function open(page: Page, { focus, key, typed, shows }: Opening): Promise<void> {
  if (focus !== undefined) await page.locator(focus).focus()
  await page.keyboard.press(key)
  if (typed) await page.locator(typed.into).fill(typed.text)
  await page.locator(shows).first().waitFor()
  await settles(page)
}

/** Waits until the page shows no placeholder any more, its fonts have loaded, and transitions have ended. */
async function settles(page: Page): Promise<void> {
  await page.locator('[aria-busy=true], .mantine-Loader-root').first().waitFor({ state: 'detached' })
  await page.evaluate('document.fonts.ready')
  // Longer than any transition of the dashboard.
  await page.waitForTimeout(500)
}

const customer = '+4915112345699'

/**
 * Creates what the operator screens show: another workspace, a dead event, a failed attempt, and two quarantined services. Restarts the
 * system, because a service notices only as it starts that its database was restored.
 */
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

// `pnpm gallery`: starts a system with a small shop and takes pictures of every dashboard screen for the docs, on desktop and phone, in
// light and dark mode. Fails if a screen logs an error, requests another host, or isn't accessible. Screen names as arguments limit it to
// those screens and keep the other pictures. `--language de --into <folder>` takes German pictures as PNG, and `--widths 1440,1920` takes
// them in windows of these widths.
const { values: options, positionals: asked } = parseArgs({
  options: { language: { type: 'string', default: 'en' }, into: { type: 'string' }, widths: { type: 'string' } },
  allowPositionals: true,
})
const ofDocs = join(repositoryRoot, 'apps/docs/pictures/dashboard')
const { language, into: folder = ofDocs } = options
const sizes: Readonly<Record<string, object>> = options.widths === undefined ? sizesOfDocs : sizesOf(options.widths)
const format: Shooting['format'] = folder === ofDocs ? 'jpeg' : 'png'
/** Returns the screens named as arguments, or all of them without arguments. */
const chosen = (all: readonly Screen[]) => all.filter(({ name }) => asked.length === 0 || asked.includes(name))

/** Returns windows for a list of widths, such as `1440,1920`. The docs always have the same sizes, so theirs cannot be changed. */
function sizesOf(widths: string): Record<string, object> {
  if (folder === ofDocs) throw new Error('the docs have pictures in their own sizes; add --into <folder>')
  return Object.fromEntries(
    widths.split(',').map((width) => [width, { viewport: { width: Number(width), height: 900 } }]),
  )
}

/** Signs up the owner. Returns the sign-in state, which later browser contexts begin with. */
async function signUp(system: RunningSystem): Promise<SignedIn> {
  await using watched = await openPatiently(system, { locale: 'en' })
  await becomeOwner(watched.page, system, 'Shop')
  return await watched.page.context().storageState()
}

/**
 * Makes the owner an operator. That needs a confirmed address, and the operator screens need a second factor. Returns the new sign-in
 * state.
 */
async function becomeOperator(system: RunningSystem, storageState: SignedIn): Promise<SignedIn> {
  const [person] = await system.posthorn<{ id: string }[]>('operator', 'member', 'find', owner.email)
  const id = person?.id ?? ''
  await system.posthorn('operator', 'member', 'confirm', id)
  await system.posthorn('operator', 'add', id)
  await using watched = await openPatiently(system, { locale: 'en', storageState })
  await addSecondFactor(watched.page, system)
  return await watched.page.context().storageState()
}

/** Returns the docs' page that shows the pictures of all screens. */
function guide(): string {
  const parts = [...screens, ...pausedScreens, ...operatorScreens].map(({ name, title }: Screen) => {
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

type Three = [Screen[], Screen[], Screen[]]

/**
 * Takes the pictures of all chosen screens. For the docs, also rewrites their page, and first deletes the old pictures if all are taken.
 * Returns the exit code: 1 if a screen has a fault.
 */
async function main(): Promise<number> {
  if (asked.length === 0 && folder === ofDocs) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await using receiver = await startReceiver()
  // An event is dead after ten attempts. With the short pauses, that takes moments instead of minutes.
  const system = await RunningSystem.start({ split: false, env: { EVENT_RETRY_MS: '5' } })
  const faults: string[] = []
  const [ofWorkspace, ofPaused, ofOperators] = [screens, pausedScreens, operatorScreens].map(chosen) as Three
  try {
    const signedIn = await signUp(system)
    const shooting = { system, seeded: await seed(system, receiver), language, folder, format }
    faults.push(...(await photographAll({ ...shooting, signedIn, screens: ofWorkspace })))
    if (ofPaused.length > 0) {
      shooting.seeded.message = await pauseQueue(system, shooting.seeded.number)
      faults.push(...(await photographAll({ ...shooting, signedIn, screens: ofPaused })))
      await system.ok('POST', `/v1/numbers/${shooting.seeded.number}/queue/resume`)
    }
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
  console.log(
    `${[ofWorkspace, ofPaused, ofOperators].flat().length * Object.keys(sizes).length * schemes.length} pictures, ${faults.length} faults`,
  )
  return faults.length === 0 ? 0 : 1
}

process.exit(await main())
