// The repository's layers as rules. A rule's name is the message that is printed when the rule is broken.

const TESTS = '\\.(test|suite|fixture)\\.ts$'
// Folders in which every file is for tests or measurements.
const TEST_FOLDERS = '^packages/(test-servers|testkit)/'

/** Packages that each folder may import, besides itself. Tests may also import the test kit. */
const LAYERS = {
  'packages/contracts': [],
  'packages/embedded': [],
  'packages/test-servers': ['packages/embedded'],
  'packages/sdk': [],
  'packages/connectors/description': ['packages/sdk'],
  'packages/connectors/n8n': ['packages/connectors/description'],
  'packages/connectors/zapier': ['packages/connectors/description'],
  'packages/connectors/activepieces': ['packages/connectors/description'],
  'packages/http': ['packages/contracts'],
  'packages/client': ['packages/contracts'],
  'packages/docs-site': ['packages/contracts'],
  'packages/mcp': ['packages/contracts'],
  'packages/dialect': ['packages/contracts'],
  'packages/cloud-api': ['packages/contracts'],
  'packages/provider': ['packages/contracts', 'packages/http'],
  'packages/chassis': ['packages/contracts', 'packages/http'],
  'packages/testkit': [
    'packages/contracts',
    'packages/client',
    'packages/chassis',
    'packages/embedded',
    'packages/test-servers',
  ],
  'packages/tooling': [
    'packages/contracts',
    'packages/connectors/description',
    'packages/dialect',
    'packages/docs-site',
    'packages/testkit',
  ],
  'apps/gateway': [
    'packages/contracts',
    'packages/http',
    'packages/chassis',
    'packages/client',
    'packages/cloud-api',
    'packages/dialect',
    'packages/docs-site',
    'packages/mcp',
  ],
  'apps/messaging': ['packages/contracts', 'packages/http', 'packages/chassis', 'packages/provider'],
  'apps/contacts': ['packages/contracts', 'packages/http', 'packages/chassis'],
  'apps/groups': ['packages/contracts', 'packages/chassis', 'packages/provider'],
  'apps/numbers': ['packages/contracts', 'packages/http', 'packages/chassis', 'packages/provider'],
  'apps/webhooks': [
    'packages/contracts',
    'packages/http',
    'packages/chassis',
    'packages/cloud-api',
    'packages/dialect',
  ],
  'apps/simulator': ['packages/contracts'],
  'apps/directory': ['packages/contracts', 'packages/chassis', 'packages/client'],
  'apps/cli': ['packages/contracts', 'packages/client', 'packages/dialect', 'packages/mcp'],
  'apps/dashboard': ['packages/sdk', 'packages/contracts/src/placeholders', 'packages/contracts/src/local-time'],
  'apps/docs': ['packages/contracts', 'packages/client'],
  'apps/bench': ['packages/contracts', 'packages/embedded', 'packages/testkit'],
  'apps/proofs': [
    'packages/contracts',
    'packages/connectors/description',
    'packages/connectors/zapier',
    'packages/connectors/activepieces',
    'packages/http',
    'packages/client',
    'packages/embedded',
    'packages/testkit',
  ],
  'apps/tryouts': ['packages/connectors/zapier', 'packages/embedded', 'packages/testkit'],
  'apps/stack': [
    'packages/contracts',
    'packages/chassis',
    'packages/client',
    'packages/embedded',
    'apps/[^/]+/src/service\\.ts$',
  ],
}

// Packages that the test kit depends on, or that need no service. Their tests use the test servers instead of the test kit.
const BELOW_TESTKIT = [
  'packages/http',
  'packages/chassis',
  'packages/sdk',
  'packages/connectors/description',
  'packages/connectors/n8n',
  'packages/connectors/zapier',
  'packages/connectors/activepieces',
]

/**
 * Additional packages that a folder's tests may import: services that they start together with their own, and clients and servers for the
 * chassis.
 */
const NEIGHBORS = {
  'packages/chassis': ['packages/client', 'packages/embedded'],
  'apps/gateway': ['apps/(contacts|messaging|numbers|webhooks)/src/service\\.ts$'],
  'apps/directory': ['apps/(gateway|numbers)/src/service\\.ts$'],
  'apps/docs': ['apps/contacts/src/service\\.ts$'],
}

