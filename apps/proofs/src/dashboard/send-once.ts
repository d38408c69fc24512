import { randomInt } from 'node:crypto'
import { until } from '@posthorn/testkit'
import { phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import fc from 'fast-check'
import { succeeds } from '../proof.ts'
import { chatRows, field, findChat, focusField, type Page } from './members.ts'

const chatsOfDesk = 3
const patienceMs = 60_000

type Step =
  | { kind: 'write'; fieldKey: 'r' | 'n'; enters: number }
  | { kind: 'key'; key: 'Enter' | 'Escape' | 'j' | 'k' | 't' | 'n' | 'r' }
  | { kind: 'reload' }
  | { kind: 'other tab' }

type Fate = 'passes' | 'is lost' | 'has no response' | 'is put off'

/** A sequence of steps, with the outcome and delay (in milliseconds) of each send request made during them. */
export type Play = { steps: Step[]; fates: { fate: Fate; latencyMs: number }[] }

const key = fc.constantFrom('Enter', 'Escape', 'j', 'k', 't', 'n', 'r')
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('write'), fieldKey: fc.constantFrom('r', 'n'), enters: fc.nat(3) }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('key'), key }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reload' }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'other tab' }) },
) as fc.Arbitrary<Step>
const fate = fc.constantFrom<Fate>('passes', 'is lost', 'has no response', 'is put off')

export const plays: fc.Arbitrary<Play> = fc.record({
  steps: fc.array(step, { minLength: 5, maxLength: 16, size: 'max' }),
  fates: fc.array(fc.record({ fate, latencyMs: fc.nat(400) }), { minLength: 2, maxLength: 8, size: 'max' }),
})

/** A desk with its own chats, open in two tabs of one browser. Keyboard input can't reach any other chats. */
export class Desk {
  readonly #system: RunningSystem
  readonly #tabs: [Page, Page]
  readonly #chats: readonly string[]
  readonly #search: string
  #fates: Play['fates'] = []
  #texts = 0

  private constructor(system: RunningSystem, search: string, { tabs, chats }: { tabs: [Page, Page]; chats: string[] }) {
    this.#system = system
    this.#search = search
    this.#tabs = tabs
    this.#chats = chats
  }

  /**
   * Creates three chats and opens them in this tab and in a second one of the same browser. `name` begins the names of the customers, so
   * that a search finds these chats only.
   */
  static async open(system: RunningSystem, page: Page, name: string): Promise<Desk> {
    const chats: string[] = []
    const firstPhone = 890_000 + chatsOfDesk * randomInt(3_000)
    for (let i = 0; i < chatsOfDesk; i++) {
      const from = phoneOf(firstPhone + i)
      const body = { message: { from, name: `${name} ${i}`, text: 'Where is it?' } }
      await system.ok('POST', `/v1/numbers/${system.account.number}/simulate`, { body })
      // The list shows the newest chat first, and so does this array.
      chats.unshift(await findChat(system, `${name} ${i}`))
    }
    const desk = new Desk(system, name, { tabs: [page, await page.context().newPage()], chats })
    await page.context().route(/\/v1\/(messages|files|chats\/[^/]+\/notes)$/, (route) => desk.#decide(route))
    for (const tab of desk.#tabs) {
      tab.setDefaultTimeout(patienceMs)
      await desk.#show(tab)
    }
    return desk
  }

  /** The tab in which the member writes. */
  get page(): Page {
    return this.#tabs[0]
  }

  /** Opens the first chat in the inbox, with the list limited to this desk's chats by a search for their name. */
  async #show(tab: Page): Promise<void> {
    const { workspace } = this.#system.account
    await tab.goto(`/app/${workspace}/inbox/all/${this.#chats[0]}?q=${encodeURIComponent(this.#search)}`)
    await this.#ready(tab)
  }

  /** Waits until the tab shows the list, the open chat and the text field. */
  async #ready(tab: Page): Promise<void> {
    await tab
      .locator('[data-rows] a')
      .nth(this.#chats.length - 1)
      .waitFor()
    await tab.getByRole('article').first().waitFor()
    await tab.locator(field).waitFor()
  }

