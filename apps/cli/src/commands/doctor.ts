import { Command, Option } from 'commander'
import { type ApiOptions, apiOf, type Env, withApi } from '../api/access.ts'
import { checkCloudApi } from '../api/cloud-api-check.ts'
import { checkAccess, checkWorkspace, type Finding, hasFailed } from '../api/diagnosis.ts'
import { checkDialect } from '../api/dialect-check.ts'
import { inColor, print } from '../terminal.ts'

export const doctorCommand = (env: Env): Command =>
  withApi(
    new Command('doctor').description(
      'check installation, key, numbers and webhooks; exits with 1 when something fails',
    ),
  )
    .addOption(
      new Option('--dialect', 'check every route of the established v1 dialect instead; changes nothing').conflicts(
        'cloudApi',
      ),
    )
    .option('--cloud-api', 'check every route for programs of the Cloud API instead; changes nothing')
    .action(async (options: ApiOptions & { dialect?: boolean; cloudApi?: boolean }) => {
      const api = apiOf(options, env)
      const findings = await checkAccess(api)
      if (!hasFailed(findings)) {
        if (options.cloudApi) findings.push(...(await checkCloudApi(api.access)))
        else findings.push(...(options.dialect ? await checkDialect(api.access) : await checkWorkspace(api)))
      }
      if (options.json) print(JSON.stringify(findings))
      else for (const line of findings.flatMap(findingLines)) print(line)
      if (hasFailed(findings)) process.exitCode = 1
    })

function findingLines({ status, check, finding, action }: Finding): string[] {
  const advice = action === '' ? [] : [`${' '.repeat(9)}→ ${action}`]
  return [`${inColor(status.padEnd(7))}  ${check}: ${finding}`, ...advice]
}
