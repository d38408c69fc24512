import type { RecentRequest } from '../api/recent.ts'

/** Returns a word of a shell, in which nothing is expanded. */
const word = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Returns the command that sends a request again, with a key of the reader in place of their session. */
export function asCurl({ method, path, body, left }: RecentRequest, origin: string): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${word(origin + path)}`,
    `-H "Token: $POSTHORN_KEY"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${word(body)}`]),
    ...(left === 'file' ? [`-F file=@<path>`] : []),
    ...(left === 'secret' ? [`-H 'Content-Type: application/json'`, `-d @<file>`] : []),
  ]
  return lines.join(' \\\n  ')
}
