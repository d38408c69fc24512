import { beforeEach, expect, it } from 'vitest'
import { keptAt, refreshed, removeKept } from './kept.ts'

beforeEach(removeKept)

it('a change that another tab is still storing is not lost to the tab that reads what is stored', async () => {
  const change = { value: 'Ready', atMs: Date.now() + 1_000 }
  localStorage.setItem('posthorn.kept.draft', JSON.stringify(change))
  new BroadcastChannel('posthorn-kept').postMessage({ changes: [['draft', change.value]], atMs: change.atMs })
  await expect.poll(() => keptAt('draft')).toBe('Ready')
  expect(await refreshed('draft')).toBe('Ready')
  localStorage.removeItem('posthorn.kept.draft')
  expect(await refreshed('draft')).toBeUndefined()
})
