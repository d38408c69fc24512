import { createHmac, randomBytes } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const secretBytes = 20
const stepSeconds = 30
const digits = 6
/** Time steps before and after the current one that are accepted, to allow for clock differences. */
const slackSteps = 1

/** Creates an authenticator secret in base32 (RFC 4648). */
export function newTotpSecret(): string {
  let bits = ''
  for (const byte of randomBytes(secretBytes)) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet.charAt(Number.parseInt(five, 2))).join('')
}

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (char) => alphabet.indexOf(char).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Returns the time step, given milliseconds. */
export function totpStep(ms: number): number {
  return Math.floor(ms / 1_000 / stepSeconds)
}

/** Returns the code of a time step (RFC 6238, SHA-1, six digits). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const value = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(value % 10 ** digits).padStart(digits, '0')
}

/** Returns the time step that a code belongs to, near the given time; undefined if none. */
export function stepOfCode(secret: string, code: string, ms: number): number | undefined {
  const now = totpStep(ms)
  const near = [0, -slackSteps, slackSteps].map((by) => now + by)
  return near.find((step) => totpCode(secret, step) === code)
}

/** Returns the URI for the QR code of an authenticator app. */
export function totpAddress(secret: string, email: string): string {
  return `otpauth://totp/Posthorn:${encodeURIComponent(email)}?secret=${secret}&issuer=Posthorn`
}
