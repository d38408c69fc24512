import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startReceiver } from '@posthorn/testkit'
import { closeBrowser, violationsOf } from '@posthorn/testkit/browser'
import { RunningSystem, repositoryRoot } from '@posthorn/testkit/system'
import { becomeOwner, openPatiently, owner } from '../dashboard/owner.ts'
import { addSecondFactor } from '../dashboard/second-factor.ts'
import { operatorScreens, type Screen, screens } from './screens.ts'
import { type Seeded, seed } from './seed.ts'
import { seedOperator } from './seed-operator.ts'

// `pnpm gallery`: starts a system with a small shop in it, and photographs every screen of the dashboard, wide and on a phone, light and
// dark, into the docs. It fails where a screen has an error in the console, a request to another host, or keeps people out. Names of
// screens choose some; the pictures of the others stay as they are.
const folder = join(repositoryRoot, 'apps/docs/pictures/dashboard')
const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const
const schemes = ['light', 'dark'] as const
const asked = process.argv.slice(2)
const chosen = (all: readonly Screen[]) => all.filter(({ name }) => asked.length === 0 || asked.includes(name))

/** Cookies of a browser in which the owner has signed in. */
type SignedIn = Awaited<ReturnType<typeof signUp>>

type Picture = {
  system: RunningSystem
  signedIn: SignedIn
  screens: readonly Screen[]
  seeded: Seeded
  size: keyof typeof sizes
  scheme: 'light' | 'dark'
}

async function signUp(system: RunningSystem) {
  await using watched = await openPatiently(system, { locale: 'en' })
  await becomeOwner(watched.page, system, 'Shop')
  return await watched.page.context().storageState()
}

async function becomeOperator(system: RunningSystem, storageState: SignedIn): Promise<SignedIn> {
  await system.posthorn('operator', 'add', owner.email)
  await using watched = await openPatiently(system, { locale: 'en', storageState })
  await addSecondFactor(watched.page, system)
  return await watched.page.context().storageState()
}

/** Photographs screens in both sizes and schemes; returns what was wrong. */
async function photographAll(given: Omit<Picture, 'size' | 'scheme'>): Promise<string[]> {
  const faults: string[] = []
  if (given.screens.length === 0) return faults
  for (const size of ['wide', 'phone'] as const)
    for (const scheme of schemes) faults.push(...(await photograph({ ...given, size, scheme })))
  return faults
}

async function photograph({ system, signedIn, seeded, size, scheme, ...given }: Picture): Promise<string[]> {
  const options = { viewport: sizes[size], colorScheme: scheme, locale: 'en', storageState: signedIn }
  await using watched = await openPatiently(system, options)
  const { page } = watched
  const faults: string[] = []
  for (const { name, path, shows = 'h1' } of given.screens) {
    await page.goto(`/app/${system.account.workspace}/${path(seeded)}`)
    await page.locator(shows).first().waitFor()
    await page.getByRole('status').filter({ hasText: /^Live/ }).first().waitFor()
    await page.locator('[aria-busy=true], .mantine-Loader-root').first().waitFor({ state: 'detached' })
    await page.evaluate('document.fonts.ready')
    // Pictures and transitions of the page settle.
    await page.waitForTimeout(500)
    for (const violation of await violationsOf(page))
      faults.push(`${name} ${size} ${scheme}: ${JSON.stringify(violation)}`)
    await page.screenshot({
      path: join(folder, `${name}-${size}-${scheme}.jpg`),
      type: 'jpeg',
      quality: 75,
      animations: 'disabled',
    })
  }
  return [...faults, ...watched.consoleErrors, ...watched.strayRequests]
}

function guide(): string {
  const parts = [...screens, ...operatorScreens].map(({ name, title }: Screen) => {
    const picture = (size: string, scheme: string) =>
      `![${title}, ${size}, ${scheme}](pictures/dashboard/${name}-${size}-${scheme}.jpg)`
    const pictures = Object.keys(sizes).flatMap((size) => schemes.map((scheme) => picture(size, scheme)))
    return `## ${title}\n\n${pictures.join('\n\n')}\n`
  })
  return `# The screens of the dashboard

\`npx -y pnpm@12.21.0 gallery\` takes these pictures of a system of its own, and fails where a screen
has an error or keeps people out. How the screens are used is described in [the guide](guides/dashboard.md).

${parts.join('\n')}`
}

async function main(): Promise<number> {
  if (asked.length === 0) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await using receiver = await startReceiver()
  // An event is put aside after ten tries: in moments rather than in minutes.
  const system = await RunningSystem.start({ split: false, env: { EVENT_RETRY_MS: '5' } })
  const faults: string[] = []
  const [ofWorkspace, ofOperators] = [chosen(screens), chosen(operatorScreens)]
  try {
    const signedIn = await signUp(system)
    const seeded = await seed(system, receiver.url)
    faults.push(...(await photographAll({ system, signedIn, seeded, screens: ofWorkspace })))
    if (ofOperators.length > 0) {
      const operator = await becomeOperator(system, signedIn)
      await seedOperator(system)
      faults.push(...(await photographAll({ system, signedIn: operator, seeded, screens: ofOperators })))
    }
  } finally {
    await closeBrowser()
    await system.remove()
  }
  writeFileSync(join(repositoryRoot, 'apps/docs/dashboard-gallery.md'), guide())
  for (const fault of faults) console.error(fault)
  console.log(`${(ofWorkspace.length + ofOperators.length) * 4} pictures, ${faults.length} faults`)
  return faults.length === 0 ? 0 : 1
}

process.exit(await main())
