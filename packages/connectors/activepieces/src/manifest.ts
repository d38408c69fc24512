/** Manifest of the package that Activepieces installs: a single CommonJS file that uses the framework. */
export const manifest = {
  name: 'activepieces-posthorn',
  version: '1.0.0',
  description: 'WhatsApp messages in Activepieces through a Posthorn installation',
  license: 'UNLICENSED',
  type: 'commonjs',
  main: './src/index.js',
  dependencies: { '@activepieces/pieces-framework': '0.32.0' },
}
