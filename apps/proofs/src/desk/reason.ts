import { phoneOf, type RunningSystem, setQueue } from '@posthorn/testkit/system'
import type { Hands } from './hands.ts'

/** A program sends while a colleague has paused the queue: what happens outside of the dashboard. */
export async function messageWaits(system: RunningSystem): Promise<void> {
  await setQueue(system, 'paused')
  const body = { phone: phoneOf(860_000), message: 'Your second umbrella is ready.' }
  await system.ok('POST', '/v1/messages', { body })
}

/** Finds out from the menu why the message waits, and lets it go. */
export async function findReason(lead: Hands): Promise<void> {
  const { page } = lead
  await lead.goTo('Numbers')
  await lead.click(page.getByRole('link', { name: /^(Why\?|Show)$/ }))
  await page.getByRole('cell', { name: 'The queue of the number is paused.' }).first().waitFor()
  await lead.click(page.getByRole('link', { name: 'Your second umbrella is ready.' }))
  await page.getByRole('heading', { name: 'Trace of a message' }).waitFor()
  await lead.click(lead.button('Resume the queue'))
  await page.getByText('Attempt 1 at WhatsApp').waitFor()
}
