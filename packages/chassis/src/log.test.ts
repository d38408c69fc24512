import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { expect, it } from 'vitest'

const module = new URL('./log.ts', import.meta.url).href

it.runIf(existsSync('/dev/full'))('a log on a full disk does not end its process', async () => {
  const program = `
    import { createLog } from ${JSON.stringify(module)}
    const log = createLog('contacts', 'info')
    for (let i = 0; i < 2_000; i++) log.info({ text: 'x'.repeat(1_000) }, 'line')
    process.stderr.write('continues')
  `
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, ['--conditions=source', '--input-type=module', '-e', program], {
    stdio: ['ignore', full, 'pipe'],
  })
  closeSync(full)
  let said = ''
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()))
  expect(await once(child, 'close')).toEqual([0, null])
  expect(said).toBe('continues')
})
