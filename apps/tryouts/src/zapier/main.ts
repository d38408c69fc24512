import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Receiver, startReceiver, until } from '@posthorn/testkit'
import { addMember, RunningSystem, receiveQuestion, repositoryRoot } from '@posthorn/testkit/system'
import { app } from 'zapier-posthorn'

const platformVersion = '19.1.0'

/** Runs one of an app's functions the way Zapier does, with Zapier's tools and result checks. */
type AppTester = (step: unknown, bundle: object) => Promise<unknown>

/**
 * Installs Zapier's platform in its own folder unless it is already there. Returns its tester for an app. It is too
 * large to be a dependency (ADR 44).
 */
function zapierTester(folder: string, app: object): AppTester {
  const installed = join(folder, 'node_modules/zapier-platform-core/package.json')
  if (!existsSync(installed)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund']
    execFileSync('npm', ['install', `zapier-platform-core@${platformVersion}`, ...flags], {
      cwd: folder,
      stdio: 'inherit',
    })
  }
  const platform = createRequire(installed)('zapier-platform-core') as { createAppTester(app: object): AppTester }
  return platform.createAppTester(app)
}

/** A system, the app's tester, and a server that hosts files and receives hook requests. */
type ZapierTrial = { system: RunningSystem; test: AppTester; receiver: Receiver }

type Step = { name: string; run(trial: ZapierTrial): Promise<string> }

const phone = '+4915120000481'

type Fields = Record<string, unknown>

/** Returns what Zapier passes to each function of the app. */
const bundleOf = ({ system }: ZapierTrial, more: Fields): Fields => ({
  authData: { url: system.url, token: system.account.key },
  inputData: {},
  ...more,
})

/** Runs the app function at `path` with these bundle fields. */
const perform = async <T = Fields>(trial: ZapierTrial, path: string, bundle: Fields = {}): Promise<T> =>
  (await trial.test(functionAt(path), bundleOf(trial, bundle))) as T

/** Finds an app's function by path, such as `creates.sendText.operation.perform`. */
function functionAt(path: string): unknown {
  const found = path.split('.').reduce<unknown>((part, name) => (part as Fields | undefined)?.[name], app)
  if (typeof found !== 'function') throw new Error(`the app has no ${path}`)
  return found
}

/** Performs an action of the Zapier app that creates something. `key`: the action's key in the app. */
const create = (trial: ZapierTrial, key: string, input: Fields) =>
  perform(trial, `creates.${key}.operation.perform`, { inputData: input })
/** Performs a search of the Zapier app. `key`: the search's key in the app. */
const search = (trial: ZapierTrial, key: string, input: Fields) =>
  perform<Fields[]>(trial, `searches.${key}.operation.perform`, { inputData: input })

/** Returns the chat with the test customer, found by the app's search. */
const chatId = async (trial: ZapierTrial): Promise<string> =>
  String((await search(trial, 'findChat', { phone }))[0]?.['id'])

const actions: readonly Step[] = [
  {
    name: 'sendText',
    run: async (trial) => String((await create(trial, 'sendText', { phone, message: 'Hello' }))['type']),
  },
  {
    name: 'sendFile',
    run: async (trial) => {
      const { media } = await create(trial, 'sendFile', { phone, file: `${trial.receiver.url}/hours.txt` })
      return String((media as Fields)['filename'])
    },
  },
  {
    name: 'sendPoll',
    run: async (trial) =>
      String((await create(trial, 'sendPoll', { phone, question: 'Satisfied?', options: ['Yes', 'No'] }))['type']),
  },
  {
    name: 'sendTemplate',
    run: async (trial) =>
      String((await create(trial, 'sendTemplate', { phone, template: 'hello_world', language: 'en_US' }))['type']),
  },
  {
    name: 'saveContact',
    run: async (trial) => String((await create(trial, 'saveContact', { phone, name: 'Mary Hill' }))['name']),
  },
  { name: 'findContact', run: async (trial) => String((await search(trial, 'findContact', { phone }))[0]?.['name']) },
  { name: 'findChat', run: async (trial) => `${(await search(trial, 'findChat', { phone })).length} found` },
  {
    name: 'labelChat',
    run: async (trial) => {
      const { id } = await trial.system.ok<{ id: string }>('POST', '/v1/labels', { body: { name: 'From a Zap' } })
      const { labels } = await create(trial, 'labelChat', { chat: await chatId(trial), labels: [id] })
      return (labels as { name: string }[]).map(({ name }) => name).join(', ')
    },
  },
  {
    name: 'assignChat',
    run: async (trial) => {
      const { system } = trial
      const member = await addMember(system, { name: 'Ruth', email: 'ruth@shop.example.com' })
      const chat = await chatId(trial)
      const assigned = await until(() => create(trial, 'assignChat', { chat, member }).catch(() => undefined))
      return (assigned['assignee'] as Fields)['id'] === member ? 'assigned' : 'not assigned'
    },
  },
  {
    name: 'callOperation',
    run: async (trial) => {
      const { items } = await create(trial, 'callOperation', { operation: 'labels.list' })
      return `labels.list, ${(items as unknown[]).length} found`
    },
  },
]

