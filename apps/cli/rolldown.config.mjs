import { defineConfig } from 'rolldown'

/** Bundles the command into one file without dependencies, so that it can be installed without a registry. */
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  resolve: { conditionNames: ['source', 'import', 'node', 'default'] },
  output: { file: 'dist/packed/posthorn.mjs', banner: '#!/usr/bin/env node', codeSplitting: false, minify: true },
})
