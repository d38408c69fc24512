import { copiedId, copyRow } from '@posthorn/testkit'
import { percentile, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import { quantile } from '../many-rows.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { chatOf, chatRows, membersOf, openInbox, type Page } from './members.ts'

const messages = 100_000
const chats = 20
const openMsMax = 150
/** A frame at 60 Hz takes 16.7 ms; the browser's clock has a resolution of 0.1 ms. */
const frameMsMax = 17.5
const scrollMs = 8_000
const stepPx = 30

type Scrolled = { frames: number[]; passedPx: number; shown: number }

/** K7: time from clicking a chat until its messages appear, and frame times while scrolling back through a chat with many messages. */
export async function opensChats(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.freshSystem()
  // Later checks don't need that many messages.
  return measure(fixture, system).finally(() => fixture.end())
}

async function measure(fixture: ProofFixture, system: RunningSystem): Promise<Outcome> {
  const [owner] = await membersOf(system)
  const written: string[] = []
  for (let i = 0; i <= chats; i++) written.push(await chatOf(system, phoneOf(878_000 + i)))
  const [long = '', first = '', ...others] = written
  await fill(fixture, long)
  await using watched = await openInbox(system, owner)
  const { page } = watched
  await page.goto(`/app/${system.account.workspace}/inbox/all`)
  await chatRows(page, long).waitFor()
  // The first chat also loads the conversation's scripts.
  await openChat(page, first)
  const times: number[] = []
  for (const chat of others) times.push(await openChat(page, chat))
  const ofLong = Math.round(await openChat(page, long))
  const { frames, passedPx, shown } = (await page.evaluate(scrollBack)) as Scrolled
  const [middle, most] = [quantile(times, 0.5), quantile(times, 0.95)]
  const [frame, slow] = [percentile(frames, 50), percentile(frames, 95)]
  const measured = `${times.length} chats, each open after ${middle} ms, p95 ${most} ms, one of ${messages} messages after ${ofLong} ms; in it ${frames.length} frames over ${passedPx} px and ${shown} messages, each ${frame.toFixed(1)} ms, p95 ${slow.toFixed(1)} ms`
  return all(measured, {
    'chats open at once': most <= openMsMax,
    '60 frames a second': frame <= frameMsMax && passedPx > scrollMs,
  })
}

async function fill(fixture: ProofFixture, chat: string): Promise<void> {
  const changes = `jsonb_build_object('id', ${copiedId('id')}, 'provider_id', 'wamid.copy' || i)`
  await copyRow(fixture, {
    table: 'messaging.message',
    where: 'chat_id = $1',
    params: [chat],
    count: messages,
    changes,
  })
  await fixture.rows('analyze messaging.message')
}

const openChat = (page: Page, chat: string) => page.evaluate(open(chat)) as Promise<number>

const open = (chat: string) => `new Promise((resolve, reject) => {
  const link = document.querySelector('[data-rows] a[href*="${chat}"]')
  if (link === null) return reject(new Error('no row of ${chat}'))
  const [begun, before] = [performance.now(), document.querySelector('[role=log]')]
  const isOpen = () => {
    const log = document.querySelector('[role=log]')
    return location.pathname.includes('${chat}') && log !== before && log?.querySelector('article[id^="msg_"]')
  }
  const look = () => (isOpen() ? resolve(performance.now() - begun) : requestAnimationFrame(look))
  link.click()
  requestAnimationFrame(look)
})`

/**
 * Scrolls back through the conversation, one step per frame. The box is laid out in reverse to stay at the bottom, so scroll offsets are
 * negative.
 */
const scrollBack = `new Promise((resolve) => {
  const box = document.querySelector('[role=log]')
  const [frames, begun] = [[], performance.now()]
  let last = begun
  const step = (now) => {
    frames.push(now - last)
    last = now
    box.scrollTop -= ${stepPx}
    if (now - begun < ${scrollMs}) requestAnimationFrame(step)
    else resolve({ frames: frames.slice(1), passedPx: Math.round(-box.scrollTop), shown: box.querySelectorAll('article').length })
  }
  requestAnimationFrame(step)
})`
