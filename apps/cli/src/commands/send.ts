import { readFileSync } from 'node:fs'
import { type InputOf, messaging } from '@posthorn/contracts'
import { Command } from 'commander'
import type { Env } from '../api/access.ts'
import { CommandError, reasonOf } from '../api/refusal.ts'
import { printOne } from '../terminal/output.ts'
import { given, timeArgument } from '../terminal/values.ts'
import { type ApiOptions, apiOf, withApi } from './options.ts'

type Options = ApiOptions & { to?: string; text?: string; number?: string; at?: string; body?: string }
type Request = InputOf<typeof messaging.messages.send>

/** Makes the command `posthorn send --to <phone> --text <text>`. */
export function sendCommand(env: Env): Command {
  return withApi(new Command('send').description('send a message'))
    .option('--to <phone>', 'phone number of the recipient, such as +4915112345678')
    .option('--text <text>', 'text of the message')
    .option('--number <id>', 'number that sends the message (default: that of the workspace)')
    .option('--at <time>', 'time of sending, such as 2027-01-31T08:00:00Z', timeArgument)
    .option('--body <file>', 'file with the JSON body of POST /v1/messages, for other kinds of messages; - is stdin')
    .action(async (options: Options) => {
      const message = await apiOf(options, env).call(messaging.messages.send, requestOf(options))
      const { id, status, chat, number, phone } = message
      printOne(options.json ? message : { id, status, phone, chat, number }, options)
    })
}

function requestOf({ to, text, number, at, body }: Options): Request {
  const base = body === undefined ? {} : bodyOf(body)
  if (body === undefined && (to === undefined || text === undefined))
    throw new CommandError('pass --to and --text, or --body with the JSON of a message')
  return { ...base, ...given({ phone: to, message: text, number, deliverAt: at }) } as Request
}

function bodyOf(path: string): object {
  try {
    const value = JSON.parse(readFileSync(path === '-' ? 0 : path, 'utf8')) as unknown
    if (typeof value === 'object' && value !== null) return value
  } catch (error) {
    throw new CommandError(`--body: ${path} cannot be read as JSON (${reasonOf(error)})`)
  }
  throw new CommandError(`--body: ${path} must contain one JSON object`)
}
