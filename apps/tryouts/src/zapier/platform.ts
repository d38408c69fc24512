import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export const platformVersion = '19.1.0'

/** Runs a function of an app as Zapier does, with Zapier's tools and checks of the result. */
export type AppTester = (step: unknown, bundle: object) => Promise<unknown>

type Platform = { createAppTester(app: object): AppTester }

/** Installs Zapier's platform in its own folder unless it is already there. Returns its tester for an app. */
export function zapierTester(folder: string, app: object): AppTester {
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
  const platform = createRequire(installed)('zapier-platform-core') as Platform
  return platform.createAppTester(app)
}
