import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { atFirstCall } from './first-call.ts'

/**
 * Returns the function that resolves with the OpenAPI document as JSON. A thread makes it at the first call: it takes a second, which
 * neither a start nor other requests wait for, and its memory is returned.
 */
export function documentSource(publicUrl: string | undefined): () => Promise<string> {
  return atFirstCall(() => makeInThread(publicUrl))
}

function makeInThread(publicUrl: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: { publicUrl } })
    thread.once('message', resolve).once('error', reject)
    thread.once('exit', () => reject(new Error('the thread ended without a document')))
  })
}

if (!isMainThread && parentPort !== null) {
  const { openApiDocument } = await import('@posthorn/contracts/openapi')
  const { publicUrl } = workerData as { publicUrl: string | undefined }
  parentPort.postMessage(JSON.stringify(openApiDocument(publicUrl)))
}
