import { phoneOf } from '@posthorn/testkit/system'
import { all, type Group, type Outcome } from '../check.ts'
import { quantile } from '../many-rows.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { loadsWithinBudget } from './budget.ts'
import { staysClosed } from './closed.ts'
import { staysTheSame } from './live.ts'
import { chatOf, chatRows, membersOf, openInbox, writeAsCustomer } from './members.ts'
import { doubleSendIsCaught, sendsOnce } from './sends.ts'
import { differenceOf } from './shown.ts'
import { movesSmoothly } from './smooth.ts'

/** K2-twin: a page without events, compared once another page shows the changes. */
async function stalePageIsCaught(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const [owner, agent] = await membersOf(system)
  const phone = phoneOf(885_000)
  const chat = await chatOf(system, phone)
  await using stale = await openInbox(system, owner)
  await using live = await openInbox(system, agent)
  await stale.page.route('**/v1/events/stream*', (route) => route.abort())
  for (const { page } of [stale, live]) {
    await page.goto(`/app/${system.account.workspace}/inbox/all/${chat}`)
    await page.locator('article[id^="msg_"]').first().waitFor()
  }
  await writeAsCustomer(system, phone, 'Is anybody there?')
  await live.page.getByRole('article').filter({ hasText: 'Is anybody there?' }).waitFor()
  const difference = await differenceOf(stale.page, system, chat)
  return { passed: difference !== undefined, measured: `without its stream: ${difference ?? 'no difference'}` }
}

const messages = 60
const shownMsMax = 1_000

/** K4: time from a customer's message until the open chat and the list show it. */
async function showsSoon(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const [owner] = await membersOf(system)
  const phone = phoneOf(875_000)
  const chat = await chatOf(system, phone)
  await using watched = await openInbox(system, owner)
  const { page } = watched
  await page.goto(`/app/${system.account.workspace}/inbox/all/${chat}`)
  await page.getByRole('article').first().waitFor()
  await page.getByRole('status').filter({ hasText: /^Live/ }).waitFor()
  const times: number[] = []
  for (let i = 0; i < messages; i++) {
    const text = `question number ${i}.`
    const begun = performance.now()
    await writeAsCustomer(system, phone, text)
    await page.getByRole('article').filter({ hasText: text }).waitFor()
    await chatRows(page, chat).filter({ hasText: text }).waitFor()
    times.push(performance.now() - begun)
  }
  const [middle, most] = [quantile(times, 0.5), quantile(times, 0.95)]
  const measured = `${messages} messages, on the screen after ${middle} ms, p95 ${most} ms`
  return all(measured, { 'within a second': most <= shownMsMax })
}

/** K: the dashboard is small, never stale, and closed. Sessions and roles are H11, H12 and H14. */
export const dashboard: Group = {
  name: 'dashboard',
  title: 'K. Dashboard',
  checks: [
    {
      id: 'K1',
      promise: 'The inbox loads quickly with little data, and other screens add little',
      expected:
        'first load ≤ 250,000 bytes of scripts and styles in gzip, ≤ 45 requests, usable after ≤ 5 s; each other screen ≤ 80,000 bytes more',
      run: loadsWithinBudget,
    },
    {
      id: 'K2',
      promise: 'All members’ browsers show the same data as the API, no matter what breaks',
      expected:
        'two browsers, after one was offline, 1,200 messages behind, loaded anew, and a killed gateway: chats, unread counts, messages and statuses as the API; offline is shown',
      run: staysTheSame,
    },
    {
      id: 'K2-twin',
      promise: 'The comparison of K2 catches a page without events',
      expected: 'what happened meanwhile is named as a difference',
      run: stalePageIsCaught,
    },
    {
      id: 'K3',
      promise: 'The dashboard asks no other host and runs no script but its own',
      expected: 'every screen: 0 requests elsewhere, 0 errors of the console; a script in the page is refused',
      run: staysClosed,
    },
    {
      id: 'K4',
      promise: 'A customer’s message is on the screen within a second',
      expected: '60 messages: from the call to the painted words p95 ≤ 1 s',
      run: showsSoon,
    },
    {
      id: 'K5',
      promise: 'The inbox scrolls smoothly through 100,000 chats, and screens switch instantly',
      expected: 'scrolled: 60 frames a second, at most 60 rows in the page; from a click to the next screen ≤ 100 ms',
      run: movesSmoothly,
    },
    {
      id: 'K6',
      promise: 'A text written in the dashboard is sent once, no matter which keys are pressed and what breaks',
      expected:
        '40 plays of keys, reloads and two tabs by chance, with latency, lost requests and responses, and a killed gateway: the API shows each text exactly once',
      run: sendsOnce,
    },
    {
      id: 'K6-twin',
      promise: 'The check of K6 catches a page that retries with another key',
      expected: 'a text whose response was lost is found twice',
      run: doubleSendIsCaught,
    },
  ],
}
