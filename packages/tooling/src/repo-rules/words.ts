import jsTokens, { type Token } from 'js-tokens'
import { isSource, isTest, type Tree } from './tree.ts'
import { metaphors, participles, refusedNames, refusedOpenings } from './words-banned.ts'

/** A refused word with its place: a name, a comment, a test title, a text for customers, or the opening of a documenting comment or text. */
export type RefusedWord = {
  path: string
  line: number
  kind: 'name' | 'comment' | 'title' | 'text' | 'opening'
  word: string
}

// These files list the words they refuse; generated ones repeat what the contract says.
const OWN_FILES = /^packages\/tooling\/src\/repo-rules\/(words|repo-rules)|\/generated\//
const TITLED = new Set(['test', 'it', 'describe'])

/** Files whose strings people read: the contract, settings, output of the command, guarantees and measurements of the proofs. */
const TEXTS = /^(packages\/contracts\/src\/|apps\/(cli|proofs)\/src\/|(apps|packages)\/\w+\/src\/config\.ts$)/
const LEVELS = new Set(['debug', 'info', 'warn', 'error'])
/** The form of the name of a log event, such as `message.lease_lost`. */
const LOG_EVENT = /^'[a-z]+(_[a-z]+)*(\.[a-z]+(_[a-z]+)*)+'$/

/** Refused words of the source files whose path begins with `folder`. */
export const refusedWords = (tree: Tree, folder = ''): RefusedWord[] =>
  [...tree]
    .filter(([path]) => path.startsWith(folder) && isSource(path) && !OWN_FILES.test(path))
    .flatMap(([path, text]) => [...wordsOfPath(path), ...wordsOfText(path, text)])

/** One refused word as a line for people. */
export const lineOf = ({ path, line, kind, word }: RefusedWord): string =>
  kind === 'opening'
    ? `${path}:${line} begins a comment or text with "${word}": begin with a noun or a verb`
    : `${path}:${line} has "${word}" in a ${kind}: ${insteadOf(word)}`

const insteadOf = (word: string) => refusedNames.get(word) ?? 'name the thing with a noun'

const splitName = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+| /)
    .filter((part) => part !== '')

const wordsOfPath = (path: string): RefusedWord[] =>
  splitName(path.slice(path.indexOf('/src/') + 1))
    .map((part) => part.toLowerCase())
    .filter((part) => refusedNames.has(part))
    .map((word) => ({ path, line: 1, kind: 'name', word }))

type Match = Omit<RefusedWord, 'path' | 'line'>

// Names of libraries.
const FOREIGN = new Set(['looseObject', 'openWorldHint', 'strictObject'])

const inName = (name: string): Match[] => {
  if (FOREIGN.has(name)) return []
  const parts = splitName(name)
  const first = parts[0] ?? ''
  if (/^[A-Z][a-z]/.test(name) && participles.has(first)) return [{ kind: 'name', word: first }]
  return parts
    .map((part) => part.toLowerCase())
    .filter((part) => refusedNames.has(part))
    .map((word) => ({ kind: 'name', word }))
}

const inProse = (text: string, kind: 'comment' | 'title' | 'text'): Match[] =>
  (text.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => metaphors.has(word)).map((word) => ({ kind, word }))

const inComment = (text: string): Match[] => {
  const opening = /^\/\*\*[\s*]*([A-Za-z]+)/.exec(text)?.[1] ?? ''
  const openings: Match[] = refusedOpenings.has(opening) ? [{ kind: 'opening', word: opening }] : []
  return [...openings, ...inProse(text, 'comment')]
}

