import type { WatchedPage } from '@posthorn/testkit/browser'

type Page = WatchedPage['page']
type Locator = ReturnType<Page['locator']>

export type Effort = { clicks: number; keys: number; fields: number; seconds: number }

const patienceMs = 60_000

/** Waits longer than this are reported as problems. */
const longWaitSeconds = 3

/** Replaces ids, so that the same problem reads the same in every run. */
const pathOf = (url: string) => new URL(url).pathname.replaceAll(/[a-z]+_[0-9a-z]{20,}/g, '{id}')

/** Acts as a user of a page: clicks, presses keys, and fills in fields. Counts these actions. */
export class Hands {
  readonly page: Page
  readonly #watched: WatchedPage
  readonly #slow: string[] = []
  readonly #refused: string[] = []
  #effort: Effort = { clicks: 0, keys: 0, fields: 0, seconds: 0 }
  #begun = performance.now()

  constructor(watched: WatchedPage) {
    this.#watched = watched
    this.page = watched.page
    this.page.setDefaultTimeout(patienceMs)
    this.page.on('response', (response) => {
      if (response.status() >= 400)
        this.#refused.push(`${response.status()} ${response.request().method()} ${pathOf(response.url())}`)
    })
  }

  /** Counts a click. The time until the page accepts it shows whether the page makes people wait. */
  async click(place: Locator): Promise<void> {
    this.#effort.clicks++
    await this.#timed(`a click on ${String(place)}`, () => place.click())
  }

  /** Waits until something is visible. Records a problem if that takes more than three seconds. */
  async see(place: Locator): Promise<void> {
    await this.#timed(`to see ${String(place)}`, () => place.first().waitFor())
  }

  /** Chooses a file, which counts as two clicks. */
  async chooseFile(file: { name: string; text: string }): Promise<void> {
    this.#effort.clicks += 2
    const content = { name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.text) }
    await this.page.locator('input[type=file]').setInputFiles(content)
  }

  /** Fills in a field. Counts as one field, not as clicks or keys. */
  async fill(label: string | RegExp, text: string): Promise<void> {
    this.#effort.fields++
    await this.page.getByLabel(label, typeof label === 'string' ? { exact: true } : {}).fill(text)
  }

  /** Selects an option from a list, which counts as two clicks. */
  async choose(label: string, option: string): Promise<void> {
    this.#effort.clicks += 2
    await this.page.getByLabel(label, { exact: true }).selectOption({ label: option })
  }

  /** Counts a key or a combination of keys, such as `Control+Enter`, as one key. */
  async press(key: string): Promise<void> {
    this.#effort.keys++
    await this.page.keyboard.press(key)
  }

  /** Counts a whole text as one field, because its length says nothing about the dashboard. */
  async type(text: string): Promise<void> {
    this.#effort.fields++
    await this.page.keyboard.insertText(text)
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** Opens a screen from the navigation, as people do who don't know its address. */
  async goTo(place: string): Promise<void> {
    await this.click(this.page.getByRole('navigation').getByRole('link', { name: place, exact: true }))
  }

  /** Returns the problems so far: long waits, refused requests, page errors, and requests to other hosts. */
  stumbles(): string[] {
    return [...this.#slow, ...this.#refused, ...this.#watched.consoleErrors, ...this.#watched.strayRequests]
  }

  /** Notes each wait that is so long that a person would wonder. */
  async #timed(what: string, wait: () => Promise<void>): Promise<void> {
    const begun = performance.now()
    await wait()
    const seconds = (performance.now() - begun) / 1_000
    if (seconds > longWaitSeconds) this.#slow.push(`${seconds.toFixed(1)} s for ${what}`)
  }

  /** Returns the effort since the previous call. */
  effort(): Effort {
    const now = performance.now()
    const effort = { ...this.#effort, seconds: Math.round((now - this.#begun) / 100) / 10 }
    this.#effort = { clicks: 0, keys: 0, fields: 0, seconds: 0 }
    this.#begun = now
    return effort
  }
}
