/** A language for the documentation's samples. */
export type Language = {
  name: string
  /** Client as listed on the page, and a text that only its samples contain. */
  client: string
  marker: string
  /** Command that succeeds if the tool is installed. */
  check: readonly string[]
  file: string
  /** Completes a fragment to a program. */
  complete?: (code: string) => string
  command: (file: string) => readonly string[]
}

/** The languages, each with a client of the page. */
export const languages: readonly Language[] = [
  {
    name: 'Shell',
    client: 'Curl',
    marker: 'curl http',
    check: ['curl', '--version'],
    file: 'sample.sh',
    command: (file) => ['bash', file],
  },
  {
    name: 'Node.js',
    client: 'Fetch',
    marker: 'fetch(',
    check: [process.execPath, '--version'],
    file: 'sample.mjs',
    command: (file) => [process.execPath, file],
  },
  {
    name: 'Python',
    client: 'Requests',
    marker: 'requests.post(',
    check: ['/usr/bin/python3', '-c', 'import requests'],
    file: 'sample.py',
    // The page only shows the call.
    complete: (code) => (code.includes('import requests') ? code : `import requests\n${code}`),
    command: (file) => ['/usr/bin/python3', file],
  },
  {
    name: 'PHP',
    client: 'cURL',
    marker: 'curl_init(',
    check: ['php', '-r', 'curl_init();'],
    file: 'sample.php',
    complete: (code) => (code.includes('<?php') ? code : `<?php\n${code}`),
    command: (file) => ['php', file],
  },
  {
    name: 'Ruby',
    client: 'net::http',
    marker: 'Net::HTTP',
    check: ['ruby', '--version'],
    file: 'sample.rb',
    command: (file) => ['ruby', file],
  },
  {
    name: 'Go',
    client: 'NewRequest',
    marker: 'http.NewRequest',
    check: ['go', 'version'],
    file: 'sample.go',
    command: (file) => ['go', 'run', file],
  },
]
