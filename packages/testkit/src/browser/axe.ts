import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** A violation of a rule of accessibility, with the elements concerned. */
export type Violation = { rule: string; impact: string; elements: string[] }

type AxeResults = { violations: { id: string; impact: string; nodes: { target: string[] }[] }[] }

/** Returns what axe-core finds within parts of a page by the rules of WCAG 2.2 A and AA. */
export async function violationsOf(page: Page, within: readonly string[] = ['html']): Promise<Violation[]> {
  await page.evaluate(axe.source)
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const run = `axe.run(${JSON.stringify({ include: within.map((selector) => [selector]) })}, { runOnly: ${JSON.stringify(tags)} })`
  const { violations } = (await page.evaluate(run)) as AxeResults
  return violations.map(({ id, impact, nodes }) => ({
    rule: id,
    impact,
    elements: nodes.map(({ target }) => target.join(' ')),
  }))
}
