import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { fail, uploadPath } from '@posthorn/contracts'
import { spool } from '@posthorn/http'
import { toFault } from '../faults.ts'
import { authorize } from './authorize.ts'
import type { Uploads } from './implement.ts'
import { type ContextVerifier, callsOf } from './internal-auth.ts'
import { readFrames } from './upload-frames.ts'
import { wireFaultOf } from './wire-error.ts'

/** `folder`: where uploaded bytes are collected. */
export type UploadEndpoint = { uploads: Uploads; verify: ContextVerifier; folder: string }

/** Serves internal uploads: authenticates the caller before reading bytes, and calls the verb once all are on disk. */
export function uploadListener(endpoint: UploadEndpoint): RequestListener {
  return (req, res) =>
    void take(endpoint, req).then(
      (answer) => send(req, res, { status: 200, body: answer }),
      (err: unknown) => {
        const fault = toFault(err)
        send(req, res, { status: fault.status, body: { fault: wireFaultOf(fault) } })
      },
    )
}

async function take({ uploads, verify, folder }: UploadEndpoint, req: IncomingMessage): Promise<unknown> {
  const upload = uploads.get((req.url ?? '').slice(uploadPath.length)) ?? fail('route:not_found')
  const call = authorize(callsOf(verify, req)[0], upload.operation)
  const source = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  const frames = readFrames(source)
  await using spooled = await spool(frames.bytes, { folder, bytesMax: upload.bytesMax })
  return await upload.take({ call, upload: spooled, given: await frames.input() })
}

function send(req: IncomingMessage, res: ServerResponse, { status, body }: { status: number; body: unknown }): void {
  if (res.destroyed) return
  const headers = { 'content-type': 'application/json', ...(req.complete ? {} : { connection: 'close' }) }
  res.writeHead(status, headers).end(JSON.stringify(body), () => {
    if (!req.complete) req.destroy()
  })
}
