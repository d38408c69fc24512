import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ApiDocument, type PlacedOperation, tagGroupsOf, titleOfTag } from '../document.ts'
import { contents, type PageAssets, type PageContent, pageHead, type Titles, topBar } from '../layout.ts'
import { codeBlock, escapeHtml, inlineCode, renderMarkdown, slugOf } from '../markdown.ts'
import { samplesOf } from '../samples/samples.ts'
import { linksOf } from './catalog.ts'

const request = `curl -X POST "https://api.example.com/v1/messages" \\
  -H "Token: $KEY" -H "Content-Type: application/json" \\
  -d '{ "phone": "+4915112345678", "message": "Hello from Posthorn" }'`

/**
 * Renders the page shown for unknown URLs under `/docs/`, with a search button and links to good starting points. The table of contents has no
 * page with its path, so the navigation marks none.
 */
export function missingPage(titles: Titles): PageContent {
  const starts = [
    '/docs/guides/first-message',
    '/docs/guides/webhooks',
    '/docs/guides/sdks',
    '/docs/api',
    '/docs/errors',
  ]
  const items = starts.map((path) => `<li><a href="${path}">${escapeHtml(titles.get(path) ?? path)}</a></li>`)
  return {
    path: '/docs/missing',
    title: 'Page not found',
    html: `<h1>Page not found</h1>
<p>This page does not exist. Search for it, or start here:</p>
<p class="actions"><button type="button" class="button find">Search</button></p>
<ul>${items.join('')}</ul>`,
  }
}

/** Renders the first page: a request to start with, and links to all further sections and to the operations of each noun. */
export function homePage(titles: Titles, document: ApiDocument, operations: readonly PlacedOperation[]): PageContent {
  const groups = tagGroupsOf(document)
  const cards = contents.slice(1).map(({ title, pages }) => {
    const items = pages.map(({ path }) => `<li><a href="${path}">${escapeHtml(titles.get(path) ?? path)}</a></li>`)
    return `<section class="card"><h3>${title}</h3><ul>${items.join('')}</ul></section>`
  })
  const nouns = groups.map(({ name, tags }) => {
    const items = tags.map((tag) => {
      const count = operations.filter((each) => each.tag === tag).length
      return `<li><a href="/docs/operations#${slugOf(tag)}">${escapeHtml(titleOfTag(tag))}</a> <small>${count}</small></li>`
    })
    return `<section class="card"><h3>${name}</h3><ul>${items.join('')}</ul></section>`
  })
  return {
    path: '/docs',
    title: 'Documentation',
    description: 'Guides and API reference of Posthorn, business messaging as REST over WhatsApp.',
    html: `<div class="hero"><h1>Business messaging as REST</h1>
<p class="lead">Posthorn sends and receives WhatsApp messages for your program. Every accepted message is stored and sent at most once, and your
webhook receives every change.</p>
<p class="actions"><a class="button" href="/docs/guides/first-message">Send your first message</a> <a class="button quiet" href="/docs/api">Try the API</a></p></div>
<h2 id="one-request">One request</h2>
<p>Send it with your API key. The response is 201 with the message and its <code>status</code>; later changes arrive as events.</p>
${codeBlock(request, 'bash')}
<h2 id="guides">Guides and reference</h2>
<div class="cards">${cards.join('\n')}</div>
<h2 id="operations">Operations</h2>
<p>${operations.length} operations, grouped by object. <a href="/docs/operations">See all of them in one table</a>.</p>
<div class="cards">${nouns.join('\n')}</div>
<h2 id="machines">For machines</h2>
<ul><li><a href="/v1/openapi.json"><code>/v1/openapi.json</code></a>, the OpenAPI 3.1 document, or the operations of one tier:
<a href="/v1/openapi/messaging.json">Messaging</a>, <a href="/v1/openapi/inbox.json">Inbox</a>, <a href="/v1/openapi/administration.json">Administration</a></li>
<li><a href="/postman.json"><code>/postman.json</code></a>, a Postman collection of all operations</li>
<li><a href="/llms.txt"><code>/llms.txt</code></a>, the contents of this documentation for language models</li></ul>`,
  }
}

type MarkdownPage = { path: string; title: string; source: string; file: string }

