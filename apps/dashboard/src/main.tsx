import './theme/components.ts'
import './theme/base.css'

import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { loadDrafts } from './drafts/drafts.ts'
import { loadWords } from './words/load.ts'

const root = document.getElementById('root')
await Promise.all([loadWords(), loadDrafts()])
if (root) createRoot(root).render(<App />)
