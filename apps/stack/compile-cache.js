import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Runs before the first TypeScript file loads, because Node's TypeScript compiler, once used, keeps 20 MB.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url)))
