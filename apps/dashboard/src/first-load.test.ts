import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { filesOf, type Manifest } from '../build/budget.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const site = join(root, 'dist/site')
const firstLoadMax = 250_000
const filesMax = 14
/** The inbox, and the modules that it loads right afterward. */
const entries = ['index.html', 'src/screens/inbox/screen.tsx', 'src/alerts/alerts.tsx', 'src/shell/strip.tsx']
const buildTimeoutMs = 600_000

/** Builds the site the way `start` does, unless it exists. Test mode would bundle different code. */
function build(): void {
  const { NODE_ENV: _mode, ...env } = process.env
  execFileSync(process.execPath, ['--conditions=source', 'build/main.ts'], { cwd: root, env, stdio: 'ignore' })
}

const sizeOf = (file: string) => {
  const compressed = join(site, `${file}.gz`)
  return statSync(existsSync(compressed) ? compressed : join(site, file)).size
}

describe('the built site', () => {
  beforeAll(build, buildTimeoutMs)

  it('loads the inbox with at most 250,000 bytes of scripts and styles, in at most 14 files', () => {
    const manifest = JSON.parse(readFileSync(join(site, '.vite/manifest.json'), 'utf8')) as Manifest
    const files = filesOf(manifest, entries)
    expect(files.length).toBeGreaterThan(2)
    expect(files.length).toBeLessThanOrEqual(filesMax)
    expect(files.reduce((sum, file) => sum + sizeOf(file), 0)).toBeLessThanOrEqual(firstLoadMax)
  })

  it('can be installed: its page names a manifest, whose icons are there', () => {
    const [, name = ''] =
      /rel="manifest" href="\/app\/([^"]+)"/.exec(readFileSync(join(site, 'index.html'), 'utf8')) ?? []
    const manifest = JSON.parse(readFileSync(join(site, name), 'utf8')) as {
      icons: { src: string }[]
      start_url: string
    }
    expect(manifest.start_url).toBe('/app/')
    expect(manifest.icons.length).toBeGreaterThan(0)
    for (const { src } of manifest.icons) expect(existsSync(join(site, src.replace('/app/', '')))).toBe(true)
  })

  it('counts each file once, with all that it imports', () => {
    const manifest = {
      a: { file: 'a.js', css: ['a.css'], imports: ['b'] },
      b: { file: 'b.js', imports: ['a'] },
      c: { file: 'c.js' },
    }
    expect(filesOf(manifest, ['a', 'b'])).toEqual(['a.js', 'a.css', 'b.js'])
  })
})
