import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { until } from '@posthorn/testkit'
import { command, type Event, environment, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

/** A user's first five minutes: a terminal that shows webhook events. */
export function commandListen(system: () => RunningSystem): void {
  test('posthorn listen prints what arrives at its webhook and removes it at Ctrl-C', async () => {
    const args = ['--conditions=source', command, 'listen', '--json', '--events', 'message:ack']
    const child = spawn(process.execPath, args, { env: { ...environment(), DATA_DIR: system().dataDir } })
    const [events, said]: [Event[], string[]] = [[], []]
    createInterface({ input: child.stdout }).on('line', (line) => events.push(JSON.parse(line) as Event))
    createInterface({ input: child.stderr }).on('line', (line) => said.push(line))
    await until(() => said[0]?.startsWith('Listening on http://127.0.0.1:'))

    const sent = await system().posthorn<{ id: string }>('send', '--phone', '+4915120000006', '--message', 'Hello')
    const acks = () => events.filter(({ data }) => data.id === sent.id).map(({ data }) => data.ack)
    await until(() => acks().includes('read'))
    expect(events.every(({ event }) => event === 'message:ack')).toBe(true)

    const webhooks = async () => (await system().ok<{ name: string }[]>('GET', '/v1/webhooks')).map(({ name }) => name)
    expect(await webhooks()).toContain('posthorn listen')
    child.kill('SIGINT')
    const exitCode = await new Promise((resolve) => child.once('close', resolve))
    expect(exitCode).toBe(0)
    expect(await webhooks()).not.toContain('posthorn listen')
  })
}
