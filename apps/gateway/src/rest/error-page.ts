import type { ErrorEntry } from '@posthorn/contracts'

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

/** Returns an HTML page of all errors. Each has an anchor, to which `docs` in an error body points. */
export function errorPage(catalogue: Readonly<Record<string, ErrorEntry>>): string {
  const rows = Object.entries(catalogue).map(
    ([code, { status, message, retryable }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(message)}</td><td>${retryable ? 'yes' : 'no'}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Errors</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}td,th{padding:.4rem .8rem .4rem 0;text-align:left;vertical-align:top}tr:target{background:#ffc}</style></head>
<body><h1>Errors</h1><table><thead><tr><th>Code</th><th>Status</th><th>What to do</th><th>Retry may succeed</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></body></html>`
}
