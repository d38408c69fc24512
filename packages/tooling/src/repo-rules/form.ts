import { isSource, type Tree } from './tree.ts'

const LINES_MAX = 300
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
