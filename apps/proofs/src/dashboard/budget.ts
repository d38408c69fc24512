import { get } from 'node:http'
import { openWatchedPage, wide } from '@posthorn/testkit/browser'
import { phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import type { ProofFixture } from '../proof.ts'
import { all, type Outcome } from '../proof.ts'
import { chatOf, chatRows, isShown, membersOf, openInbox, type Page, screensOf } from './inbox.ts'

/** Maximum gzipped bytes of scripts and styles: for the inbox's first load, and for what each other screen adds. */
const bytesMax = { inbox: 250_000, screen: 80_000 }
/** Maximum requests and milliseconds until the inbox shows its chats. */
const requestsMax = 45
const usableMsMax = 5_000

/**
 * K1: bytes, requests and time until a new browser shows the inbox, and the bytes that each other screen adds. Promise: the inbox loads
 * quickly with little data, and other screens add little.
 */
export async function loadsWithinBudget(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const [owner] = await membersOf(system)
  const chat = await chatOf(system, phoneOf(870_000))
  await using signedIn = await openInbox(system, owner)
  const storageState = await signedIn.page.context().storageState()
  // A new context has an empty cache.
  await using watched = await openWatchedPage(system.url, { ...wide, storageState })
  const { page } = watched
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  const begun = performance.now()
  await page.goto(`/app/${system.account.workspace}/inbox/all`)
  await chatRows(page, chat).waitFor()
  const usableMs = Math.round(performance.now() - begun)
  const first = [...requested]
  const bytes = await bytesOf(first)
  const [largest = { path: '', bytes: 0 }] = (await addedBytes(system, page, first)).toSorted(
    (a, b) => b.bytes - a.bytes,
  )
  const measured = `first load ${bytes} bytes in ${first.length} requests, usable after ${usableMs} ms; at most ${largest.bytes} bytes more, for ${largest.path}`
  return all(measured, {
    'the inbox is small': bytes > 0 && bytes <= bytesMax.inbox,
    'it asks seldom': first.length <= requestsMax,
    'it is usable soon': usableMs <= usableMsMax,
    'other screens are small': largest.bytes > 0 && largest.bytes <= bytesMax.screen,
  })
}

/** Opens each other screen. Returns the bytes that it loads in addition to the URLs of the first load. */
async function addedBytes(system: RunningSystem, page: Page, firstLoad: readonly string[]) {
  const added: { path: string; bytes: number }[] = []
  for (const path of screensOf(system)) {
    const requested: string[] = []
    const note = (request: { url(): string }) => requested.push(request.url())
    page.on('request', note)
    await page.goto(`/app/${system.account.workspace}/${path}`)
    await isShown(page)
    page.off('request', note)
    added.push({ path, bytes: await bytesOf(requested.filter((url) => !firstLoad.includes(url))) })
  }
  return added
}

/** Returns the total gzipped bytes of these scripts and styles, counting each URL once. */
async function bytesOf(urls: readonly string[]): Promise<number> {
  let sum = 0
  for (const url of new Set(urls)) if (/\/app\/assets\/.*\.(?:js|css)$/.test(url)) sum += await compressedSize(url)
  return sum
}

/** Returns how many bytes a browser receives. Uses `get`, because `fetch` would count the decompressed bytes. */
function compressedSize(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'gzip' } }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.once('end', () => resolve(bytes))
    }).once('error', reject)
  })
}
