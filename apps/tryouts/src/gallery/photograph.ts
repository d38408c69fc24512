import { join } from 'node:path'
import { openPatiently, violationsOf, type WatchedPage } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'
import type { Opening, Screen } from './screens.ts'
import type { Seeded } from './seed.ts'

type Page = WatchedPage['page']

/** Window sizes; the phone has a touch screen. */
export const sizes = {
  wide: { viewport: { width: 1280, height: 800 } },
  phone: {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  },
} as const

export const schemes = ['light', 'dark'] as const

const extensions = { jpeg: 'jpg', png: 'png' } as const

/** Session cookies of the owner. */
export type SignedIn = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>

/** Screens, their language, and the target folder. Compressed, or lossless. */
export type Shooting = {
  system: RunningSystem
  signedIn: SignedIn
  screens: readonly Screen[]
  seeded: Seeded
  language: string
  folder: string
  format: 'jpeg' | 'png'
}

type View = { size: keyof typeof sizes; scheme: (typeof schemes)[number] }

/** Takes pictures of screens in both sizes and color schemes; returns problems. */
export async function photographAll(shooting: Shooting): Promise<string[]> {
  const faults: string[] = []
  if (shooting.screens.length === 0) return faults
  for (const size of ['wide', 'phone'] as const)
    for (const scheme of schemes) faults.push(...(await photograph(shooting, { size, scheme })))
  return faults
}

async function photograph(shooting: Shooting, { size, scheme }: View): Promise<string[]> {
  const { system, signedIn, seeded, language, folder, format } = shooting
  const device = {
    ...sizes[size],
    colorScheme: scheme,
    locale: language,
    storageState: signedIn,
  }
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

async function open(page: Page, { focus, key, typed, shows }: Opening): Promise<void> {
  if (focus !== undefined) await page.locator(focus).focus()
  await page.keyboard.press(key)
  if (typed) await page.locator(typed.into).fill(typed.text)
  await page.locator(shows).first().waitFor()
  await settles(page)
}

/** Waits until the page and its images have loaded, and transitions have ended. */
async function settles(page: Page): Promise<void> {
  await page.locator('[aria-busy=true], .mantine-Loader-root').first().waitFor({ state: 'detached' })
  await page.evaluate('document.fonts.ready')
  await page.waitForTimeout(500)
}
