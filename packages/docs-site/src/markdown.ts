import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import csharp from 'highlight.js/lib/languages/csharp'
import go from 'highlight.js/lib/languages/go'
import http from 'highlight.js/lib/languages/http'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import sql from 'highlight.js/lib/languages/sql'
import yaml from 'highlight.js/lib/languages/yaml'
import { Marked, type RendererObject, type Token, type Tokens } from 'marked'
import { type Sample, sampleLanguages } from './samples/samples.ts'

/** Returns text that HTML shows as it is, also in an attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** Longer words may break. */
const wordMax = 12
/** Longer pieces may break at their punctuation, because they might not fit on a phone. */
const pieceMax = 24
/** The place after a separator that follows a letter or bracket, except near the beginning and at the end of a word. */
const separators = /(?<!^.{0,5})(?<=[\p{L}\p{N}}\])>"][/_.:,=&?@-])(?=.)/u

/** Returns code in a sentence. Long words break after separators, so that tables fit on phones; short ones such as `--yes` never do. */
export function inlineCode(code: string): string {
  const words = code.split(' ').map((word) => {
    const pieces = word.length > wordMax ? word.split(separators) : [word]
    return pieces.map(unbroken).join('<wbr>')
  })
  return `<code>${words.join(' ')}</code>`
}

/** Returns a piece that browsers do not break at its punctuation, unless it is too long. */
function unbroken(piece: string): string {
  const mayBreak = /[^\p{L}\p{N}_]/u.test(piece) && piece.length <= pieceMax
  return mayBreak ? `<span>${escapeHtml(piece)}</span>` : escapeHtml(piece)
}

