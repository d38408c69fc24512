import { createHash } from 'node:crypto'
import { percentile, type RunningSystem } from '@posthorn/testkit/system'
import type { Bench, Outcome, Scenario } from '../bench.ts'
import { fill, type Holdings } from '../many.ts'

const small: Holdings = { messages: 10_000, chats: 1_000, contacts: 1_000 }
const pagesMax = 3
/** Returns the beginning of a last name that exists in both a small and a large workspace, as created by `fill`. */
const name = (i: number) =>
  createHash('md5')
    .update(`${1 + (i % 900)}`)
    .digest('hex')
    .slice(0, 6)
/** Returns the same name with a typo. No one has this name, so the search looks for similar ones. */
const slip = (i: number) => `${name(i).slice(0, 2)}x${name(i).slice(3)}`

/** Path of the `i`-th request for each list and search. */
const lists: Record<string, (i: number) => string> = {
  'messages, newest': () => '/v1/messages?size=50',
  'messages of a status': () => '/v1/messages?status=read&size=50',
  'chats, newest': () => '/v1/chats?size=50',
  'chats by name': (i) => `/v1/chats?search=${name(i)}`,
  'chats by phone': (i) => `/v1/chats?search=${encodeURIComponent(`+4918${100_000_000 + (i % 900)}`)}`,
  'chats by words': (i) => `/v1/chats?search=${['parcel', 'invoice', 'refund', 'order'][i % 4]}`,
  'contacts, newest': () => '/v1/contacts?size=50',
  'contacts by name': (i) => `/v1/contacts?search=${name(i)}`,
  'contacts by a name with a slip': (i) => `/v1/contacts?search=${slip(i)}`,
  'contacts by phone': (i) => `/v1/contacts?search=${encodeURIComponent(`+4917${100_000_000 + (i % 900)}`)}`,
}

/** Searches across all kinds of objects in parallel, as in the dashboard's palette. The slowest service determines the time. */
const searches: Record<string, (i: number) => string> = {
  'everything by name': (i) => `/v1/search?q=${name(i)}`,
  'everything by a name with a slip': (i) => `/v1/search?q=${slip(i)}`,
  'everything by phone': (i) => `/v1/search?q=${encodeURIComponent(`+4918${100_000_000 + (i % 900)}`)}`,
  'everything by words': (i) => `/v1/search?q=${['parcel', 'invoice', 'refund', 'order'][i % 4]}`,
  'everything by two letters': (i) => `/v1/search?q=${name(i).slice(0, 2)}`,
}
const paths = { ...lists, ...searches }
/** Longest delays, in milliseconds, that people don't notice: for a list on a screen, and for the palette. */
const slowestMs = { list: 50, search: 150 }

export const listing: Scenario = {
  name: 'lists',
  measures: 'lists and searches at 1,000,000 messages, 100,000 chats and 100,000 contacts, beside the same at 10,000',
  run: (bench) => bench.withSystem((system) => measure(bench, system)),
}

/**
 * Times the same requests before and after adding many rows to a workspace, since a list must not get slower as rows accumulate. Also
 * compares them with the longest delays that people don't notice.
 */
async function measure(bench: Bench, system: RunningSystem): Promise<Outcome> {
  const messages = bench.rows ?? bench.size(100_000, 1_000_000)
  const large: Holdings = { messages, chats: messages / 10, contacts: messages / 10 }
  await fill(system, small, bench.say)
  const before = await timed(bench, system)
  await fill(system, large, bench.say)
  const after = await timed(bench, system)
  return {
    measurements: Object.keys(paths).flatMap((list): Outcome['measurements'] => {
      const value = percentile(after[list] ?? [], 99)
      const atMost = list in searches ? slowestMs.search : slowestMs.list
      const note = `at ${large.messages} messages, ${large.chats} chats, ${large.contacts} contacts`
      return [
        { measurement: `${list}, p99`, value, unit: 'ms', target: { of: 'value', atMost }, note },
        {
          measurement: `${list}, p50 beside a small workspace`,
          value: percentile(after[list] ?? [], 50),
          unit: 'ms',
          baseline: percentile(before[list] ?? [], 50),
          target: { of: 'ratio', atMost: 1.5 },
        },
      ]
    }),
  }
}

/** Measures how long each request for each list takes, in milliseconds. Sends one request at a time, and reads up to three pages. */
async function timed(bench: Bench, system: RunningSystem): Promise<Record<string, number[]>> {
  const all: Record<string, number[]> = {}
  for (const [list, pathOf] of Object.entries(paths)) {
    const took: number[] = []
    for (let i = 0; i < bench.size(50, 200); i++) {
      // The first requests warm up and are not counted.
      await pages(system, pathOf(i), i < 5 ? [] : took)
    }
    bench.say(`${list}: p50 ${percentile(took, 50).toFixed(1)} ms, p99 ${percentile(took, 99).toFixed(1)} ms`)
    all[list] = took
  }
  return all
}

/** Reads up to three pages of a list, and adds the duration of each request to `tookMs`. */
async function pages(system: RunningSystem, path: string, tookMs: number[]): Promise<void> {
  let next: string | undefined = `${system.url}${path}`
  for (let page = 0; next && page < pagesMax; page++) {
    const begun = performance.now()
    const answer: Response = await fetch(next, { headers: { Token: system.account.key } })
    await answer.arrayBuffer()
    tookMs.push(performance.now() - begun)
    if (!answer.ok) throw new Error(`GET ${next} answered ${answer.status}`)
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  }
}