/** Triggers without a subscription only fill the menus of the editor. */
const choices: readonly Step[] = Object.entries(app.triggers)
  .filter(([, { operation }]) => !('performSubscribe' in operation))
  .map(([key]) => ({
    name: key,
    run: async (trial) =>
      `${(await perform<unknown[]>(trial, `triggers.${key}.operation.perform`)).length} to choose from`,
  }))

const hooks: readonly Step[] = Object.entries(app.triggers)
  .filter(([, { operation }]) => 'performSubscribe' in operation)
  .map(([key]) => ({ name: key, run: (trial) => runHook(trial, key) }))

/** Subscribes, reads the sample, and unsubscribes. If a trigger waits for a customer's message, sends one. */
async function runHook(trial: ZapierTrial, key: string): Promise<string> {
  const { system, receiver } = trial
  const at = (name: string) => `triggers.${key}.operation.${name}`
  const subscribeData = await perform(trial, at('performSubscribe'), { targetUrl: receiver.url })
  const [sample] = await perform<Fields[]>(trial, at('performList'))
  const received = key === 'messageReceived' ? await receiveOne(trial, at('perform'), subscribeData) : ''
  await perform(trial, at('performUnsubscribe'), { subscribeData })
  const { status } = await system.call('GET', `/v1/webhooks/${String(subscribeData['id'])}`)
  if (status !== 404) throw new Error(`the webhook is still there (${status})`)
  return `subscribed, sample of ${String(sample?.['event'])}${received}, unsubscribed (${status})`
}

/** Passes a signed request to a trigger, and then an altered one, which the trigger must refuse. */
async function receiveOne(trial: ZapierTrial, path: string, subscribeData: Fields): Promise<string> {
  const { signed, altered } = await receiveQuestion(trial.system, { receiver: trial.receiver, phone })
  const [event] = await perform<Fields[]>(trial, path, { subscribeData, rawRequest: signed })
  await refusal(perform(trial, path, { subscribeData, rawRequest: altered }), 'an altered request')
  return `, received "${String((event?.['data'] as Fields | undefined)?.['message'])}", an altered request is refused`
}

/** Returns the error of a call that must be refused, and throws if it is accepted. `subject`: what the call passes, for that error. */
async function refusal(call: Promise<unknown>, subject: string): Promise<string> {
  const accepted = Symbol('accepted')
  const answer = await call.then(
    () => accepted,
    (error: Error) => error.message.split('\n')[0] ?? '',
  )
  if (typeof answer === 'symbol') throw new Error(`${subject} was accepted`)
  return answer
}

const connection: readonly Step[] = [
  {
    name: 'the connection',
    run: async (trial) => {
      await trial.test(app.authentication.test, bundleOf(trial, {}))
      const authData = { url: trial.system.url, token: 'ph_live_wrong' }
      await refusal(trial.test(app.authentication.test, { authData, inputData: {} }), 'another key')
      return 'the key is accepted, another one is refused'
    },
  },
  {
    name: 'a refused message',
    run: (trial) => refusal(create(trial, 'sendText', { phone: 'nobody', message: 'Hello' }), 'the message'),
  },
]

/** All steps; later ones use the results of earlier ones. */
const steps: readonly Step[] = [...connection, ...actions, ...choices, ...hooks]

// `pnpm try:zapier`: runs the Zapier app's connection, actions, searches, choices and triggers with Zapier's platform tester on a separate
// system, and writes the transcript to the docs. `ZAPIER_DIR` sets another folder for the platform. NODE_ENV is `test` because the platform
// otherwise prints its memory use on every call.
process.env['NODE_ENV'] = 'test'
const lines: string[] = []

/** Prints a line, and keeps it for the record of this run in the docs. */
function say(line: string): void {
  lines.push(line)
  console.log(line)
}

/** Runs all steps in order, even after a failure, to show all failures at once. Returns how many failed. */
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

/** Runs every step in Zapier's platform, and writes the record to the docs. Returns the number of steps that failed. */
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
