import type { InputOptions, OutputOptions } from 'rolldown'

/** Manifest of the package that Activepieces installs: a single CommonJS file that uses the framework. */
export const manifest = {
  name: 'activepieces-posthorn',
  version: '1.0.0',
  description: 'WhatsApp messages in Activepieces through a Posthorn installation',
  license: 'UNLICENSED',
  type: 'commonjs',
  main: './src/index.js',
  dependencies: { '@activepieces/pieces-framework': '0.32.0' },
}

/** The bundle includes everything except the framework. */
export const input: InputOptions = {
  input: 'src/index.ts',
  external: Object.keys(manifest.dependencies),
  platform: 'node',
  resolve: { conditionNames: ['source', 'import'] },
}

export const output: OutputOptions = { file: 'dist/piece/src/index.js', format: 'cjs', exports: 'named' }
