import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { atFirstCall } from './first-call.ts'

const program = fileURLToPath(import.meta.url)

/** OpenAPI documents as JSON, by their paths below `/v1`: of all operations, and of those of each tier. */
export type Documents = Readonly<Record<string, string>>

/** Path of the document of all operations, below `/v1`. */
export const documentPath = '/openapi.json'

/**
 * Returns the function that resolves with the OpenAPI documents. A process makes them at the first call: it takes a second, which
 * neither a start nor other requests wait for, and 150 MB, of which a thread would leave most in the gateway.
 */
export function documentSource(publicUrl: string | undefined): () => Promise<Documents> {
  return atFirstCall(() => makeInProcess(publicUrl))
}

function makeInProcess(publicUrl: string | undefined): Promise<Documents> {
  return new Promise((resolve, reject) => {
    const child = fork(program, publicUrl === undefined ? [] : [publicUrl])
    child.once('message', (documents) => resolve(documents as Documents)).once('error', reject)
    child.once('close', (code) => reject(new Error(`the process that makes the documents ended early (${code})`)))
  })
}

if (process.argv[1] === program) {
  const { openApiDocument, tierDocuments } = await import('@posthorn/contracts/openapi')
  const document = openApiDocument(process.argv[2])
  const ofTiers = Object.entries(tierDocuments(document)).map(
    ([tier, each]) => [`/openapi/${tier}.json`, each] as const,
  )
  const documents = [[documentPath, document] as const, ...ofTiers].map(([path, each]) => [path, JSON.stringify(each)])
  process.send?.(Object.fromEntries(documents), () => process.disconnect())
}
