import { posix } from 'node:path'
import { exists, type Tree } from './tree.ts'

const isPage = (path: string) => /^(README\.md|AGENTS\.md|(\.github|apps\/docs)\/.*\.md)$/.test(path)

/** Text with fenced code taken out: what stands there is an example, not a reference. */
const prose = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '')

/** Relative links of the pages that lead nowhere. */
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

/** Paths of the repository that the pages cite in backticks and that do not exist. */
export const deadPaths = (tree: Tree): string[] =>
  [...tree]
    .filter(([path]) => isPage(path))
    .flatMap(([path, text]) =>
      [...prose(text).matchAll(/`((?:apps|packages|docker|\.ci)\/[\w./-]*)`/g)]
        .map(([, cited = '']) => cited.replace(/\/$/, ''))
        .filter((cited) => !exists(tree, cited))
        .map((cited) => `${path} cites ${cited}, which does not exist`),
    )
