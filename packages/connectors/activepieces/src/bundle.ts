import type { InputOptions, OutputOptions } from 'rolldown'
import { manifest } from './manifest.ts'

/** The bundle includes everything except the framework. */
export const input: InputOptions = {
  input: 'src/index.ts',
  external: Object.keys(manifest.dependencies),
  platform: 'node',
  resolve: { conditionNames: ['source', 'import'] },
}

export const output: OutputOptions = { file: 'dist/piece/src/index.js', format: 'cjs', exports: 'named' }
