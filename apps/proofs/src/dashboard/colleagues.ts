import { serviceNames } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { eachOf, phoneOf, RunningSystem } from '@posthorn/testkit/system'
import { all, type Outcome, type ProofFixture } from '../proof.ts'
import { differenceOf, remainingDifference } from './live.ts'
import {
  chatOf,
  chatRows,
  focusField,
  membersOf,
  openInbox,
  type Page,
  showsStatus,
  writeAsCustomer,
} from './members.ts'

const customers = Array.from({ length: 25 }, (_, i) => phoneOf(895_000 + i))
const messagesWhileAway = 250
const patienceMs = 120_000
/** Once nothing breaks any more, pages catch up within this time. */
const sameWithinMs = 30_000
/** Tall enough that the list has a row for each customer. */
const windowSize = { width: 1280, height: 2_600 }

/** How often the process of all services is killed, where they do not have one each. */
const killsOfAll = 4

/** A colleague's browser, and the chats in which they answer, leave a draft, and leave the draft of a note. */
type Desk = { name: string; page: Page; chats: readonly [answered: string, drafted: string, noted: string] }

type Scene = { system: RunningSystem; desks: readonly [Desk, Desk] }

/** What went wrong. `texts`: the answers that were written. */
type Seen = { texts: number; faults: string[] }

/** K8: two colleagues write while their pages lose the connection or freeze, and while services are killed as they press Enter. */
export async function colleaguesLoseNothing(fixture: ProofFixture): Promise<Outcome> {
  const apart = await writeThroughFaults(await fixture.freshSystem(), serviceNames, fixture)
  await fixture.end()
  await using oneProcess = await RunningSystem.start({ split: false })
  const together = await writeThroughFaults(oneProcess, Array<string>(killsOfAll).fill('services'), fixture)
  const faults = [...apart.faults, ...together.faults]
  const measured = `${apart.texts + together.texts} answers of two colleagues, ${messagesWhileAway} messages of ${customers.length} customers while one was offline and the other frozen, kill -9 of ${serviceNames.join(', ')}, and ${killsOfAll} times of all services at once; ${faults.length} faults`
  return all(measured, { [`nothing lost, nothing doubled, both show the same (${faults[0]})`]: faults.length === 0 })
}

/** Two colleagues write while the processes in `victims` are killed one after the other. Each is a name for `kill9`. */
async function writeThroughFaults(
  system: RunningSystem,
  victims: readonly string[],
  fixture: ProofFixture,
): Promise<Seen> {
  const [owner, agent] = await membersOf(system)
  const chats = await eachOf(customers.length, 3, (i) => chatOf(system, customers[i] ?? ''))
  await using first = await openInbox(system, owner)
  await using second = await openInbox(system, agent)
  const desks = [deskOf('Ada', first.page, chats), deskOf('Grace', second.page, chats.slice(3))] as const
  const scene = { system, desks }
  for (const desk of desks) await prepare(desk)
  fixture.say('one offline, the other frozen')
  const texts = [await writeOffline(scene)]
  for (const [i, victim] of victims.entries()) {
    fixture.stopSignal.throwIfAborted()
    fixture.say(`kill -9 of ${victim}`)
    texts.push(...(await writeAndKill(scene, victim, i)))
  }
  return { texts: texts.length, faults: await faultsIn(scene, texts) }
}

/** Gives a colleague a chat to answer in, one to leave a draft in, and one to leave an unfinished note in. */
function deskOf(name: string, page: Page, chats: readonly string[]): Desk {
  const [answered = '', drafted = '', noted = ''] = chats
  return { name, page, chats: [answered, drafted, noted] }
}

/** The reply that a colleague leaves unsent. It contains the name, so that drafts of two people cannot be mixed up unnoticed. */
const draftOf = ({ name }: Desk) => `${name} has not finished this answer`
/** The note that a colleague leaves unsent. */
const noteOf = ({ name }: Desk) => `${name} has not finished this note`

/** Leaves two drafts behind, which must have survived everything in the end, and opens the chat to answer in. */
async function prepare(desk: Desk): Promise<void> {
  const { page, chats } = desk
  const [answered, drafted, noted] = chats
  page.setDefaultTimeout(patienceMs)
  await page.setViewportSize(windowSize)
  await open(page, drafted)
  await type(page, 'r', draftOf(desk))
  await open(page, noted)
  await type(page, 'n', noteOf(desk))
  await open(page, answered)
}

