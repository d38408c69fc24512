import { type HostileServer, hostileUrls, startHostileServer, until } from '@posthorn/testkit'
import { eachOf, phoneOf, RunningSystem, rowsOf, unlimited } from '@posthorn/testkit/system'
import type { ProofFixture } from '../proof.ts'
import { all, type Outcome } from '../proof.ts'

const env = { ...unlimited, RETRY_SCALE: '0.002' }
const dripMs = 3_000
const endsWithinMs = 600_000

type Counts = { imports: number; files: number; webhooks: number; media: number }
/** Counts of jobs that ended with a reason, and of 5xx responses. */
type Tally = { ended: number; failedOnOurSide: number }

/**
 * F9: imports, files, webhooks and media fetch 2,000 hostile addresses, in one process or split across several. Promise: no server can
 * crash our processes with its responses, and every job ends with a reason.
 */
export async function hostileServers({ split }: { split: boolean }): Promise<Outcome> {
  const system = await RunningSystem.start({ split, env })
  try {
    const { outcome, measured } = await attack(system, { imports: 700, files: 700, webhooks: 100, media: 500 })
    return all(measured, outcome)
  } finally {
    await system.remove()
  }
}

/** F9, short: 120 hostile addresses against the shared system. */
export async function someHostileServers(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const { outcome, measured } = await attack(system, { imports: 36, files: 48, webhooks: 12, media: 24 })
  return all(measured, outcome)
}

/** Makes the system use hostile addresses in all four ways at once, and checks that every job ends and every process lives on. */
async function attack(system: RunningSystem, counts: Counts) {
  await using server = await startHostileServer()
  const lives = processesOf(system)
  const [imports, files, webhooks, media] = await Promise.all([
    importAll(system, hostileUrls(server, counts.imports, { dripMs })),
    fetchAll(system, hostileUrls(server, counts.files, { dripMs })),
    deliverToAll(system, server, counts.webhooks),
    sendAll(system, hostileUrls(server, counts.media, { dripMs })),
  ])
  const tallies = { imports, files, webhooks, media }
  const ended = Object.entries(tallies).map(([name, tally]) => [name, tally.ended] as const)
  const deaths = system.output.split('ended unexpectedly').length - 1
  return {
    measured: `${ended.map(([name, count]) => `${count} ${name}`).join(', ')} ended with a reason, ${deaths} processes ended`,
    outcome: {
      'no process ended': deaths === 0 && processesOf(system) === lives,
      'every job ended with a reason': ended.every(([name, count]) => count === counts[name as keyof Counts]),
      'nothing answered 5xx': Object.values(tallies).every(({ failedOnOurSide }) => failedOnOurSide === 0),
    },
  }
}

/** Returns a text that changes when a process is replaced. */
const processesOf = (system: RunningSystem) => JSON.stringify(system.run.processes)
/** Returns whether the system failed. A hostile address or body must get a 4xx, which says that the caller is at fault. */
const isOurFault = (status: number) => status >= 500

/** Starts an import from each URL and waits until all have ended. A refused one counts as ended. */
async function importAll(system: RunningSystem, urls: string[]): Promise<Tally> {
  const made = await eachOf(urls.length, 8, (i) =>
    system.call<{ id: string }>('POST', '/v1/imports', { body: { url: urls[i] } }),
  )
  const open = made.filter(({ status }) => status < 300).map(({ body }) => body.id)
  const rows = () =>
    rowsOf<{ id: string }>(
      system,
      `select id from contacts.import where id = any($1) and (status = 'finished' or error_code is not null)`,
      [open],
    )
  await until(async () => (await rows()).length === open.length, {
    timeoutMs: endsWithinMs,
    describe: 'every import to end',
  })
  const refused = made.filter(({ status }) => status >= 400 && status < 500).length
  return {
    ended: (await rows()).length + refused,
    failedOnOurSide: made.filter(({ status }) => isOurFault(status)).length,
  }
}

/** Creates a file from each URL. The response says how the fetch ended. */
async function fetchAll(system: RunningSystem, urls: string[]): Promise<Tally> {
  const answers = await eachOf(urls.length, 10, (i) =>
    system.call<{ errorCode?: string }>('POST', '/v1/files', { body: { url: urls[i] } }),
  )
  return tallyOfAnswers(answers)
}

/** Sends a message with media from each URL. The response says how the fetch ended. */
async function sendAll(system: RunningSystem, urls: string[]): Promise<Tally> {
  const answers = await eachOf(urls.length, 8, (i) =>
    system.call<{ errorCode?: string }>('POST', '/v1/messages', {
      body: { phone: phoneOf(60_000 + i), media: { url: urls[i], kind: 'image' } },
    }),
  )
  return tallyOfAnswers(answers)
}

/** Counts the answers that say how a request ended: a success or an error code, not silence or a bare 500. Counts our faults apart. */
function tallyOfAnswers(answers: readonly { status: number; body: { errorCode?: string } }[]): Tally {
  const ended = answers.filter(({ status, body }) => status < 300 || body.errorCode !== undefined).length
  return { ended, failedOnOurSide: answers.filter(({ status }) => isOurFault(status)).length }
}

/** Creates webhooks with hostile URLs, causes one event, and waits for an attempt at each. A refused webhook counts as ended. */
async function deliverToAll(system: RunningSystem, server: HostileServer, count: number): Promise<Tally> {
  const urls = hostileUrls(server, count, { dripMs })
  const made = await eachOf(count, 8, (i) =>
    system.call<{ id: string }>('POST', '/v1/webhooks', { body: { url: urls[i], events: ['contact:created'] } }),
  )
  const ids = made.filter(({ status }) => status < 300).map(({ body }) => body.id)
  await system.ok('POST', '/v1/contacts', { body: { phone: phoneOf(70_000) } })
  const attempted = () =>
    rowsOf<{ id: string }>(
      system,
      `select distinct d.webhook_id as id from webhooks.delivery d
       join webhooks.attempt a on a.workspace_id = d.workspace_id and a.delivery_id = d.id
       where d.webhook_id = any($1) and (a.error is not null or a.http_status is not null)`,
      [ids],
    )
  await until(async () => (await attempted()).length === ids.length, {
    timeoutMs: endsWithinMs,
    describe: 'an attempt at every webhook',
  })
  await eachOf(ids.length, 8, (i) => system.call('DELETE', `/v1/webhooks/${ids[i]}`))
  const refused = made.filter(({ status }) => status >= 400 && status < 500).length
  return { ended: ids.length + refused, failedOnOurSide: made.filter(({ status }) => isOurFault(status)).length }
}
