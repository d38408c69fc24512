import { defineConfig } from 'vitest/config'

const root = new URL('../..', import.meta.url).pathname
const conditions = ['source', 'node']
const resolve = { root, resolve: { conditions }, ssr: { resolve: { conditions } } }
const scenarios = 'apps/stack/src/scenarios/**/*.e2e.test.ts'

/** One run for the whole repository: fast tests two files at a time, then the scenarios, which start whole systems, alone. */
export default defineConfig({
  ...resolve,
  test: {
    pool: 'forks',
    globalSetup: ['packages/testkit/src/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        ...resolve,
        extends: true,
        test: {
          name: 'fast',
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'apps/docs/examples/**/*.test.ts'],
          exclude: [scenarios, '**/node_modules/**', '**/dist/**'],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        ...resolve,
        extends: true,
        test: {
          name: 'scenarios',
          include: [scenarios],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