/** Opens a chat from the list, and waits until its messages are shown. */
async function open(page: Page, chatId: string): Promise<void> {
  await chatRows(page, chatId).click()
  await page.waitForURL((url) => url.pathname.endsWith(chatId))
  await page.locator('article[id^="msg_"]').first().waitFor()
}

/** Types into the field for replies (`r`) or notes (`n`), without sending. */
async function type(page: Page, fieldKey: 'r' | 'n', text: string): Promise<void> {
  await focusField(page, fieldKey)
  await page.keyboard.type(text)
}

/** One colleague answers without a connection, pressing Enter three times, while customers write and the other's page is frozen. */
async function writeOffline({ system, desks }: Scene): Promise<string> {
  const [{ page }, { page: other }] = desks
  const text = 'answered without a connection.'
  const session = await other.context().newCDPSession(other)
  await type(page, 'r', text)
  await page.context().setOffline(true)
  await showsStatus(page, /^As of /)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  for (let i = 0; i < 3; i++) await page.keyboard.press('Enter')
  await eachOf(messagesWhileAway, 8, (i) =>
    writeAsCustomer(system, customers[i % customers.length] ?? '', `question ${i}`),
  )
  await page.context().setOffline(false)
  await session.send('Page.setWebLifecycleState', { state: 'active' })
  await showsStatus(page, /^Live/)
  await untilStored(system, desks[0], text)
  return text
}

/**
 * Both press Enter at the moment of the kill. Customers write once the process runs again, so that pages have to catch up. Returns the texts
 * once they are stored. `round` only makes them unique.
 */
async function writeAndKill({ system, desks }: Scene, victim: string, round: number): Promise<string[]> {
  const textOf = ({ name }: Desk) => `${name} answered during kill ${round}.`
  for (const desk of desks) await type(desk.page, 'r', textOf(desk))
  const sent = desks.map(({ page }) => page.keyboard.press('Enter'))
  const killed = system.kill9(victim)
  await Promise.all(sent)
  await system.awaitRestart(victim, killed)
  await eachOf(customers.length, 5, (i) => writeAsCustomer(system, customers[i] ?? '', `question after kill ${round}`))
  for (const desk of desks) await untilStored(system, desk, textOf(desk))
  return desks.map(textOf)
}

/** Waits until the API has a text of a colleague, because a page sends what was written offline only after it is online again. */
const untilStored = (system: RunningSystem, desk: Desk, text: string) =>
  until(async () => (await countSent(system, desk, text)) > 0, {
    timeoutMs: patienceMs,
    describe: `"${text}" to be stored`,
  })

/** Counts how often a text was sent in the chat that the colleague answers in. */
async function countSent(system: RunningSystem, { chats: [answered] }: Desk, text: string): Promise<number> {
  const path = `/v1/messages?chat=${answered}&direction=out&size=100`
  // A gateway that was killed a moment ago doesn't respond yet.
  const messages = await system.ok<{ direction: string; message: string | null }[]>('GET', path).catch(() => [])
  return messages.filter(({ message }) => message === text).length
}

/** Returns drafts that are not as they were left, pages that differ from the API, and answers that do not exist exactly once. */
async function faultsIn(scene: Scene, texts: readonly string[]): Promise<string[]> {
  const { system, desks } = scene
  const faults: string[] = []
  for (const desk of desks) {
    // A row shows a draft in place of the last message, so the drafts are taken away before the comparison.
    faults.push(...(await takeDrafts(desk)))
    const { page, chats } = desk
    const difference = await remainingDifference(() => differenceOf(page, system, chats[0]), sameWithinMs)
    if (difference !== undefined) faults.push(`${desk.name}'s page: ${difference}`)
  }
  for (const text of texts) {
    const times = (await countSent(system, desks[0], text)) + (await countSent(system, desks[1], text))
    if (times !== 1) faults.push(`"${text}" ${times} times`)
  }
  return faults
}

/** Empties the fields. Returns what is wrong with the texts they held. */
async function takeDrafts(desk: Desk): Promise<string[]> {
  const { name, page, chats } = desk
  const [answered, drafted, noted] = chats
  const kept = [
    [drafted, 'r', draftOf(desk)],
    [noted, 'n', noteOf(desk)],
    [answered, 'r', ''],
  ] as const
  const faults: string[] = []
  for (const [chat, as, text] of kept) {
    await open(page, chat)
    await focusField(page, as)
    const focused = page.locator('textarea:focus')
    const found = await focused.inputValue()
    await focused.fill('')
    if (found !== text) faults.push(`${name}'s field holds "${found}" instead of "${text}"`)
  }
  return faults
}