/** Reads the pages that are written by hand or generated as Markdown. */
export const readMarkdownPages = (folder: string): MarkdownPage[] =>
  contents.flatMap(({ pages }) =>
    pages.flatMap(({ path, file, title }) => {
      if (file === undefined) return []
      const source = readFileSync(join(folder, file), 'utf8')
      return [{ path, file, source, title: title ?? /^# (.+)$/m.exec(source)?.[1] ?? path }]
    }),
  )

/** Renders a Markdown page. Its curl requests to the API are shown in several languages. */
export function guidePage(
  { path, file, source }: MarkdownPage,
  operations: readonly PlacedOperation[],
  document: ApiDocument,
): PageContent {
  const { title, html, headings } = renderMarkdown(source, linksOf(file, operations), (code) =>
    samplesOf(code, document),
  )
  return { path, title, html, headings }
}

/** Renders the table of all operations by noun, for readers who look for one. */
export function operationsPage(document: ApiDocument, operations: readonly PlacedOperation[]): PageContent {
  const byTag = [...Map.groupBy(operations, ({ tag }) => tag)]
  const about = new Map((document.tags ?? []).map(({ name, description }) => [name, description]))
  const parts = byTag.map(([tag, placed]) => {
    const rows = placed.map(
      ({ method, path, href, operation }) =>
        `<tr><td><a href="${escapeHtml(href)}"><span class="method ${method.toLowerCase()}">${method}</span> ${inlineCode(path)}</a></td><td>${escapeHtml(operation.summary ?? '')}</td></tr>`,
    )
    const description = about.get(tag)
    return `<h2 id="${slugOf(tag)}">${escapeHtml(titleOfTag(tag))}</h2>
${description === undefined ? '' : `<p>${escapeHtml(description)}</p>`}
<div class="table" tabindex="0"><table class="operations"><thead><tr><th>Operation</th><th>Effect</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`
  })
  return {
    path: '/docs/operations',
    title: 'All operations',
    html: `<h1>All operations</h1>
<p>Every operation of the REST API, by noun. Each opens in the <a href="/docs/api">API reference</a>, where it can be tried with your key. The same in
machine-readable form: <a href="/v1/openapi.json">OpenAPI 3.1</a>, and a <a href="/postman.json">Postman collection</a>.</p>
${parts.join('\n')}`,
    headings: byTag.map(([tag]) => ({ depth: 2, id: slugOf(tag), text: titleOfTag(tag) })),
  }
}

type ReferenceAssets = PageAssets & { referenceStyle: string; scalar: string; referenceScript: string }

const page: PageContent = {
  path: '/docs/api',
  title: 'API reference',
  description: 'Every operation of the Posthorn API with samples, and a form that sends it with your key.',
  html: '',
}

const keyDialog = `<dialog class="key" aria-labelledby="key-title">
<form method="dialog">
<h2 id="key-title">Use a test key</h2>
<p data-for="stranger">Sign in to the <a href="/app">dashboard</a> in this browser. This button then creates a test key of your workspace and fills it in.</p>
<p data-for="member">Only admins and owners create keys. Ask one of your workspace for a test key.</p>
<p data-for="admin">This creates a test key and fills it in for this page. It reaches numbers of the simulator only, can read and send, and expires after 8 hours. It is not stored in the browser.</p>
<label data-for="admin" hidden>Workspace <select name="workspace"></select></label>
<label data-for="admin" hidden>Your password <input type="password" name="password" autocomplete="current-password"></label>
<p role="alert"></p>
<p class="actions"><button class="button" data-for="admin">Create the key</button><button class="button quiet" value="cancel" formnovalidate>Close</button></p>
</form>
</dialog>`

/** Renders the page in which Scalar shows the document. It first loads the part with the noun that the reader opens. */
export function referencePage(assets: ReferenceAssets, partOfTag: Readonly<Record<string, string>>): string {
  const { referenceStyle, scalar, referenceScript } = assets
  const extra = `<link rel="stylesheet" href="${referenceStyle}">
<script src="${scalar}" defer></script>
<script src="${referenceScript}" type="module"></script>
`
  return `${pageHead(page, assets, extra)}
<body class="reference">
${topBar(page.path)}
<main id="reference" data-parts="${escapeHtml(JSON.stringify(partOfTag))}"></main>
${keyDialog}
</body>
</html>
`
}

/** Renders the documentation's contents for language models (llmstxt.org). `{{url}}` becomes the public URL. */
export function llmsText(titles: Titles, operations: readonly PlacedOperation[]): string {
  const sections = contents.map(({ title, pages }) => {
    const links = pages.map(({ path, file }) => {
      const target = file === undefined ? path : `${path}.md`
      return `- [${titles.get(path) ?? path}]({{url}}${target})`
    })
    return `## ${title}\n\n${links.join('\n')}`
  })
  const lines = operations.map(
    ({ method, path, operation }) => `- \`${method} ${path}\`: ${operation.summary ?? 'see the document'}`,
  )
  return `# Posthorn

> Business messaging as REST over WhatsApp's Cloud API. Accepted means stored; a message is sent at most once; every step is an event to a webhook.

The API is at {{url}}/v1. Send the API key as \`Token: <key>\` or \`Authorization: Bearer <key>\`, bodies as JSON, and an \`Idempotency-Key\` with every POST and DELETE.
Errors have \`errorCode\`, \`message\` (what to do) and \`retryable\`. Never put an API key into a page or an app of a customer.

- [OpenAPI 3.1 document]({{url}}/v1/openapi.json): every operation with all fields; one tier of it: [Messaging]({{url}}/v1/openapi/messaging.json),
  [Inbox]({{url}}/v1/openapi/inbox.json), [Administration]({{url}}/v1/openapi/administration.json)
- [Postman collection]({{url}}/postman.json)

${sections.join('\n\n')}

## Operations

${lines.join('\n')}
`
}
