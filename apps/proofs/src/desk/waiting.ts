import { until } from '@posthorn/testkit'
import { phoneOf, type RunningSystem, setQueue } from '@posthorn/testkit/system'
import { patienceMs } from '../dashboard/owner.ts'
import type { Hands } from './hands.ts'

const customer = { phone: phoneOf(880_000), name: 'Nora Waiting' }
const answer = 'Yes, it lies at the counter.'

type Message = { id: string; status: string }

/** Lets a customer get no answer, which a colleague has written while the queue was paused: what happens outside of the dashboard. */
export async function loseAnAnswer(system: RunningSystem): Promise<string> {
  const { number } = system.account
  const message = { from: customer.phone, name: customer.name, text: 'Have you found my umbrella?' }
  await system.ok('POST', `/v1/numbers/${number}/simulate`, { body: { message } })
  const written = async () =>
    (await system.ok<unknown[]>('GET', `/v1/chats?search=${encodeURIComponent(customer.phone)}`)).length === 1
  await until(written, { timeoutMs: patienceMs, describe: 'the chat of the customer' })
  await setQueue(system, 'paused')
  return (await system.ok<Message>('POST', '/v1/messages', { body: { phone: customer.phone, message: answer } })).id
}

/** Finds the customer by name, reads why the answer waits, looks at its trace, and lets it go. */
export async function findOut(system: RunningSystem, lead: Hands, id: string): Promise<void> {
  const { page } = lead
  await lead.goTo('Inbox')
  await lead.press('/')
  await lead.type(customer.name)
  await lead.click(page.locator('[data-rows]').getByRole('link').filter({ hasText: customer.name }).first())
  const message = page.getByRole('article').filter({ hasText: answer })
  await lead.see(message.getByText("This number's queue is paused."))
  await lead.click(message.getByRole('button', { name: 'Resume queue' }))
  const isSent = async () => /^(delivered|read)$/.test((await system.ok<Message>('GET', `/v1/messages/${id}`)).status)
  await until(isSent, { timeoutMs: patienceMs, describe: 'the answer to be delivered' })
  await lead.see(message.getByRole('img', { name: /^(Delivered|Read)$/ }))
}
