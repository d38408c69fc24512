import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '@posthorn/testkit'
import { phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { patienceMs } from '../dashboard/owner.ts'
import type { Hands } from './hands.ts'

const people = 500

/** Imports the people of a broadcast from a file, and makes a segment and a channel of them. */
export async function makeAudience(system: RunningSystem, lead: Hands): Promise<void> {
  const { page } = lead
  const rows = Array.from({ length: people }, (_, i) => `${phoneOf(850_000 + i)};Person ${i}`)
  const file = join(system.dataDir, 'people.csv')
  writeFileSync(file, ['Phone;Name', ...rows, ''].join('\n'))
  await lead.goTo('Contacts')
  await lead.click(page.getByRole('link', { name: 'Imports' }))
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await lead.fill('Tags for all of them', 'sale')
  await lead.click(page.getByLabel('Only try it'))
  await lead.click(lead.button('Import'))
  await page.getByText('Finished').waitFor()
  await lead.goTo('Segments')
  await lead.click(lead.button('New segment'))
  await lead.fill('Name', 'Sale')
  await lead.fill('Tag', 'sale')
  await page.getByText(`${people} contacts fit now.`).waitFor()
  await lead.click(lead.button('Save'))
  await page.getByRole('heading', { level: 1, name: 'Sale' }).waitFor()
  await lead.goTo('Broadcasts')
  await lead.fill('Name', 'Autumn sale')
  await lead.choose('Audience', 'Sale')
  await lead.click(lead.button('Create the channel'))
  await lead.click(page.getByRole('link', { name: 'Autumn sale' }))
}

type Counts = { total: number; canceled: number; sent: number; delivered: number; read: number }
type Posted = { state: string; counts: Counts }

/** Sends the template to a test phone, releases it to everybody, and stops it midway; returns what became of the people. */
export async function postAndStop(system: RunningSystem, lead: Hands): Promise<Counts> {
  const { page } = lead
  await lead.choose('Template', 'umbrella_ready (en)')
  await lead.fill('Value of first_name', 'friend')
  await lead.fill('Test phones', phoneOf(850_000))
  await lead.click(lead.button('Send the test'))
  await lead.click(lead.button('Release to everybody'))
  await page.getByText('Is being sent', { exact: true }).waitFor()
  await lead.click(lead.button('Stop'))
  await lead.click(page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }))
  await page.getByText('Stopped', { exact: true }).waitFor()
  const [channel = { id: '' }] = await system.ok<{ id: string }[]>('GET', '/v1/channels')
  const read = async () => {
    const [post] = await system.ok<Posted[]>('GET', `/v1/channels/${channel.id}/posts`)
    return post?.state === 'stopped' ? post : undefined
  }
  return (await until(read, { timeoutMs: patienceMs, describe: 'the post to have stopped' })).counts
}
