import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(import.meta.url)

/** OpenAPI documents as JSON, by path below `/v1`: one with all operations and one per tier. */
export type Documents = Readonly<Record<string, string>>

/** Path below `/v1` of the document with all operations. */
export const documentPath = '/openapi.json'

/**
 * Returns a function that resolves with the OpenAPI documents. The first call creates them in a separate process, because the work takes
 * half a second, which would block requests, and 50 MB, most of which would stay allocated in the gateway after a thread had used it.
 */
export const documentSource = (publicUrl: string | undefined): (() => Promise<Documents>) =>
  atFirstCall(() => makeInProcess(publicUrl))

/** Starts this file as a program that makes the documents, and waits for its message. */
const makeInProcess = (publicUrl: string | undefined): Promise<Documents> =>
  new Promise((resolve, reject) => {
    const child = fork(program, publicUrl === undefined ? [] : [publicUrl])
    child.once('message', (documents) => resolve(documents as Documents)).once('error', reject)
    child.once('close', (code) => reject(new Error(`the process that makes the documents ended early (${code})`)))
  })

if (process.argv[1] === program) {
  const { openApiDocument, tierDocuments } = await import('@posthorn/contracts/openapi')
  const document = openApiDocument(process.argv[2])
  const ofTiers = Object.entries(tierDocuments(document)).map(
    ([tier, each]) => [`/openapi/${tier}.json`, each] as const,
  )
  const documents = [[documentPath, document] as const, ...ofTiers].map(([path, each]) => [path, JSON.stringify(each)])
  process.send?.(Object.fromEntries(documents), () => process.disconnect())
}

/** Returns a function that works at its first call and shares the result with later calls; after a failure, the next call works again. */
export function atFirstCall<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= work().catch((err: unknown) => {
      result = undefined
      throw err
    })
    return result
  }
}
