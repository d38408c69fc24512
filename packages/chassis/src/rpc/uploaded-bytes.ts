import { readFile } from 'node:fs/promises'
import { failField } from '@posthorn/contracts'
import type { Spooled } from '@posthorn/http'

/** Refuses a call that names a stored file with `request:invalid` at `path`: only the gateway resolves these, other callers send the bytes. */
export function refuseWithoutBytes(path = 'file'): never {
  const message = 'names a file to the public API only; elsewhere bring its bytes'
  failField(path, message)
}

/** Returns the bytes of a small file, uploaded or in base64. Refuses a file that is only named. */
export async function uploadedBytes(upload: Spooled | undefined, content: string | undefined): Promise<Buffer> {
  return upload ? readFile(upload.path) : Buffer.from(content ?? refuseWithoutBytes(), 'base64')
}
