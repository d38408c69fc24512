declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  type Sealing = { version: 'aes128gcm'; privateKey: ECDH; authSecret: string; dh?: string; salt?: Buffer }

  /** Encrypts as RFC 8188 says, with the keys of RFC 8291. `dh`: public key of the receiver. */
  export function encrypt(plain: Buffer, sealing: Sealing): Buffer
  export function decrypt(body: Buffer, sealing: Sealing): Buffer
}
