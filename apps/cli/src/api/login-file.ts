import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

type Env = Record<string, string | undefined>

export function loginPath(env: Env): string {
  const folder = env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config')
  return env['POSTHORN_CONFIG'] || join(folder, 'posthorn', 'login.json')
}

export function readLogin(env: Env): { url: string; key: string; source: string } | undefined {
  const source = loginPath(env)
  try {
    const { url, key } = JSON.parse(readFileSync(source, 'utf8')) as { url?: unknown; key?: unknown }
    return typeof url === 'string' && typeof key === 'string' ? { url, key, source } : undefined
  } catch {
    return undefined
  }
}

/** Stores an installation and its key in a file that only this user can read. */
export function writeLogin(env: Env, { url, key }: { url: string; key: string }): string {
  const path = loginPath(env)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, `${JSON.stringify({ url, key })}\n`, { mode: 0o600 })
  chmodSync(path, 0o600)
  return path
}

export function removeLogin(env: Env): string {
  const path = loginPath(env)
  rmSync(path, { force: true })
  return path
}
