import { until } from '@posthorn/testkit'
import { listen, phoneOf, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

type Import = { id: string; status: string; counts: { rows: number; created: number; updated: number; failed: number } }
type Post = { id: string; status: string; counts: { total: number; failed: number; unsubscribed: number } }
type Contact = { id: string; phone: string; fields: Record<string, string> }

const people = 10_000
const faultyEvery = 1_000

/** Returns a CSV file in the format that spreadsheets write: with a byte order mark, semicolons, and a line break in quotes. */
function spreadsheet(): string {
  const rows = Array.from({ length: people }, (_, i) => {
    const phone = i % faultyEvery === 0 ? 'unknown' : phoneOf(2_000_000 + i)
    return `${phone};"Person ${i}${i % 2 ? '' : '\n'}";${i % 100 === 1 ? 'gold' : 'basic'}`
  })
  return `\ufeffTelefon;Name;Tarif\n${rows.join('\n')}\n`
}

/** A file from a fair leads to a broadcast to those who are in a segment of its people. */
export function importAndSegment(system: () => RunningSystem): void {
  test('10,000 contacts: imported from a spreadsheet with its faults named, found by a segment, which is posted to once each', async () => {
    await using hook = await listen(system(), { events: ['import:finished'] })
    const body = {
      csv: spreadsheet(),
      mapping: { Telefon: 'phone', Name: 'name', Tarif: 'fields.plan' },
      tags: ['fair'],
    }
    const { id } = await system().ok<Import>('POST', '/v1/imports', { body })
    const shown = () => system().ok<Import>('GET', `/v1/imports/${id}`)
    await until(async () => (await shown()).status === 'finished', {
      timeoutMs: 120_000,
      describe: 'the import to finish',
    })
    const faulty = people / faultyEvery
    expect((await shown()).counts).toMatchObject({ rows: people, created: people - faulty, failed: faulty })
    expect(await system().ok<unknown[]>('GET', `/v1/imports/${id}/errors`)).toHaveLength(faulty)
    await until(() => hook.received().some(({ data }) => data.id === id), { describe: 'the end to be announced' })

    const gold = { all: [{ tag: 'fair' }, { field: 'plan', is: 'gold' }] }
    const segment = await system().ok<{ id: string; count: number }>('POST', '/v1/segments', {
      body: { name: 'Gold at the fair', filter: gold },
    })
    expect(segment.count).toBe(people / 100)
    const members = await system().ok<Contact[]>('GET', `/v1/contacts?segment=${segment.id}&size=200`)
    expect(members.every(({ fields }) => fields['plan'] === 'gold')).toBe(true)

    const { number } = system().account
    const channel = await system().ok<{ id: string }>('POST', '/v1/channels', {
      body: { number, name: 'Gold', segment: segment.id },
    })
    const post = await system().ok<Post>('POST', '/v1/posts', {
      body: { channel: channel.id, message: 'Thank you for your visit' },
    })
    const posted = () => system().ok<Post>('GET', `/v1/posts/${post.id}`)
    await until(async () => (await posted()).status === 'posted', { timeoutMs: 120_000, describe: 'the post to end' })
    expect((await posted()).counts).toMatchObject({ total: people / 100, failed: 0, unsubscribed: 0 })
    const sent = await system().ok<{ phone: string }[]>('GET', `/v1/messages?reference=${post.id}&size=200`)
    expect(sent.map(({ phone }) => phone).toSorted()).toEqual(members.map(({ phone }) => phone).toSorted())
    const { count } = await system().ok<{ count: number }>('GET', `/v1/segments/${segment.id}`)
    expect(count).toBe(people / 100)
  })
}
