import { basename } from 'node:path'
import { serviceNames } from '@posthorn/contracts'
import { exists, isSource, isTest, type Tree } from './tree.ts'

const MAIN_LINES_MAX = 12
const PLAN = ['service.ts', 'config.ts', 'router.ts', 'entities', 'migrations']

/** Returns the source folders of the services that exist. Tests of these rules have trees with only some. */
const servicesIn = (tree: Tree) =>
  serviceNames
    .map((name) => `apps/${name}/src`)
    .filter((root) => [...tree.keys()].some((path) => path.startsWith(`${root}/`)))

/** Services that lack a file or folder that every service has, or whose main does more than start them. */
export const oddPlans = (tree: Tree): string[] =>
  servicesIn(tree).flatMap((root) => {
    const missing = ['main.ts', ...PLAN].filter((part) => !exists(tree, `${root}/${part}`))
    const mainLines = (tree.get(`${root}/main.ts`) ?? '').trimEnd().split('\n').length
    return [
      ...missing.map((part) => `${root}/${part} is missing: every service has it`),
      ...(mainLines > MAIN_LINES_MAX ? [`${root}/main.ts has ${mainLines} lines, more than ${MAIN_LINES_MAX}`] : []),
    ]
  })

/**
 * Returns a router's verbs: `import { get as getChat } from './chats/get.ts'`, then `chats: { get: getChat }`. Omits verbs from packages,
 * such as `upkeepVerbs`.
 */
const verbsOf = (router: string): { noun: string; verb: string; folder: string; file: string }[] => {
  const files = new Map<string, { folder: string; file: string }>()
  for (const [, names = '', folder = '', file = ''] of router.matchAll(
    /import \{([^}]*)\} from '\.\/([^']+)\/([^/']+)\.ts'/g,
  ))
    for (const name of names.split(',')) files.set(name.trim().replace(/^.*\sas\s/, ''), { folder, file })
  return [...router.matchAll(/(\w+): \{([^{}]*)\}/g)].flatMap(([, noun = '', entries = '']) =>
    entries.split(',').flatMap((entry) => {
      const [verb = '', name = verb] = entry.split(':').map((part) => part.trim())
      const place = files.get(name)
      // A trailing comma leaves an empty name.
      return place === undefined || name === '' ? [] : [{ noun, verb, ...place }]
    }),
  )
}

/**
 * Verbs that no test calls. These count as calls: `verb.mutate` or `verb.query` in a test in the verb's folder that is named after the
 * verb, its file or the folder; `noun.verb.mutate` or `noun.verb.query` in any of the service's tests; and the verb's path in any of them,
 * followed by a quotation mark or `?`. A mention of the verb's name alone doesn't count.
 * @param paths REST path of each operation, keyed by `noun.verb`.
 */
export const untestedVerbs = (tree: Tree, paths: ReadonlyMap<string, string> = new Map()): string[] =>
  servicesIn(tree).flatMap((root) => {
    const tests = [...tree].filter(([path]) => path.startsWith(`${root}/`) && isTest(path))
    const all = tests.map(([, text]) => text).join('\n')
    return verbsOf(tree.get(`${root}/router.ts`) ?? '')
      .filter(({ noun, verb, folder, file }) => {
        const own = [verb, file, basename(folder)]
          .flatMap((name) => [`${name}.test.ts`, `${name}.isolated.test.ts`])
          .map((name) => tree.get(`${root}/${folder}/${name}`) ?? '')
          .join('\n')
        return (
          !isCalled(`\\b${verb}`, own) &&
          !isCalled(`\\b${noun}(?:\\(\\))?\\s*\\.${verb}`, all) &&
          !isRequested(paths.get(`${noun}.${verb}`), all)
        )
      })
      .map(({ noun, verb, folder, file }) => `${root}/${folder}/${file}.ts: no test calls ${noun}.${verb}`)
  })

/** Returns whether a text has a call of this verb through a client. */
const isCalled = (verbPattern: string, text: string): boolean =>
  new RegExp(`${verbPattern}\\s*\\.(mutate|query)\\b`).test(text)

/** Returns whether a text has the verb's path, with any values for its parameters, up to its end or its query. */
const isRequested = (path: string | undefined, text: string): boolean =>
  path !== undefined && new RegExp(`${path.replaceAll(/\{\w+\}/g, "[^/'`?]+")}[?'\`]`).test(text)

