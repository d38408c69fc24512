import { until } from '@posthorn/testkit'
import { patienceMs } from '@posthorn/testkit/browser'
import { eachOf, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import type { Hands } from './hands.ts'

const firstNames = ['Ada', 'Mei', 'Olu', 'Chiara', 'Jonas'] as const
const customers = 20
const noteEvery = 4

/** Creates the template for replies. Its variable has a name, so that the inbox can fill it in. */
export async function makeTemplate(lead: Hands): Promise<void> {
  const { page } = lead
  await lead.goTo('Templates')
  await lead.click(lead.button('New template'))
  await lead.fill('Name', 'umbrella_ready')
  await lead.fill('Text', 'Hello {{first_name}}, your umbrella is ready. Come by today.')
  await lead.fill('Sample for first_name', 'Ada')
  await lead.click(lead.button('Submit for review'))
  await page
    .getByRole('row')
    .filter({ hasText: 'umbrella_ready' })
    .filter({ hasText: /approved/i })
    .waitFor()
}

/** Has 20 customers ask something, and waits until all of their chats wait for a reply. */
export async function customersWrite(system: RunningSystem): Promise<void> {
  const { number } = system.account
  await eachOf(customers, 2, (i) => {
    const name = `${firstNames[i % firstNames.length]} Customer ${i}`
    const message = { from: phoneOf(860_000 + i), name, text: `Is umbrella ${i} repaired?` }
    return system.ok('POST', `/v1/numbers/${number}/simulate`, { body: { message } })
  })
  const waiting = async () => (await system.ok<unknown[]>('GET', '/v1/chats?waiting=true&size=50')).length === customers
  await until(waiting, { timeoutMs: patienceMs, describe: 'all customers to wait' })
}

/** Replies to all waiting customers by keyboard: next chat, template, sometimes a note, resolve. Returns how many are still waiting. */
export async function answerAll(system: RunningSystem, agent: Hands): Promise<number> {
  const { page } = agent
  await agent.goTo('Inbox')
  await agent.click(page.getByRole('link', { name: /^Waiting/ }))
  await page.locator('[data-rows] a').nth(3).waitFor()
  for (let i = 0; i < customers; i++) await answerNext(agent, i % noteEvery === 0)
  return (await system.ok<unknown[]>('GET', '/v1/chats?waiting=true&size=50')).length
}

/** Replies to the next chat with the keys of the inbox: `j` opens it, `t` lists templates, and `e` resolves it. */
async function answerNext(agent: Hands, withNote: boolean): Promise<void> {
  const { page } = agent
  const before = page.url()
  await agent.press('j')
  await page.waitForURL((url) => url.href !== before)
  // A person would first see that the next chat, which has no reply yet, is open.
  await page.getByRole('article').filter({ hasText: 'your umbrella is ready' }).first().waitFor({ state: 'detached' })
  await agent.see(page.getByRole('article').filter({ hasText: 'repaired?' }))
  await agent.see(page.getByRole('textbox', { name: /^Reply…/ }))
  await agent.press('t')
  await agent.type('umb')
  await agent.see(page.getByRole('button', { name: /^umbrella_ready/ }))
  await agent.press('Enter')
  await agent.see(agent.button('Send template'))
  await agent.press('Enter')
  await agent.see(page.getByRole('article').filter({ hasText: 'your umbrella is ready' }))
  if (withNote) await note(agent, 'Paid in the shop already.')
  await agent.press('e')
  await agent.see(page.getByRole('button', { name: 'Reopen' }))
}

/** Writes a note, which `n` begins and Escape leaves. */
async function note(agent: Hands, text: string): Promise<void> {
  const { page } = agent
  await agent.press('n')
  await agent.see(page.getByRole('textbox', { name: /^Write a note/ }))
  await agent.type(text)
  await agent.press('Enter')
  await agent.see(page.getByRole('article').filter({ hasText: text }))
  await agent.press('Escape')
}
