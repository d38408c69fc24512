import { readFile } from 'node:fs/promises'
import { failField } from '@posthorn/contracts'
import type { Spooled } from '@posthorn/http'

/** Refuses with `request:invalid` at `path` a call that names a stored file: only the gateway resolves it, other callers send its bytes. */
export function refuseWithoutBytes(path = 'file'): never {
  const message = 'names a file to the public API only; elsewhere bring its bytes'
  failField(path, message)
}

/** Returns the bytes of a small file that came as an upload, or in base64 beside the other fields; refuses one that is only named. */
export async function uploadedBytes(upload: Spooled | undefined, content: string | undefined): Promise<Buffer> {
  return upload ? readFile(upload.path) : Buffer.from(content ?? refuseWithoutBytes(), 'base64')
}
