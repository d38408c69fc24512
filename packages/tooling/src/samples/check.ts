import { join } from 'node:path'
import { generatedLine, table } from '../docs/markdown.ts'
import { type CaptureServer, difference } from './capture.ts'
import { awkwardRequests, type SampleRequest } from './requests.ts'
import { isHere, runners, runSample } from './runners.ts'
import type { Variant } from './variants.ts'

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

/** Returns the page with the results of all variants. */
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

const token = 'ph_live_sample'
/** Variants that run every operation's sample. The other variants run every tenth sample, because some take seconds to start. */
const complete: ReadonlySet<string> = new Set(['node/fetch', 'perl/http_tiny', 'python/python3', 'shell/curl'])

/** Runs a variant's samples if its tool is installed, awkward samples first, and compares what arrives. */
export async function checkVariant(
  variant: Variant,
  requests: readonly SampleRequest[],
  { server, folder }: { server: CaptureServer; folder: string },
): Promise<VariantResult> {
  const { key, language, client, source } = variant
  for (const request of requests) variant.write(request, { url: server.url, token })
  const runner = runners[key]
  const result: VariantResult = {
    key,
    language,
    client,
    source,
    operations: requests.length,
    executed: 0,
    right: 0,
    faults: {},
  }
  if (runner === undefined || !isHere(runner, folder)) return result
  const chosen = requests.filter((_, index) => complete.has(key) || index % 10 === 0)
  for (const [index, request] of [...awkwardRequests, ...chosen].entries()) {
    const part = `${key.replaceAll('/', '-')}-${index}`
    const code = variant.write(request, { url: `${server.url}/${part}`, token })
    const failure = await runSample(runner, code, join(folder, part))
    const fault = difference(request, server.take(part), token)
    result.executed++
    if (fault === undefined) result.right++
    else result.faults[request.name] = `${fault}${failure === undefined ? '' : `: ${failure}`}`.slice(0, 300)
  }
  return result
}
