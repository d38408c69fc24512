import { relative } from 'node:path'
import type { FirstRunFile } from '@posthorn/client'
import { repositoryRoot, type Settings } from './settings.ts'

/** The text that is printed when the system is ready: address, key, a command that sends, and one that shows the events. */
export function welcome(account: FirstRunFile, settings: Settings): string {
  const folder = relative(repositoryRoot, settings.dataDir)
  const env = folder === '.data' ? '' : `DATA_DIR=${quoted(settings.dataDir)} `
  const body = JSON.stringify({ phone: '+4915112345678', message: 'Hello from Posthorn' })
  return `
Posthorn is ready at ${account.url}

  API key    ${account.key}
  workspace  ${account.workspace}
  number     ${account.number} (played by the simulator: nothing leaves this machine)

Send a message:

  curl -X POST ${account.url}/v1/messages -H 'Token: ${account.key}' -H 'Content-Type: application/json' -d '${body}'

Watch its events arrive at a webhook, in another terminal:

  ${env}npx -y pnpm@12.21.0 posthorn listen

Ctrl-C stops everything; the data stays in ${settings.dataDir}
`
}

function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
