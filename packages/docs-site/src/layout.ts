import { escapeHtml, type Heading } from './markdown.ts'

/** A page in the contents: its path, and its source file in the documentation folder. */
type ContentsPage = { path: string; file?: string; title?: string }

/** Returns the page of a guide. Without a title, the heading of the guide is its title. */
const guide = (name: string, title?: string): ContentsPage => ({
  path: `/docs/guides/${name}`,
  file: `guides/${name}.md`,
  ...(title === undefined ? {} : { title }),
})

/** All pages in the navigation, in the order in which customers need them. Each error and event also has its own page. */
export const contents: { title: string; pages: ContentsPage[] }[] = [
  { title: 'Get started', pages: [{ path: '/docs', title: 'Overview' }, guide('first-message'), guide('going-live')] },
  {
    title: 'Messages',
    pages: [
      guide('text', 'Text, replies, reactions'),
      guide('media', 'Media'),
      guide('templates', 'Templates'),
      guide('interactive', 'Buttons, lists, polls, products'),
      guide('locations-and-contacts', 'Locations and contact cards'),
      guide('not-offered'),
    ],
  },
  {
    title: 'Receive',
    pages: [
      guide('receiving', 'Messages of customers'),
      guide('webhooks'),
      guide('verification'),
      guide('event-log', 'Event log'),
    ],
  },
  { title: 'Inbox', pages: [guide('inbox'), guide('automation'), guide('dashboard')] },
  {
    title: 'Contacts and audiences',
    pages: [
      guide('contacts'),
      guide('opt-in-and-opt-out'),
      guide('erase-a-person'),
      guide('groups'),
      guide('broadcasts', 'Broadcasts'),
    ],
  },
  {
    title: 'Use the API',
    pages: [
      guide('keys-and-scopes'),
      { path: '/docs/roles', file: 'reference/roles.md' },
      guide('lists'),
      guide('errors'),
      guide('idempotency-and-retries'),
      guide('limits'),
      guide('numbers'),
      guide('versions'),
      { path: '/docs/changelog', file: 'changelog.md' },
    ],
  },
  {
    title: 'SDKs and tools',
    pages: [
      guide('sdks'),
      guide('command-line'),
      { path: '/docs/commands', file: 'reference/commands.md' },
      guide('assistants', 'Assistants (MCP)'),
      guide('n8n'),
      guide('zapier'),
      guide('make'),
      guide('activepieces'),
    ],
  },
  { title: 'Test', pages: [guide('simulator'), guide('test-in-ci')] },
  {
    title: 'Switch to Posthorn',
    pages: [
      guide('moving'),
      guide('cloud-api'),
      guide('from-waha'),
      guide('from-evolution'),
      guide('dialect'),
      { path: '/docs/dialect', file: 'reference/dialect.md' },
    ],
  },
  {
    title: 'Self-host',
    pages: [
      guide('operate', 'Install and operate'),
      guide('deploy', 'Compose and Kubernetes'),
      guide('postgres-and-nats', 'Postgres and NATS'),
      guide('observe'),
      { path: '/docs/settings', file: 'reference/settings.md' },
      guide('upgrade', 'Upgrade'),
      guide('back-up', 'Back up'),
      guide('scale', 'Scale'),
      guide('alarms'),
      { path: '/docs/security', file: 'security.md' },
      { path: '/docs/measurements', file: 'measurements.md' },
    ],
  },
  {
    title: 'Reference',
    pages: [
      { path: '/docs/api', title: 'API reference' },
      { path: '/docs/operations', title: 'All operations' },
      { path: '/docs/events', title: 'Events' },
      { path: '/docs/errors', title: 'All errors' },
      { path: '/docs/statuses', file: 'reference/statuses.md' },
    ],
  },
]

export type PageAssets = { style: string; script: string; theme: string; icon: string }
export type PageContent = { path: string; title: string; html: string; headings?: Heading[]; description?: string }

export type Titles = ReadonlyMap<string, string>