const listOf = (places) => places.map((place) => place.replace(/^apps\/\[.*/, "every app's ./service")).join(', ')

const serversOf = (place) => (BELOW_TESTKIT.includes(place) ? 'packages/test-servers' : 'packages/testkit')

const layerRules = Object.entries(LAYERS).flatMap(([place, allowed]) => [
  {
    name: `${place} imports nothing of ours but ${listOf(allowed) || 'itself'}`,
    from: {
      path: `^${place}/`,
      pathNot: [TESTS, TEST_FOLDERS].filter(() => !new RegExp(TEST_FOLDERS).test(`${place}/`)),
    },
    to: { path: '^(packages|apps)/', pathNot: [place, ...allowed].map((each) => `^${each}`) },
  },
  {
    name: `the tests of ${place} import nothing of ours but what ${place} may, and ${serversOf(place) === 'packages/testkit' ? 'the test kit' : 'the test servers'}`,
    from: { path: `^${place}/.*${TESTS}` },
    to: {
      path: '^(packages|apps)/',
      pathNot: [place, serversOf(place), ...allowed, ...(NEIGHBORS[place] ?? [])].map((each) => `^${each}`),
    },
  },
])

const PLAN = 'entities|migrations|events|workers'

const innerPlanRules = [
  {
    name: 'entities know nothing but entities',
    from: { path: '^apps/([^/]+)/src/entities/', pathNot: TESTS },
    to: { path: '^apps/$1/src/', pathNot: '^apps/$1/src/entities/' },
  },
  {
    name: 'a verb knows neither the router, nor events, nor workers',
    from: { path: `^apps/([^/]+)/src/(?!${PLAN})[^/]+/`, pathNot: TESTS },
    to: { path: '^apps/$1/src/(router\\.ts|events/|workers/)' },
  },
  {
    name: 'a subscriber imports no worker',
    from: { path: '^apps/(?!groups/)([^/]+)/src/events/', pathNot: TESTS },
    to: { path: '^apps/$1/src/workers/' },
  },
  {
    name: 'a worker imports no subscriber',
    from: { path: '^apps/([^/]+)/src/workers/', pathNot: TESTS },
    to: { path: '^apps/$1/src/events/' },
  },
  {
    name: 'only main, tests and the stack import a service',
    from: { path: '^(apps|packages)/', pathNot: [TESTS, '/src/main\\.ts$', '^apps/stack/'] },
    to: { path: '^apps/[^/]+/src/service\\.ts$' },
  },
  { name: 'nothing imports a main', from: {}, to: { path: '^(apps|packages)/.*/main\\.ts$' } },
]

const edgeRules = [
  {
    name: 'a package is imported by its index',
    from: { path: '^(packages/connectors/[^/]+|packages/[^/]+|apps/[^/]+)/' },
    to: {
      path: '^(packages|apps)/',
      pathNot: [
        '^$1/',
        '/src/index\\.ts$',
        '/src/[^/]+/index\\.ts$',
        '/src/service\\.ts$',
        '^packages/test-servers/src/global-setup\\.ts$',
      ],
    },
  },
  {
    name: 'only tests import the fixtures of the chassis',
    from: { pathNot: [TESTS, TEST_FOLDERS, '^packages/chassis/src/testing/'] },
    to: { path: '^packages/chassis/src/testing/' },
  },
  {
    name: 'NATS is used only in chassis/src/bus, and by the tests and proofs that break it',
    from: { pathNot: '^(packages/chassis/src/bus|apps/proofs/src/outbox)/' },
    to: { path: 'node_modules/nats/' },
  },
  {
    name: 'Express is imported only by the gateway, the simulator, the bench that compares with it and the test of the SDK with it',
    from: { pathNot: '^(apps/(gateway|simulator|bench)/|packages/sdk/src/webhooks\\.test\\.ts$)' },
    to: { path: 'node_modules/express/' },
  },
  { name: 'only the chassis knows pino', from: { pathNot: '^packages/chassis/' }, to: { path: 'node_modules/pino/' } },
  {
    name: 'contracts run in a browser: no Node modules',
    from: { path: '^packages/contracts/', pathNot: TESTS },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'the SDK runs in a browser: nothing at run time but itself',
    from: { path: '^packages/sdk/', pathNot: TESTS },
    to: { pathNot: '^packages/sdk/' },
  },
  {
    name: 'a screen of the dashboard imports no other screen',
    from: { path: '^apps/dashboard/src/screens/([^/]+)/' },
    to: { path: '^apps/dashboard/src/screens/', pathNot: '^apps/dashboard/src/screens/$1/' },
  },
  {
    name: 'parts of the dashboard know no operation',
    from: { path: '^apps/dashboard/src/parts/' },
    to: { path: '^apps/dashboard/src/(api|live|session|screens|shell)/' },
  },
  {
    name: 'a package with another API is imported where the gateway mounts it and where webhooks list its format, by its reference, and by the command that moves from it',
    from: {
      pathNot: [
        TESTS,
        '^packages/(dialect|tooling)/',
        '^apps/gateway/src/edge\\.ts$',
        '^apps/webhooks/src/formats/formats\\.ts$',
        '^apps/cli/src/api/move',
      ],
    },
    to: { path: '^packages/dialect/' },
  },
  { name: 'imports go in no circles', from: {}, to: { circular: true } },
  // Files for browsers import each other by the names they are served under.
  { name: 'what is imported exists', from: { pathNot: '^packages/docs-site/assets/' }, to: { couldNotResolve: true } },
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...layerRules, ...innerPlanRules, ...edgeRules].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
}
