import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@posthorn/testkit'
import { eachOf, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import fc from 'fast-check'
import { all, type Outcome, type ProofFixture, succeeds } from '../proof.ts'
import { chatOf, membersOf, openInbox, type Page, showsStatus, writeAsCustomer } from './members.ts'

/** A chat as shown in the inbox. `status` is the last message's status if that message is outgoing. */
type ChatRow = { id: string; text: string; unread: number; status: string | null }

/** A message as shown in the conversation: its text and, if outgoing, its status. */
type Bubble = { id: string; text: string; status: string | null }

const readRows = `[...document.querySelectorAll('[data-rows] a')].map((row) => ({
  id: row.pathname.split('/').at(-1),
  text: row.innerText,
  unread: Number(row.querySelector('[aria-label*="unread"]')?.textContent ?? 0),
  status: row.querySelector('[data-status]')?.getAttribute('data-status') ?? null,
}))`
const readMessages = `[...document.querySelectorAll('article[id^="msg_"]')].map((message) => ({
  id: message.id,
  text: message.innerText,
  status: message.querySelector('[data-status]')?.getAttribute('data-status') ?? null,
}))`

type Chat = {
  id: string
  unreadCount: number
  lastMessage: { direction: string; message: string | null; status: string } | null
}
type Message = { id: string; direction: string; status: string; message?: string }

const inAllChats = 'status=open&status=pending&written=true&snoozed=false&size=50'
const messagesCompared = 20

/** Returns the first difference between a page with an open chat and the API, or undefined if there is none. */
export async function differenceOf(page: Page, system: RunningSystem, chatId: string): Promise<string | undefined> {
  const chats = await system.ok<Chat[]>('GET', `/v1/chats?${inAllChats}`)
  const messages = await system.ok<Message[]>('GET', `/v1/messages?chat=${chatId}&size=${messagesCompared}`)
  const rows = (await page.evaluate(readRows)) as ChatRow[]
  const shown = (await page.evaluate(readMessages)) as Bubble[]
  // The open chat stays in the list until another is opened, even if it no longer matches the view.
  const listed = rows.filter(({ id }) => id !== chatId || chats.some((each) => each.id === chatId))
  return differenceOfChats(listed, chats) ?? differenceOfMessages(shown, messages)
}

/** Returns the first difference between the list in the page and the list of the API, or undefined if there is none. */
function differenceOfChats(rows: readonly ChatRow[], chats: readonly Chat[]): string | undefined {
  const wanted = chats.map(({ id }) => id).join()
  const found = rows.map(({ id }) => id).join()
  if (found !== wanted) return `chats ${found} instead of ${wanted}`
  for (const { id, unreadCount, lastMessage } of chats) {
    const row = rows.find((each) => each.id === id)
    if (row?.unread !== unreadCount) return `${id} has ${row?.unread} unread instead of ${unreadCount}`
    const { message, direction, status } = lastMessage ?? {}
    if (!row.text.includes(message ?? '')) return `${id} shows "${row.text}" instead of "${message}"`
    if (direction === 'out' && row.status !== status) return `${id} is ${row.status} instead of ${status}`
  }
  return undefined
}

/** Returns the first difference between messages, or undefined. In the DOM, the newest comes first, as in the API; CSS reverses that. */
function differenceOfMessages(shown: readonly Bubble[], messages: readonly Message[]): string | undefined {
  const newest = shown.slice(0, messages.length)
  const [found, wanted] = [newest, messages].map((list) => list.map(({ id }) => id).join())
  if (found !== wanted) return `messages ${found} instead of ${wanted}`
  for (const { id, direction, status, message = '' } of messages) {
    const seen = newest.find((each) => each.id === id)
    if (!seen?.text.includes(message)) return `${id} shows "${seen?.text}" instead of "${message}"`
    if (direction === 'out' && seen.status !== status) return `${id} is ${seen.status} instead of ${status}`
  }
  return undefined
}

const comparedEveryMs = 250

/**
 * Compares until nothing differs or the time is over, because a page may show a change a moment later. Returns the difference that doesn't
 * go away, if any.
 */
export async function remainingDifference(
  compare: () => Promise<string | undefined>,
  timeoutMs: number,
): Promise<string | undefined> {
  let difference: string | undefined = 'not compared'
  const isSame = async () => {
    difference = await compare()
    // Comparisons read a lot of data; without a pause, they would put load on the machine.
    if (difference !== undefined) await pause(comparedEveryMs)
    return difference === undefined
  }
  return (await succeeds(until(isSame, { timeoutMs }))) ? undefined : difference
}

const customers = Array.from({ length: 6 }, (_, i) => phoneOf(880_000 + i))
const messagesWhileAway = 1_200
const actionsOfRound = 12
const patienceMs = 60_000

const interruptions = ['none', 'first offline', 'second offline', 'gateway killed', 'first loaded anew'] as const
const kinds = ['ask', 'answer', 'resolve', 'reopen', 'read', 'note'] as const

type Action = { kind: (typeof kinds)[number]; customer: number }
type Round = { interruption: (typeof interruptions)[number]; open: number; actions: Action[] }
type Scene = { fixture: ProofFixture; system: RunningSystem; pages: readonly [Page, Page]; chats: string[] }

/** K2: two members' browsers show what the API returns after every kind of interruption under load. */
export async function staysTheSame(fixture: ProofFixture): Promise<Outcome> {
  const { seed } = fixture
  const system = await fixture.system()
  const [owner, agent] = await membersOf(system)
  const chats = await eachOf(customers.length, 2, (i) => chatOf(system, customers[i] ?? ''))
  await using first = await openInbox(system, owner)
  await using second = await openInbox(system, agent)
  const scene: Scene = { fixture, system, pages: [first.page, second.page], chats }
  const differences: string[] = []
  for (const round of roundsOf(seed)) {
    fixture.stopSignal.throwIfAborted()
    fixture.say(round.interruption)
    const found = await playRound(scene, round)
    if (found !== undefined) differences.push(`${round.interruption}: ${found}`)
  }
  const measured = `seed ${seed}: ${interruptions.length} rounds of ${actionsOfRound} actions, one with ${messagesWhileAway} messages besides, with breaks: ${interruptions.join(', ')}; ${differences.length} differences`
  return all(measured, { [`both show the same (${differences[0]})`]: differences.length === 0 })
}

/**
 * Returns one round per interruption. The seed determines their order, the open chat and the actions, so that a failure can be repeated.
 */
function roundsOf(seed: number): Round[] {
  const customer = fc.nat(customers.length - 1)
  const action = fc.record({ kind: fc.constantFrom(...kinds), customer })
  const actions = fc.array(action, { minLength: actionsOfRound, maxLength: actionsOfRound })
  const order = fc.shuffledSubarray([...interruptions], { minLength: interruptions.length })
  const rounds = fc.array(fc.record({ open: customer, actions }), { minLength: interruptions.length })
  const [plan] = fc.sample(fc.record({ order, rounds }), { seed, numRuns: 1 })
  return (plan?.order ?? []).flatMap((interruption, i) => {
    const round = plan?.rounds[i]
    return round === undefined ? [] : [{ interruption, ...round }]
  })
}

/** Plays a round. Returns the remaining difference between one of the two pages and the API, if any. */
async function playRound(scene: Scene, { interruption, open, actions }: Round): Promise<string | undefined> {
  const { system, pages, chats } = scene
  const chat = chats[open] ?? ''
  for (const page of pages) {
    await page.goto(`/app/${system.account.workspace}/inbox/all/${chat}`)
    await page.locator('article[id^="msg_"]').first().waitFor()
  }
  const fix = await interrupt(scene, interruption)
  await eachOf(actions.length, 3, (i) => act(scene, actions[i] as Action))
  if (interruption === 'second offline')
    await eachOf(messagesWhileAway, 8, (i) =>
      writeAsCustomer(system, customers[i % customers.length] ?? '', `question ${i}`),
    )
  await fix()
  const differenceOfBoth = async () =>
    (await differenceOf(pages[0], system, chat)) ?? (await differenceOf(pages[1], system, chat))
  return remainingDifference(differenceOfBoth, patienceMs)
}

/** Causes an interruption and returns a function that ends it. An offline page must show that it is offline. */
async function interrupt(scene: Scene, name: Round['interruption']): Promise<() => Promise<void>> {
  const page = scene.pages[name.startsWith('first') ? 0 : 1]
  if (name.endsWith('offline')) {
    await page.context().setOffline(true)
    await showsStatus(page, /^As of /)
    return async () => {
      await page.context().setOffline(false)
      await showsStatus(page, /^Live/)
    }
  }
  if (name === 'gateway killed') await scene.fixture.killAndWait('gateway')
  if (name === 'first loaded anew') return () => page.reload().then(() => {})
  return async () => {}
}

/** Plays a customer's or colleague's action, retrying while the gateway restarts. */
async function act({ system, chats }: Scene, { kind, customer }: Action): Promise<void> {
  const chat = chats[customer] ?? ''
  const [phone = '', path] = [customers[customer], `/v1/chats/${chat}`]
  const plays = {
    ask: () => writeAsCustomer(system, phone, 'One more question'),
    answer: () => system.ok('POST', '/v1/messages', { body: { chat, message: 'An answer' } }),
    resolve: () => system.ok('PATCH', path, { body: { status: 'resolved' } }),
    reopen: () => system.ok('PATCH', path, { body: { status: 'open' } }),
    read: () => system.ok('POST', `${path}/read`, { body: {} }),
    note: () => system.ok('POST', `${path}/notes`, { body: { message: 'Be generous.' } }),
  }
  const isDone = () => plays[kind]().then(() => true)
  await until(isDone, { timeoutMs: patienceMs, describe: `the system to ${kind}` })
}
