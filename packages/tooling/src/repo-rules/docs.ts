import { posix } from 'node:path'
import { exists, type Tree } from './tree.ts'

/** Whether links and paths in the file are checked: the documentation, and the README of each package. */
const isPage = (path: string) =>
  /^(README\.md|AGENTS\.md|(\.github|apps\/docs)\/.*\.md|(apps|packages)\/.*\/README\.md)$/.test(path)

/** Returns the folder of the package that a manifest describes; undefined for other files. */
const placeOf = (path: string) => /^((?:apps|packages|packages\/connectors)\/[^/]+)\/package\.json$/.exec(path)?.[1]

/** Removes fenced code, which contains examples rather than references. */
const prose = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '')

/** Broken relative links in pages. */
export const deadLinks = (tree: Tree): string[] =>
  [...tree]
    .filter(([path]) => isPage(path))
    .flatMap(([path, text]) =>
      [...prose(text).matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)/g)]
        .map(([, target = '']) => decodeURI(target.split('#')[0] ?? ''))
        .filter((target) => target !== '' && !/^[a-z][a-z+.-]*:|^\//i.test(target))
        .filter((target) => !exists(tree, posix.join(posix.dirname(path), target).replace(/\/$/, '')))
        .map((target) => `${path} links to ${target}, which does not exist`),
    )

/** Nonexistent files and folders that pages cite in backticks: repository paths, and file names other than those that a page creates. */
export function deadPaths(tree: Tree): string[] {
  const names = new Set([...tree.keys()].map((path) => posix.basename(path)))
  return [...tree]
    .filter(([path]) => isPage(path))
    .flatMap(([path, text]) => {
      const paths = [...prose(text).matchAll(/`((?:apps|packages|docker|\.ci)\/[\w./-]*)`/g)]
        .map(([, cited = '']) => cited.replace(/\/$/, ''))
        .filter((cited) => !exists(tree, cited))
      const created = new Set([...text.matchAll(/Create `([\w.-]+)`/g)].map(([, name]) => name))
      const files = [...prose(text).matchAll(/`(\w[\w.-]*\.tsx?)`/g)]
        .map(([, name = '']) => name)
        .filter((name) => !names.has(name) && !created.has(name))
      return [...paths, ...files].map((cited) => `${path} cites ${cited}, which does not exist`)
    })
}

/** Nonexistent program files that the scripts of packages run. */
export const deadScripts = (tree: Tree): string[] =>
  [...tree]
    .filter(([path]) => posix.basename(path) === 'package.json')
    .flatMap(([path, text]) =>
      Object.values((JSON.parse(text) as { scripts?: Record<string, string> }).scripts ?? {})
        .flatMap((script) => script.match(/[\w./-]+\.(?:ts|mjs)\b/g) ?? [])
        .filter((file) => !file.includes('node_modules') && !exists(tree, posix.join(posix.dirname(path), file)))
        .map((file) => `${path} runs ${file}, which does not exist`),
    )

/** Packages without a README that names each of their folders, and nonexistent files that such a README names. */
export const unexplainedFolders = (tree: Tree): string[] =>
  [...tree.keys()]
    .flatMap((path) => placeOf(path) ?? [])
    .filter((place) => exists(tree, `${place}/src`))
    .flatMap((place) => {
      const readme = tree.get(`${place}/README.md`)
      if (readme === undefined) return [`${place} has no README.md`]
      const cited = [...prose(readme).matchAll(/`(src\/[\w./-]*)`/g)].map(([, path = '']) => path)
      const listed = [...readme.matchAll(/^- `([\w-]+)\/`(?!.*not in git)/gm)].map(([, name = '']) => name)
      return [
        ...foldersIn(tree, `${place}/src`)
          .filter((name) => !readme.includes(`\`${name}/\``))
          .map((name) => `${place}/README.md does not name ${name}/`),
        ...cited
          .filter((path) => !exists(tree, `${place}/${path}`))
          .map((path) => `${place}/README.md cites ${path}, which does not exist`),
        ...listed
          .filter((name) => !exists(tree, `${place}/src/${name}`) && !exists(tree, `${place}/${name}`))
          .map((name) => `${place}/README.md lists ${name}/, which does not exist`),
      ]
    })

const foldersMax = 15

/** Reports the gateway if it has too many top-level folders for a newcomer to survey: what belongs nowhere else ends up there. */
export const crowdedGateway = (tree: Tree): string[] => {
  const { length } = foldersIn(tree, 'apps/gateway/src')
  return length > foldersMax ? [`apps/gateway/src has ${length} folders, more than ${foldersMax}`] : []
}

/** Returns the names of the folders right below a folder. */
const foldersIn = (tree: Tree, root: string): string[] => {
  const below = [...tree.keys()]
    .filter((path) => path.startsWith(`${root}/`))
    .map((path) => path.slice(root.length + 1))
  return [...new Set(below.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? ''))]
}
