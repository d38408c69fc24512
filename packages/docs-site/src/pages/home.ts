import { contents } from '../contents.ts'
import { type ApiDocument, type PlacedOperation, titleOfTag } from '../document.ts'
import { tagGroupsOf } from '../groups.ts'
import { escapeHtml, slugOf } from '../html.ts'
import type { PageContent, Titles } from '../layout.ts'
import { codeBlock } from '../markdown.ts'

const request = `curl -X POST "https://api.example.com/v1/messages" \\
  -H "Token: $KEY" -H "Content-Type: application/json" \\
  -d '{ "phone": "+4915112345678", "message": "Hello from Posthorn" }'`

/** Renders the page shown for unknown URLs, with a search button and links to good starting points. */
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
