import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { services } from '@posthorn/contracts'
import type { PrintedMigration } from './print-migrations.ts'

/** Reads all services' migrations. Tooling must not import apps, so a separate process loads and prints them. */
export const readMigrations = (root: string): Record<string, PrintedMigration[]> => {
  const files: Record<string, string> = { chassis: 'packages/chassis/src/db/chassis-migrations.ts' }
  for (const name of Object.keys(services)) files[name] = `apps/${name}/src/migrations/index.ts`
  const program = fileURLToPath(new URL('./print-migrations.ts', import.meta.url))
  const args = ['--conditions=source', program, ...Object.values(files).map((file) => join(root, file))]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
  if (status !== 0) throw new Error(`migrations cannot be read: ${stderr}`)
  const printed = JSON.parse(stdout) as PrintedMigration[][]
  return Object.fromEntries(Object.keys(files).map((name, i) => [name, printed[i] ?? []]))
}

const plainParts: Readonly<Record<string, string>> = { $: '$$', "'": "''" }

/** Normalizes a statement to one lowercase line without comments. Function bodies become `$$` and strings `''`. */
const plainSql = (statement: string): string =>
  statement
    .replace(
      /\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g,
      (part) => plainParts[part.charAt(0)] ?? '',
    )
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** A change to a table, such as `add column a int` from `alter table t add column a int, drop column b`. */
type TableChange = { table: string; change: string }

/** Splits an `alter table` into its changes. Returns an empty list for other statements. */
const tableChanges = (sql: string): TableChange[] => {
  const [, table = '', changes = ''] = /^alter table (?:if exists )?(?:only )?(\S+) (.*)$/.exec(sql) ?? []
  return splitOutside(changes).map((change) => ({ table, change }))
}

/** Splits a list at commas outside parentheses. */
const splitOutside = (list: string): string[] => {
  const parts: string[] = []
  let [depth, begin] = [0, 0]
  for (let i = 0; i <= list.length; i++) {
    const letter = list[i]
    if (letter === '(' || letter === '[') depth++
    if (letter === ')' || letter === ']') depth--
    if (i < list.length && (letter !== ',' || depth > 0)) continue
    parts.push(list.slice(begin, i).trim())
    begin = i + 1
  }
  return parts.filter((part) => part !== '')
}

/** Context of a statement: the tables that its migration creates, the migration's statements, and the statements of earlier migrations. */
type Surroundings = {
  newTables: ReadonlySet<string>
  ownStatements: readonly string[]
  earlierStatements: readonly string[]
}

/**
 * `never`: the statement breaks or blocks the running release. `later`: the statement requires an earlier release that no longer needs what
 * is dropped. `safeSince` names that release.
 */
type Fault = { kind: 'never' | 'later'; text: string }

type Pattern = readonly [RegExp, Fault['kind'], string]

/** Statements that are never compatible, or only later. */
const statementPatterns: readonly Pattern[] = [
  [/^do\b/, 'never', 'runs a block that cannot be read: state its statements one by one'],
  [/^alter (?!index).*\brename (?!constraint)/, 'never', 'renames: add the new beside the old'],
  [/^alter schema /, 'never', 'changes a schema'],
  [/^(lock|cluster|vacuum) /, 'never', 'locks a table'],
  [/^reindex (?!.*concurrently)/, 'never', 'locks a table'],
  [/^drop (?!index|trigger|policy|rule)/, 'later', 'drops what the previous release may use'],
  [/^truncate /, 'later', 'empties a table'],
  [/^revoke /, 'later', 'takes a permission away'],
]