// Sentences only: a question in an example is what a person writes.
const inText = (literal: string): Match[] => {
  const text = literal.replaceAll(/^['"`]|['"`]$|\$\{$|^\}/g, '').replaceAll(/`[^`]*`/g, ' ')
  if (!text.includes(' ') || text.endsWith('?')) return []
  const opening = /^[A-Z][a-z]+(?= )/.exec(text)?.[0] ?? ''
  const openings: Match[] = refusedOpenings.has(opening) ? [{ kind: 'opening', word: opening }] : []
  return [...openings, ...inProse(text, 'text')]
}

const wordsOfText = (path: string, text: string): RefusedWord[] => {
  const found: RefusedWord[] = []
  const tokens = [...jsTokens(text)]
  const titles = isTest(path) ? titlePlaces(tokens) : new Set<number>()
  const events = logEventPlaces(tokens)
  const isText = TEXTS.test(path) && !isTest(path)
  let line = 1
  for (const [i, { type, value }] of tokens.entries()) {
    const at = line
    if (type === 'IdentifierName' || type === 'PrivateIdentifier')
      found.push(...inName(value).map((each) => ({ path, line: at, ...each })))
    else if (type.endsWith('Comment')) found.push(...inComment(value).map((each) => ({ path, line: at, ...each })))
    else if (titles.has(i)) found.push(...inProse(value, 'title').map((each) => ({ path, line: at, ...each })))
    else if (events.has(i)) found.push(...inName(value).map((each) => ({ path, line: at, ...each })))
    else if (isText && /^(String|.*Template)/.test(type))
      found.push(...inText(value).map((each) => ({ path, line: at, ...each })))
    line += value.split('\n').length - 1
  }
  return found
}

type CodeToken = Pick<Token, 'type' | 'value'> & { i: number }

/** The tokens without space and line ends, each with its place among all. */
const codeOf = (tokens: readonly Token[]): CodeToken[] =>
  tokens.flatMap(({ type, value }, i) =>
    type === 'WhiteSpace' || type === 'LineTerminatorSequence' ? [] : [{ type, value, i }],
  )

/** Places of the names of log events: strings of their form within a call such as `log.warn(…)`. */
const logEventPlaces = (tokens: readonly Token[]): Set<number> => {
  const code = codeOf(tokens)
  return new Set(
    code.flatMap(({ value }, at) => {
      if (!LEVELS.has(value) || code[at - 1]?.value !== '.' || code[at + 1]?.value !== '(') return []
      const call = code.slice(at + 1, closing(code, at + 1))
      return call.filter((token) => LOG_EVENT.test(token.value)).map(({ i }) => i)
    }),
  )
}

/** Places of the strings that title a test: the first argument of the last call in `test.each(rows)('title', …)`. */
const titlePlaces = (tokens: readonly Token[]): Set<number> => {
  const places = new Set<number>()
  const code = codeOf(tokens)
  for (const [at, { value }] of code.entries()) {
    if (!TITLED.has(value) || code[at - 1]?.value === '.') continue
    for (let next = at + 1; next < code.length; ) {
      if (code[next]?.value === '.') next += 2
      else if (code[next]?.value === '(') {
        const first = code[next + 1]
        if (first !== undefined && /String|Template/.test(first.type)) places.add(first.i)
        next = closing(code, next) + 1
      } else break
    }
  }
  return places
}

const closing = (code: readonly { value: string }[], open: number): number => {
  let depth = 0
  for (let at = open; at < code.length; at++) {
    if (code[at]?.value === '(') depth++
    if (code[at]?.value === ')' && --depth === 0) return at
  }
  return code.length
}

const PAGES =
  /^(README\.md|AGENTS\.md|\.github\/.*\.md|apps\/docs\/(adr|guides)\/.*\.md|apps\/docs\/[\w-]+\.md|apps\/\w+\/README\.md)$/

/** Refused words in the prose of the pages, one line each; code, paths of links and the generated reference are left alone. */
export const refusedInPages = (tree: Tree): string[] =>
  [...tree]
    .filter(([path]) => PAGES.test(path))
    .flatMap(([path, text]) => {
      const blank = (code: string) => code.replaceAll(/[^\n]/g, ' ')
      const prose = text.replaceAll(/^```[\s\S]*?^```/gm, blank).replaceAll(/`[^`\n]*`|\]\([^)]*\)/g, blank)
      return prose
        .split('\n')
        .flatMap((line, i) =>
          inProse(line, 'comment').map(({ word }) => `${path}:${i + 1} has "${word}": ${insteadOf(word)}`),
        )
    })
