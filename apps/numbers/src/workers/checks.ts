import type { EntityManager } from '@mikro-orm/postgresql'
import { forWorkspace, inTransaction, longWaitsOf, type Round, sql, type Worker } from '@posthorn/chassis'
import type { NumbersRuntime } from '../config.ts'
import { openCredentials } from '../entities/connected-number.ts'
import { type ConnectedRow, readHealth } from '../numbers/number.ts'
import { applyHealth, describeNumber } from '../sessions/sessions.ts'
import {
  claimDueTemplates,
  type DueTemplates,
  listAllTemplates,
  presentTemplate,
  storeTemplates,
} from '../templates/templates.sql.ts'

const healthChecksMax = 8
const pollMs = 30_000

/** Checks numbers at intervals, and soon after the provider reports a change. */
export const health: Worker<NumbersRuntime> = { name: 'health', pollMs, run: checkDueNumbers }

/** Checks the numbers that are due, all at the same time. */
async function checkDueNumbers(runtime: NumbersRuntime): Promise<Round> {
  const seconds = runtime.config.HEALTH_CHECK_SECONDS
  const claimed = await inTransaction(runtime, (tx) => claimDueNumbers(tx.em, { limit: healthChecksMax, seconds }))
  await Promise.all(claimed.map((row) => checkNumber(runtime, row)))
  return { worked: claimed.length, nextInMs: seconds * 1_000 }
}

/** Checks one number. A failed check is retried after the interval and doesn't delay other numbers. */
async function checkNumber(runtime: NumbersRuntime, row: DueNumber): Promise<void> {
  try {
    if (!runtime.deps.providers[row.provider]) return
    const outcome = await describeNumber(runtime, row)
    await inTransaction(runtime, async ({ em, emit }) => {
      const change = { runtime, healthOf: readHealth.bind(undefined, outcome) }
      await applyHealth({ em: forWorkspace(em, row.workspaceId), emit }, row.id, change)
    })
  } catch (err) {
    runtime.log.warn({ number: row.id, err }, 'number.not_checked')
  }
}

type DueNumber = Pick<ConnectedRow, 'workspaceId' | 'id' | 'provider' | 'phoneNumberId' | 'credentials'>

/** Claims numbers last checked more than this many seconds ago, and marks them as asked, so that no other process asks, too. */
function claimDueNumbers(
  em: EntityManager,
  { limit, seconds }: { limit: number; seconds: number },
): Promise<DueNumber[]> {
  return sql<DueNumber>(
    em,
    `update number set asked_at = now()
     where (workspace_id, id) in (
       select workspace_id, id from number
       where status <> 'disconnected' and asked_at <= now() - make_interval(secs => $2)
       order by asked_at limit $1 for update skip locked
     )
     returning workspace_id as "workspaceId", id, provider, phone_number_id as "phoneNumberId", credentials`,
    [limit, seconds],
  )
}

const templateReadsMax = 4
/** Seconds between reads of an account's templates, which others can change at the provider. */
const templatesEverySeconds = 3_600
/**
 * Ends waits for a check or read that are longer than possible after the database's clock went back. A number with a later check counts as
 * just checked.
 */
export const longWaits = [
  longWaitsOf({ table: 'number', column: 'asked_at', secondsMax: 0, where: `status <> 'disconnected'` }),
  longWaitsOf({
    table: 'number',
    column: 'templates_due_at',
    secondsMax: templatesEverySeconds,
    where: `status <> 'disconnected' and business_account_id is not null`,
  }),
]

/** Reads accounts' templates from the provider after each change and once an hour. */
export const readTemplates: Worker<NumbersRuntime> = { name: 'templates', pollMs, run: readDueTemplates }

/** Reads the templates of the accounts that are due, all at the same time. Numbers of one account and token share a read. */
async function readDueTemplates(runtime: NumbersRuntime): Promise<Round> {
  const claim = { limit: templateReadsMax, nextInSeconds: templatesEverySeconds }
  const claimed = await inTransaction(runtime, (tx) => claimDueTemplates(tx.em, claim))
  const opened = claimed.flatMap((row) => withToken(runtime, row))
  const shared = Map.groupBy(opened, ({ provider, businessAccountId, accessToken }) =>
    [provider, businessAccountId, accessToken].join(' '),
  )
  await Promise.all([...shared.values()].map((numbers) => readTemplatesOf(runtime, numbers)))
  return { worked: claimed.length }
}

type OpenedNumber = DueTemplates & { accessToken: string }

/** Returns the number with its token, or nothing if its credentials can't be decrypted, so that it doesn't delay other numbers. */
function withToken({ vault, log }: NumbersRuntime, row: DueTemplates): OpenedNumber[] {
  try {
    return [{ ...row, accessToken: openCredentials(vault, row.id, row.credentials).accessToken }]
  } catch (err) {
    log.warn({ number: row.id, err }, 'templates.not_read')
    return []
  }
}

/**
 * Reads the templates of an account for its numbers. On failure, keeps the stored templates and doesn't delay other accounts. First subscribes
 * the app, each time: if the account stopped sending it callbacks, nothing would arrive and nothing would show why.
 */
async function readTemplatesOf(runtime: NumbersRuntime, numbers: OpenedNumber[]): Promise<void> {
  const [first] = numbers
  if (!first) return
  const { id, phoneNumberId, businessAccountId, accessToken } = first
  try {
    const provider = runtime.deps.providers[first.provider]
    if (!provider) return
    const account = { access: { phoneNumberId, accessToken }, businessAccountId }
    const subscribed = await provider.subscribeApp(account)
    if (!subscribed.ok) runtime.log.warn({ number: id, ...subscribed.error }, 'callbacks.not_subscribed')
    const listed = await listAllTemplates(provider, account)
    if (!listed.ok) return
    const presented = listed.templates.map(presentTemplate)
    const templates = presented.map(({ name, language, body }) => ({ name, language, body }))
    for (const { workspace, id: number } of numbers)
      await inTransaction(runtime, ({ em }) => storeTemplates({ em, workspace }, { number, templates }))
  } catch (err) {
    runtime.log.warn({ number: id, err }, 'templates.not_read')
  }
}
