import { readFile } from 'node:fs/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import { likeText, type PreparedVerb, refuseWithoutBytes, sql, type Verb } from '@posthorn/chassis'
import { fail, listVariables, type numbers, refuseLimited, sampleMimes, type template } from '@posthorn/contracts'
import { mimeOf, type Spooled } from '@posthorn/http'
import type { Account, NumberAccess, Provider, ProviderError, ProviderTemplate } from '@posthorn/provider'
import type { z } from 'zod'
import type { NumbersRuntime } from '../config.ts'
import { ConnectedNumber } from '../entities/connected-number.ts'
import { findAccess, type NumberCaller, refuse, requireOk } from '../numbers/number.ts'

/** Returns a number's business account and provider. Fails if the caller may not see the number or it has no account. */
async function findAccount(
  ctx: NumberCaller & { runtime: NumbersRuntime },
  numberId: string,
): Promise<{ provider: Provider; account: Account }> {
  const { provider, access, businessAccountId } = await findAccess(ctx, numberId)
  if (!businessAccountId) fail('capability:unsupported', { message: 'This number belongs to no business account.' })
  return { provider, account: { access, businessAccountId } }
}

/** Fails if the caller's key is restricted to some numbers and the account has others, because the account's data is shared. */
export async function refuseSharedAccount({ em, call }: NumberCaller, { businessAccountId }: Account): Promise<void> {
  const { numbers = [] } = call
  const others = { businessAccountId, id: { $nin: numbers }, credentials: { $ne: null } }
  if (call.numbers && (await em.count(ConnectedNumber, others)) > 0) refuseLimited(call)
}

const templatesPerPage = 100
/** The provider allows an account 6,000 templates, which is 60 pages. The limit ends a list that repeats its pages. */
const pagesMax = 100

/** Reads all pages of an account's templates, or of those whose names contain `name`. Fails as a whole if a page can't be read. */
export async function listAllTemplates(
  provider: Provider,
  account: Account,
  name?: string,
): Promise<{ ok: true; templates: ProviderTemplate[] } | { ok: false; error: ProviderError }> {
  const templates: ProviderTemplate[] = []
  let after: string | undefined
  for (let pages = 0; pages < pagesMax; pages++) {
    const page = await provider.listTemplates(account, { name, size: templatesPerPage, after })
    if (!page.ok) return page
    templates.push(...page.templates)
    after = page.after
    if (after === undefined) break
  }
  return { ok: true, templates }
}

/** Returns a template's language versions. The provider also returns templates whose names contain this name. */
export async function findByName(provider: Provider, account: Account, name: string): Promise<ProviderTemplate[]> {
  const listed = await listAllTemplates(provider, account, name)
  return listed.ok ? listed.templates.filter((template) => template.name === name) : refuse(listed.error)
}

/** Returns a template in our format: with the body's text and its variables, which the provider has only within the components. */
export function presentTemplate(providerTemplate: ProviderTemplate): z.output<typeof template> {
  const { rejectedReason = null, quality = null, ...shown } = providerTemplate
  const body = providerTemplate.components.find(({ type }) => String(type).toUpperCase() === 'BODY')?.['text']
  const text = typeof body === 'string' ? body : null
  const components = providerTemplate.components as z.output<typeof template>['components']
  return {
    ...shown,
    components,
    rejectedReason,
    quality,
    body: text,
    variables: text === null ? [] : listVariables(text),
  }
}

type Create = typeof numbers.templates.create
type Input = z.output<Create['input']>
type Component = Record<string, unknown>

const formats: Readonly<Record<(typeof sampleMimes)[number], string>> = {
  'image/jpeg': 'IMAGE',
  'image/png': 'IMAGE',
  'video/mp4': 'VIDEO',
  'application/pdf': 'DOCUMENT',
}

