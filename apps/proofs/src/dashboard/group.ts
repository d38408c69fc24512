import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import { phoneOf } from '@posthorn/testkit/system'
import fc from 'fast-check'
import { quantile } from '../load.ts'
import { all, groupOf, type Outcome, type ProofFixture } from '../proof.ts'
import { colleaguesLoseNothing } from './colleagues.ts'
import { differenceOf, remainingDifference, staysTheSame } from './live.ts'
import {
  chatOf,
  chatRows,
  isShown,
  membersOf,
  openInbox,
  type Page,
  screensOf,
  showsStatus,
  writeAsCustomer,
} from './members.ts'
import { Desk, type Play, plays } from './send-once.ts'
import { loadsWithinBudget, movesSmoothly, opensChats } from './speed.ts'

/**
 * K3: every screen requests only this server, without errors, under a policy that forbids inline scripts and other hosts. Nothing that a
 * script can read has the session.
 */
async function staysClosed(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using watched = await openInbox(system)
  const { page } = watched
  const paths = screensOf(system)
  for (const path of paths) {
    await page.goto(`/app/${system.account.workspace}/${path}`)
    await isShown(page)
  }
  // Taken before the intrusion below, which logs console errors.
  const [errors, stray] = [[...watched.consoleErrors], [...watched.strayRequests]]
  const kept = String(
    await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'),
  )
  const { hasRun, isAnswered, blocked } = await intrude(page)
  const policy = (await fetch(`${system.url}/app/`)).headers.get('content-security-policy') ?? ''
  const measured = `${paths.length} screens: ${stray.length} requests elsewhere, ${errors.length} errors; refused by the policy: ${blocked.join(', ')}`
  return all(measured, {
    [`no request to another host (${stray[0]})`]: stray.length === 0,
    [`no error of the console (${errors[0]})`]: errors.length === 0,
    'no script in the page runs': !hasRun && blocked.includes('script-src-elem'),
    'no other host is asked': !isAnswered && blocked.includes('connect-src'),
    'the policy allows neither': /script-src 'self';/.test(policy) && /default-src 'none'/.test(policy),
    'no session within reach of scripts': !/posthorn=|ses_/.test(kept),
  })
}

type Intrusion = { hasRun: boolean; isAnswered: boolean; blocked: string[] }

/** Acts like an attacker: adds a script to the page and requests another host. Returns what succeeded and what the policy refused. */
async function intrude(page: Page): Promise<Intrusion> {
  await page.evaluate(`
    window.blocked = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => blocked.push(effectiveDirective))
    const script = document.createElement('script')
    script.textContent = 'window.intruded = true'
    document.head.append(script)
    fetch('https://elsewhere.example.com/').then(() => (window.answered = true), () => (window.answered = false))
    undefined`)
  const read = async () =>
    (await page.evaluate(
      'window.answered === undefined || blocked.length < 2 ? null : { hasRun: window.intruded === true, isAnswered: answered, blocked }',
    )) as Intrusion | null
  return until(read, { describe: 'the policy to refuse a script and a request' })
}

const playsOfProof = 40
/** The gateway is killed during one in this many plays. */
const killEvery = 8

/** K6: with random keystrokes, reloads and tabs, lost responses and a killed gateway, each message exists exactly once. */
async function sendsOnce(fixture: ProofFixture): Promise<Outcome> {
  const { seed } = fixture
  const system = await fixture.system()
  await using watched = await openInbox(system)
  const desk = await Desk.open(system, watched.page, `Proof ${seed}`)
  let [texts, kills] = [0, 0]
  const faults: string[] = []
  for (const [i, play] of fc.sample(plays, { seed, numRuns: playsOfProof }).entries()) {
    fixture.stopSignal.throwIfAborted()
    const isKilled = i % killEvery === killEvery - 1
    const killed = isKilled ? pause(500).then(() => fixture.killAndWait('gateway')) : Promise.resolve()
    const written = await desk.play(play)
    await killed
    await desk.settle()
    faults.push(...(await desk.faultsOf(written)))
    texts += written.length
    kills += Number(isKilled)
  }
  const measured = `seed ${seed}: ${texts} texts in ${playsOfProof} plays of keys, reloads and tabs, ${kills} kills of the gateway; ${faults.length} not exactly once`
  return all(measured, { [`each exactly once (${faults[0]})`]: texts > 0 && faults.length === 0 })
}

