import { describe } from 'vitest'
import { allScenarios } from './all.suite.ts'

// Every process is killed by `kill-each-process.long.e2e.test.ts`.
describe('separate processes', () => {
  allScenarios({ split: true, messages: 100, victims: ['messaging', 'webhooks'] })
})
