import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startReceiver } from '@posthorn/testkit'
import { RunningSystem, repositoryRoot } from '@posthorn/testkit/system'
import { app } from 'zapier-posthorn'
import { platformVersion, zapierTester } from './platform.ts'
import { steps, type ZapierTrial } from './trial.ts'

// `pnpm try:zapier`: runs the Zapier app's connection, actions, searches, choices and triggers with Zapier's platform tester on a separate system,
// and writes the transcript into the docs. `ZAPIER_DIR` is another folder for the platform. Outside tests, the platform prints its memory at every
// call.
process.env['NODE_ENV'] = 'test'
const lines: string[] = []

function say(line: string): void {
  lines.push(line)
  console.log(line)
}

async function runAll(trial: ZapierTrial): Promise<number> {
  let failed = 0
  for (const { name, run } of steps) {
    try {
      say(`ok ${name}: ${await run(trial)}`)
    } catch (error) {
      failed++
      say(`FAILED ${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return failed
}

async function main(): Promise<number> {
  const test = zapierTester(process.env['ZAPIER_DIR'] ?? join(repositoryRoot, `.data/zapier-${platformVersion}`), app)
  const receiver = await startReceiver({ respond: { headers: { 'content-type': 'text/plain' }, body: '9 to 17' } })
  const system = await RunningSystem.start({ split: false })
  say(`Zapier's platform ${platformVersion}, Node ${process.versions.node}`)
  try {
    return await runAll({ system, test, receiver })
  } finally {
    await system.remove()
    await receiver.stop()
    writeFileSync(join(repositoryRoot, 'apps/docs/zapier-tester.txt'), `${lines.join('\n')}\n`)
  }
}

process.exit((await main()) === 0 ? 0 : 1)
