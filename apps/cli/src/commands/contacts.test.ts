import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clearLine } from '../api/client.ts'
import { program } from '../program.ts'

const server = createServer((req, res) =>
  req.resume().on('end', () => res.end(req.method === 'POST' ? '{"id":"imp_1"}' : 'phone\r\n+4915112345678\r\n')),
)
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())

/** Runs a command on a terminal that shows stderr. Returns what it wrote to stderr. */
async function saidBy(args: string[], stdoutIsTTY: boolean): Promise<string> {
  const said: string[] = []
  const say = (text: string | Uint8Array) => said.push(String(text)) > 0
  const streams = [process.stderr, process.stdout].map((stream) => ({ stream, isTTY: stream.isTTY }))
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(say)
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
  Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true })
  Object.defineProperty(process.stdout, 'isTTY', { value: stdoutIsTTY, configurable: true })
  try {
    const { port } = server.address() as AddressInfo
    const env = { POSTHORN_URL: `http://127.0.0.1:${port}`, POSTHORN_TOKEN: 'ph_live_key' }
    await program(env).parseAsync(args, { from: 'user' })
  } finally {
    stderr.mockRestore()
    stdout.mockRestore()
    for (const { stream, isTTY } of streams)
      Object.defineProperty(stream, 'isTTY', { value: isTTY, configurable: true })
  }
  return said.join('')
}

test('an export shows its progress if its contacts go to a file or another program, not to the terminal itself', async () => {
  expect(await saidBy(['export'], false)).toContain('1 contacts, 0 KiB')
  expect(await saidBy(['export'], true)).toBe('')
})

test('an import that is not waited for removes its line from the terminal before it prints the result', async () => {
  const said = await saidBy(['import', import.meta.filename, '--no-wait'], true)
  expect([said.includes('sending'), said.endsWith(clearLine)]).toEqual([true, true])
})
