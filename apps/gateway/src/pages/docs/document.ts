import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { atFirstCall } from './first-call.ts'

const program = fileURLToPath(import.meta.url)

/**
 * Returns the function that resolves with the OpenAPI document as JSON. A process makes it at the first call: it takes a second, which
 * neither a start nor other requests wait for, and 150 MB, of which a thread would leave most in the gateway.
 */
export function documentSource(publicUrl: string | undefined): () => Promise<string> {
  return atFirstCall(() => makeInProcess(publicUrl))
}

function makeInProcess(publicUrl: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = fork(program, publicUrl === undefined ? [] : [publicUrl])
    child.once('message', (text) => resolve(text as string)).once('error', reject)
    child.once('close', (code) => reject(new Error(`the process that makes the document ended early (${code})`)))
  })
}

if (process.argv[1] === program) {
  const { openApiDocument } = await import('@posthorn/contracts/openapi')
  process.send?.(JSON.stringify(openApiDocument(process.argv[2])), () => process.disconnect())
}
