import { createInterface } from 'node:readline/promises'
import { text as readAll } from 'node:stream/consumers'
import { accounts } from '@posthorn/contracts'
import { Command } from 'commander'
import { type Env, originOf, removeLogin, writeLogin } from '../api/access.ts'
import { CommandError, openApi } from '../api/client.ts'
import { printOne } from '../terminal.ts'

export const loginCommand = (env: Env): Command =>
  new Command('login')
    .description(
      'store the address and key of an installation for later commands; without --key, the key is read from stdin',
    )
    .option('--json', 'print JSON and nothing else', false)
    .option('--url <address>', 'address of the installation (default: POSTHORN_URL)')
    .option('--key <key>', 'API key (default: POSTHORN_TOKEN, else stdin)')
    .action(async (options: { json: boolean; url?: string; key?: string }) => {
      const address = options.url || env['POSTHORN_URL']
      if (!address) throw new CommandError('pass the address of the installation with --url')
      const url = originOf(address)
      const key = (options.key || env['POSTHORN_TOKEN'] || (await readKey(url))).trim()
      const account = await openApi({ url, key, source: options.url ? '--url' : 'POSTHORN_URL' }).call(
        accounts.me.get,
        {},
      )
      const file = writeLogin(env, { url, key })
      if (url.startsWith('http:') && !/^http:\/\/(localhost|127\.|\[::1\])/.test(url))
        process.stderr.write(`${url} is not encrypted: others on the way can read the key. Use https.\n`)
      printOne({ url, workspace: account.workspace.name, scopes: account.key?.scopes, file }, options)
    })

export const logoutCommand = (env: Env): Command =>
  new Command('logout')
    .description('remove the stored address and key')
    .option('--json', 'print JSON and nothing else', false)
    .action((options: { json: boolean }) => printOne({ removed: removeLogin(env) ?? null }, options))

/** Reads the key from a pipe, or asks for it on a terminal. */
async function readKey(url: string): Promise<string> {
  if (!process.stdin.isTTY) return readAll(process.stdin)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question(`API key for ${url}: `)
  } finally {
    lines.close()
  }
}
