import { until } from '@posthorn/testkit'
import { patienceMs } from '@posthorn/testkit/browser'
import type { Page } from './members.ts'

/** Selects the text field, not the hidden one that measures its height. */
export const field = 'textarea:not([aria-hidden])'

/** Focuses the reply (`r`) or note (`n`) field of the open chat. */
export async function focusField(page: Page, fieldKey: 'r' | 'n'): Promise<void> {
  const focused = page.locator('textarea:focus')
  const label = fieldKey === 'r' ? /^Reply…/ : /^Write a note/
  const isThere = async () => {
    if ((await focused.count()) === 0) await page.keyboard.press(fieldKey)
    else if (label.test((await focused.getAttribute('aria-label')) ?? '')) return true
    else await page.keyboard.press('Escape')
    return false
  }
  await page.keyboard.press('Escape')
  await until(isThere, { timeoutMs: patienceMs, describe: `the field behind the key ${fieldKey}` })
}