  /** Gives a send request its delay and its outcome. */
  async #decide(route: Parameters<Parameters<Page['route']>[1]>[0]): Promise<void> {
    if (route.request().method() !== 'POST') return route.continue()
    const { fate, latencyMs } = this.#fates.shift() ?? { fate: 'passes', latencyMs: 0 }
    await new Promise((resolve) => setTimeout(resolve, latencyMs))
    // The page that sent the request may have been reloaded.
    await this.#end(route, fate).catch(() => {})
  }

  /** Ends a request as its fate says. `has no response`: the server gets the request, and the response is dropped. */
  async #end(route: Parameters<Parameters<Page['route']>[1]>[0], fate: Fate): Promise<void> {
    if (fate === 'is lost') return route.abort('connectionreset')
    if (fate === 'is put off') {
      const body = JSON.stringify({ status: 503, errorCode: 'service:unavailable', message: 'Away.', retryable: true })
      return route.fulfill({ status: 503, contentType: 'application/json', body })
    }
    // A killed gateway doesn't respond.
    const response = await route.fetch().catch(() => undefined)
    return response && fate === 'passes' ? route.fulfill({ response }) : route.abort('connectionreset')
  }

  /** Delays the next send requests and gives them these outcomes. */
  setFates(fates: Play['fates']): void {
    this.#fates = [...fates]
  }

  /** Waits until every outcome passed to `setFates` has been given to a request. */
  async allFatesUsed(): Promise<void> {
    await until(() => this.#fates.length === 0, { timeoutMs: patienceMs, describe: 'the requests that fail' })
  }

  /** Does the steps of a play. Returns the texts that were written. */
  async play({ steps, fates }: Play): Promise<string[]> {
    this.setFates(fates)
    const written: string[] = []
    for (const each of steps) {
      const text = await this.#do(each)
      if (text !== undefined) written.push(text)
    }
    return written
  }

  /** Does one step. Returns the text if the step writes one. */
  async #do(each: Step): Promise<string | undefined> {
    if (each.kind === 'write') return this.#write(each)
    if (each.kind === 'key') await this.page.keyboard.press(each.key)
    else if (each.kind === 'other tab') await this.#lookAtOther()
    else {
      await this.#reload()
      await this.#ready(this.page)
    }
    return undefined
  }

  /**
   * Switches tabs the way a person would, looking at the other tab before writing. If two drafts are written at the same moment, only the
   * later one is kept.
   */
  async #lookAtOther(): Promise<void> {
    this.#tabs.reverse()
    await this.page.bringToFront()
    await this.page.evaluate(twoFrames)
  }

  /**
   * Reloads the page the way a person would: once the server responds, not within a millisecond of a keypress, and again if nothing
   * appears.
   */
  async #reload(): Promise<void> {
    const begins = () =>
      this.page.locator('#root :not(.unloaded, .unloaded *)').first().waitFor({ state: 'attached', timeout: 10_000 })
    const isLoaded = async () =>
      (await fetch(`${this.#system.url}/app/`)).ok && (await succeeds(this.page.reload().then(begins)))
    await until(isLoaded, { timeoutMs: patienceMs, describe: 'the page to load' })
  }

  /**
   * Types a text that no other step has into the field for replies (`r`) or notes (`n`), then presses Enter this often: more than once must
   * not send twice. If never, the text remains a draft, which `settle` sends.
   */
  async #write({ fieldKey, enters }: Step & { kind: 'write' }): Promise<string> {
    await this.focus(fieldKey)
    const { keyboard } = this.page
    const text = `w${++this.#texts}w`
    await keyboard.type(` ${text} `)
    for (let i = 0; i < enters; i++) await keyboard.press('Enter')
    return text
  }

  /** Puts the cursor into the field for replies (`r`) or notes (`n`), with that key as people do. */
  focus(fieldKey: 'r' | 'n'): Promise<void> {
    return focusField(this.page, fieldKey)
  }

  /** Prepares the desk for another play: no faults, online, and at its first chat. */
  async begin(): Promise<void> {
    this.setFates([])
    await this.page.context().setOffline(false)
    await this.#show(this.page)
  }

  /** Sends the remaining drafts, and waits until the outbox is empty. */
  async settle(): Promise<void> {
    this.setFates([])
    for (const chat of this.#chats) {
      await chatRows(this.page, chat).click()
      await this.page.waitForURL((url) => url.pathname.endsWith(chat))
      for (const fieldKey of ['r', 'n'] as const) {
        await this.focus(fieldKey)
        await this.page.keyboard.press('Enter')
      }
    }
    const isEmpty = async () => (await this.kept()).length === 0
    await until(isEmpty, { timeoutMs: patienceMs, describe: 'all to be sent' })
  }

  /** Returns the keys of drafts and unsent texts in the storage of the browser. */
  kept(): Promise<string[]> {
    return this.page.evaluate<string[]>(readKept)
  }

  /** Returns the texts of all messages and notes that the API has for these chats. */
  async sent(): Promise<string[]> {
    const texts = await Promise.all(this.#chats.map((chat) => this.#textsOf(chat)))
    return texts.flat()
  }

  /** Returns the texts of the messages that were sent in a chat, and of its notes. */
  async #textsOf(chatId: string): Promise<string[]> {
    const read = (path: string) =>
      this.#system.ok<{ message: string | null; direction?: string }[]>('GET', `/v1/${path}`)
    const [messages, notes] = await Promise.all([
      read(`messages?chat=${chatId}&size=100`),
      read(`chats/${chatId}/notes?size=100`),
    ])
    return [...messages.filter(({ direction }) => direction === 'out'), ...notes].map(({ message }) => message ?? '')
  }

  /** Returns the texts that do not exist exactly once. */
  async faultsOf(written: readonly string[]): Promise<string[]> {
    const sent = (await this.sent()).join('\n')
    return written.flatMap((text) => {
      const times = sent.split(text).length - 1
      return times === 1 ? [] : [`${text} ${times} times`]
    })
  }

  /** Closes the tab in the background, and lets requests pass again. Requests that are still held up fail, which no longer matters. */
  async close(): Promise<void> {
    await this.#tabs[1].close()
    await this.page.context().unrouteAll({ behavior: 'ignoreErrors' })
  }
}

const twoFrames = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'

/** Collects the names in the browser's storage. Written as a string because browser types aren't available here. */
const readKept = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('posthorn-kept')
  opening.onerror = () => reject(opening.error)
  opening.onsuccess = () => {
    const reading = opening.result.transaction('kept').objectStore('kept').getAllKeys()
    reading.onerror = () => reject(reading.error)
    reading.onsuccess = () => {
      opening.result.close()
      resolve(reading.result)
    }
  }
})`