/** K6-twin: the same program with a new idempotency key per attempt. A lost response then causes a message to be sent twice. */
async function doubleSendIsCaught(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using watched = await openInbox(system)
  const desk = await Desk.open(system, watched.page, `Twin ${fixture.seed}`)
  await watched.page.context().route(/\/v1\/(messages|chats\/[^/]+\/notes)$/, (route) => {
    const headers = { ...route.request().headers(), 'idempotency-key': randomUUID() }
    return route.fallback({ headers })
  })
  const write = { kind: 'write', fieldKey: 'r', enters: 1 } as const
  const lost: Play = { steps: [write], fates: [{ fate: 'has no response', latencyMs: 0 }] }
  const written = await desk.play(lost)
  await desk.allFatesUsed()
  await desk.settle()
  const [fault] = await desk.faultsOf(written)
  return { passed: fault !== undefined, measured: `with another key for each attempt: ${fault ?? 'nothing found'}` }
}

const patienceMs = 60_000

/** K2-twin: a page that receives no events, compared once another page shows all changes. */
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
  const ofLive = await remainingDifference(() => differenceOf(live.page, system, chat), patienceMs)
  const difference = await differenceOf(stale.page, system, chat)
  return all(`without its stream: ${difference ?? 'no difference'}`, {
    [`a page with it shows the same (${ofLive})`]: ofLive === undefined,
    'the twin is caught': difference !== undefined,
  })
}

const messages = 60
const shownMsMax = 1_000

/** K4: time from a customer's message until the open chat and the list show it. */
async function showsSoon(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const phone = phoneOf(875_000)
  const chat = await chatOf(system, phone)
  await using watched = await openInbox(system)
  const { page } = watched
  await page.goto(`/app/${system.account.workspace}/inbox/all/${chat}`)
  await page.getByRole('article').first().waitFor()
  await showsStatus(page, /^Live/)
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

/** K: the dashboard is small, never stale, and closed. Sessions and roles are covered by H11, H12 and H14. */
export const dashboard = groupOf('dashboard', 'K. Dashboard', {
  K1: {
    promise: 'The inbox loads quickly with little data, and other screens add little',
    expected:
      'first load ≤ 250,000 bytes of scripts and styles in gzip, ≤ 45 requests, usable after ≤ 5 s; each other screen ≤ 80,000 bytes more',
    run: loadsWithinBudget,
  },
  K2: {
    promise: 'All members’ browsers show the same data as the API, no matter what breaks',
    expected:
      'two browsers, after one was offline, 1,200 messages behind, loaded anew, and a killed gateway: chats, unread counts, messages and statuses as the API; offline is shown',
    run: staysTheSame,
  },
  'K2-twin': {
    promise: 'The comparison of K2 catches a page without events',
    expected: 'what happened meanwhile is named as a difference',
    run: stalePageIsCaught,
  },
  K3: {
    promise: 'The dashboard asks no other host and runs no script but its own',
    expected: 'every screen: 0 requests elsewhere, 0 errors of the console; a script in the page is refused',
    run: staysClosed,
  },
  K4: {
    promise: 'A customer’s message is on the screen within a second',
    expected: '60 messages: from the call to the painted words p95 ≤ 1 s',
    run: showsSoon,
  },
  K5: {
    promise: 'The inbox scrolls smoothly through 100,000 chats, and screens switch instantly',
    expected: 'scrolled: 60 frames a second, at most 60 rows in the page; from a click to the next screen ≤ 100 ms',
    run: movesSmoothly,
  },
  K6: {
    promise: 'A text written in the dashboard is sent once, no matter which keys are pressed and what breaks',
    expected:
      '40 plays of keys, reloads and two tabs by chance, with latency, lost requests and responses, and a killed gateway: the API shows each text exactly once',
    run: sendsOnce,
  },
  'K6-twin': {
    promise: 'The check of K6 catches a page that retries with another key',
    expected: 'a text whose response was lost is found twice',
    run: doubleSendIsCaught,
  },
  K7: {
    promise: 'A chat opens at once, and scrolls smoothly with 100,000 messages',
    expected:
      '19 chats: from a click to the painted messages p95 ≤ 150 ms; scrolled back in a chat of 100,000 messages: 60 frames a second',
    run: opensChats,
  },
  K8: {
    promise: 'Colleagues who write while something breaks lose no draft and send nothing twice',
    expected:
      'two browsers, one offline and the other frozen during 250 messages, then kill -9 of each service as both press Enter, apart and in one process: each answer once, all drafts kept, both pages as the API',
    run: colleaguesLoseNothing,
  },
})
