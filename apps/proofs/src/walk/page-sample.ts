import type { WatchedPage } from '@posthorn/testkit/browser'
import type { Language } from './languages.ts'

type Page = WatchedPage['page']

/** An operation as a reader looks for it. */
export type Looked = { search: string; line: string; anchor: string }

/** Returns the sample of an operation in a language, as the page shows it: found by search, with the client chosen from its list. */
export async function sampleOf(page: Page, { search, line, anchor }: Looked, language: Language): Promise<string> {
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('combobox', { name: 'Search' }).fill(search)
  await page.getByRole('option').filter({ hasText: line }).first().click()
  await page.waitForURL((url) => url.hash === `#${anchor}`)
  const section = page.locator(`section[id$="/${anchor}"]`)
  const code = section.locator('pre').filter({ hasText: language.marker }).first()
  await section
    .getByRole('button', { name: /^(Shell|JavaScript|JS|Node\.js|Python|PHP|Ruby|Go) / })
    .first()
    .click()
  await page.getByRole('option', { name: language.client, exact: true }).first().click()
  await code.waitFor()
  return code.innerText()
}
