import { get } from 'node:http'
import { copiedId, copyRow, until } from '@posthorn/testkit'
import { openWatchedPage, wide } from '@posthorn/testkit/browser'
import { percentile, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { quantile } from '../load.ts'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { chatOf, chatRows, isShown, openInbox, type Page, screensOf } from './members.ts'

/** Maximum gzipped bytes of scripts and styles: for the inbox's first load, and for what each other screen adds. */
const bytesMax = { inbox: 250_000, screen: 80_000 }
/** Maximum requests and milliseconds until the inbox shows its chats. */
const requestsMax = 45
const usableMsMax = 5_000

/** K1: bytes, requests and time until a new browser shows the inbox, and the bytes that each other screen adds. */
export async function loadsWithinBudget(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const chat = await chatOf(system, phoneOf(870_000))
  await using signedIn = await openInbox(system)
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

/** Returns the total gzipped bytes of the scripts and styles among these URLs, each counted once, because browsers keep them. */
async function bytesOf(urls: readonly string[]): Promise<number> {
  let sum = 0
  for (const url of new Set(urls)) if (/\/app\/assets\/.*\.(?:js|css)$/.test(url)) sum += await compressedSize(url)
  return sum
}

/** Returns how many bytes a browser receives. Uses `get`, because `fetch` would count the decompressed bytes. */
const compressedSize = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'gzip' } }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.once('end', () => resolve(bytes))
    }).once('error', reject)
  })

const listedChats = 100_000
const rowsMax = 60
/** A 60 Hz frame takes 16.7 ms; the browser's clock has a resolution of 0.1 ms. */
const frameMsMax = 17.5
const changeMsMax = 100
const scrollMs = 8_000
const stepPx = 30
/** Less than this means that the list ended, or that frames were left out. */
const passedPxMin = 8_000
const screenRounds = 5

/** Menu screens that aren't about a single object. */
const menuScreens = ['contacts', 'broadcasts', 'numbers', 'reports', 'developer/webhooks', 'inbox/all']

/** `rowsMost`: most rows that were in the page at once. `shown`: messages in the page at the end. */
type Scrolled = { frames: number[]; rowsMost: number; passedPx: number; shown: number }

/** K5: frame times while the inbox scrolls through 100,000 chats, and the time until a click shows another screen. */
export async function movesSmoothly(fixture: ProofFixture): Promise<Outcome> {
  // Later checks don't need that many chats.
  await using _fixture = fixture
  const system = await fixture.freshSystem()
  await fillList(fixture, await chatOf(system, phoneOf(877_000)))
  await using watched = await openInbox(system)
  const { page } = watched
  await page.goto(`/app/${system.account.workspace}/inbox/all`)
  await page.locator('[data-rows] a').first().waitFor()
  const { frames, rowsMost, passedPx } = (await page.evaluate(scrollScript('[data-rows]', stepPx))) as Scrolled
  const changes = await changeScreens(page, system)
  const [frame, slow] = [percentile(frames, 50), percentile(frames, 95)]
  const change = quantile(changes, 0.5)
  const measured = `${listedChats} chats: ${frames.length} frames over ${passedPx} px, each ${frame.toFixed(1)} ms, p95 ${slow.toFixed(1)} ms; at most ${rowsMost} rows in the page; ${changes.length} changes of the screen, each ${change} ms, p95 ${quantile(changes, 0.95)} ms`
  return all(measured, {
    '60 frames a second': frame <= frameMsMax && passedPx > passedPxMin,
    'few rows in the page': rowsMost > 0 && rowsMost <= rowsMax,
    'screens change at once': change <= changeMsMax,
  })
}

/** Copies a chat into 100,000 chats of other people in Postgres, because letting them write would take hours, and updates its statistics. */
async function fillList(fixture: ProofFixture, chatId: string): Promise<void> {
  const changes = `jsonb_build_object('id', ${copiedId('id')}, 'phone', '+4918' || (100000000 + i), 'recipient', '4918' || (100000000 + i),
    'name', 'Person ' || i, 'last_message_at', to_jsonb(now() - make_interval(secs => i)))`
  await copyRow(fixture, { table: 'messaging.chat', where: 'id = $1', params: [chatId], count: listedChats, changes })
  await fixture.rows('analyze messaging.chat')
}

/** Returns a script that scrolls a box by `px` on each frame for some seconds and returns a `Scrolled`. Only lists have rows. */
const scrollScript = (selector: string, px: number) => `new Promise((resolve) => {
  const box = document.querySelector('${selector}')
  const [frames, begun] = [[], performance.now()]
  let [last, rowsMost] = [begun, 0]
  const step = (now) => {
    frames.push(now - last)
    last = now
    if (box.dataset.rows !== undefined) rowsMost = Math.max(rowsMost, box.querySelectorAll('a').length)
    box.scrollTop += ${px}
    if (now - begun < ${scrollMs}) return requestAnimationFrame(step)
    const passedPx = Math.round(Math.abs(box.scrollTop))
    resolve({ frames: frames.slice(1), rowsMost, passedPx, shown: box.querySelectorAll('article').length })
  }
  requestAnimationFrame(step)
})`

