import { type ApiDocument, type PlacedOperation, titleOfTag } from '../document.ts'
import { escapeHtml, slugOf } from '../html.ts'
import type { PageContent } from '../layout.ts'

/** Renders the table of all operations, by noun, each with a link into the reference. */
export function operationsPage(document: ApiDocument, operations: readonly PlacedOperation[]): PageContent {
  const byTag = [...Map.groupBy(operations, ({ tag }) => tag)]
  const about = new Map((document.tags ?? []).map(({ name, description }) => [name, description]))
  const parts = byTag.map(([tag, placed]) => {
    const rows = placed.map(
      ({ method, path, href, operation }) =>
        `<tr><td><a href="${escapeHtml(href)}"><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path)}</code></a></td><td>${escapeHtml(operation.summary ?? '')}</td></tr>`,
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
