import { exists, type Tree } from '../repo-rules/tree.ts'

const instructionsOf = (text: string): [string, string][] =>
  text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => [line.split(' ')[0] ?? '', line.slice(line.indexOf(' ') + 1)])

export const imageEnv = (text: string): Record<string, string> =>
  Object.fromEntries(
    instructionsOf(text)
      .filter(([name]) => name === 'ENV')
      .flatMap(([, rest]) => rest.split(' ').map((pair) => pair.split('=') as [string, string])),
  )

/**
 * Returns the Dockerfile's faults: missing sources, versions other than the repository's, running as root, no health check, no bill of
 * materials.
 */
export const recipeFaults = (text: string, tree: Tree): string[] => {
  const steps = instructionsOf(text)
  const restsOf = (name: string) => steps.filter(([step]) => step === name).map(([, rest]) => rest)
  const sources = restsOf('COPY')
    .filter((rest) => !rest.startsWith('--from'))
    .flatMap((rest) => rest.split(' ').slice(0, -1))
  const node = /^nodeVersion: (\d+)/m.exec(tree.get('pnpm-workspace.yaml') ?? '')?.[1]
  const { packageManager } = JSON.parse(tree.get('package.json') ?? '{}') as { packageManager?: string }
  const managers = [...text.matchAll(/pnpm@[\d.]+/g)].map(([manager]) => manager)
  const users = restsOf('USER')
  // All stages except the build stage become images.
  const isRoot = users.length < restsOf('FROM').length - 1 || users.some((user) => user === 'root' || user === '0')
  return [
    ...sources.filter((source) => !exists(tree, source)).map((source) => `copies ${source}, which does not exist`),
    ...restsOf('FROM')
      .filter((image) => !image.startsWith(`node:${node}-`))
      .map((image) => `stands on ${image}`),
    ...managers.filter((manager) => manager !== packageManager).map((manager) => `installs with ${manager}`),
    ...(isRoot ? ['runs as root'] : []),
    ...(restsOf('HEALTHCHECK').some((rest) => rest.includes('/livez')) ? [] : ['has no health check']),
    ...(restsOf('RUN').some((rest) => /sbom .+ --prod\s+--out \/programs\/\$app\/sbom\.json/.test(rest))
      ? []
      : ['writes no bill of materials']),
    ...(restsOf('CMD').at(-1) === '["node", "dist/main.js"]' ? [] : ['does not run dist/main.js']),
  ]
}

/** Returns apps that the Dockerfile can't build: those without a program, or with a different package name. */
export const unbuildable = (apps: readonly string[], tree: Tree): string[] =>
  apps.filter((app) => {
    const { name } = JSON.parse(tree.get(`apps/${app}/package.json`) ?? '{}') as { name?: string }
    return name !== `@posthorn/${app}` || !tree.has(`apps/${app}/src/main.ts`)
  })
