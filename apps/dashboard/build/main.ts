import { buildSite } from './site.ts'

const { wasBuilt, seconds } = await buildSite()
process.stdout.write(
  wasBuilt ? `The dashboard was built in ${seconds.toFixed(1)} s\n` : 'The dashboard is up to date\n',
)
