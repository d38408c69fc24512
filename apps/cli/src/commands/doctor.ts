import { Command } from 'commander'
import { type Env, findAccess } from '../api/access.ts'
import { openApi } from '../api/client.ts'
import { diagnose } from '../api/diagnosis.ts'
import { printList } from '../terminal/output.ts'
import { type ApiOptions, withApi } from './options.ts'

/** Makes the command `posthorn doctor`. */
export function doctorCommand(env: Env): Command {
  return withApi(
    new Command('doctor').description(
      'check installation, key, numbers and webhooks; exits with 1 when something fails',
    ),
  ).action(async (options: ApiOptions) => {
    const findings = await diagnose(openApi(findAccess(options, env)))
    printList(findings, ['state', 'check', 'finding', 'action'], options)
    if (findings.some(({ state }) => state === 'failed')) process.exitCode = 1
  })
}