/** Changes to a table that are never compatible, or only later. */
const changePatterns: readonly Pattern[] = [
  [/^drop (?!constraint)/, 'later', 'drops a column'],
  [/^drop constraint (if exists )?\S+_(pkey|key)\b/, 'later', 'drops a key that inserts may refer to'],
  [/^alter (column )?\S+ (set data )?type /, 'never', 'changes the type of a column: add a column beside it'],
  [/^alter (column )?\S+ drop (default|expression|identity)/, 'later', 'drops what fills a column'],
  [/^alter (column )?\S+ set not null/, 'later', 'refuses rows without a value'],
  [/^set (unlogged|logged|tablespace|access method)/, 'never', 'writes the whole table anew'],
  [/^add (?!constraint).*\bgenerated always as \(.*\bstored/, 'never', 'writes the whole table anew'],
  [/^add .*\bdefault (gen_random_uuid|random|clock_timestamp|nextval)\b/, 'never', 'writes the whole table anew'],
  [/^add (column )?(if not exists )?(?!column )\S+ (small|big)?serial\d?\b/, 'never', 'writes the whole table anew'],
  [/^add (?!constraint).*\bgenerated (always|by default) as identity\b/, 'never', 'writes the whole table anew'],
]

/** A new constraint, in contrast to a new column. */
const constraint = /^add (constraint \S+ )?(check|foreign key|primary key|unique|exclude)\b/
/** A column with one of these words gets a value even if an insert does not name it. */
const filled = /\b(default|generated|(small|big)?serial\d?)\b/

/** Returns the faults whose pattern matches a statement or a change. */
const matching = (text: string, patterns: readonly Pattern[]): Fault[] =>
  patterns.filter(([pattern]) => pattern.test(text)).map(([, kind, says]) => ({ kind, text: says }))

/** Faults of a new index: on a table in use, it must be built concurrently, and a unique index would reject rows. */
const indexFaults = (sql: string, { newTables }: Surroundings): Fault[] => {
  const built = /^create (unique )?index (concurrently )?(?:if not exists )?(?:\S+ )??on (?:only )?([^\s(]+)/.exec(sql)
  if (built === null || newTables.has(built[3] ?? '')) return []
  return [
    ...(built[2]
      ? []
      : [{ kind: 'never', text: 'builds an index while writers wait: use concurrentIndexes' } as const]),
    ...(built[1] ? [{ kind: 'later', text: 'refuses rows that are equal' } as const] : []),
  ]
}

/** Faults of dropping a unique index that an `on conflict` may need, unless the same migration builds a unique one of this name. */
const droppedIndexFaults = (sql: string, { ownStatements, earlierStatements }: Surroundings): Fault[] => {
  const [, name] = /^drop index (?:concurrently )?(?:if exists )?(\S+)/.exec(sql) ?? []
  const build = (list: readonly string[]) =>
    list.some((each) => each.startsWith('create unique index') && each.includes(` ${name} on `))
  if (name === undefined || build(ownStatements) || !build(earlierStatements)) return []
  return [{ kind: 'later', text: 'drops a unique index that inserts may refer to' }]
}

/** Faults of changing rows in a migration: the rows stay locked until the migration ends. */
const rowFaults = (sql: string, { newTables }: Surroundings): Fault[] => {
  const [, table = ''] = /^(?:with .*\) )?(?:update|delete from) (?:only )?(\S+)/.exec(sql) ?? []
  if (table === '' || newTables.has(table)) return []
  return [{ kind: 'never', text: 'changes rows under lock: let a loop of the service do it in batches' }]
}

/** Faults of a new constraint: it must be validated later, in another migration, and writers must already comply with it. */
const constraintFaults = (change: string, { ownStatements }: Surroundings): Fault[] => {
  if (!constraint.test(change)) return []
  const [, name = ''] = /^add constraint (\S+)/.exec(change) ?? []
  const replaces =
    name !== '' &&
    ownStatements.some(
      (each) => each.includes(`drop constraint ${name}`) || each.includes(`drop constraint if exists ${name}`),
    )
  return [
    ...(/\b(not valid|using index)\b/.test(change)
      ? []
      : [{ kind: 'never', text: 'checks all rows under lock: add it `not valid`, or `using index`' } as const]),
    ...(replaces ? [] : [{ kind: 'later', text: 'refuses rows that the previous release may write' } as const]),
  ]
}

/** Faults of validating a constraint in the migration that adds it: the lock lasts until the migration ends. */
const validationFaults = (change: string, { ownStatements }: Surroundings): Fault[] => {
  const [, name] = /^validate constraint (\S+)/.exec(change) ?? []
  if (name === undefined || !ownStatements.some((each) => each.includes(`add constraint ${name} `))) return []
  return [{ kind: 'never', text: 'validates what it adds: validate in a migration of its own' }]
}

/** Faults of a column that the previous release doesn't fill, or that is made required without first checking all rows. */
const columnFaults = (table: string, change: string, { earlierStatements }: Surroundings): Fault[] => {
  const isColumn = change.startsWith('add ') && !constraint.test(change)
  if (isColumn && /\bnot null\b/.test(change) && !filled.test(change))
    return [{ kind: 'never', text: 'adds a column that inserts must fill: give it a default' }]
  const [, required] = /^alter (?:column )?(\S+) set not null/.exec(change) ?? []
  if (required === undefined || isProven(earlierStatements, table, required)) return []
  return [{ kind: 'never', text: `reads all rows under lock: validate \`check (${required} is not null)\` before` }]
}

/** Returns whether an earlier migration has validated that a column is not null, so that Postgres need not read all rows. */
const isProven = (earlierStatements: readonly string[], table: string, column: string): boolean =>
  earlierStatements
    .flatMap(tableChanges)
    .filter((each) => each.table === table)
    .some(({ change }, _, changes) => {
      const [, name] = new RegExp(`^add constraint (\\S+) check \\(${column} is not null\\)`).exec(change) ?? []
      return name !== undefined && changes.some((later) => later.change === `validate constraint ${name}`)
    })

/** Returns all faults of a statement. Tables that the same migration creates are not in use yet, and need no care. */
const statementFaults = (sql: string, surroundings: Surroundings): Fault[] => [
  ...matching(sql, statementPatterns),
  ...indexFaults(sql, surroundings),
  ...droppedIndexFaults(sql, surroundings),
  ...rowFaults(sql, surroundings),
  ...tableChanges(sql)
    .filter(({ table }) => !surroundings.newTables.has(table))
    .flatMap(({ table, change }) => [
      ...matching(change, changePatterns),
      ...constraintFaults(change, surroundings),
      ...validationFaults(change, surroundings),
      ...columnFaults(table, change, surroundings),
    ]),
]

/** Returns the tables that a migration creates. */
const tablesMade = (statements: readonly string[]): Set<string> =>
  new Set(statements.flatMap((sql) => /^create (?:unlogged )?table (?:if not exists )?([^\s(]+)/.exec(sql)?.[1] ?? []))

/** Returns the migrations that the previous release can't run with, or that block it while they are applied, each with the reason. */
export const incompatible = (list: readonly PrintedMigration[]): string[] => {
  const earlierStatements: string[] = []
  const names = new Set<string>()
  const faults: string[] = []
  for (const { name, statements, safeSince } of list) {
    const ownStatements = statements.map(plainSql)
    const surroundings = { newTables: tablesMade(ownStatements), ownStatements, earlierStatements }
    const found = ownStatements.flatMap((sql) => statementFaults(sql, surroundings))
    if (safeSince !== undefined && !names.has(safeSince))
      faults.push(`${name} is safe since ${safeSince}, which is no earlier migration`)
    for (const { kind, text } of found) {
      if (kind === 'never') faults.push(`${name} ${text}`)
      else if (safeSince === undefined) faults.push(`${name} ${text}: name the earlier migration in safeSince`)
    }
    earlierStatements.push(...ownStatements)
    names.add(name)
  }
  return faults
}
