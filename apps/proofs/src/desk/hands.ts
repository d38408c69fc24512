import type { WatchedPage } from '@posthorn/testkit/browser'

type Page = WatchedPage['page']
type Locator = ReturnType<Page['locator']>

/** Counts of what a person did, and the time it took. */
export type Effort = { clicks: number; keys: number; fields: number; seconds: number }

/** Time in milliseconds after which a step cannot be done. */
const patienceMs = 60_000

/** The hands of a person at a page: they click, press keys and fill fields, and count it. */
export class Hands {
  readonly page: Page
  #effort: Effort = { clicks: 0, keys: 0, fields: 0, seconds: 0 }
  #begun = performance.now()

  constructor(page: Page) {
    this.page = page
    page.setDefaultTimeout(patienceMs)
  }

  async click(place: Locator): Promise<void> {
    this.#effort.clicks++
    await place.click()
  }

  /** Fills a field, which takes a click and typing. */
  async fill(label: string | RegExp, text: string): Promise<void> {
    this.#effort.fields++
    await this.page.getByLabel(label, typeof label === 'string' ? { exact: true } : {}).fill(text)
  }

  /** Chooses of a list. */
  async choose(label: string, option: string): Promise<void> {
    this.#effort.clicks += 2
    await this.page.getByLabel(label, { exact: true }).selectOption({ label: option })
  }

  async press(key: string): Promise<void> {
    this.#effort.keys++
    await this.page.keyboard.press(key)
  }

  /** Writes where the cursor stands. */
  async type(text: string): Promise<void> {
    this.#effort.fields++
    await this.page.keyboard.insertText(text)
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** Goes to a place of the menu. */
  async goTo(place: string): Promise<void> {
    await this.click(this.page.getByRole('navigation').getByRole('link', { name: place, exact: true }))
  }

  /** Returns the effort since the last call. */
  effort(): Effort {
    const now = performance.now()
    const effort = { ...this.#effort, seconds: Math.round((now - this.#begun) / 100) / 10 }
    this.#effort = { clicks: 0, keys: 0, fields: 0, seconds: 0 }
    this.#begun = now
    return effort
  }
}
