import { exists, isSource, isTest, type Tree } from './tree.ts'

const SERVICES = ['gateway', 'messaging', 'contacts', 'groups', 'numbers', 'webhooks']
const MAIN_LINES_MAX = 12
const ROOMS = ['service.ts', 'config.ts', 'router.ts', 'entities', 'migrations']

const startedServices = (tree: Tree) =>
  SERVICES.map((name) => `apps/${name}/src`).filter((root) =>
    [...tree.keys()].some((path) => path.startsWith(`${root}/`)),
  )

/** Services that lack a room every service has, or whose main does more than start them. */
export const oddPlans = (tree: Tree): string[] =>
  startedServices(tree).flatMap((root) => {
    const missing = ['main.ts', ...ROOMS].filter((room) => !exists(tree, `${root}/${room}`))
    const mainLines = (tree.get(`${root}/main.ts`) ?? '').trimEnd().split('\n').length
    return [
      ...missing.map((room) => `${root}/${room} is missing: every service has it`),
      ...(mainLines > MAIN_LINES_MAX ? [`${root}/main.ts has ${mainLines} lines, more than ${MAIN_LINES_MAX}`] : []),
    ]
  })

/** The verbs a service's router lists, from its imports: `import { send } from './messages/send.ts'`. */
const verbsOf = (router: string): { name: string; noun: string; file: string }[] =>
  [...router.matchAll(/import \{([^}]*)\} from '\.\/([^/']+)\/([^']+)\.ts'/g)].flatMap(
    ([, names = '', noun = '', file = '']) =>
      names
        .split(',')
        .map((name) =>
          name
            .replace(/^\s*type\s.*/, '')
            .replace(/\sas\s.*/, '')
            .trim(),
        )
        .filter((name) => name !== '')
        .map((name) => ({ name, noun, file })),
  )

/** Verbs with neither a test file of their own nor a mention in their noun's, `<noun>/<noun>.test.ts`. */
export const untestedVerbs = (tree: Tree): string[] =>
  startedServices(tree).flatMap((root) =>
    verbsOf(tree.get(`${root}/router.ts`) ?? '')
      .filter(({ name, noun, file }) => {
        const nounTest = tree.get(`${root}/${noun}/${noun}.test.ts`) ?? ''
        return !tree.has(`${root}/${noun}/${file}.test.ts`) && !new RegExp(`\\b${name}\\b`).test(nounTest)
      })
      .map(
        ({ name, noun, file }) => `${root}/${noun}/${file}.ts: no ${file}.test.ts, and no ${name} in ${noun}.test.ts`,
      ),
  )

const SQL =
  /[`'"]\s*(select\s[^`'"]*\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s)|\bsql`|\braw\(/gi
const SQL_ROOMS = 'workers/, events/, migrations/ and *.sql.ts'
const SQL_HOMES = /\/(workers|events|migrations)\/|\.sql\.ts$/

/** Files with raw SQL outside the rooms meant for it: the workspace filter does not guard raw SQL. */
export const straySql = (tree: Tree): string[] =>
  [...tree]
    .filter(([path]) => SERVICES.some((name) => path.startsWith(`apps/${name}/src/`)))
    .filter(([path]) => isSource(path) && !isTest(path) && !SQL_HOMES.test(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(SQL)]
        .map(({ index }) => text.slice(0, index).split('\n').length)
        .map((line) => `${path}:${line} has raw SQL outside ${SQL_ROOMS}`),
    )
