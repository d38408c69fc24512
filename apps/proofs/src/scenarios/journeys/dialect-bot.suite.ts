import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { until } from '@posthorn/testkit'
import { addMember, type RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, test } from 'vitest'
import { newCustomer, write as writeFirst } from './customers.ts'

const program = fileURLToPath(new URL('../../../../docs/examples/dialect-bot/bot.js', import.meta.url))

type Sent = { type: string; message?: string; quote?: string; media?: { kind: string; file?: string } }
type Received = { id: string; message?: string }

/** Starts the bot in the docs, which is written for the dialect. `line`: what it says when it is ready. */
async function startBot(system: RunningSystem) {
  const env = { PATH: process.env['PATH'], API_URL: `${system.url}/compat`, API_KEY: system.account.key }
  const bot = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = (await once(createInterface(bot.stdout), 'line')) as [string]
  return {
    line,
    async [Symbol.asyncDispose]() {
      bot.kill()
      if (bot.exitCode === null && bot.signalCode === null) await once(bot, 'exit')
    },
  }
}

/** A program that was written for the dialect runs without a change. */
export function dialectBot(system: () => RunningSystem): void {
  const messages = (phone: string, direction: string) =>
    system().ok<(Sent & Received)[]>('GET', `/v1/messages?direction=${direction}&phone=${encodeURIComponent(phone)}`)
  const write = (from: string, text: string) =>
    system().ok('POST', `/v1/numbers/${system().account.number}/simulate`, { body: { message: { from, text } } })

  describe('a bot of the established v1 dialect', () => {
    test('answers with a quote, sends a picture and a voice note, hands a chat to a person, and is silent there', async () => {
      const grace = await addMember(system(), { name: 'Grace Hopper', email: `${newCustomer().slice(1)}@example.com` })
      const first = await writeFirst(system(), newCustomer(), 'Who is there?')
      await system().ok('POST', `/v1/chats/${first.chat}/assign`, { body: { member: grace } })
      await using bot = await startBot(system())
      expect(bot.line).toMatch(/^answers for \+\d+$/)
      const webhooks = await system().ok<{ name: string; url: string }[]>('GET', '/v1/webhooks')
      const url = webhooks.find(({ name }) => name === 'Example bot')?.url ?? ''
      // A load balancer asks whether the bot is there.
      expect((await fetch(url)).status).toBe(200)
      const customer = newCustomer()
      const answered = async (text: string, count: number) => {
        await write(customer, text)
        return until(async () => {
          const sent = await messages(customer, 'out')
          return sent.length === count ? sent[0] : undefined
        })
      }
      const help = await answered('Hello', 1)
      const [hello] = await messages(customer, 'in')
      expect(help).toMatchObject({ message: expect.stringContaining('voice'), quote: hello?.id })
      expect(await answered('picture', 2)).toMatchObject({ message: 'Here it is.', media: { kind: 'image' } })
      expect(await answered('voice', 3)).toMatchObject({ media: { kind: 'voice', file: expect.any(String) } })
      expect((await answered('human', 4))?.message).toMatch(/^.+ will answer you\.$/)
      await write(customer, 'Are you there?')
      const other = newCustomer()
      await until(async () => (await messages(customer, 'in')).length === 5)
      await write(other, 'Hello')
      // A reply to another customer's later message shows that the bot has handled this one.
      await until(async () => (await messages(other, 'out')).length === 1)
      expect(await messages(customer, 'out')).toHaveLength(4)
      await system().posthorn('operator', 'member', 'remove', String(grace))
    })
  })
}
