import { inTransaction, type Round, type Worker } from '@posthorn/chassis'
import type { Account, Provider } from '@posthorn/provider'
import type { NumbersRuntime } from '../config.ts'
import { openCredentials } from '../entities/connected-number.ts'
import { claimDueTemplates, type DueTemplates, type StoredTemplate, storeTemplates } from '../templates/stored.sql.ts'
import { presentTemplate } from '../templates/templates.ts'

const batchSizeMax = 4
const pollMs = 30_000
/** Seconds between reads of a number's templates, which others can change at the provider. */
const nextInSeconds = 3_600
const pageSize = 50
/** The provider allows a business account 6,000 templates. */
const pagesMax = 120

/** Reads numbers' templates from the provider after each change and once an hour. */
export const readTemplates: Worker<NumbersRuntime> = { name: 'templates', pollMs, run: runRound }

/** Reads the templates of the numbers that are due, all at the same time. */
async function runRound(runtime: NumbersRuntime): Promise<Round> {
  const claimed = await inTransaction(runtime, (tx) => claimDueTemplates(tx.em, { limit: batchSizeMax, nextInSeconds }))
  await Promise.all(claimed.map((row) => readTemplatesOf(runtime, row)))
  return { worked: claimed.length, nextInMs: pollMs }
}

/** Reads one number's templates. On failure, keeps the stored templates and doesn't delay other numbers. */
async function readTemplatesOf(runtime: NumbersRuntime, row: DueTemplates): Promise<void> {
  const { workspace, id, phoneNumberId, businessAccountId } = row
  try {
    const provider = runtime.deps.providers[row.provider]
    if (!provider) return
    const { accessToken } = openCredentials(runtime.vault, id, row.credentials)
    const account = { access: { phoneNumberId, accessToken }, businessAccountId }
    const templates = await listAll(provider, account)
    if (templates === null) return
    await inTransaction(runtime, ({ em }) => storeTemplates({ em, workspace }, { number: id, templates }))
  } catch (err) {
    runtime.log.warn({ number: id, err }, 'templates.not_read')
  }
}

/** Returns all of an account's templates, or null if the provider refuses, for example because the token lacks access. */
async function listAll(provider: Provider, account: Account): Promise<StoredTemplate[] | null> {
  const found: StoredTemplate[] = []
  let after: string | undefined
  for (let pages = 0; pages < pagesMax; pages++) {
    const page = await provider.listTemplates(account, { size: pageSize, after })
    if (!page.ok) return null
    found.push(...page.templates.map((each) => presentTemplate(each)))
    if (page.after === undefined) break
    after = page.after
  }
  return found.map(({ name, language, body }) => ({ name, language, body }))
}
