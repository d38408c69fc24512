import { readFile } from 'node:fs/promises'
import { fail } from '@posthorn/contracts'
import type { Spooled } from '@posthorn/http'

/** Who calls a service themselves and names a kept file brings its bytes, as the gateway does: refuses with `request:invalid` at `path`. */
export function refuseWithoutBytes(path = 'file'): never {
  const message = 'names a file to the public API only; elsewhere bring its bytes'
  fail('request:invalid', { errors: [{ path, code: 'field:invalid', message }] })
}

/** The bytes of a small file that came as an upload, or in base64 beside the other fields; refuses one that is only named. */
export async function broughtBytes(upload: Spooled | undefined, content: string | undefined): Promise<Buffer> {
  return upload ? readFile(upload.path) : Buffer.from(content ?? refuseWithoutBytes(), 'base64')
}
