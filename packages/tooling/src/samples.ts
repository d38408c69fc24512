import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { referenceFolder } from './docs/reference.ts'
import { checkVariant, resultsPage, startCapture, type VariantResult } from './samples/check.ts'
import { sampleRequests } from './samples/requests.ts'
import { variants } from './samples/variants.ts'
import { clientDocument } from './sdk/model.ts'

// `pnpm samples` creates and runs all samples, and writes their results; with clients such as `php/curl` as arguments, only their samples.
// `pnpm samples messages.send` prints the samples of one operation. SAMPLES_MODULES: a node_modules folder with Node clients that aren't
// installed here, such as axios.
const root = fileURLToPath(new URL('../../..', import.meta.url))
const requests = sampleRequests(clientDocument())
const args = process.argv.slice(2)
const resultsFile = join(root, referenceFolder, 'samples.json')

const unknown = args.find((arg) => arg.includes('/') && !variants.some(({ key }) => key === arg))
if (unknown !== undefined)
  throw new Error(`${unknown} is no client; they are ${variants.map(({ key }) => key).join(', ')}`)
if (args.every((arg) => arg.includes('/'))) await checkSamples()
else for (const operation of args) printOperation(operation)

/** Prints the samples of an operation in all languages. */
function printOperation(name: string): void {
  const request = requests.find((each) => each.name === name)
  if (request === undefined) throw new Error(`${name} is no operation of the document`)
  const options = { url: 'http://localhost:3000', token: '<your key>' }
  for (const variant of variants)
    console.log(`--- ${variant.language}, ${variant.client}\n${variant.write(request, options)}`)
}

/**
 * Checks that samples send exactly their operation's request, and writes the results: for each variant, which is a language with a client,
 * or only for those named and those without a result.
 */
async function checkSamples(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-samples-'))
  const modules = process.env['SAMPLES_MODULES']
  if (modules !== undefined && existsSync(modules)) symlinkSync(resolve(modules), join(folder, 'node_modules'))
  await using server = await startCapture()
  const previous = existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as VariantResult[]) : []
  const results: VariantResult[] = []
  for (const variant of variants) {
    const earlier = previous.find(({ key }) => key === variant.key)
    if (earlier && args.length > 0 && !args.includes(variant.key)) {
      results.push(earlier)
      continue
    }
    const result = await checkVariant(variant, requests, { server, folder })
    const faults = Object.entries(result.faults).slice(0, 2)
    console.log(`${result.key}: ${result.right} of ${result.executed}`, ...faults.flat())
    results.push(result)
  }
  rmSync(folder, { recursive: true, force: true })
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(join(root, referenceFolder, 'samples.md'), resultsPage(results, requests.length))
}
