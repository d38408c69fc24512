import { closeBrowser, openWatchedPage, type WatchedPage } from '@posthorn/testkit/browser'
import { median, percentile, type RunningSystem } from '@posthorn/testkit/system'
import { request } from 'undici'
import type { Bench, Outcome, Scenario } from '../bench.ts'

const firstLoadKbMax = 1_300
const usableMsMax = 2_000
const toolsMsMax = 50
const operation = 'tag/messages/POST/v1/messages'

export const documentation: Scenario = {
  name: 'documentation',
  measures:
    'bytes and time until the documentation can be used in a browser, and the time of the list of tools for assistants',
  run: (bench) => bench.withSystem((system) => measure(bench, system), { split: false }),
}

type Visit = { milliseconds: number; kb: number }

/** Opens a page without a cache and counts the compressed bytes that arrive. `isUsable` waits for the content that a reader needs first. */
async function visit(
  system: RunningSystem,
  path: string,
  isUsable: (page: WatchedPage['page']) => Promise<void>,
): Promise<Visit> {
  await using watched = await openWatchedPage(system.url, { viewport: { width: 1360, height: 900 } })
  const { page } = watched
  const session = await page.context().newCDPSession(page)
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await session.send('Network.enable')
  const begun = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  await isUsable(page)
  return { milliseconds: performance.now() - begun, kb: bytes / 1_000 }
}

/** Measures how many milliseconds each list of tools takes, which assistants ask for first. Asks one after another on one connection. */
async function toolLists(system: RunningSystem, calls: number): Promise<number[]> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    token: system.account.key,
  }
  const times: number[] = []
  for (let i = 0; i < calls; i++) {
    const begun = performance.now()
    const answer = await request(`${system.url}/mcp`, { method: 'POST', headers, body })
    const text = await answer.body.text()
    times.push(performance.now() - begun)
    if (answer.statusCode !== 200 || !text.includes('send_message')) throw new Error(`tools/list answered ${text}`)
  }
  return times
}

/** Visits the pages with a fresh browser context each, since the first visit is what readers wait for. */
async function measure(bench: Bench, system: RunningSystem): Promise<Outcome> {
  const pages: Visit[] = []
  const references: Visit[] = []
  try {
    // The first visit also starts the browser.
    for (let i = 0; i <= bench.size(2, 7); i++) {
      const page = await visit(system, '/docs', (at) => at.getByRole('button', { name: 'Search' }).waitFor())
      const reference = await visit(system, `/docs/api#${operation}`, (at) =>
        at
          .locator(`section[id$="/${operation}"]`)
          .getByRole('button', { name: /Test Request/ })
          .waitFor(),
      )
      bench.say(`/docs ${page.milliseconds.toFixed(0)} ms, its reference ${reference.milliseconds.toFixed(0)} ms`)
      if (i === 0) continue
      pages.push(page)
      references.push(reference)
    }
  } finally {
    await closeBrowser()
  }
  const lists = await toolLists(system, bench.size(50, 500))
  const first = Math.max(...references.map(({ kb }) => kb))
  return {
    measurements: [
      {
        measurement: 'first load of the reference',
        value: first,
        unit: 'kB',
        target: { of: 'value', atMost: firstLoadKbMax },
        note: 'compressed, with all that its scripts load',
      },
      usable('/docs usable', pages),
      usable('reference usable', references),
      { measurement: 'tools/list, p50', value: median(lists), unit: 'ms' },
      {
        measurement: 'tools/list, p99',
        value: percentile(lists, 99),
        unit: 'ms',
        target: { of: 'value', atMost: toolsMsMax },
      },
    ],
  }
}

/** Returns the median time until readers could use a page. */
function usable(measurement: string, visits: readonly Visit[]): Outcome['measurements'][number] {
  const value = median(visits.map(({ milliseconds }) => milliseconds))
  return {
    measurement,
    value,
    unit: 'ms',
    target: { of: 'value', atMost: usableMsMax },
    note: 'median, without a cache',
  }
}
