import { relative } from 'node:path'
import { type Account, firstRunPath } from './first-run.ts'
import type { QuarantinedService } from './quarantine.ts'
import { repositoryRoot, type Settings } from './settings.ts'

type Context = { settings: Settings; quarantined: QuarantinedService[] }

/**
 * The text that is printed when the system is ready: address, a command that sends, and one that shows the events. The key is printed at
 * the first start only; later ones say where it is kept and how to make another.
 */
export function welcome({ account, isNew, ownerToken }: Account, { settings, quarantined }: Context): string {
  const folder = relative(repositoryRoot, settings.dataDir)
  const env = folder === '.data' ? '' : `DATA_DIR=${quoted(settings.dataDir)} `
  const body = JSON.stringify({ phone: '+4915112345678', message: 'Hello from Posthorn' })
  return `
Posthorn is ready at ${account.url}, documented at ${account.url}/docs

  API key    ${isNew ? account.key : `printed at the first start, kept in ${firstRunPath(settings.dataDir)}`}
  workspace  ${account.workspace}
  number     ${account.number} (played by the simulator: nothing leaves this machine)

${
  ownerToken === null
    ? ''
    : `Set your name and password to use the dashboard (the link is good for 24 hours, once):

  ${account.url}/app/welcome#${ownerToken}

`
}Send a message:

  curl -X POST ${account.url}/v1/messages -H 'Token: ${isNew ? account.key : '<API key>'}' -H 'Content-Type: application/json' -d '${body}'

Watch its events arrive at a webhook, in another terminal:

  ${env}npx -y pnpm@12.21.0 posthorn listen

${
  isNew
    ? ''
    : `Make another key:

  ${env}npx -y pnpm@12.21.0 posthorn key create --workspace ${account.workspace} --name <name>

`
}${quarantined.length === 0 ? '' : describeQuarantine(quarantined, env)}Ctrl-C stops everything; the data stays in ${settings.dataDir}
`
}

function describeQuarantine(quarantined: QuarantinedService[], env: string): string {
  const lines = quarantined.map(({ service, since, due }) => {
    const counts = Object.entries(due).map(([kind, count]) => `${count} ${kind}`)
    return `  ${service.padEnd(9)}  since ${since}, due before that: ${counts.join(', ') || 'nothing'}`
  })
  return `Quarantine: Postgres was restored, and these services send nothing until you decide about what was due:

${lines.join('\n')}

  ${env}npx -y pnpm@12.21.0 posthorn quarantine release --due give_up    (or go_on: do it all, perhaps a second time)

`
}

function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