/** Returns a sentence as HTML, with the code that it has between backticks. */
export const sentenceHtml = (text: string): string =>
  text
    .split(/`([^`]+)`/)
    .map((part, at) => (at % 2 === 1 ? inlineCode(part) : escapeHtml(part)))
    .join('')

/** Returns a heading's anchor, as on GitHub. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

/** Returns the text of HTML, for titles and the search. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<wbr>|<\/?span>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()

const languages = { bash, csharp, go, http, java, javascript, json, php, python, ruby, sql, yaml }
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language)

const shellStart = /^(curl|npx|export|PORT=|BACKUP_DIR=|docker|kubectl)\b/
const requestStart = /^(GET|POST|PUT|PATCH|DELETE) \//

/** Returns a code block's language: the one it names, or one detected from its beginning. */
function languageOf(code: string, language: string): string | undefined {
  if (highlighter.getLanguage(language) !== undefined) return language
  if (shellStart.test(code)) return 'bash'
  if (requestStart.test(code)) return 'http'
  if (/^[{[]/.test(code)) return 'json'
  return undefined
}

/** Returns code as HTML with colors, or without them if its language is not known. */
function highlight(code: string, statedLanguage: string): string {
  const language = languageOf(code, statedLanguage)
  return language === undefined ? escapeHtml(code) : highlighter.highlight(code, { language }).value
}

const lightEnding = '-light.jpg'
const darkEnding = '-dark.jpg'

export type Heading = { depth: number; id: string; text: string }

/** Resolves a link in a Markdown file to a URL on the site; undefined if the site has no such page. */
export type LinkResolver = (href: string) => string | undefined

/** Returns code with a button that copies it. */
export function codeBlock(code: string, language = ''): string {
  const button = '<button type="button" class="copy">Copy</button>'
  return `<div class="code">${button}<pre tabindex="0"><code>${highlight(code, language)}</code></pre></div>\n`
}

/** The highlighter's name for each language of samples. */
const highlighting = {
  shell: 'bash',
  node: 'javascript',
  python: 'python',
  php: 'php',
  ruby: 'ruby',
  go: 'go',
  java: 'java',
}
const languageOfBlock = new Map(
  Object.entries(highlighting).map(([language, named]) => [named, language as Sample['language']]),
)
languageOfBlock.set('js', 'node')

/** Returns the same code in several languages as tabs. The first is shown until the reader chooses another. */
function codeTabs(samples: readonly Sample[], id: string): string {
  const tabs = samples.map(
    ({ language }, at) =>
      `<button type="button" role="tab" id="${id}-${language}" aria-controls="${id}-${language}-code" aria-selected="${at === 0}"${at === 0 ? '' : ' tabindex="-1"'} data-language="${language}">${sampleLanguages[language]}</button>`,
  )
  const panels = samples.map(
    ({ language, code }) =>
      `<div role="tabpanel" id="${id}-${language}-code" aria-labelledby="${id}-${language}" class="in-${language}">${codeBlock(code.trimEnd(), highlighting[language])}</div>`,
  )
  return `<div class="samples"><div role="tablist" aria-label="Language">${tabs.join('')}</div>${panels.join('')}</div>\n`
}

/** A code block with the same code in other languages. */
type SampleToken = Tokens.Code & { samples?: Sample[] }

/** Merges consecutive code blocks in sample languages into one, which is shown as tabs. A guide writes the blocks one after the other. */
function mergeSamples(tokens: Token[]): Token[] {
  const merged: Token[] = []
  let first: SampleToken | undefined
  for (const token of tokens) {
    const { lang = '', text } = token as Tokens.Code
    const language = token.type === 'code' ? languageOfBlock.get(lang) : undefined
    if (language === undefined) {
      if (token.type !== 'space') first = undefined
      merged.push(token)
    } else if (first?.samples === undefined) {
      first = { ...(token as Tokens.Code), samples: [{ language, code: text }] }
      merged.push(first)
    } else first.samples.push({ language, code: text })
  }
  return merged
}

/** Returns a heading with a link to itself, so that readers can copy its URL. */
function headingWithAnchor(depth: number, id: string, html: string): string {
  const label = `Link to ${textOf(html)}`
  return `<h${depth} id="${escapeHtml(id)}">${html}<a class="anchor" href="#${escapeHtml(id)}" aria-label="${escapeHtml(label)}"></a></h${depth}>\n`
}

/** Returns an image for the documentation. If the image is for light pages, its version for dark pages is included. */
function picture(href: string, alt: string): string {
  const shown = (address: string, theme: string) =>
    `<img src="/docs/${escapeHtml(address)}" alt="${escapeHtml(alt)}" loading="lazy"${theme}>`
  const address = href.replace(/^(\.\.\/)+/, '')
  if (!address.endsWith(lightEnding)) return shown(address, '')
  return `${shown(address, ' data-on="light"')}${shown(address.replace(lightEnding, darkEnding), ' data-on="dark"')}`
}

/** Returns the paths of a page's images, relative to the documentation folder, also of those for dark pages. */
export const picturesOf = (source: string): string[] =>
  [...source.matchAll(/!\[[^\]]*\]\((?:\.\.\/)*(pictures\/[\w/-]+\.(?:jpg|png|svg))\)/g)].flatMap(([, path = '']) =>
    path.endsWith(lightEnding) ? [path, path.replace(lightEnding, darkEnding)] : [path],
  )

/** Converts a code block to several languages; undefined if it isn't a request. */
type SampleWriter = (code: string) => Sample[] | undefined

/** Renders Markdown: headings with anchors, highlighted code with copy buttons, code in several languages, tables without empty heads. */
export function renderMarkdown(
  text: string,
  resolveLink: LinkResolver,
  samplesOf: SampleWriter = () => undefined,
): { title: string; html: string; headings: Heading[] } {
  const headings: Heading[] = []
  const used = new Map<string, number>()
  const uniqueId = (wanted: string): string => {
    const count = used.get(wanted) ?? 0
    used.set(wanted, count + 1)
    return count === 0 ? wanted : `${wanted}-${count}`
  }
  const renderer: RendererObject = {
    heading({ tokens, depth, text: source }: Tokens.Heading) {
      const html = this.parser.parseInline(tokens)
      const heading = { depth, id: uniqueId(slugOf(source.replaceAll('`', ''))), text: textOf(html) }
      headings.push(heading)
      return depth === 1 ? `<h1>${html}</h1>\n` : headingWithAnchor(depth, heading.id, html)
    },
    code({ text: code, lang, ...token }: SampleToken) {
      const samples = samplesOf(code) ?? token.samples ?? []
      return samples.length > 1 ? codeTabs(samples, uniqueId('sample')) : codeBlock(code, lang)
    },
    codespan({ text: code }: Tokens.Codespan) {
      return inlineCode(code)
    },
    link({ href, tokens }: Tokens.Link) {
      const html = this.parser.parseInline(tokens)
      const target = resolveLink(href)
      return target === undefined ? html : `<a href="${escapeHtml(target)}">${html}</a>`
    },
    image({ href, text: alt }: Tokens.Image) {
      return picture(href, alt)
    },
  }
  const html = new Marked({ renderer, hooks: { processAllTokens: mergeSamples } }).parse(text, { async: false })
  return {
    title: headings.find(({ depth }) => depth === 1)?.text ?? '',
    html: html
      .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
      .replaceAll('</table>', '</table></div>')
      .replaceAll('<thead>\n<tr>\n<th></th>\n<th></th>\n</tr>\n</thead>', ''),
    headings,
  }
}