/** Measures the milliseconds from a click in the menu until the next screen shows its title or, for the inbox, its rows. */
async function changeScreens(page: Page, { account }: RunningSystem): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round <= screenRounds; round++) {
    for (const screen of menuScreens) {
      const took = await page.evaluate(changeScript(`/app/${account.workspace}/${screen}`))
      // The first visit also loads the screen's scripts.
      if (round > 0) times.push(took as number)
      await until(async () => page.url().includes(screen), { describe: `the screen ${screen}` })
      if (!screen.startsWith('inbox')) await isShown(page)
    }
  }
  return times
}

/**
 * Returns a script that clicks the link with a selector and measures the milliseconds until the expression `isThere` is true. `before`: an
 * expression whose earlier value it compares with.
 */
const clickScript = (link: string, before: string, isThere: string) => `new Promise((resolve, reject) => {
  const link = document.querySelector('${link}')
  if (link === null) return reject(new Error('no link ${link}'))
  const [begun, before] = [performance.now(), ${before}]
  const look = () => (${isThere} ? resolve(performance.now() - begun) : requestAnimationFrame(look))
  link.click()
  requestAnimationFrame(look)
})`

const mainText = `document.querySelector('main')?.textContent`
/** Returns a script that clicks the link to a screen. */
const changeScript = (path: string) =>
  clickScript(
    `a[href^="${path}"]`,
    mainText,
    `location.pathname.startsWith('${path}') && document.querySelector('main h1, main [data-rows]') !== null && ${mainText} !== before`,
  )

const longChatMessages = 100_000
const chatsOpened = 20
const openMsMax = 150

/** K7: time from clicking a chat until its messages appear, and frame times while scrolling back through a chat with many messages. */
export async function opensChats(fixture: ProofFixture): Promise<Outcome> {
  // Later checks don't need that many messages.
  await using _fixture = fixture
  const system = await fixture.freshSystem()
  const written: string[] = []
  for (let i = 0; i <= chatsOpened; i++) written.push(await chatOf(system, phoneOf(878_000 + i)))
  const [long = '', first = '', ...others] = written
  await fillChat(fixture, long)
  await using watched = await openInbox(system)
  const { page } = watched
  await page.goto(`/app/${system.account.workspace}/inbox/all`)
  await chatRows(page, long).waitFor()
  // The first chat also loads the conversation's scripts.
  await openChat(page, first)
  const times: number[] = []
  for (const chat of others) times.push(await openChat(page, chat))
  const ofLong = Math.round(await openChat(page, long))
  // The box is laid out in reverse to stay at the bottom, so scroll offsets are negative.
  const { frames, passedPx, shown } = (await page.evaluate(scrollScript('[role=log]', -stepPx))) as Scrolled
  const [middle, most] = [quantile(times, 0.5), quantile(times, 0.95)]
  const [frame, slow] = [percentile(frames, 50), percentile(frames, 95)]
  const measured = `${times.length} chats, each open after ${middle} ms, p95 ${most} ms, one of ${longChatMessages} messages after ${ofLong} ms; in it ${frames.length} frames over ${passedPx} px and ${shown} messages, each ${frame.toFixed(1)} ms, p95 ${slow.toFixed(1)} ms`
  return all(measured, {
    'chats open at once': most <= openMsMax,
    '60 frames a second': frame <= frameMsMax && passedPx > passedPxMin,
  })
}

/** Copies the message of a chat 100,000 times, in Postgres as `fillList` does. */
async function fillChat(fixture: ProofFixture, chatId: string): Promise<void> {
  const changes = `jsonb_build_object('id', ${copiedId('id')}, 'provider_id', 'wamid.copy' || i)`
  await copyRow(fixture, {
    table: 'messaging.message',
    where: 'chat_id = $1',
    params: [chatId],
    count: longChatMessages,
    changes,
  })
  await fixture.rows('analyze messaging.message')
}

const messageLog = `document.querySelector('[role=log]')`
/** Opens a chat in the page. Returns how many milliseconds passed until its messages were shown. */
const openChat = (page: Page, chatId: string) => {
  const isOpen = `location.pathname.includes('${chatId}') && ${messageLog} !== before && ${messageLog}?.querySelector('article[id^="msg_"]')`
  return page.evaluate(clickScript(`[data-rows] a[href*="${chatId}"]`, messageLog, isOpen)) as Promise<number>
}
