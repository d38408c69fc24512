import { type PageAssets, type PageContent, pageHead, topBar } from '../layout.ts'

/** Addresses of the files that the page of the reference loads besides. */
export type ReferenceAssets = PageAssets & { referenceStyle: string; scalar: string; referenceScript: string }

const page: PageContent = {
  path: '/docs/api',
  title: 'API reference',
  description: 'Every operation of the Posthorn API with samples, and a form that sends it with your key.',
  html: '',
}

/** Renders the page in whose main part Scalar shows the document. */
export function referencePage(assets: ReferenceAssets): string {
  const { referenceStyle, scalar, referenceScript } = assets
  const extra = `<link rel="stylesheet" href="${referenceStyle}">
<script src="${scalar}" defer></script>
<script src="${referenceScript}" type="module"></script>
`
  return `${pageHead(page, assets, extra)}
<body class="reference">
${topBar(page.path)}
<main id="reference"></main>
</body>
</html>
`
}
