import { type Browser, chromium } from 'playwright-core'
import { unpackedChromium } from './chromium.ts'

let launched: Promise<Browser> | undefined

/** Returns the browser of this process, launched at its first use. It ends with the process, or with `closeBrowser`. */
export function sharedBrowser(): Promise<Browser> {
  launched ??= launch()
  return launched
}

/** Ends the browser of this process, if there is one. */
export async function closeBrowser(): Promise<void> {
  const browser = launched
  launched = undefined
  await (await browser)?.close()
}

async function launch(): Promise<Browser> {
  const { executable, env } = await unpackedChromium()
  return chromium.launch({
    executablePath: executable,
    env,
    // Containers have a small /dev/shm and seldom a namespace for a sandbox; there is no graphics card.
    args: ['--no-sandbox', '--no-zygote', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=none'],
  })
}
