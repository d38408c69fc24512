import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Checks `X-Hub-Signature-256` against the raw body: `sha256=` and 64 lowercase hex digits, made with any of the given app secrets (current
 * and previous). Runs in constant time and tries every secret (cloud-api.md 5.2).
 */
export function verifySignature(rawBody: Buffer, header: string | undefined, appSecrets: string[]): boolean {
  const hex = /^sha256=([0-9a-f]{64})$/.exec(header ?? '')?.[1]
  if (hex === undefined) return false
  const given = Buffer.from(hex, 'hex')
  let matches = false
  for (const secret of appSecrets) {
    const expected = createHmac('sha256', secret).update(rawBody).digest()
    matches = timingSafeEqual(expected, given) || matches
  }
  return matches
}
