import { generatedLine, table } from '../docs/markdown.ts'

/** A variant's result: how many samples were created, how many ran, and how many sent exactly their request. */
export type VariantResult = {
  key: string
  language: string
  client: string
  source: 'snippetz' | 'own'
  operations: number
  executed: number
  right: number
  /** First differences, by request name. */
  faults: Record<string, string>
}

export function resultsPage(results: readonly VariantResult[], operations: number): string {
  const languages = new Set(results.map(({ language }) => language))
  const executed = results.filter((each) => each.executed > 0)
  const rows = results.map(({ language, client, source, executed: ran, right, faults }) => [
    language,
    client,
    source === 'own' ? 'ours' : 'snippetz',
    String(operations),
    ran === 0 ? 'tool not there' : String(ran),
    ran === 0 ? '' : right === ran ? 'all right' : `${right} right; ${Object.keys(faults).join(', ')}`,
  ])
  return `# Samples

${generatedLine.replace('run docs', 'samples')}

Code for every operation in ${languages.size} languages with ${results.length} clients. \`pnpm samples\` makes all of it from the examples of the OpenAPI document, runs the samples whose tool is on the
machine, and compares what arrives with the operation: method, path, query, key, type and JSON. Each client is also run with texts that are hard to quote: quotes, apostrophes, \`$HOME\`, backticks, \`#{}\`,
line breaks, emoji. Four clients run every operation, the others every tenth. This table is of one machine, where the tools of ${executed.length} clients were there.

\`pnpm samples messages.send\` prints the samples of one operation.

${table(['Language', 'Client', 'Made by', 'Operations', 'Executed', 'Result'], rows)}
`
}
