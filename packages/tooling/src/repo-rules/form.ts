import { isSource, isTest, type Tree } from './tree.ts'

const LINES_MAX = 300
/** Names of folders that could contain anything. */
const NAMELESS = new Set(['utils', 'helpers', 'common', 'shared', 'misc', 'types'])
// Split into pieces, so that the rule doesn't report this file.
const MARKS = [
  ['TO', 'DO'],
  ['FIX', 'ME'],
].map((parts) => parts.join(''))
// Omits words that belong to other products, such as the dialect's `cancelled`.
const BRITISH = [
  ['col', 'behavi', 'fav', 'hon', 'neighb'].map((stem) => `${stem}our`),
  ['labell', 'modell'].map((stem) => `${stem}ed`),
  ['catalog'].map((stem) => `${stem}ue`),
  ['author', 'initial', 'normal', 'optim', 'recogn', 'serial', 'summar', 'synchron', 'util'].map((s) => `${s}is[ei]`),
].flat()
const BRITISH_WORD = new RegExp(`(${BRITISH.join('|')})(?!by)`, 'i')
const LEFT_FOR_LATER = new RegExp(`\\b(${MARKS.join('|')})\\b`)

/** Returns files that are too long to read at once. Generated files are not read. */
export const longFiles = (tree: Tree): string[] =>
  [...tree]
    .filter(([path]) => isSource(path) && !path.includes('/generated/'))
    .map(([path, text]) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > LINES_MAX)
    .map(({ path, lines }) => `${path} has ${lines} lines, more than ${LINES_MAX}`)

/** Folders whose names don't say what they contain. */
export const namelessFolders = (tree: Tree): string[] => {
  const folders = new Set<string>()
  for (const path of tree.keys()) {
    const names = path.split('/').slice(0, -1)
    const at = names.findIndex((name) => NAMELESS.has(name))
    if (at >= 0) folders.add(names.slice(0, at + 1).join('/'))
  }
  return [...folders].map((folder) => `${folder} is a name for anything: call it what it holds`)
}

/** Returns lines with a mark that leaves work for later. */
export const leftForLater = (tree: Tree): string[] =>
  [...tree]
    .filter(([path]) => isSource(path) || path.endsWith('.md') || path.endsWith('.sql'))
    .flatMap(([path, text]) =>
      text
        .split('\n')
        .flatMap((line, i) => (LEFT_FOR_LATER.test(line) ? [`${path}:${i + 1} leaves work for later`] : [])),
    )

/** British spellings in sources. A dictionary checks pages (see `prose`). */
export const britishSpellings = (tree: Tree): string[] =>
  [...tree]
    .filter(([path]) => isSource(path) && !path.includes('/words/de/'))
    .flatMap(([path, text]) =>
      text.split('\n').flatMap((line, i) => {
        const [word] = BRITISH_WORD.exec(line) ?? []
        return word === undefined ? [] : [`${path}:${i + 1} is not spelled as Americans do: ${word}`]
      }),
    )

const glossaryPath = 'apps/docs/glossary.md'

/**
 * Returns the identifiers in code and SQL outside the tooling, and the words of comments, which it doesn't tell apart. Removes underscores
 * and capitals: `callLog`, `call_log`, and `CallLog` become one.
 */
function identifiersIn(tree: Tree): string {
  const words = new Set<string>()
  for (const [path, text] of tree) {
    if (!isSource(path) || !/^(apps|packages)\//.test(path) || path.startsWith('packages/tooling/')) continue
    for (const [word] of text.matchAll(/[A-Za-z_]\w*/g)) words.add(word.replaceAll('_', '').toLowerCase())
  }
  return [...words].join(' ')
}

/** Returns the terms from the table with `head` as a column heading. `acknowledgment (`ack`)` and `vault, seal` are two terms each. */
function termsUnder(tree: Tree, head: string): string[] {
  const [, table = ''] = (tree.get(glossaryPath) ?? '').split(`| ${head} |`)
  const rows = table.split(/\n\n/)[0]?.split('\n').slice(2) ?? []
  return rows.flatMap((row) => (row.split('|')[1] ?? '').split(/[,(]/).map((term) => term.replaceAll(/[`) ]/g, '')))
}

/** Returns glossary terms that no identifier contains, because the code uses another word. */
export const unusedTerms = (tree: Tree): string[] => {
  const identifiers = identifiersIn(tree)
  return termsUnder(tree, 'Term')
    .filter((term) => term !== '' && !identifiers.includes(term.toLowerCase()))
    .map((term) => `${glossaryPath} explains ${term}, which no identifier has`)
}

/** Returns identifiers that contain a word for which the glossary prescribes another. */
export const replacedWords = (tree: Tree): string[] => {
  const identifiers = identifiersIn(tree)
  return termsUnder(tree, 'Instead of')
    .filter((word) => word !== '' && new RegExp(`(^| )(\\w*)${word}s?( |$)`).test(identifiers))
    .map((word) => `identifiers have ${word}, which ${glossaryPath} replaces`)
}

const exported = /^export (?:async )?(?:const|function\*?|class|type) (\w+)/gm
/** Paths to skip: translations and schema baselines share names with what they belong to, and a screen's names are local to it. */
const apart = /\/(words|migrations)\/|^apps\/dashboard\//

/** Returns names that two files of a package export: a name has one meaning. Except verbs, and workers named after their file. */
export const sharedNames = (tree: Tree): string[] => {
  const files = new Map<string, string[]>()
  for (const [path, text] of tree) {
    const [place = ''] = /^(?:apps|packages(?:\/connectors)?)\/[^/]+/.exec(path) ?? []
    if (place === '' || !isSource(path) || isTest(path) || apart.test(path) || path.includes('/workers/')) continue
    const verbs = verbsFrom(tree, place, path)
    for (const [, name = ''] of text.matchAll(exported))
      if (!verbs.has(name)) files.set(`${place} ${name}`, [...(files.get(`${place} ${name}`) ?? []), path])
  }
  return [...files]
    .map(([name, paths]) => [name.split(' ')[1], [...new Set(paths)]] as const)
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name} is exported by ${paths.join(' and ')}: give each its own name`)
}

/** Names that a service's router or definition imports from a file. Several nouns have verbs such as `get`, each in its own file. */
function verbsFrom(tree: Tree, place: string, path: string): Set<string> {
  const readers = ['router', 'service'].map((name) => tree.get(`${place}/src/${name}.ts`) ?? '').join('\n')
  const [, names = ''] =
    [...readers.matchAll(/import \{([^}]*)\} from '\.\/([^']+)'/g)]
      .find(([, , file]) => `${place}/src/${file}` === path)
      ?.slice(0, 2) ?? []
  return new Set(names.split(',').map((name) => name.trim().replace(/ as \w+$/, '')))
}
