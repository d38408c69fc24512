/* global Scalar */
import { keepAccessible } from './accessible.js'
import { shownTheme } from './docs.js'
import { offerTestKey } from './testkey.js'

const fetchAsPage = globalThis.fetch.bind(globalThis)
/** The tester sends its key without the dashboard's cookie. The API would refuse a request with both. */
globalThis.fetch = (input, init) => fetchAsPage(new Request(input, { ...init, credentials: 'omit' }))

const parts = JSON.parse(document.querySelector('#reference').dataset.parts)
/** Returns the part of the document that contains the noun named in an anchor or in one of Scalar's ids. */
const partOf = (place) => parts[/\btag\/(\w+)/.exec(place)?.[1] ?? '']
const first = partOf(location.hash) ?? parts.messages

let configuration = {
  url: first,
  theme: 'none',
  layout: 'modern',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  hideSearch: true,
  hideDarkModeToggle: true,
  forceDarkModeState: shownTheme(),
  proxyUrl: '',
  authentication: { preferredSecurityScheme: 'Token' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  // These three clients produce wrong samples for some bodies, because of newlines, ports, and modules.
  hiddenClients: { shell: ['wget'], python: ['python3'], node: ['axios'] },
  defaultOpenAllTags: false,
  expandAllModelSections: false,
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: true,
  metaData: { title: 'API reference · Posthorn' },
  onSidebarClick: loadFor,
  onShowMore: loadFor,
}
const reference = Scalar.createApiReference('#reference', configuration)
let isWhole = false

/** Loads the whole document when a reader opens a noun outside the first part. */
function loadFor(place) {
  const part = partOf(place)
  const isElsewhere = part === undefined ? /\bwebhook/.test(place) : part !== first
  if (isWhole || !isElsewhere) return
  isWhole = true
  configure({ url: './openapi.json' })
}

function configure(changes) {
  configuration = { ...configuration, ...changes, forceDarkModeState: shownTheme() }
  reference.updateConfiguration(configuration)
}
offerTestKey((value) =>
  configure({ authentication: { preferredSecurityScheme: 'Token', securitySchemes: { Token: { value } } } }),
)
addEventListener('popstate', () => loadFor(location.hash))

document.addEventListener('theme', ({ detail }) => {
  document.body.classList.toggle('dark-mode', detail === 'dark')
  document.body.classList.toggle('light-mode', detail === 'light')
})
// The tester opens outside the main element.
keepAccessible(document.body)