/** Uploads the sample of the template's media header, then submits the template to the provider. Refuses one that exists in this language. */
export const create: PreparedVerb<Create, NumbersRuntime, z.input<Create['output']>> = {
  async prepare({ ctx, input, upload }) {
    const { provider, account } = await findAccount(ctx, input.id)
    const { name, language, category } = input
    const translations = await findByName(provider, account, name)
    if (translations.some((translation) => translation.language === language)) fail('template:duplicate')
    const header = await buildHeader(provider, account.access, input.header, upload)
    const components = [...header, ...buildComponents(input)]
    const named = listVariables(input.body).some((variable) => !/^\d+$/.test(variable))
    const made = await provider.createTemplate(account, { name, language, category, components, named })
    if (!made.ok) refuse(made.error)
    const { id, status } = made
    return presentTemplate({ id, name, language, category: made.category, status, components })
  },
  run: async ({ ctx, input, prepared }) => {
    await readTemplatesSoon(ctx, input.id)
    ctx.wake('templates')
    return prepared
  },
}

/** Builds the header: text, or media of the same type as the sample file, which the gateway attaches. */
async function buildHeader(
  provider: Provider,
  access: NumberAccess,
  header: Input['header'],
  upload: Spooled | undefined,
): Promise<Component[]> {
  if (header === undefined) return []
  if (typeof header === 'string') return [{ type: 'HEADER', format: 'TEXT', text: header }]
  const path = 'header.media.file'
  const bytes = await readFile((upload ?? refuseWithoutBytes(path)).path)
  const detectedMime = mimeOf(bytes)
  const mime = sampleMimes.find((sampleMime) => sampleMime === detectedMime) ?? fail('file:unsupported_type')
  const outcome = await provider.uploadSample(access, { bytes, mime })
  if (!outcome.ok) refuse(outcome.error)
  return [{ type: 'HEADER', format: formats[mime], example: { header_handle: [outcome.handle] } }]
}

/** Builds a template's components in the provider's format, except the header. */
function buildComponents({ body, samples = {}, footer, buttons }: Input): Component[] {
  return [
    { type: 'BODY', text: body, ...buildExample(body, samples) },
    ...(footer === undefined ? [] : [{ type: 'FOOTER', text: footer }]),
    ...(buttons === undefined ? [] : [{ type: 'BUTTONS', buttons: buttons.map(buildButton) }]),
  ]
}

/** Builds samples for all variables. The provider refuses a template without them. */
function buildExample(body: string, samples: Record<string, string>): Component {
  const variables = listVariables(body)
  if (variables.length === 0) return {}
  const texts = variables.map((variable) => ({ param_name: variable, example: samples[variable] ?? '' }))
  const byPosition = variables.every((variable) => /^\d+$/.test(variable))
  return {
    example: byPosition ? { body_text: [texts.map(({ example }) => example)] } : { body_text_named_params: texts },
  }
}

/** Builds a button. One with neither a URL nor a phone number is a quick reply: its text is the customer's answer. */
function buildButton({ text, url, phone }: NonNullable<Input['buttons']>[number]): Component {
  if (url !== undefined) return { type: 'URL', text, url }
  if (phone !== undefined) return { type: 'PHONE_NUMBER', text, phone_number: phone }
  return { type: 'QUICK_REPLY', text }
}

/** Returns a template in all of its languages, as the provider has it now. */
export const get: Verb<typeof numbers.templates.get, NumbersRuntime> = async ({ ctx, input: { id, name } }) => {
  const { provider, account } = await findAccount(ctx, id)
  const found = await findByName(provider, account, name)
  if (found.length === 0) fail('template:not_found')
  return { name, translations: found.map(presentTemplate) }
}

/** Lists an account's templates, as the provider has them now. By name, a page may have few items or none, although there are more. */
export const list: Verb<typeof numbers.templates.list, NumbersRuntime> = async ({ ctx, input }) => {
  const { id, cursor, name, language, status, size } = input
  const { provider, account } = await findAccount(ctx, id)
  const cursors = ctx.cursors(`templates ${id}`)
  const [after] = cursor === undefined ? [] : cursors.take(cursor)
  const page = await provider.listTemplates(account, { name, language, status, size, after })
  if (!page.ok) refuse(page.error)
  // The provider also returns templates whose names contain this name.
  const items = page.templates.filter((found) => name === undefined || found.name === name).map(presentTemplate)
  return { items, next: page.after === undefined ? null : cursors.give([page.after]) }
}

type Remove = typeof numbers.templates.remove

