import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startReceiver } from '@posthorn/testkit'
import { closeBrowser, violationsOf } from '@posthorn/testkit/browser'
import { RunningSystem, repositoryRoot } from '@posthorn/testkit/system'
import { becomeOwner, openAsOwner, openPatiently } from '../dashboard/owner.ts'
import { type Screen, screens } from './screens.ts'
import { type Seeded, seed } from './seed.ts'

// `pnpm gallery`: starts a system with a small shop in it, and photographs every screen of the dashboard, wide and on a phone, light and
// dark, into the docs. It fails where a screen has an error in the console, a request to another host, or keeps people out. Names of
// screens choose some; the pictures of the others stay as they are.
const folder = join(repositoryRoot, 'apps/docs/pictures/dashboard')
const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const
const schemes = ['light', 'dark'] as const
const asked = process.argv.slice(2)
const chosen = screens.filter(({ name }) => asked.length === 0 || asked.includes(name))

type Picture = {
  system: RunningSystem
  seeded: Seeded
  size: keyof typeof sizes
  scheme: 'light' | 'dark'
}

async function signUp(system: RunningSystem): Promise<void> {
  await using watched = await openPatiently(system, { locale: 'en' })
  await becomeOwner(watched.page, system, 'Shop')
}

/** Photographs the chosen screens in a size and a scheme; returns what was wrong. */
async function photograph({ system, seeded, size, scheme }: Picture): Promise<string[]> {
  const options = { viewport: sizes[size], colorScheme: scheme, locale: 'en' }
  await using watched = await openAsOwner(system, options)
  const { page } = watched
  const faults: string[] = []
  for (const { name, path, shows = 'h1' } of chosen) {
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
  const parts = screens.map(({ name, title }: Screen) => {
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
  const system = await RunningSystem.start({ split: false })
  const faults: string[] = []
  try {
    await signUp(system)
    const seeded = await seed(system, receiver.url)
    for (const size of ['wide', 'phone'] as const)
      for (const scheme of schemes) faults.push(...(await photograph({ system, seeded, size, scheme })))
  } finally {
    await closeBrowser()
    await system.remove()
  }
  writeFileSync(join(repositoryRoot, 'apps/docs/dashboard-gallery.md'), guide())
  for (const fault of faults) console.error(fault)
  console.log(`${chosen.length * 4} pictures, ${faults.length} faults`)
  return faults.length === 0 ? 0 : 1
}

process.exit(await main())
