import type { EntityManager } from '@mikro-orm/postgresql'
import { type Cursors, sql, type VerbContext } from '@posthorn/chassis'
import { Contact, type ContactRow } from '../entities/contact.ts'

/** Collects bound values. `bind(value)` returns the placeholder to use. */
export type Binder = { values: unknown[]; bind(value: unknown): string }

export function binder(): Binder {
  const values: unknown[] = []
  return { values, bind: (value) => `$${values.push(value)}` }
}

/** An SQL condition on rows of `contact`. Its values are bound with the given binder. */
export type Condition = (binder: Binder) => string

/** Condition: the contact is in the address book. */
export const isListed = 'unlisted_at is null'

export type Sort = `${keyof typeof orders}:${'asc' | 'desc'}`

const orders = {
  createdAt: { expression: 'created_at', type: 'timestamptz' },
  updatedAt: { expression: 'updated_at', type: 'timestamptz' },
  lastMessageAt: { expression: "coalesce(last_message_at, '-infinity')", type: 'timestamptz' },
  name: { expression: "coalesce(lower(name), '')", type: 'text' },
}

type PageInput = { size: number; cursor?: string | undefined }

export type Selection = Caller & { where: Condition[]; sort: Sort; page: PageInput; cursors: Cursors }

/** The workspace to read, and the caller's numbers if the caller is restricted to some. */
export type Caller = { workspace: string; numbers: readonly string[] | undefined }

export function callerOf({ workspace, call }: Pick<VerbContext, 'workspace' | 'call'>): Caller {
  return { workspace, numbers: call.numbers }
}

/** Returns conditions for contacts in the address book that the caller may see. */
function seenBy({ workspace, numbers }: Caller, { bind }: Binder): string[] {
  const ofNumbers = numbers ? [`number_ids && ${bind([...numbers])}::text[]`] : []
  return [`workspace_id = ${bind(workspace)}`, isListed, ...ofNumbers]
}

const columnsOf = (em: EntityManager) =>
  em
    .getMetadata(Contact)
    .props.flatMap(({ fieldNames }) => fieldNames)
    .join(', ')

/** Returns a page of contacts, with keyset pagination by the sort order and id. */
export async function selectContacts(
  em: EntityManager,
  { where, sort, page, cursors, ...caller }: Selection,
): Promise<{ rows: ContactRow[]; next: string | null }> {
  const [column, direction] = sort.split(':') as [keyof typeof orders, 'asc' | 'desc']
  const { expression, type } = orders[column]
  const statement = binder()
  const after = page.cursor === undefined ? undefined : cursors.take(page.cursor)
  const conditions = [...seenBy(caller, statement), ...where.map((condition) => condition(statement))]
  if (after) {
    const [value, id] = after.map((part) => statement.bind(part))
    conditions.push(`(${expression}, id) ${direction === 'asc' ? '>' : '<'} (${value}::${type}, ${id})`)
  }
  // Use one statement: a contact read separately could have changed and no longer match.
  const found = await sql<{ id: string; place: string }>(
    em,
    `select ${columnsOf(em)}, (${expression})::text as place from contact where ${conditions.join(' and ')}
     order by ${expression} ${direction}, id ${direction}
     limit ${page.size + 1}`,
    statement.values,
  )
  const shown = found.slice(0, page.size)
  const last = found.length > page.size ? shown.at(-1) : undefined
  return {
    rows: shown.map((row) => em.map(Contact, row)),
    next: last ? cursors.give([last.place, last.id]) : null,
  }
}

export async function countContacts(em: EntityManager, caller: Caller, where: Condition[]): Promise<number> {
  const statement = binder()
  const conditions = [...seenBy(caller, statement), ...where.map((condition) => condition(statement))]
  const rows = await sql<{ count: number }>(
    em,
    `select count(*)::int as count from contact where ${conditions.join(' and ')}`,
    statement.values,
  )
  return rows[0]?.count ?? 0
}

/** Maximum number of custom-field columns in an export. */
const fieldNamesMax = 200

/** Returns the custom field names of the caller's contacts, in alphabetical order. */
export async function fieldNames(em: EntityManager, { workspace, numbers }: Caller): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    em,
    `select distinct jsonb_object_keys(fields) as name from contact where workspace_id = $1 and fields <> '{}'
       and ($2::text[] is null or number_ids && $2) order by name limit ${fieldNamesMax}`,
    [workspace, numbers ?? null],
  )
  return rows.map(({ name }) => name)
}