const SQL =
  /[`'"]\s*(select\s[^`'"]*\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s)|\bsql`|\braw\(/gi
const SQL_PLACES = 'workers/, events/, migrations/ and *.sql.ts'
const SQL_HOMES = /\/(workers|events|migrations)\/|\.sql\.ts$/

/** Files with raw SQL outside the folders for it: the workspace filter doesn't protect raw SQL. */
export const straySql = (tree: Tree): string[] =>
  [...tree]
    .filter(([path]) => serviceNames.some((name) => path.startsWith(`apps/${name}/src/`)))
    .filter(([path]) => isSource(path) && !isTest(path) && !SQL_HOMES.test(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(SQL)]
        .map(({ index }) => text.slice(0, index).split('\n').length)
        .map((line) => `${path}:${line} has raw SQL outside ${SQL_PLACES}`),
    )

/** Files whose SQL has parameters above `$9`, which readers can't match to the parameter list by eye. Name the parameters instead. */
export const crowdedSql = (tree: Tree): string[] =>
  [...tree]
    .filter(([path]) => /^(apps|packages)\//.test(path) && isSource(path))
    .flatMap(([path, text]) => (SQL_CROWDED.test(text) ? [`${path} has an SQL parameter above $9`] : []))

const SQL_CROWDED = /(?<![\w$\\])\$[1-9]\d+(?=::|[\s,)])/

/** Numeric row lock modes, which no one can read; `LockMode` has names. */
export const numericLocks = (tree: Tree): string[] =>
  [...tree]
    .filter(([path]) => isSource(path))
    .flatMap(([path, text]) =>
      /\block(?:Mode)?: *\d/i.test(text) ? [`${path} locks with a number: use LockMode`] : [],
    )

/** Files that may connect without address checks: the gateway asks its services whether they are ready. */
const ownCalls = new Set(['apps/gateway/src/edge.ts'])

/** Ways to open a connection that bypass `packages/http`. */
const DIALS =
  /(?<![.\w])fetch\(|from 'undici'|import \{[^}]*\b(?:connect|createConnection|request|get|Agent)\b[^}]*\} from 'node:(?:net|tls|https?|http2)'/

/** Services that connect to something without `packages/http`, the only package that refuses addresses in our network. */
export const strayDials = (tree: Tree): string[] =>
  [...tree]
    .filter(([path]) => serviceNames.some((name) => path.startsWith(`apps/${name}/src/`)))
    .filter(([path, text]) => isSource(path) && !isTest(path) && !ownCalls.has(path) && DIALS.test(text))
    .map(([path]) => `${path} connects by itself: call addresses with packages/http`)

const DUE_COLUMN = /^\s*(run_at|due_at|retry_at|free_at|(?:lease|blocked|breaker|held)_until) timestamptz/
/** Waits that may last longer: bytes of uploads, which are removed only after a while in case an upload still completes. */
const mayLast = new Set(['orphaned_blob'])

/** Tables whose rows wait until a time, and queues with leases, that no `longWaits` names: they would stop if Postgres's clock went back. */
export const endlessWaits = (tree: Tree): string[] =>
  servicesIn(tree).flatMap((root) => {
    const sources = [...tree].filter(([path]) => path.startsWith(`${root}/`) && isSource(path) && !isTest(path))
    const service = tree.get(`${root}/service.ts`) ?? ''
    const ends = sources.filter(([, text]) => /longWaitsOf\(|: LongWaits\b|createLeasedQueue/.test(text))
    const tables = sources.filter(([path]) => path.includes('/migrations/')).flatMap(([, text]) => waitingTables(text))
    const queues = sources.flatMap(([, text]) => [...text.matchAll(/const (\w+)\b[^=]*= createLeasedQueue/g)])
    return [
      ...tables
        .filter((table) => !mayLast.has(table) && !ends.some(([, text]) => new RegExp(`\\b${table}\\b`).test(text)))
        .map((table) => `${root}: rows of ${table} wait until a time, but longWaits does not name it`),
      ...queues
        .filter(([, queue]) => !service.includes(`${queue}.longWaits`))
        .map(([, queue]) => `${root}/service.ts does not list ${queue}.longWaits`),
    ]
  })

/** Returns the tables of a migration whose rows wait until a time in one of their columns. */
const waitingTables = (migration: string): string[] =>
  [...migration.matchAll(/create table (\w+) \(([^`]*)/g)].flatMap(([, table = '', columns = '']) =>
    columns.split('\n').some((line) => DUE_COLUMN.test(line)) ? [table] : [],
  )
