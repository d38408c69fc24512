import { defineConfig } from 'rolldown'

/** The command as one file without dependencies, so that it installs without a registry. */
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  resolve: { conditionNames: ['source', 'import', 'node', 'default'] },
  output: { file: 'dist/packed/posthorn.mjs', banner: '#!/usr/bin/env node', codeSplitting: false, minify: true },
})
