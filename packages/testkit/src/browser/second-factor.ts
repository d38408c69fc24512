import { createHmac } from 'node:crypto'
import type { RunningSystem } from '../system/running-system.ts'
import type { WatchedPage } from './browser.ts'
import { owner } from './owner.ts'

type Page = WatchedPage['page']

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepMs = 30_000

/** Returns an authenticator app's code for a base32 secret, `steps` periods of 30 s from now (RFC 6238). */
export function totpCode(secret: string, steps = 0): string {
  const bits = Array.from(secret, (char) => alphabet.indexOf(char).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMs) + steps))
  const mac = createHmac('sha1', key).update(counter).digest()
  const value = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff
  return String(value % 1_000_000).padStart(6, '0')
}

/** Enables two-factor authentication for the owner. Returns the secret. */
export async function addSecondFactor(page: Page, { account }: RunningSystem): Promise<string> {
  await page.goto(`/app/${account.workspace}/me`)
  const panel = page.getByRole('region', { name: 'Two-factor authentication' })
  await panel.getByLabel('Password', { exact: true }).fill(owner.password)
  await panel.getByRole('button', { name: 'Set up' }).click()
  const secret = (await panel.locator('code').textContent()) ?? ''
  await panel.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret))
  await panel.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('dialog', { name: 'Backup codes' }).waitFor()
  await page.getByRole('button', { name: "I've saved it" }).click()
  return secret
}

/** Signs the owner in with the password and a code. Each code works once: `steps` selects an unused one. */
export async function signInWithCode(page: Page, secret: string, steps: 0 | 1): Promise<void> {
  await page.goto('/app/sign-in')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, steps))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('link', { name: 'Inbox' }).waitFor()
}
