import { fileURLToPath } from 'node:url'
import { readTree } from './repo-rules/tree.ts'
import { lineOf, refusedWords } from './repo-rules/words.ts'

// `pnpm run words [--lines] [folder or file …]`: counts refused words for each folder; with --lines each of them.
const args = process.argv.slice(2)
const tree = readTree(fileURLToPath(new URL('../../..', import.meta.url)))
const targets = args.filter((arg) => !arg.startsWith('--'))
const found = (targets.length > 0 ? targets : ['']).flatMap((target) => refusedWords(tree, target.replace(/^\.\//, '')))
if (args.includes('--lines')) for (const word of found) console.log(lineOf(word))

const folderOf = (path: string) => path.split('/').slice(0, -1).slice(0, 4).join('/')
const counts = Map.groupBy(found, ({ path }) => folderOf(path))
const width = Math.max(...[...counts.keys()].map((folder) => folder.length), 5)
const row = (name: string, words: readonly { kind: string }[]) => {
  const of = (kind: string) => String(words.filter((word) => word.kind === kind).length).padStart(7)
  return `${name.padEnd(width)} ${of('name')} ${of('comment')} ${of('title')} ${of('text')} ${of('opening')} ${String(words.length).padStart(7)}`
}
console.log(`${''.padEnd(width)}   names comments titles   texts openings    all`)
for (const [folder, words] of [...counts].toSorted(([a], [b]) => a.localeCompare(b))) console.log(row(folder, words))
console.log(row('all', found))
