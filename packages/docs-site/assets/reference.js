/* global Scalar */
import { keepAccessible } from './accessible.js'
import { shownTheme } from './docs.js'

Scalar.createApiReference('#reference', {
  url: './openapi.json',
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
  // These three are wrong for some bodies: newlines, ports and modules.
  hiddenClients: { shell: ['wget'], python: ['python3'], node: ['axios'] },
  defaultOpenAllTags: false,
  expandAllModelSections: false,
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: true,
  metaData: { title: 'API reference · Posthorn' },
})

document.addEventListener('theme', ({ detail }) => {
  document.body.classList.toggle('dark-mode', detail === 'dark')
  document.body.classList.toggle('light-mode', detail === 'light')
})
// The tester opens outside of the main part.
keepAccessible(document.body)
