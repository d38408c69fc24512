import { accounts, numbers, type OutputOf, webhooks } from '@posthorn/contracts'
import { type Api, mayPass } from './client.ts'
import { networkReasonOf, reasonOf } from './fetch.ts'

/** A line of `posthorn doctor`: what was checked, what was found, and what to do about it. */
export type Finding = { status: 'ok' | 'warning' | 'failed'; check: string; finding: string; action: string }

type Number = OutputOf<typeof numbers.numbers.get>

const clockWarningMs = 60_000
const clockFailureMs = 300_000
const waitingWarningMs = 300_000
const expiryWarningMs = 14 * 24 * 3_600_000

/** Returns a function that creates findings with this status. */
const reportAs =
  (status: Finding['status']): ((check: string, finding: string, action?: string) => Finding) =>
  (check, finding, action = '') => ({ status, check, finding, action })
export const ok = reportAs('ok')
export const warning = reportAs('warning')
export const failed = reportAs('failed')

/** Checks what all other checks need: address, readiness, clock and key. */
export async function checkAccess(api: Api): Promise<Finding[]> {
  const reached = await checkInstallation(api.access.url)
  return hasFailed(reached) ? reached : [...reached, ...(await checkKey(api))]
}

export const hasFailed = (findings: readonly Finding[]): boolean => findings.some(({ status }) => status === 'failed')

/** Checks numbers, their queues, and webhooks. */
export async function checkWorkspace(api: Api): Promise<Finding[]> {
  const findings = await Promise.all([
    api.list(numbers.numbers.list, {}).then(checkNumbers, (error: unknown) => [unread('numbers', error)]),
    api.list(webhooks.webhooks.list, {}).then(checkWebhooks, (error: unknown) => [unread('webhooks', error)]),
  ])
  return findings.flat()
}

/** Checks whether the address leads to a ready installation, and compares its clock with this one. */
async function checkInstallation(url: string): Promise<Finding[]> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) })
    const body = await response.text()
    const date = Date.parse(response.headers.get('date') ?? '')
    return [...readinessOf(url, response.ok, body), ...(Number.isNaN(date) ? [] : [checkClock(Date.now() - date)])]
  } catch (error) {
    const reason = networkReasonOf(error)
    return [failed('installation', `${url} cannot be reached (${reason})`, 'check the address and whether it runs')]
  }
}

/** Returns findings from an installation's own report: its version, and its limitations or why it is not ready. */
function readinessOf(url: string, isReady: boolean, body: string): Finding[] {
  const report = readReport(body)
  if (report === undefined)
    return [failed('installation', `${url} is not a Posthorn installation`, 'check the address')]
  const { version, reasons } = report
  if (!isReady)
    return [failed('installation', `${url} is not ready: ${reasons.join(', ')}`, 'read the log of the installation')]
  return [
    ok('installation', `${url} is ready and runs ${version}`),
    ...reasons.map((reason) => warning('installation', reason, 'read the guide to operating')),
  ]
}

/** Reads an installation's own report. Returns undefined for anything else, which comes from another program. */
function readReport(text: string): { version: string; reasons: string[] } | undefined {
  try {
    const { version, reasons = [] } = JSON.parse(text) as { version?: unknown; reasons?: string[] }
    return typeof version === 'string' && Array.isArray(reasons) ? { version, reasons } : undefined
  } catch {
    return undefined
  }
}

/** Judges the difference between this clock and the installation's. */
function checkClock(differenceMs: number): Finding {
  const absoluteMs = Math.abs(differenceMs)
  const text = `this clock differs by ${Math.round(absoluteMs / 1000)} s`
  if (absoluteMs < clockWarningMs) return ok('clock', text)
  const action = 'synchronize the clock: signatures are valid for 5 minutes'
  return (absoluteMs < clockFailureMs ? warning : failed)('clock', text, action)
}

/** Checks that the key is valid, says what it may do, and warns if it expires within two weeks. */
export async function checkKey(api: Api): Promise<Finding[]> {
  try {
    const { workspace, key } = await api.call(accounts.me.get, {})
    if (key === null) return [failed('key', 'this is not an API key', 'run `posthorn login` with a valid key')]
    const facts = `${key.name} of ${workspace.name} (${workspace.id}) may ${key.scopes.join(', ')}`
    const left = key.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(key.expiresAt) - Date.now()
    if (left < expiryWarningMs)
      return [warning('key', `${facts}; it expires at ${key.expiresAt}`, 'create a new key in time')]
    return [ok('key', facts)]
  } catch (error) {
    const action = mayPass(error)
      ? 'try again later; if the workspace has moved, pass the address of its new installation'
      : 'run `posthorn login` with a valid key'
    return [failed('key', reasonOf(error), action)]
  }
}

/** Checks the numbers and their queues. Disconnected numbers need no check, because someone disconnected them. */
function checkNumbers(all: readonly Number[]): Finding[] {
  const connected = all.filter(({ status }) => status !== 'disconnected')
  if (connected.length === 0)
    return [warning('numbers', 'no number is connected', 'connect one with `posthorn numbers connect`')]
  return connected.flatMap((each) => [checkNumber(each), ...checkQueue(each)])
}

/** Judges a number. Only an error fails the check. A number that is not online yet is a warning. */
function checkNumber({ id, name, status, session }: Number): Finding {
  const check = `number ${name}`
  const facts = `${id} is ${status}, its session ${session.status}`
  if (status === 'active' && session.status === 'online') return ok(check, facts)
  const reason = session.lastError === null ? '' : `: ${session.lastError.message}`
  const report = status === 'error' || session.status === 'error' ? failed : warning
  return report(check, `${facts}${reason}`, `run \`posthorn numbers check ${id}\``)
}

/** Warns of a queue that someone has paused or drains, and of one whose oldest message has waited for more than five minutes. */
function checkQueue({ id, name, queue }: Number): Finding[] {
  if (queue === null) return []
  const check = `queue ${name}`
  const facts = `${queue.waiting} messages wait, the oldest for ${Math.round(queue.oldestAgeMs / 1000)} s`
  if (queue.status !== 'active')
    return [warning(check, `${facts}; it is ${queue.status}`, `run \`posthorn queue resume ${id}\``)]
  if (queue.oldestAgeMs < waitingWarningMs) return [ok(check, facts)]
  const reason = queue.blocked === null ? '' : `; reason: ${queue.blocked.reason}`
  return [warning(check, `${facts}${reason}`, `run \`posthorn queue get ${id}\``)]
}

/** Judges the webhooks. One that is not active is a warning, and one with a failing URL fails the check, because events do not arrive. */
function checkWebhooks(all: readonly OutputOf<typeof webhooks.webhooks.get>[]): Finding[] {
  if (all.length === 0) return [ok('webhooks', 'none; `posthorn tail` and GET /v1/events show events without one')]
  return all.map(({ id, name, status, endpoints }) => {
    const check = `webhook ${name ?? id}`
    const failing = endpoints.find((each) => each.failingSince !== null || each.status === 'disabled')
    if (status === 'active' && failing === undefined) return ok(check, `${id} is active`)
    if (status !== 'active') return warning(check, `${id} is ${status}`, `run \`posthorn webhooks resume ${id}\``)
    const since = failing?.failingSince === null ? '' : ` since ${failing?.failingSince}`
    const action = `run \`posthorn webhooks deliveries ${id} --status waiting,exhausted\``
    return failed(check, `${failing?.url} fails${since}`, action)
  })
}

/** Returns the finding for objects that could not be read. */
const unread = (check: string, error: unknown): Finding =>
  warning(check, `not checked: ${reasonOf(error)}`, 'use a key with the scope read')