/** Deletes a template in all of its languages. */
export const remove: PreparedVerb<Remove, NumbersRuntime, z.input<Remove['output']>> = {
  async prepare({ ctx, input: { id, name } }) {
    const { provider, account } = await findAccount(ctx, id)
    await refuseSharedAccount(ctx, account)
    const found = await findByName(provider, account, name)
    if (found.length === 0) fail('template:not_found')
    requireOk(await provider.deleteTemplate(account, name))
    return { name, deleted: true }
  },
  run: async ({ ctx, input, prepared }) => {
    await readTemplatesSoon(ctx, input.id)
    ctx.wake('templates')
    return prepared
  },
}

type WorkspaceContext = { em: EntityManager; workspace: string }

type StoredTemplate = { name: string; language: string; body: string | null }

/** Schedules a refresh of a number's templates and of those of its business account's other numbers, since the account owns them. */
export async function readTemplatesSoon({ em, workspace }: WorkspaceContext, number: string): Promise<void> {
  await sql(
    em,
    `update number set templates_due_at = now() where workspace_id = $1 and business_account_id =
       (select business_account_id from number where workspace_id = $1 and id = $2)`,
    [workspace, number],
  )
}

export type DueTemplates = {
  workspace: string
  id: string
  provider: 'cloud' | 'simulator'
  phoneNumberId: string
  businessAccountId: string
  credentials: string
}

/**
 * Claims all numbers of up to `limit` accounts with a number whose templates are due for a refresh, because one read serves them all, and
 * postpones their next refresh by `nextInSeconds`.
 */
export function claimDueTemplates(
  em: EntityManager,
  { limit, nextInSeconds }: { limit: number; nextInSeconds: number },
): Promise<DueTemplates[]> {
  return sql<DueTemplates>(
    em,
    `with due as (
       select distinct provider, business_account_id from (
         select provider, business_account_id from number
         where status <> 'disconnected' and business_account_id is not null and templates_due_at <= now()
         order by templates_due_at limit $1
       ) first
     )
     update number set templates_due_at = now() + make_interval(secs => $2)
     where (workspace_id, id) in (
       select n.workspace_id, n.id from number n join due using (provider, business_account_id)
       where n.status <> 'disconnected' for update of n skip locked
     )
     returning workspace_id as workspace, id, provider, phone_number_id as "phoneNumberId",
       business_account_id as "businessAccountId", credentials`,
    [limit, nextInSeconds],
  )
}

/** Replaces a number's stored templates, so that a template deleted at the provider is no longer found. */
export async function storeTemplates(
  { em, workspace }: WorkspaceContext,
  { number, templates }: { number: string; templates: StoredTemplate[] },
): Promise<void> {
  await sql(em, `delete from template where workspace_id = $1 and number_id = $2`, [workspace, number])
  await sql(
    em,
    `insert into template (workspace_id, number_id, name, language, body)
     select $1, $2, name, language, body
     from jsonb_to_recordset($3::jsonb) as given (name text, language text, body text) on conflict do nothing`,
    [workspace, number, JSON.stringify(templates)],
  )
}

/** Finds templates with `q` in the name or text: one per name in a business account, with one of the account's numbers. */
export function findStoredTemplates(
  { em, workspace }: WorkspaceContext,
  { q, numbers, size }: { q: string; numbers: readonly string[] | null; size: number },
): Promise<{ name: string; body: string | null; number: string }[]> {
  // Names have underscores where people type spaces. In `like`, an underscore matches any character.
  const name = likeText(q).replace(/\s+/g, '_')
  return sql(
    em,
    `select name, body, number from (
       select distinct on (n.business_account_id, t.name) t.name, t.body, t.number_id as number
       from template t join number n on n.workspace_id = t.workspace_id and n.id = t.number_id
       where t.workspace_id = $1 and n.status <> 'disconnected' and (t.name ilike $2 or t.body ilike $3)
         and ($4::text[] is null or t.number_id = any($4))
       order by n.business_account_id, t.name, (t.body ilike $3) desc, n.id, t.language
     ) as one order by (name ilike $2) desc, name limit $5`,
    [workspace, `%${name}%`, `%${likeText(q)}%`, numbers, size],
  )
}
