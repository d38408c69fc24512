import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { unpackedChromium } from '../testkit/src/chromium/index.ts'

const root = new URL('../..', import.meta.url).pathname
const conditions = ['source', 'node']
// The setup for a test run also reads the sources, so that tests can run before anything is built.
const resolve = {
  root,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  environments: { __vitest__: { resolve: { conditions } } },
}
const scenarios = '{apps/{stack,proofs},packages/tooling}/src/**/*.e2e.test.ts'
/** Scenarios that take minutes: `pnpm test:long` runs them, `pnpm test` does not. */
const long = '{apps/{stack,proofs},packages/tooling}/src/**/*.long.e2e.test.ts'
/** Tests that change their whole process, such as its clock. */
const isolated = '{apps,packages,packages/connectors}/*/src/**/*.isolated.test.ts'

/** Number of parallel test files. Tests wait a lot: with two, two cores are idle a third of the time. Two parallel runs use two each. */
const maxWorkers = Number(process.env['TEST_WORKERS'] ?? 3)

/** Tests of the dashboard's stateful modules, which run in a browser. */
const components = 'apps/dashboard/src/**/*.test.tsx'

const launchOptions = await unpackedChromium()

const wholeSystems = { maxWorkers, sequence: { groupOrder: 1 } }

/** One test run for the whole repository: the fast tests first, then the scenarios, which start whole systems. */
export default defineConfig({
  ...resolve,
  test: {
    pool: 'forks',
    globalSetup: ['packages/test-servers/src/global-setup.ts'],
    // Only hanging tests reach these timeouts: a busy machine takes many times as long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // Its package lists TypeScript sources under our condition `source`, which Node itself doesn't read in a dependency.
    server: { deps: { inline: [/@modelcontextprotocol\/client/, /node_modules\/eventsource\//] } },
    projects: [
      {
        ...resolve,
        extends: true,
        test: {
          name: 'fast',
          include: [
            'packages/{*,connectors/*}/src/**/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'apps/docs/examples/**/*.test.ts',
          ],
          exclude: [scenarios, isolated, '**/node_modules/**', '**/dist/**'],
          // No test replaces a module, so files in a process share imports. Reading them again took half the time.
          isolate: false,
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        ...resolve,
        extends: true,
        test: { name: 'isolated', include: [isolated], maxWorkers, sequence: { groupOrder: 0 } },
      },
      {
        root,
        extends: true,
        resolve: { conditions: ['source', 'module', 'browser', 'development'] },
        test: {
          name: 'components',
          include: [components],
          browser: {
            enabled: true,
            provider: playwright({ launchOptions, actionTimeout: 15_000 }),
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1280, height: 800 },
          },
          expect: { poll: { timeout: 15_000 } },
          sequence: { groupOrder: 0 },
        },
      },
      {
        ...resolve,
        extends: true,
        test: { name: 'scenarios', include: [scenarios], exclude: [long, '**/node_modules/**'], ...wholeSystems },
      },
      { ...resolve, extends: true, test: { name: 'long', include: [long], ...wholeSystems } },
    ],
  },
})
