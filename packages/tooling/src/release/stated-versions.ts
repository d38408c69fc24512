import type { Tree } from '../repo-rules/tree.ts'

/** Files that contain the product's version, and how to find it. */
export const versionOf: readonly (readonly [files: RegExp, stated: RegExp])[] = [
  [/^(?:(?:apps|packages)\/(?:connectors\/)?[^/]+\/)?package\.json$/, /^ {2}"version": .*$/gm],
  [/^packages\/sdk\/python\/pyproject\.toml$/, /^version = .*$/gm],
  [
    /^packages\/(?:mcp\/src\/server|connectors\/zapier\/src\/index|connectors\/activepieces\/src\/manifest)\.ts$/,
    /\bversion: .*/g,
  ],
  [/^apps\/cli\/src\/program\.ts$/, /\.version\('[^']*'/g],
  [/^packages\/contracts\/src\/openapi\/document\.ts$/, /\bversion: .*/g],
  [/^docker\/k8s\/.*\/kustomization\.yaml$/, /newTag: .*/g],
  [/^docker\/bake\.hcl$/, /VERSION=\S+/g],
  [
    /^(?:apps\/docs\/(?:architecture|guides\/[^/]+)|packages\/sdk\/README)\.md$/,
    /posthorn-[a-z]+-\d\S+\.tgz|\bVERSION=\S+|posthorn-[a-z]+:\d+\.\d+\.\d+/g,
  ],
]

type Statement = { file: string; stated: string }

/** Every place in the repository that states the product's version. */
export const statedVersions = (tree: Tree): Statement[] =>
  [...tree].flatMap(([file, text]) => {
    const found = text.match(patternFor(file) ?? /(?!)/g) ?? []
    return found.map((stated) => ({ file, stated }))
  })

/** Returns the files that state version `from`, with `to` in its place. */
export const withVersion = (tree: Tree, from: string, to: string): Map<string, string> =>
  new Map(
    [...tree].flatMap(([file, text]) => {
      const pattern = patternFor(file)
      const changed = pattern === undefined ? text : text.replace(pattern, (stated) => stated.replace(from, to))
      return changed === text ? [] : [[file, changed] as const]
    }),
  )

const patternFor = (file: string) => versionOf.find(([files]) => files.test(file))?.[1]
