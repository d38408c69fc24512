import type { EntityManager } from '@mikro-orm/postgresql'
import { likeText, sql } from '@posthorn/chassis'

type WorkspaceContext = { em: EntityManager; workspace: string }

export type StoredTemplate = { name: string; language: string; body: string | null }

/**
 * Schedules a refresh of the templates of a number and of the other numbers in its business account, because the account owns the
 * templates.
 */
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

/** Claims numbers whose templates are due for a refresh, and postpones their next refresh by `nextInSeconds`. */
export function claimDueTemplates(
  em: EntityManager,
  { limit, nextInSeconds }: { limit: number; nextInSeconds: number },
): Promise<DueTemplates[]> {
  return sql<DueTemplates>(
    em,
    `update number set templates_due_at = now() + make_interval(secs => $2)
     where (workspace_id, id) in (
       select workspace_id, id from number
       where status <> 'disconnected' and business_account_id is not null and templates_due_at <= now()
       order by templates_due_at limit $1 for update skip locked
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

/**
 * Finds templates whose name or text contains `q`. Returns one template per name in a business account, with one of the account's numbers.
 */
export function templatesCalled(
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
