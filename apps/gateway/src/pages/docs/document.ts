import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { atFirstCall } from './first-call.ts'

const program = fileURLToPath(import.meta.url)

/** OpenAPI documents as JSON, by path below `/v1`: one with all operations, and one for each tier. */
export type Documents = Readonly<Record<string, string>>

/** Path of the document with all operations, below `/v1`. */
export const documentPath = '/openapi.json'

/**
 * Returns a function that resolves with the OpenAPI documents. A separate process creates them on the first call, because that takes a second,
 * which would block requests, and 150 MB, most of which a thread would leave in the gateway.
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
