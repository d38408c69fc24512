import { relative } from 'node:path'
import { type Account, firstRunPath } from './first-run.ts'
import type { QuarantinedService } from './quarantine.ts'
import { repositoryRoot, type Settings } from './settings.ts'

/**
 * Returns the text printed when the system is ready: the URL, commands that show events, send a message, simulate a reply and create a key,
 * and any quarantine. Contains the key only on the first start; later starts say where it is stored. Without a terminal, contains neither
 * the key nor the owner link, because the output ends up in files or log collectors.
 */
export function welcome(
  { account, isNew, ownerToken }: Account,
  context: { settings: Settings; quarantined: QuarantinedService[] },
): string {
  const { settings, quarantined } = context
  const { isTerminal } = settings
  const folder = relative(repositoryRoot, settings.dataDir)
  const env = folder === '.data' ? '' : `DATA_DIR=${quoted(settings.dataDir)} `
  const showsKey = isNew && isTerminal
  const headers = `-H 'Token: ${showsKey ? account.key : '<API key>'}' -H 'Content-Type: application/json'`
  const message = JSON.stringify({ phone: '+4915112345678', message: 'Hello from Posthorn' })
  const reply = JSON.stringify({ message: { from: '+4915112345678', type: 'text', text: 'Hi there' } })
  return `
Posthorn is ready at ${account.url}. Documentation: ${account.url}/docs

  API key    ${showsKey ? account.key : `stored in ${firstRunPath(settings.dataDir)}`}
  workspace  ${account.workspace}
  number     ${account.number} (a simulator number: nothing leaves this machine)

${showsKey ? 'Keep the key secret. It is not printed again, and can also connect real numbers.\n\n' : ''}${describeOwner({ account, isNew, ownerToken }, { env, isTerminal })}Watch webhook events in another terminal:

  ${env}npx -y pnpm@12.21.0 --silent posthorn listen

Send a message:

  curl -X POST ${account.url}/v1/messages ${headers} -d '${message}'

Simulate a customer's reply:

  curl -X POST ${account.url}/v1/numbers/${account.number}/simulate ${headers} -d '${reply}'

Create another key. With --test, it reaches simulator numbers only:

  ${env}npx -y pnpm@12.21.0 --silent posthorn operator key create --workspace ${account.workspace} --name <name>

${quarantined.length === 0 ? '' : describeQuarantine(quarantined, env)}Ctrl-C stops everything; the data stays in ${settings.dataDir}
`
}

/** Returns how a person becomes the owner: with a link or, after the first start without a terminal, with a command. Empty otherwise. */
function describeOwner(
  { account, isNew, ownerToken }: Account,
  { env, isTerminal }: { env: string; isTerminal: boolean },
): string {
  if (ownerToken !== null && isTerminal)
    return `Open the dashboard and choose your name and password (keep this link secret; it works once, within 24 hours):

  ${account.url}/app/welcome#${ownerToken}

`
  if (!isNew) return ''
  return `Create the link to open the dashboard and choose your name and password:

  ${env}npx -y pnpm@12.21.0 --silent posthorn operator workspace welcome ${account.workspace}

`
}

/** Returns which services are in quarantine, and the command that ends it. */
function describeQuarantine(quarantined: QuarantinedService[], env: string): string {
  const lines = quarantined.map(({ service, since, due }) => {
    const counts = Object.entries(due).map(([kind, count]) => `${count} ${kind}`)
    return `  ${service.padEnd(9)}  since ${since}, due before that: ${counts.join(', ') || 'nothing'}`
  })
  return `Quarantine: Postgres was restored. These services send nothing until you decide what happens to work that was due:

${lines.join('\n')}

  ${env}npx -y pnpm@12.21.0 --silent posthorn operator quarantine release --due give_up    (or go_on: do all of it, perhaps a second time)

`
}

/** Quotes a text for a shell if it needs that. */
const quoted = (text: string): string => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
