import { Command } from 'commander'
import { withCommon } from './accounts.ts'
import { printOne } from './output.ts'
import { apiAccess, callApi, dataFolder } from './system.ts'

type Options = { json: boolean; dataDir?: string; key?: string; to: string; text: string }

/** Makes the command `posthorn send --to <phone> --text <text>`. */
export function sendCommand(env: Record<string, string | undefined>): Command {
  return withCommon(new Command('send').description('send a text message'))
    .requiredOption('--to <phone>', 'phone number of the recipient, such as +4915112345678')
    .requiredOption('--text <text>', 'text of the message')
    .option('--key <key>', 'API key (default: the key of the first run)')
    .action(async (options: Options) => {
      const dataDir = dataFolder(options.dataDir, env)
      const access = { ...apiAccess(dataDir, options.key), dataDir }
      const body = { phone: options.to, message: options.text }
      const message = await callApi<Record<string, unknown>>(access, { method: 'POST', path: '/v1/messages', body })
      const { id, status, chat, number, phone } = message
      printOne(options.json ? message : { id, status, phone, chat, number }, options)
    })
}
