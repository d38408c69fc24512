import { copiedId, copyRow, until } from '@posthorn/testkit'
import { percentile, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { quantile } from '../many-rows.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { chatOf, isShown, membersOf, openInbox, type Page } from './members.ts'

const chats = 100_000
const rowsMax = 60
/** A 60 Hz frame takes 16.7 ms; the browser's clock has a resolution of 0.1 ms. */
const frameMsMax = 17.5
const changeMsMax = 100
const scrollMs = 8_000
const stepPx = 30
const rounds = 5

/** Menu screens that aren't about a single object. */
const screens = ['contacts', 'broadcasts', 'numbers', 'reports', 'developer/webhooks', 'inbox/all']

type Scrolled = { frames: number[]; rowsMost: number; passedPx: number }

export async function movesSmoothly(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem()
  // Later checks don't need that many chats.
  return measure(fixture, system).finally(() => fixture.end())
}

async function measure(fixture: ProofFixture, system: RunningSystem): Promise<Outcome> {
  const [owner] = await membersOf(system)
  await fill(fixture, await chatOf(system, phoneOf(877_000)))
  await using watched = await openInbox(system, owner)
  const { page } = watched
  await page.goto(`/app/${system.account.workspace}/inbox/all`)
  await page.locator('[data-rows] a').first().waitFor()
  const { frames, rowsMost, passedPx } = (await page.evaluate(scroll)) as Scrolled
  const changes = await changeScreens(page, system)
  const [frame, slow] = [percentile(frames, 50), percentile(frames, 95)]
  const change = quantile(changes, 0.5)
  const measured = `${chats} chats: ${frames.length} frames over ${passedPx} px, each ${frame.toFixed(1)} ms, p95 ${slow.toFixed(1)} ms; at most ${rowsMost} rows in the page; ${changes.length} changes of the screen, each ${change} ms, p95 ${quantile(changes, 0.95)} ms`
  return all(measured, {
    '60 frames a second': frame <= frameMsMax && passedPx > scrollMs,
    'few rows in the page': rowsMost > 0 && rowsMost <= rowsMax,
    'screens change at once': change <= changeMsMax,
  })
}

async function fill(fixture: ProofFixture, chat: string): Promise<void> {
  const changes = `jsonb_build_object('id', ${copiedId('id')}, 'phone', '+4918' || (100000000 + i), 'recipient', '4918' || (100000000 + i),
    'name', 'Person ' || i, 'last_message_at', to_jsonb(now() - make_interval(secs => i)))`
  await copyRow(fixture, { table: 'messaging.chat', where: 'id = $1', params: [chat], count: chats, changes })
  await fixture.rows('analyze messaging.chat')
}

/** Scrolls the list on each frame, and records the frame's duration and number of rows. */
const scroll = `new Promise((resolve) => {
  const box = document.querySelector('[data-rows]')
  const [frames, begun] = [[], performance.now()]
  let [last, rowsMost] = [begun, 0]
  const step = (now) => {
    frames.push(now - last)
    last = now
    rowsMost = Math.max(rowsMost, box.querySelectorAll('a').length)
    box.scrollTop += ${stepPx}
    if (now - begun < ${scrollMs}) requestAnimationFrame(step)
    else resolve({ frames: frames.slice(1), rowsMost, passedPx: Math.round(box.scrollTop) })
  }
  requestAnimationFrame(step)
})`

/** Measures the milliseconds from a click in the menu until the next screen shows its title or, for the inbox, its rows. */
async function changeScreens(page: Page, { account }: RunningSystem): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    for (const screen of screens) {
      const took = await page.evaluate(change(`/app/${account.workspace}/${screen}`))
      // The first visit also loads the screen's scripts.
      if (round > 0) times.push(took as number)
      await until(async () => page.url().includes(screen), { describe: `the screen ${screen}` })
      if (!screen.startsWith('inbox')) await isShown(page)
    }
  }
  return times
}

const change = (path: string) => `new Promise((resolve, reject) => {
  const link = document.querySelector('a[href^="${path}"]')
  if (link === null) return reject(new Error('no link to ${path}'))
  const begun = performance.now()
  const before = document.querySelector('main')?.textContent
  const isChanged = () => location.pathname.startsWith('${path}') && document.querySelector('main h1, main [data-rows]') !== null
    && document.querySelector('main')?.textContent !== before
  const look = () => (isChanged() ? resolve(performance.now() - begun) : requestAnimationFrame(look))
  link.click()
  requestAnimationFrame(look)
})`
