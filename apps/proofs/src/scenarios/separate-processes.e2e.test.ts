import { describe } from 'vitest'
import { allScenarios } from './all.suite.ts'

describe('separate processes', () => {
  allScenarios({
    split: true,
    victims: ['messaging', 'webhooks', 'numbers', 'gateway', 'simulator', 'contacts', 'postgres', 'launcher'],
  })
})
