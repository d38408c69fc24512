import './theme/components.ts'
import './theme/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { addRandomIds, loadKept, replaceBlockedStorage } from './outbox/kept.ts'
import { reloadForMissingParts } from './parts/problem.tsx'
import { applyDensity } from './theme/theme.ts'
import { loadWords } from './words/load.ts'

replaceBlockedStorage()
addRandomIds()
reloadForMissingParts()
applyDensity()

const root = document.getElementById('root')
await Promise.all([loadWords(), loadKept()])
if (root) createRoot(root).render(<App />)
