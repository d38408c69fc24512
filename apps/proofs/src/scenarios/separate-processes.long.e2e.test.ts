import { describe } from 'vitest'
import { allScenarios } from './all.suite.ts'

// Kills only two processes, because `kill-each-process.long.e2e.test.ts` kills every one.
describe('separate processes', () => {
  allScenarios({ split: true, messages: 100, victims: ['messaging', 'webhooks'] })
})
