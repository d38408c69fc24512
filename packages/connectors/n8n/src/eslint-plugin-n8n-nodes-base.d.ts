/** The parts of the plugin that the linter uses; it has no types. */
declare module 'eslint-plugin-n8n-nodes-base' {
  import type { ESLint, Linter } from 'eslint'

  const plugin: ESLint.Plugin & {
    configs: Record<'community' | 'credentials' | 'nodes', { rules: Linter.RulesRecord }>
  }
  export = plugin
}