/** Returns the head of a page. `extraTags` has further styles and scripts, which the API reference needs. */
export const pageHead = (
  { title, description }: PageContent,
  assets: PageAssets,
  extraTags = '',
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Posthorn</title>
<meta name="description" content="${escapeHtml(description ?? title)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${assets.icon}">
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.theme}"></script>
<script src="${assets.script}" type="module"></script>
${extraTags}</head>`

const keyButton = `<button type="button" class="key" aria-label="Use a test key"><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="8" cy="16" r="4.500"/><path d="m11.500 12.500 8-8M16 8l3 3"/></svg><span>Use a test key</span></button>
`

/** Returns the bar at the top, with the search dialog. Only the API reference has a button for a test key. */
export function topBar(pagePath: string): string {
  const tab = (href: string, text: string, isHere: boolean) =>
    `<a href="${href}"${isHere ? ' aria-current="true"' : ''}>${text}</a>`
  const isReference = pagePath === '/docs/api'
  return `<header class="top">
<button type="button" class="menu" aria-label="Navigation" aria-expanded="false" aria-controls="page:navigation"><span></span></button>
<a class="brand" href="/docs"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 9v6l4-1 9 5V5L7 10z"/><path d="M18.5 8.500a5 5 0 0 1 0 7M7 14v5h3v-3.500"/></svg>Posthorn</a>
<nav class="tabs" aria-label="Parts">${tab('/docs', 'Guides', !isReference)}${tab('/docs/api', 'API reference', isReference)}</nav>
<button type="button" class="find" aria-label="Search"><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="10.500" cy="10.500" r="6.500"/><path d="m20 20-4.800-4.800"/></svg><span>Search</span><kbd>/</kbd></button>
${isReference ? keyButton : ''}<button type="button" class="theme" aria-label="Light or dark"><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8"/><path class="half" d="M12 4a8 8 0 0 1 0 16z"/></svg></button>
</header>
<dialog class="search" aria-label="Search">
<form method="dialog"><input type="search" placeholder="Search guides, operations, errors, events" aria-label="Search" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="true" aria-controls="page:results"><button aria-label="Esc: close">Esc</button></form>
<ul id="page:results" role="listbox" aria-label="Results"></ul>
<p class="hint" role="status"></p>
</dialog>`
}

/** Returns the contents, with the current page marked. Pages of errors and events belong to the page of all of them. */
function navigation(pagePath: string, titles: Titles): string {
  const sections = contents.map(({ title, pages }) => {
    const items = pages.map((page) => {
      const isHere = page.path === pagePath || (page.path !== '/docs' && pagePath.startsWith(`${page.path}/`))
      const text = escapeHtml(titles.get(page.path) ?? page.path)
      return `<li><a href="${page.path}"${isHere ? ' aria-current="page"' : ''}>${text}</a></li>`
    })
    return `<h2>${title}</h2><ul>${items.join('')}</ul>`
  })
  return `<nav id="page:navigation" class="side" aria-label="Contents">${sections.join('')}</nav>`
}

/** Returns the links to the sections of a page; nothing if there are fewer than two. */
function tableOfContents(headings: Heading[]): string {
  const listed = headings.filter(({ depth }) => depth === 2)
  if (listed.length < 2) return ''
  const items = listed.map(({ id, text }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`)
  return `<nav class="toc" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`
}

/** Returns the links to the pages before and after this one in the contents; nothing if it is not in them, such as that of an error. */
function neighbors(pagePath: string, titles: Titles): string {
  const all = contents.flatMap(({ pages }) => pages.map((page) => page.path))
  const at = all.indexOf(pagePath)
  if (at < 0) return ''
  const link = (target: string | undefined, kind: string, text: string) =>
    target === undefined
      ? ''
      : `<a class="${kind}" href="${target}"><small>${text}</small>${escapeHtml(titles.get(target) ?? target)}</a>`
  return `<nav class="neighbors" aria-label="Pages before and after">${link(all[at - 1], 'previous', 'Previous')}${link(all[at + 1], 'next', 'Next')}</nav>`
}

/** Lays out a page. Ids of the layout contain a colon, because anchors of headings never do. */
export const layOut = (page: PageContent, titles: Titles, assets: PageAssets): string => `${pageHead(page, assets)}
<body>
<a class="skip" href="#page:content">Skip to the content</a>
${topBar(page.path)}
<div class="columns">
${navigation(page.path, titles)}
<main id="page:content" tabindex="-1"><article>${page.html}</article>${neighbors(page.path, titles)}</main>
${tableOfContents(page.headings ?? [])}
</div>
</body>
</html>
`
