/** The parts of the plugin that the lint uses; it has no types of its own. */
declare module 'eslint-plugin-n8n-nodes-base' {
  import type { ESLint, Linter } from 'eslint'

  const plugin: ESLint.Plugin & {
    configs: Record<'community' | 'credentials' | 'nodes', { rules: Linter.RulesRecord }>
  }
  export = plugin
}
