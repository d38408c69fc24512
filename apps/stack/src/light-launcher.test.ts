import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chassisConfig } from '@posthorn/chassis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readSettings } from './settings.ts'

const run = promisify(execFile)

/** Returns a script that imports a program and prints the files it loads. */
const listLoaded = (program: string) => `
import { registerHooks } from 'node:module'
const loaded = []
registerHooks({
  load(url, context, next) {
    loaded.push(url)
    return next(url, context)
  },
})
await import(${JSON.stringify(program)})
process.stdout.write(JSON.stringify(loaded))
`

async function loadedBy(program: string): Promise<string[]> {
  const args = ['--conditions=source', '--input-type=module', '--eval', listLoaded(join(import.meta.dirname, program))]
  const { stdout } = await run(process.execPath, args, { cwd: import.meta.dirname })
  return JSON.parse(stdout) as string[]
}

describe('the launcher, which stays to watch other processes,', () => {
  it.each(['launch.ts', 'settings.ts', 'welcome.ts', 'data-folder.ts', 'package-runner.ts'])(
    'loads neither contracts nor code of services with %s',
    async (program) => {
      const loaded = await loadedBy(program)
      expect(loaded.some((url) => url.endsWith(program))).toBe(true)
      const heavy =
        /\/(zod|@mikro-orm|@trpc|libphonenumber-js|nats)\/|packages\/(chassis|contracts|client)\/src\/index\.ts/
      expect(loaded.filter((url) => heavy.test(url))).toEqual([])
    },
  )

  it("loads stored code without Node's TypeScript compiler, which would keep 20 MB", async () => {
    const cache = mkdtempSync(join(tmpdir(), 'posthorn-compile-cache-'))
    onTestFinished(() => rmSync(cache, { recursive: true }))
    const preload = join(import.meta.dirname, '../compile-cache.js')
    const program = `await import(${JSON.stringify(join(import.meta.dirname, 'launch.ts'))})
      process.stdout.write(String(process.moduleLoadList.some((name) => name.includes('amaro'))))`
    const args = ['--import', preload, '--conditions=source', '--input-type=module', '--eval', program]
    const loadsCompiler = async () => (await run(process.execPath, args, { env: { NODE_COMPILE_CACHE: cache } })).stdout
    expect(await loadsCompiler()).toBe('true')
    expect(await loadsCompiler()).toBe('false')
  })

  it('knows every setting of the services, and takes none for a typo', () => {
    const refusals = Object.keys(chassisConfig).flatMap((name) => {
      try {
        readSettings({ [name]: 'x' }, [])
        return []
      } catch (error) {
        return [(error as Error).message]
      }
    })
    expect(refusals.filter((message) => message.includes('is not a setting'))).toEqual([])
    expect(() => readSettings({ LOG_LEVLE: 'info' }, [])).toThrow('did you mean LOG_LEVEL?')
  })
})
