import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { startReceiver, until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveAService } from './move-service.suite.ts'
import { PackedCommand } from './packed-command.fixture.ts'
import { rehearse } from './rehearse.suite.ts'

type Finding = { status: string; check: string; finding: string }

/** A developer uses an installation from another machine with only its address and a key, without this repository. */
export function commandLine(system: () => RunningSystem): void {
  describe('the packed command', () => {
    let command: PackedCommand
    beforeAll(async () => {
      command = new PackedCommand()
      const { url, key } = system().account
      // The receivers from earlier tests have stopped, so `doctor` would rightly report a failing webhook.
      for (const { id } of await system().ok<{ id: string }[]>('GET', '/v1/webhooks'))
        await system().ok('DELETE', `/v1/webhooks/${id}`)
      expect(await command.json('login', '--url', url, '--key', key)).toMatchObject({ url })
    })
    afterAll(() => command[Symbol.dispose]())

    test('stores its login for this user only, and finds nothing wrong with a running installation', async () => {
      expect(statSync(join(command.folder, 'login.json')).mode & 0o777).toBe(0o600)
      const findings = await command.json<Finding[]>('doctor')
      expect(findings.filter(({ status }) => status === 'failed')).toEqual([])
      expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(['installation', 'clock', 'key']))
      const dialect = await command.run('doctor', '--dialect', '--json')
      const routes = JSON.parse(dialect.stdout) as Finding[]
      expect(routes.filter(({ status }) => status === 'failed')).toEqual([])
      expect(routes.filter(({ status }) => status === 'ok').length).toBeGreaterThan(80)
      const wrong = await command.run('doctor', '--key', 'ph_live_wrong', '--json')
      expect(wrong.exitCode).toBe(1)
      expect(JSON.parse(wrong.stdout)).toContainEqual(expect.objectContaining({ status: 'failed', check: 'key' }))
    })

    test('refuses with what to do: no installation, an unknown key, a faulty phone, no confirmation', async () => {
      const stderrOf = async (...args: string[]) => {
        const { exitCode, stderr } = await command.run(...args)
        expect(exitCode).toBe(1)
        return stderr
      }
      expect(await stderrOf('numbers', 'list', '--url', 'http://127.0.0.1:9', '--key', 'x')).toMatch(/--url.*start/)
      expect(await stderrOf('numbers', 'list', '--key', 'ph_live_wrong')).toContain('posthorn login')
      const faulty = await stderrOf('send', '--to', '12', '--text', 'Hello')
      expect(faulty).toMatch(/^error: phone .*is not a phone.*request req_\w+\)\n$/)
      expect(await stderrOf('erase', 'con_01k5v2s8xgf9hb3m4q7r8t9w0y')).toContain('--yes')
    })

    test('sends, traces, and controls the queue', async () => {
      const { number } = system().account
      const { id } = await command.json<{ id: string }>('send', '--phone', '+4915120000461', '--message', 'Hello')
      await until(async () => (await system().ok('GET', `/v1/messages/${id}`))['status'] === 'read')
      const { entries } = await command.json<{ entries: { status?: string }[] }>('trace', id)
      expect(entries.map(({ status }) => status)).toEqual(expect.arrayContaining(['queued', 'sent', 'read']))
      expect(await command.json('queue', 'pause', number)).toMatchObject({ status: 'paused' })
      await command.json('send', '--phone', '+4915120000462', '--message', 'Not sent')
      const purged = await command.json('queue', 'purge', number, '--phones', '+4915120000462', '--yes')
      expect(purged).toMatchObject({ canceled: 1 })
      expect(await command.json('queue', 'resume', number)).toMatchObject({ status: 'active' })
    })

    test('imports, exports, and erases with the same counts as the API', async () => {
      const file = join(command.folder, 'people.csv')
      writeFileSync(file, 'phone,name\n+4915120000463,Ada Packed\n12,Nobody\n')
      const faults = join(command.folder, 'faults.csv')
      const imported = await command.json('import', file, '--tags', 'packed', '--errors', faults)
      expect(imported).toMatchObject({ status: 'finished', counts: { rows: 2, created: 1, failed: 1 } })
      expect(readFileSync(faults, 'utf8')).toContain('Nobody')
      const exported = join(command.folder, 'exported.csv')
      expect(await command.json('export', '--tag', 'packed', '--output', exported)).toMatchObject({ contacts: 1 })
      expect(readFileSync(exported, 'utf8')).toContain('Ada Packed')
      expect(existsSync(`${exported}.part`)).toBe(false)
      const eraser = ['--key', await system().keyWith('read', 'erase')]
      expect(await command.json('erase', '+4915120000463', '--yes', ...eraser)).toMatchObject({ status: 'finished' })
    })

    moveAService(system, () => command)
    rehearse(system, () => command)

    test('forwards signed events, and at the next start those that were missed', async () => {
      await using receiver = await startReceiver({ keeps: true })
      const acksOf = (id: string) =>
        receiver.requests
          .map(({ json }) => json as { data: { id: string; ack: string } })
          .filter(({ data }) => data.id === id)
      const send = async () =>
        (await system().post<{ id: string }>('/v1/messages', { phone: '+4915120000464', message: 'Forward' })).id
      const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
      receiver.useSecret(secret)
      const target = `${receiver.url}/local`
      const listen = () => command.start('listen', '--forward', target, '--events', 'message:ack', '--secret', secret)

      const first = listen()
      await until(() => first.stderr().includes('Forwarding new events'))
      const seen = await send()
      await until(() => acksOf(seen).some(({ data }) => data.ack === 'read'))
      expect(await first.stop()).toBe(0)

      const missed = await send()
      await until(async () => (await system().ok('GET', `/v1/messages/${missed}`))['status'] === 'read')
      const second = listen()
      await until(() => acksOf(missed).some(({ data }) => data.ack === 'read'))
      expect(await second.stop()).toBe(0)
      expect(receiver.requests.every(({ verified }) => verified)).toBe(true)
    })

    test('offers an assistant tools over stdin and stdout, which send and are recorded', async () => {
      const { program, env } = command
      const args = [program, 'mcp', '--toolsets', 'messages,chats']
      const transport = new StdioClientTransport({ command: process.execPath, args, env })
      const client = new Client({ name: 'test', version: '1.0.0' })
      await client.connect(transport)
      try {
        const { tools } = await client.listTools()
        expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['send_message', 'find_messages']))
        expect(tools.map(({ name }) => name)).not.toContain('pause_queue')
        const sent = await client.callTool({
          name: 'send_message',
          arguments: { phone: '+4915120000465', message: 'From an assistant' },
        })
        const { data } = sent.structuredContent as { data: { id: string; chat: string } }
        const chat = await client.callTool({ name: 'find_messages', arguments: { chat: data.chat } })
        expect(JSON.stringify(chat.content)).toContain('From an assistant')
        const entries = () => system().ok<{ given: object }[]>('GET', '/v1/audit?operation=assistants.record')
        await until(async () => (await entries()).length >= 2)
        const refusal = await client.callTool({ name: 'pause_queue', arguments: {} })
        expect(refusal.isError).toBe(true)
      } finally {
        await client.close()
      }
    })

    test('creates, rotates and revokes keys, and invites to the team, with a key that may', async () => {
      const { workspace, number } = system().account
      const own = await system().asOperator(({ clients, operator }) =>
        clients.gateway.workspaceKeys.create.mutate({ workspace, name: 'admin', scopes: ['read', 'admin'] }, operator),
      )
      const run = <T>(...args: string[]) => command.json<T>(...args, '--key', own.key)
      const made = await run<{ id: string; key: string }>('keys', 'create', '--name', 'till', '--scopes', 'read')
      expect(await command.json('numbers', 'get', number, '--key', made.key)).toMatchObject({ id: number })
      const rotated = await run<{ id: string }>('keys', 'rotate', made.id, '--grace-hours', '0')
      expect(await run('keys', 'revoke', rotated.id, '--yes')).toMatchObject({ revokedAt: expect.any(String) })
      const listed = await run<{ id: string }[]>('keys', 'list')
      expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining([own.id, made.id, rotated.id]))
      const refused = await command.run('keys', 'create', '--name', 'x', '--scopes', 'send', '--key', own.key)
      expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('scope send')])
      const invited = await run<{ id: string; link: string }>('team', 'invite', 'linus@shop.example.com')
      expect(invited.link).toMatch(/^http.*\/app\/welcome#/)
      expect(await run('team', 'invitations')).toContainEqual(
        expect.objectContaining({ id: invited.id, role: 'agent' }),
      )
      expect(await run('team', 'withdraw', invited.id)).toEqual({ id: invited.id, deleted: true })
    })

    test('completes in bash what it has', async () => {
      const { stdout } = await command.run('completion', 'bash')
      const typed = `COMP_WORDS=(posthorn queue p); COMP_CWORD=2; _posthorn; echo "\${COMPREPLY[*]}"`
      const offered = execFileSync('bash', ['-c', `${stdout}\n${typed}`], { encoding: 'utf8' })
      expect(offered.trim()).toBe('pause purge')
    })
  })
}
